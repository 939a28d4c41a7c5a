import Foundation
import TestSupport
import Testing

@Suite("feed: a store that is mishandled", .waiting, .timeLimit(.minutes(10)))
struct LostStoreTests {
  let feed: SmallFeed
  let store: String

  init() throws {
    feed = try SmallFeed()
    store = feed.directory.path("small.sqlite")
  }

  /// The damage to the store while a program has it open.
  enum Mishandling: String, CaseIterable, CustomTestStringConvertible {
    case removed, replaced, cut, logRemoved, logCut, indexRemoved, indexCut, folderRemoved

    var testDescription: String { rawValue }

    func perform(on store: String) throws {
      let files = FileManager.default
      switch self {
      case .removed: try files.removeItem(atPath: store)
      case .replaced:
        try Data("nonsense".utf8).write(to: URL(filePath: store), options: .atomic)
      case .cut: try cut(store)
      case .logRemoved: try files.removeItem(atPath: store + "-wal")
      case .logCut: try cut(store + "-wal")
      case .indexRemoved: try files.removeItem(atPath: store + "-shm")
      case .indexCut: try cut(store + "-shm")
      case .folderRemoved:
        try files.removeItem(atPath: (store as NSString).deletingLastPathComponent)
      }
    }

    private func cut(_ path: String) throws {
      try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 0)
    }
  }

  /// Starts a program, and waits until it has written a line.
  private func start(_ arguments: [String]) throws -> (Process, Pipe, String) {
    let process = try FeedProgram.make(arguments)
    let output = Pipe()
    let errors = NSTemporaryDirectory() + "errors-\(UUID().uuidString)"
    try Data().write(to: URL(filePath: errors))
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.start()
    _ = output.fileHandleForReading.availableData
    return (process, output, errors)
  }

  private func expectLoss(_ process: Process, _ output: Pipe, _ errors: String) throws {
    // The program must not wait for the reader of its output.
    while !output.fileHandleForReading.availableData.isEmpty {}
    process.waitUntilExit()
    let text = try String(contentsOfFile: errors, encoding: .utf8)
    try FileManager.default.removeItem(atPath: errors)
    #expect(process.terminationStatus == 74, "\(text)")
    #expect(text.contains("error[store-lost]: "), "\(text)")
  }

  @Test(arguments: Mishandling.allCases)
  func `a watched page ends with a message`(mishandling: Mishandling) throws {
    let folder = feed.directory.url.appending(path: "store")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let store = folder.appending(path: "small.sqlite").path
    // A store created by the page itself: the pages in its log can be lost.
    let (process, output, errors) = try start(["watch", feed.path, "--store", store, "--plain"])
    try mishandling.perform(on: store)
    try expectLoss(process, output, errors)
  }

  #if Server
  @Test func `a server ends with one message about a removed store`() async throws {
    let (process, output, errors) = try start([
      "serve", feed.path, "--store", store, "--listen", "127.0.0.1:0",
    ])
    try FileManager.default.removeItem(atPath: store)
    while !output.fileHandleForReading.availableData.isEmpty {}
    process.waitUntilExit()
    let text = try String(contentsOfFile: errors, encoding: .utf8)
    try FileManager.default.removeItem(atPath: errors)
    #expect(process.terminationStatus == 74, "\(text)")
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("  hint: ") }
    #expect(lines.count == 1 && lines[0].hasPrefix("error[store-lost]: "), "\(text)")
  }
  #endif

  @Test(arguments: Mishandling.allCases.filter { $0 != .folderRemoved })
  func `a run that plays into the store ends with a message`(mishandling: Mishandling) throws {
    // Longer than any test waits; a run that does not notice the damage never ends.
    let fixture = try feed.fixture(
      (0..<20_000).map {
        #"{"at":\#($0),"upsert":{"team":[{"id":1,"name":"Reds","rank":\#($0)}]}}"#
      }
    )
    let (process, output, errors) = try start([
      "replay", feed.path, fixture, "--store", store, "--speed", "200x", "--trace", "text",
    ])
    try mishandling.perform(on: store)
    try expectLoss(process, output, errors)
  }

  @Test func `a run whose last line follows soon reports the damage at its end`() throws {
    let fixture = try feed.fixture([
      SmallFeed.lines[0],
      #"{"at":0.05,"upsert":{"team":[{"id":1,"rank":3}]}}"#,
    ])
    let (process, output, errors) = try start([
      "replay", feed.path, fixture, "--store", store, "--speed", "1x", "--trace", "text",
    ])
    try FileManager.default.removeItem(atPath: store)
    try expectLoss(process, output, errors)
  }

  @Test func `a missing table of the store itself is reported`() throws {
    _ = try FeedProgram.run("replay", feed.path, feed.fixture(), "--store", store)
    let (process, output, errors) = try start(["watch", feed.path, "--store", store, "--plain"])
    try SQLiteClient(path: store).run("DROP TABLE feed_position")
    try expectLoss(process, output, errors)
  }

  @Test func `a failing query is reported in lines`() throws {
    let feed = try SmallFeed(
      yaml: SmallFeed.yaml.replacing(
        "teams: {from: team, order: [rank]}",
        with: "teams: {from: team, where: abs(rank) >= 0, order: [rank]}"
      )
    )
    let fixture = try feed.fixture([
      SmallFeed.lines[0],
      #"{"at":1,"upsert":{"team":[{"id":1,"rank":-9223372036854775808}]}}"#,
      #"{"at":2,"upsert":{"team":[{"id":1,"rank":3}]}}"#,
    ])
    let arguments = ["watch", feed.path, "--fixture", fixture, "--speed", "max"]
    let plain = try FeedProgram.run(arguments)
    #expect(plain.lines.count == 4)
    #expect(plain.lines[2].contains("\tsource teams: ") && plain.lines[2].contains("overflow"))
    #expect(plain.lines[3].contains("\tsource teams: ok"))
    let json = try FeedProgram.run(arguments + ["--format", "json"])
    let states = try json.lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return (object?["status"] as? [String: String])?["teams"]
    }
    #expect(states.count == 4 && states[0] == nil && states[1] == nil)
    #expect(states[2]?.contains("overflow") == true && states[3] == "ok")
  }

  @Test func `a read-only store is rendered, and not written`() throws {
    _ = try FeedProgram.run("replay", feed.path, feed.fixture(), "--store", store)
    let before = try FeedProgram.run("render", feed.path, "--store", store)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: store)
    let bytes = try Data(contentsOf: URL(filePath: store))
    let after = try FeedProgram.run("render", feed.path, "--store", store)
    #expect(after.status == 0, "\(after.errors)")
    #expect(after.output == before.output, "\(after.errors)")
    #expect(try Data(contentsOf: URL(filePath: store)) == bytes)
    let replay = try FeedProgram.run("replay", feed.path, feed.fixture(), "--store", store)
    #expect(replay.status == 65)
    #expect(replay.errors.contains("error[read-only]"))
  }

  @Test(
    .enabled(if: FeedProgram.sanitizers.isEmpty, "a sanitizer has files that may not grow either")
  )
  func `a store that the system cannot write to ends the program with its own exit code`() throws {
    let lines = try feed.fixture(
      (0..<60).map { row in
        let name = String(repeating: "x", count: 20_000)
        return #"{"at":0,"upsert":{"team":[{"id":\#(row),"name":"\#(name)","rank":1}]}}"#
      }
    )
    // A file that may not grow is equivalent to a full disk.
    let command = "replay \(feed.path) \(lines) --on-error skip --store \(store)"
    let run = try FeedProgram.run(
      ["-c", "trap '' XFSZ; ulimit -f 500; exec \(FeedProgram.place.path) \(command)"],
      program: "/bin/bash"
    )
    #expect(run.status == 74, "\(run.errors)")
    #expect(run.errors.contains("error[storage]: disk I/O error"), "\(run.errors)")
  }
}
