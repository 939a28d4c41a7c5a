import Foundation
import TestSupport
import Testing

/// The program's own report of a fault, from the run to the files for its analysis.
///
/// The store is damaged as a disk may damage it: an index has lost a row. A query of the whole uses
/// the index and misses the row; a query by key finds it. So the updated feed differs from a newly
/// composed one as soon as the row is touched.
///
/// If the damage precedes the run, the initial store has it too, and the lines repeat the fault. If
/// it happens during the run, they do not.
@Suite("feed stress: a fault", .waiting)
struct StressFaultTests {
  private static let yaml = """
    feed: 1
    store: {schema: small.sql}
    sources: {odd: {from: entry, where: id % 2 = 1, order: [rank]}}
    sections: [{id: odd, source: odd, item: entry}]
    items: {entry: {title: "{title}", value: "{rank}"}}
    """
  private static let index = "CREATE INDEX entry_odd ON entry (id % 2)"
  private static let schema = """
    CREATE TABLE entry (id INTEGER PRIMARY KEY, title TEXT NOT NULL, rank INTEGER NOT NULL) STRICT;
    \(index);
    -- SQLite itself would find out about the index.
    CREATE TRIGGER entry_stays BEFORE DELETE ON entry WHEN old.id = 5
    BEGIN SELECT RAISE(ABORT, 'entry 5 stays'); END;
    """

  private let small: SmallFeed
  private let store: String

  init() async throws {
    small = try SmallFeed(yaml: Self.yaml, schema: Self.schema)
    store = small.directory.path("damaged.sqlite")
    let rows = (1...9).map { #"{"id":\#($0),"title":"Entry \#($0)","rank":\#($0)}"# }
    let fixture = try small.fixture([
      #"{"at":0,"upsert":{"entry":["# + rows.joined(separator: ",") + "]}}"
    ])
    let filled = try FeedProgram.run("replay", small.path, fixture, "--store", store)
    #expect(filled.status == 0, "\(filled.errors)")
  }

  /// Rebuilds the index without the row, and marks it as complete, before another connection looks.
  private func damage() throws {
    try SQLiteClient(path: store, patience: 60).run(
      """
      BEGIN IMMEDIATE;
      DROP INDEX entry_odd;
      \(Self.index) WHERE id <> 5;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = '\(Self.index)' WHERE name = 'entry_odd';
      COMMIT
      """
    )
  }

  /// Runs a command in the directory of the feed, as a user would type it.
  private func type(_ command: String) throws -> FeedProgram.Outcome {
    let program = FeedProgram.place.deletingLastPathComponent().path
    return try FeedProgram.run(
      ["-c", command],
      program: "/bin/sh",
      in: small.directory.path,
      environment: ["PATH": "\(program):/usr/bin:/bin"]
    )
  }

  @Test func `a fault ends the run with its seed, a fixture, and a command that repeats it`()
    async throws
  {
    try damage()
    let run = try type("feed stress small.yaml --store damaged.sqlite --for 5m --seed 7")
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.output.contains("seed"))
    #expect(run.output.contains("7"))
    let what = #/stress-7\.jsonl:(\d+): error\[stress\]: the feed differs from a fresh one: /#
    let line = try #require(try what.firstMatch(in: run.errors)?.1)
    let hint = #/\n +hint: (cp .+) repeats it; the seed is 7/#
    let command = try #require(try hint.firstMatch(in: run.errors)?.1, "\(run.errors)")
    #expect(command.hasPrefix("cp stress-7.sqlite again.sqlite && feed replay small.yaml "))
    let fixture = try String(
      contentsOfFile: small.directory.path("stress-7.jsonl"),
      encoding: .utf8
    )
    #expect(try fixture.split(separator: "\n").count >= #require(Int(line)))
    // The printed command works.
    let again = try type(String(command))
    #expect(again.status == 1, "\(again.errors)")
    #expect(again.errors.contains("error[not-fresh]"))
  }

  @Test func `a fault is reported in JSON`() async throws {
    try damage()
    let run = try type(
      "feed stress small.yaml --store damaged.sqlite --for 5m --seed 8 --format json"
    )
    #expect(run.status == 1, "\(run.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(report?["seed"] as? String == "8")
    let faults = report?["faults"] as? [[String: Any]]
    #expect(faults?.isEmpty == false)
    #expect(run.errors.contains("--verify --on-error skip --store again.sqlite repeats it"))
  }

  @Test func `a fault that the lines alone do not repeat is reported as such`() async throws {
    let directory = small.directory
    let process = try FeedProgram.make(
      ["stress", "small.yaml", "--store", "damaged.sqlite", "--for", "5m", "--seed", "9"],
      environment: ["TMPDIR": directory.path]
    )
    process.currentDirectoryURL = URL(filePath: directory.path)
    let errors = try directory.file("errors", "")
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.start()
    defer { process.terminate() }
    // The copy for the repetition is made before the first line.
    let history = directory.path(
      "feed-stress-\(process.processIdentifier)/history.jsonl"
    )
    while process.isRunning, (try? Data(contentsOf: URL(filePath: history)))?.isEmpty ?? true {
      usleep(10_000)
    }
    try damage()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let told = try String(contentsOfFile: errors, encoding: .utf8)
    let hint = "do not repeat it: the fault needs concurrent activity, as in feed stress"
    #expect(told.contains("\(hint) small.yaml --seed 9"), "\(told)")
  }
}
