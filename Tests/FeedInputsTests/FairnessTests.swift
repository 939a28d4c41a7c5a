import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedEngine
@testable import FeedInputs

@Suite("Fairness between inputs")
struct FairnessTests {
  /// The observations each time a long message lets other inputs commit.
  private final class Turns: Sendable {
    private struct State {
      var count = 0
      var isOld: [Bool] = []
      var wide: [Int] = []
    }

    private let state = Mutex(State())

    func next() -> Int {
      state.withLock { state in
        state.count += 1
        return state.count
      }
    }

    func see(isOld: Bool) { state.withLock { $0.isOld.append(isOld) } }

    func see(_ update: FeedUpdate) {
      let changed = update.updates.reconfigureItems.count
      if changed > 1 { state.withLock { $0.wide.append(changed) } }
    }

    var isOld: [Bool] { state.withLock(\.isOld) }
    var wide: [Int] { state.withLock(\.wide) }
  }

  private func table(_ ids: ClosedRange<Int>) -> String {
    "[\(ids.map { "{\"id\":\($0)}" }.joined(separator: ","))]"
  }

  private func record(_ position: String) -> InputRecord {
    var record = InputRecord()
    record.position = position
    record.messages = 1
    return record
  }

  @Test
  func
    `other inputs commit while a large table is staged, and one version shows all its rows`()
    async throws
  {
    let feed = try InputFeed("log: {follow: log.jsonl, adapter: ticks}")
    let engine = try feed.engine()
    let rows = 10_000
    try await engine.apply(message: table(1...rows), adapter: "part", from: "table", record("one"))
    let turns = Turns()
    _ = await engine.observe { turns.see($0) }
    await engine.letOthersIn {
      let id = 1_000_000 + turns.next()
      let update = try? await engine.apply(
        message: "{\"id\":\(id)}",
        adapter: "ticks",
        from: "log",
        InputRecord()
      )
      // Another input commits, and a version shows it.
      #expect(update != nil)
      // Read the counts of the rows, and whether the input has applied its second message.
      let found = try? SQLiteClient(path: feed.directory.path("ticks.sqlite")).integer(
        """
        SELECT min(count) * 100 + max(count) * 10
          + (SELECT value LIKE '% two' FROM feed_state WHERE name = 'input/table')
        FROM tick WHERE id BETWEEN 2 AND 9999
        """
      )
      #expect(found == 110 || found == 221)
      turns.see(isOld: found == 110)
    }
    let new = table(2...(rows + 1))
    try await engine.apply(message: new, adapter: "part", from: "table", record("two"))
    // Rows and keys are staged five hundred at a time, and later removed in the same way.
    let pieces = 2 * rows / MessageRows.rowsOfPiece
    #expect(turns.isOld.prefix { $0 }.count == pieces)
    #expect(turns.isOld.drop { $0 }.count == pieces)
    #expect(turns.isOld.drop { $0 }.allSatisfy { !$0 })
    // Exactly one version introduces all rows of the new table.
    #expect(turns.wide == [rows - 1])
    let shown = engine.snapshot.ticks.filter { $0.key < 1_000_000 }
    #expect(shown.count == rows)
    #expect(shown[1] == nil && shown[2] == 2 && shown[rows + 1] == 1)
  }

  @Test func `a process that ends while a table is staged keeps the old table and its position`()
    async throws
  {
    let feed = try InputFeed("log: {follow: log.jsonl, adapter: ticks}")
    let engine = try feed.engine()
    try await engine.apply(message: table(1...3000), adapter: "part", from: "table", record("one"))
    let turns = Turns()
    let copies = try TemporaryDirectory()
    await engine.letOthersIn {
      guard turns.next() == 7 else { return }
      for name in ["ticks.sqlite", "ticks.sqlite-wal"] {
        try? FileManager.default.copyItem(
          atPath: feed.directory.path(name),
          toPath: copies.path(name)
        )
      }
    }
    try await engine.apply(message: table(2...3001), adapter: "part", from: "table", record("two"))
    let found = try FeedEngine(file: feed.path, store: .file(copies.path("ticks.sqlite")))
    #expect(found.snapshot.ticks == once(1...3000))
    #expect(try await found.record(ofInput: "table").record?.position == "one")
    #expect(engine.snapshot.ticks.count == 3000)
    #expect(try await engine.record(ofInput: "table").record?.position == "two")
  }

  @Test func `a long invalid message is rejected with the same error as a short one`() async throws
  {
    let feed = try InputFeed("log: {follow: log.jsonl, adapter: ticks}")
    let engine = try feed.engine()
    let long = String(repeating: " ", count: FeedEngine.fewestStagedBytes)
    for message in ["[{\"id\":1},{\"id\":\"x\"}]", "[{\"id\":1},"] {
      var errors: [String] = []
      for text in [message, message + long] {
        do {
          try await engine.apply(message: text, adapter: "part", from: "table", record("one"))
        } catch { errors.append("\(error)") }
      }
      #expect(errors.count == 2)
      // The mistake is at the end of the text, which is further away in a long one.
      let unplaced = errors.map { $0.replacing(/at column \d+/, with: "") }
      #expect(unplaced.first == unplaced.last, "\(errors)")
    }
    #expect(engine.snapshot.ticks.isEmpty)
    // The tables are free for the next message.
    try await engine.apply(message: table(1...2000), adapter: "part", from: "table", record("two"))
    #expect(engine.snapshot.ticks == once(1...2000))
  }
}

extension FeedEngine {
  /// Runs a body whenever a long call lets other inputs commit.
  fileprivate func letOthersIn(_ body: @escaping @Sendable () async -> Void) {
    letOthersIn = body
  }
}
