import FeedModel
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedEngine

/// Another program that keeps the store locked delays only writers.
@Suite("Waiting for other programs", .timeLimit(.minutes(10)))
struct WaitingTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.path("a.sqlite") }
  private let other: SQLiteClient

  init() throws {
    folder = try TemporaryDirectory()
    // Create the store before another program locks it.
    _ = try Self.engine(at: folder.path("a.sqlite"))
    other = try SQLiteClient(path: folder.path("a.sqlite"))
  }

  private static func engine(
    at path: String,
    waitingBy clock: any Clock<Duration> = ContinuousClock()
  ) throws -> FeedEngine {
    let seed = "INSERT OR IGNORE INTO sport(id, name) VALUES (1, 'a');"
    return try FeedEngine(
      feed: Sportsbook.feed(schema: Sportsbook.schema + seed),
      store: .file(path),
      waitingBy: clock
    )
  }

  /// Suspends until the given number of calls wait, and leaves the threads to other tasks.
  private func untilWaiting(_ count: Int, in engine: FeedEngine) async {
    while engine.line.count < count { await Task.yield() }
  }

  @Test func `more writers than there are threads wait, and other tasks continue`() async throws {
    let count = ProcessInfo.processInfo.activeProcessorCount + 1
    let engines = try (0..<count).map { _ in try Self.engine(at: path) }
    try other.run("BEGIN IMMEDIATE")
    try await withThrowingTaskGroup { group in
      for (number, engine) in engines.enumerated() {
        group.addTask {
          try await engine.write {
            try $0.run("INSERT INTO sport(id, name) VALUES (\(number + 10), 'b')")
          }
        }
      }
      // This task needs a thread of the same pool to find all writers waiting at the same time.
      for engine in engines { await untilWaiting(1, in: engine) }
      #expect(engines.allSatisfy { $0.line.count == 1 && $0.snapshot.version == 1 })
      try other.run("COMMIT")
      try await group.waitForAll()
    }
    let names = try await engines[0].names("SELECT name FROM sport WHERE id >= 10")
    #expect(names.count == count)
    for engine in engines { try await engine.close() }
  }

  @Test func `waiting writes run in the order of their arrival`() async throws {
    let engine = try Self.engine(at: path)
    try other.run("BEGIN IMMEDIATE")
    try await withThrowingTaskGroup { group in
      for number in 0..<5 {
        group.addTask { [name = "n\(number)"] in
          if number.isMultiple(of: 2) {
            _ = try await engine.write { try $0.run("INSERT INTO sport(name) VALUES ('\(name)')") }
          } else {
            // It reads the feed before it writes, but queues only once.
            _ = try await engine.put(["name": .text(Text(name))], into: "sport")
          }
        }
        await untilWaiting(number + 1, in: engine)
      }
      try other.run("COMMIT")
      try await group.waitForAll()
    }
    let names = try await engine.names("SELECT name FROM sport WHERE id > 1 ORDER BY id")
    #expect(names == ["n0", "n1", "n2", "n3", "n4"])
    try await engine.close()
  }

  @Test(arguments: [0, 1])
  func `a write that is cancelled while it waits has no effect, and the next one runs`(
    _ cancelled: Int
  ) async throws {
    let engine = try Self.engine(at: path)
    try other.run("BEGIN IMMEDIATE")
    var writing: [Task<Void, any Error>] = []
    for number in 0..<3 {
      writing.append(
        Task {
          try await engine.write {
            try $0.run("INSERT INTO sport(id, name) VALUES (\(number + 10), 'b')")
          }
        }
      )
      await untilWaiting(number + 1, in: engine)
    }
    writing[cancelled].cancel()
    await #expect(throws: CancellationError.self) { try await writing[cancelled].value }
    try other.run("COMMIT")
    for (number, task) in writing.enumerated() where number != cancelled { try await task.value }
    for number in 0..<3 {
      let id = ObjectID(entity: "sport", key: .integer(Int64(number + 10)))
      if number == cancelled {
        await #expect(throws: EngineError.self) { try await engine.delete(id) }
      } else {
        try await engine.delete(id)
      }
    }
    #expect(engine.line.count == 0)
    try await engine.close()
  }

  @Test func `a write that waits ends when the engine is interrupted`() async throws {
    let engine = try Self.engine(at: path)
    try other.run("BEGIN IMMEDIATE")
    let writing = Task { try await engine.write { try $0.run("DELETE FROM sport") } }
    await untilWaiting(1, in: engine)
    engine.interrupt()
    let error = await #expect(throws: StoreError.self) { try await writing.value }
    #expect(error?.code == .interrupted)
    try other.run("COMMIT")
  }

  @Test func `a write that waits ends when the engine is closed`() async throws {
    let engine = try Self.engine(at: path)
    try other.run("BEGIN IMMEDIATE")
    let writing = Task { try await engine.write { try $0.run("DELETE FROM sport") } }
    await untilWaiting(1, in: engine)
    try await engine.close()
    let error = await #expect(throws: StoreError.self) { try await writing.value }
    #expect(error?.code == .closed)
    try other.run("COMMIT")
  }

  @Test func `a write gives up after five seconds of waiting, and the next one is tried`()
    async throws
  {
    let clock = SkippingClock()
    let engine = try Self.engine(at: path, waitingBy: clock)
    try other.run("BEGIN IMMEDIATE")
    for time in 1...2 {
      let error = await #expect(throws: StoreError.self) {
        try await engine.write { try $0.run("DELETE FROM sport") }
      }
      #expect(
        error?.description.hasPrefix(
          """
          error[busy]: another program has been writing to the store for 5 seconds
            hint: try again when it is done, or stop it
          """
        ) == true,
        "\(error?.description ?? "")"
      )
      let slept = clock.slept.withLock { $0 }
      #expect(slept >= .seconds(5) * time)
      #expect(slept < .seconds(5) * time + .milliseconds(100))
    }
    try other.run("COMMIT")
    try await engine.write { try $0.run("INSERT INTO sport(id, name) VALUES (2, 'b')") }
    try await engine.close()
  }
}

extension FeedEngine {
  /// Returns the first column of all rows of a statement.
  fileprivate func names(_ sql: String) throws -> [String] {
    try core.store.withWriter { writer in
      let rows = try writer.prepare(sql)
      var names: [String] = []
      while try rows.step() { names.append(rows.text(at: 0)) }
      return names
    }
  }
}

/// A clock on which sleeps end at once and are counted.
private final class SkippingClock: Clock {
  /// Guarded by the mutex.
  let slept = Mutex(Duration.zero)

  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  var now: Instant { Instant(offset: slept.withLock { $0 }) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    slept.withLock { $0 = max($0, deadline.offset) }
    await Task.yield()
  }
}
