import Foundation
import TestSupport
import Testing

@Suite("feed watch: the feed file is edited", .waiting, .timeLimit(.minutes(10)))
struct WatchEditingTests {
  /// A watched feed whose files are edited and whose lines are played one by one.
  private final class Watched {
    let feed: SmallFeed
    private let process: Process
    private let input = Pipe()
    private let errors: String
    private var lines: RunningLines

    init(yaml: String = SmallFeed.yaml, _ options: [String] = []) throws {
      feed = try SmallFeed(yaml: yaml)
      process = try FeedProgram.make(
        ["watch", feed.path, "--speed", "max", "--format", "json"]
          + (options.isEmpty ? ["--fixture", "-"] : options.map(feed.resolving))
      )
      let output = Pipe()
      errors = try feed.directory.file("errors", "")
      process.standardInput = input
      process.standardOutput = output
      process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
      try process.start()
      lines = RunningLines(output.fileHandleForReading)
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }

    func next() throws -> [String: Any] { try #require(try lines.next()) }

    func edit(_ yaml: String) throws { _ = try feed.directory.file("small.yaml", yaml) }

    func editSchema(_ sql: String) throws { _ = try feed.directory.file("small.sql", sql) }

    func play(_ line: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Ends the fixture, and thereby the run.
    func end() throws -> (status: Int32, errors: String) {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      return (process.terminationStatus, try String(contentsOfFile: errors, encoding: .utf8))
    }
  }

  private func items(_ line: [String: Any]) -> [String] {
    let sections = (line["snapshot"] as? [String: Any])?["sections"] as? [[String: Any]] ?? []
    return sections.flatMap { $0["items"] as? [[String: Any]] ?? [] }
      .compactMap { $0["id"] as? String }
  }

  @Test func `a valid edit is shown over the same rows, and playing continues`() throws {
    let watched = try Watched()
    #expect(try watched.next()["version"] as? Int == 1)
    try watched.play(SmallFeed.lines[0])
    #expect(try watched.next()["version"] as? Int == 2)
    let edited = SmallFeed.yaml.replacing(
      "{from: team, order: [rank]}",
      with: "{from: team, order: [name]}"
    )
    try watched.edit(edited)
    let reopened = try watched.next()
    #expect(reopened["event"] as? String == "reopened")
    #expect(reopened["file"] as? String == watched.feed.path)
    #expect(reopened["version"] as? Int == 3)
    #expect(items(reopened) == ["team:team/2", "team:team/1"])
    let moves = (reopened["updates"] as? [String: Any])?["moveItems"] as? [Any]
    #expect(moves?.count == 1)
    // A change of texts alone is not a version.
    try watched.edit(
      edited.replacing(#"title: "{name}", fields"#, with: #"title: "~{name}", fields"#)
    )
    let look = try watched.next()
    #expect(look["event"] as? String == "reopened")
    #expect(look["version"] as? Int == 3)
    try watched.play(SmallFeed.lines[1])
    let next = try watched.next()
    #expect(next["event"] == nil)
    #expect(next["version"] as? Int == 4)
    #expect(try watched.end() == (0, ""))
  }

  @Test func `an invalid edit is reported while the last valid feed stays in use`() throws {
    let watched = try Watched()
    _ = try watched.next()
    try watched.edit(SmallFeed.yaml.replacing("{from: team,", with: "{from: taem,"))
    let refused = try watched.next()
    #expect(refused["event"] as? String == "refused")
    let problem = try #require((refused["problems"] as? [[String: Any]])?.first)
    #expect(problem["code"] as? String == "unknown-table")
    #expect(problem["line"] as? Int == 6)
    #expect(problem["column"] as? Int == 17)
    try watched.play(SmallFeed.lines[0])
    #expect(try watched.next()["version"] as? Int == 2)
    try watched.edit(SmallFeed.yaml + "\nx: [\n")
    #expect(try watched.next()["event"] as? String == "refused")
    try watched.edit(SmallFeed.yaml)
    let mended = try watched.next()
    #expect(mended["event"] as? String == "reopened")
    #expect(mended["version"] as? Int == 2)
    let (status, errors) = try watched.end()
    #expect(status == 0)
    #expect(
      errors.contains(":6:17: error[unknown-table]: the schema has no table 'taem'"),
      "\(errors)"
    )
    #expect(errors.contains("small.yaml: the last valid feed stays in use"))
  }

  @Test func `a schema that does not fit the rows is reported until corrected`() throws {
    let watched = try Watched()
    _ = try watched.next()
    try watched.play(SmallFeed.lines[0])
    _ = try watched.next()
    try watched.editSchema(
      SmallFeed.schema.replacing(
        "name TEXT NOT NULL, rank",
        with: "name TEXT NOT NULL, motto TEXT, rank"
      )
    )
    let refused = try watched.next()
    let message = try #require(refused["message"] as? String)
    #expect(
      message.contains("error[schema-mismatch]: the store in memory does not have the schema of")
    )
    #expect(message.contains("lacks column 'motto'"), "\(message)")
    try watched.editSchema("CREATE TABEL team")
    #expect((try watched.next()["message"] as? String)?.contains("small.sql:1:8: error") == true)
    try watched.editSchema(SmallFeed.schema)
    let mended = try watched.next()
    #expect(mended["event"] as? String == "reopened")
    #expect(items(mended).count == 2)
    #expect(try watched.end().status == 0)
  }

  @Test func `an edit takes over a store in a file, or is rejected with a hint`() throws {
    let watched = try Watched(["--store", "small.sqlite"])
    #expect(try watched.next()["version"] as? Int == 1)
    let rows = try watched.feed.fixture(Array(SmallFeed.lines.prefix(1)))
    func play(_ rows: String) throws {
      let store = watched.feed.directory.path("small.sqlite")
      let replay = try FeedProgram.run("replay", watched.feed.path, rows, "--store", store)
      #expect(replay.status == 0, "\(replay.errors)")
    }
    try play(rows)
    #expect(try watched.next()["version"] as? Int == 2)
    try watched.edit(
      SmallFeed.yaml.replacing("{from: team, order", with: "{from: team, limit: 1, order")
    )
    let reopened = try watched.next()
    #expect(reopened["version"] as? Int == 3)
    #expect(items(reopened) == ["team:team/1"])
    // Commits of other programs are followed from there.
    try play(try watched.feed.fixture([SmallFeed.lines[6]], name: "more.jsonl"))
    #expect(try watched.next()["version"] as? Int == 4)
    try watched.editSchema(SmallFeed.schema + "CREATE TABLE motto (id INTEGER PRIMARY KEY);\n")
    let message = try #require(try watched.next()["message"] as? String)
    #expect(message.contains("small.sqlite' does not have the schema of"), "\(message)")
    // The command that the hint names is enough: the file need not be saved again.
    let store = watched.feed.directory.path("small.sqlite")
    let migration = try FeedProgram.run("migrate", watched.feed.path, "--store", store)
    #expect(migration.status == 0, "\(migration.errors)")
    #expect(try watched.next()["event"] as? String == "reopened")
  }

  private static let adapters = """
    adapters:
      ranks:
        time: {path: $.t, unit: s}
        each: $.ranks
        sql: ["INSERT INTO team (id, name, rank) VALUES (:item ->> 0, :item ->> 1, 1)"]
    """

  @Test func `a recording is read again when its adapter changes`() throws {
    let watched = try Watched(
      yaml: SmallFeed.yaml + "\n" + Self.adapters,
      ["--fixture", "ranks.jsonl", "--adapter", "ranks", "--speed", "1x"]
    )
    _ = try watched.next()
    #expect(try watched.next()["version"] as? Int == 2)
    // The next message would be due in a fortnight.
    try watched.edit(SmallFeed.yaml)
    let refused = try watched.next()
    #expect((refused["message"] as? String)?.contains("the feed has no adapter 'ranks'") == true)
    try watched.edit(SmallFeed.yaml + "\n" + Self.adapters.replacing("unit: s", with: "unit: us"))
    #expect(try watched.next()["event"] as? String == "reopened")
    #expect(try watched.next()["version"] as? Int == 3)
    #expect(try watched.end().status == 0)
  }
}

extension SmallFeed {
  /// Returns an option with the path of its file, which is in the feed file's folder.
  fileprivate func resolving(_ option: String) -> String {
    guard option.contains(".") else { return option }
    if option == "ranks.jsonl" {
      _ = try? directory.file(
        option,
        """
        {"t": 1700000000, "ranks": [[1, "Reds"]]}
        {"t": 1701000000, "ranks": [[2, "Blues"]]}

        """
      )
    }
    return directory.path(option)
  }
}
