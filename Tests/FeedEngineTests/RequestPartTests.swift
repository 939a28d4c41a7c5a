import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedEngine

@Suite("IdempotencyKey")
struct RequestPartTests {
  private static func engine(
    _ store: Store.Location = .memory,
    filter: String? = nil
  ) throws -> FeedEngine {
    let feed = Feed(
      schema: SchemaReference(
        path: "counts.sql",
        sql:
          "CREATE TABLE count (id INTEGER PRIMARY KEY, value INTEGER); INSERT INTO count VALUES (1, 0);"
      ),
      sources: [
        SourceDeclaration(
          id: "counts",
          kind: .query(LiveQuery(from: "count", filter: filter, order: ["id"]))
        )
      ],
      sections: [
        SectionDeclaration(
          id: "counts",
          source: "counts",
          template: ObjectTemplate(items: [.item(kind: "count")])
        )
      ]
    )
    return try FeedEngine(feed: feed, store: store)
  }

  private func add(_ part: IdempotencyKey, _ engine: FeedEngine) async throws {
    try await IdempotencyKey.$current.withValue(part) {
      _ = try await engine.write { try $0.run("UPDATE count SET value = value + 1") }
    }
  }

  private func value(_ engine: FeedEngine) -> Value? {
    engine.snapshot.composition.sections.first?.items.first?.content["value"]
  }

  @Test func `a part of a request runs once, even after a restart`() async throws {
    let directory = try TemporaryDirectory()
    let store = Store.Location.file(directory.path("counts.sqlite"))
    let first = IdempotencyKey(key: "k", digest: 7, time: 100)
    let second = IdempotencyKey(key: "k", digest: 7, time: 100, part: 2)
    for round in 0..<2 {
      let engine = try Self.engine(store)
      if round == 0 { try await add(first, engine) }
      await #expect(throws: RequestRepeated.self) { try await add(first, engine) }
      if round == 0 { try await add(second, engine) }
      await #expect(throws: RequestRepeated.self) { try await add(second, engine) }
      #expect(value(engine) == 2)
      let record = try #require(try await engine.record(ofRequest: "k"))
      #expect(record.parts == 2)
      #expect(record.version == engine.snapshot.version)
      try await engine.close()
    }
  }

  @Test func `a request that fails is not noted`() async throws {
    let engine = try Self.engine()
    let part = IdempotencyKey(key: "k", digest: 7, time: 100)
    await #expect(throws: StoreError.self) {
      try await IdempotencyKey.$current.withValue(part) {
        _ = try await engine.write { try $0.run("UPDATE count SET nothing = 1") }
      }
    }
    #expect(try await engine.record(ofRequest: "k") == nil)
    try await add(part, engine)
    #expect(value(engine) == 1)
  }

  @Test func `requests are forgotten when they are older than the given time`() async throws {
    let engine = try Self.engine()
    for number in 0..<4 {
      try await add(IdempotencyKey(key: "k\(number)", digest: 7, time: 100 + number), engine)
    }
    try await engine.forgetRequests(before: 102)
    for number in 0..<4 {
      let record = try await engine.record(ofRequest: "k\(number)")
      #expect((record == nil) == (number < 2))
    }
  }

  @Test func `the cost of forgetting requests depends only on the forgotten ones`() async throws {
    func instructions(kept: Int) async throws -> Int {
      let engine = try Self.engine()
      try await engine.note(requests: kept, at: 200)
      try await engine.note(requests: 10, at: 100, "old")
      return try await engine.instructions { try await engine.forgetRequests(before: 200) }
    }
    let (few, many) = (try await instructions(kept: 100), try await instructions(kept: 10_000))
    #expect(many <= few * 11 / 10, "\(few) instructions beside 100 requests, \(many) beside 10,000")
  }

  @Test func `forgetting requests lets other tasks run in between`() async throws {
    let engine = try Self.engine()
    try await engine.note(requests: 2500, at: 100)
    let counts = Mutex<[Int]>([])
    await engine.letOthersIn {
      let count = try? await engine.countRequests()
      counts.withLock { $0.append(count ?? -1) }
    }
    try await engine.forgetRequests(before: 200)
    #expect(counts.withLock { $0 } == [1500, 500])
    #expect(try await engine.countRequests() == 0)
  }

  @Test func `a store of an earlier release receives the index of requests`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let store = Store.Location.file(directory.path("counts.sqlite"))
    let old = try Self.engine(store)
    try await old.note(requests: 3, at: 100)
    try await old.removeIndex()
    try await old.close()
    let engine = try Self.engine(store)
    try await engine.note(requests: 10_000, at: 200, "new")
    let instructions = try await engine.instructions {
      try await engine.forgetRequests(before: 200)
    }
    #expect(instructions < 1000)
    #expect(try await engine.countRequests() == 10_000)
  }

  @Test func `a store keeps its identity, and each store has its own`() async throws {
    let directory = try TemporaryDirectory()
    let store = Store.Location.file(directory.path("counts.sqlite"))
    let engine = try Self.engine(store)
    let version = engine.snapshot.version
    #expect(try await engine.identity { "one" } == "one")
    #expect(try await engine.identity { "two" } == "one")
    #expect(engine.snapshot.version == version)
    try await engine.close()
    let other = try Self.engine(store)
    #expect(try await other.identity { "three" } == "one")
  }

  @Test func `rows that change while no engine shows them begin a new history`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("counts.sqlite")
    let engine = try Self.engine(.file(path))
    #expect(try await engine.identity { "one" } == "one")
    try await engine.close()
    try SQLiteClient(path: path).run("UPDATE count SET value = 5")
    let other = try Self.engine(.file(path))
    #expect(other.snapshot.version == engine.snapshot.version)
    #expect(try await other.identity { "two" } == "two")
    #expect(try await other.identity { "three" } == "two")
    // As after a kill: the other engine is not closed.
    #expect(try await Self.engine(.file(path)).identity { "three" } == "two")
    try await other.close()
    #expect(try await Self.engine(.file(path)).identity { "three" } == "two")
  }

  @Test func `a killed engine's history continues unless another program has opened the store`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.path("counts.sqlite")
    let engine = try Self.engine(.file(path))
    #expect(try await engine.identity { "one" } == "one")
    _ = try await engine.write { try $0.run("UPDATE count SET value = 4") }
    // A killed process leaves the file with its write-ahead log.
    for (name, isOpened) in [("killed.sqlite", false), ("opened.sqlite", true)] {
      let copy = directory.path(name)
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
      if isOpened { try SQLiteClient(path: copy).run("UPDATE count SET value = 5") }
      let other = try Self.engine(.file(copy))
      #expect(other.snapshot.version == engine.snapshot.version)
      #expect(try await other.identity { "two" } == (isOpened ? "two" : "one"))
    }
  }

  @Test func `versions begin again with an engine over a query that fails as a whole`() async throws
  {
    let directory = try TemporaryDirectory()
    let store = Store.Location.file(directory.path("counts.sqlite"))
    let filter = "(SELECT count(*) FROM count) > 0 AND json(value) >= 0"
    let engine = try Self.engine(store, filter: filter)
    #expect(try await engine.identity { "one" } == "one")
    _ = try await engine.write { try $0.run("INSERT INTO count VALUES (2, '{')") }
    #expect(engine.snapshot.composition.sections.flatMap(\.items).count == 1, "the last rows stay")
    try await engine.close()
    let other = try Self.engine(store, filter: filter)
    #expect(other.snapshot.composition.sections.flatMap(\.items).isEmpty)
    #expect(try await other.identity { "two" } == nil)
    _ = try await other.write { try $0.run("DELETE FROM count WHERE id = 2") }
    #expect(try await other.identity { "two" } == "one")
  }

  @Test func `a message from outside is refused without effect if it contains statements`()
    async throws
  {
    let engine = try Self.engine()
    let version = engine.snapshot.version
    let error = await #expect(throws: StoreError.self) {
      try await engine.apply(
        message: #"{"upsert":{"count":[{"id":2,"value":1}]},"sql":["DELETE FROM count"]}"#
      )
    }
    #expect(
      error?.description == """
        error[not-allowed]: 'sql' is not allowed in a message from outside
          hint: send rows with 'upsert' and 'delete', or declare an action
        """
    )
    #expect(engine.snapshot.version == version)
    _ = try await engine.apply(message: #"{"upsert":{"count":[{"id":1,"value":5}]}}"#)
    #expect(value(engine) == 5)
  }
}

extension FeedEngine {
  /// Records many requests in one transaction.
  fileprivate func note(requests count: Int, at time: Int, _ name: String = "k") throws {
    _ = try core.commit { writer in
      for number in 0..<count {
        try IdempotencyKey(key: "\(name)\(number)", digest: 7, time: time).note(
          version: 1,
          in: writer
        )
      }
    }
  }

  /// Returns the number of SQLite's virtual machine instructions of an operation.
  fileprivate func instructions(_ body: () async throws -> Void) async throws -> Int {
    _ = try core.store.withWriter { $0.takeWork() }
    try await body()
    return try core.store.withWriter { $0.takeWork() }.instructions
  }

  fileprivate func countRequests() throws -> Int {
    try core.store.withWriter { writer in
      let statement = try writer.prepare(
        "SELECT count(*) FROM feed_state WHERE name GLOB 'request/*'"
      )
      return try statement.step() ? Int(statement.integer(at: 0)) : 0
    }
  }

  fileprivate func removeIndex() throws {
    try core.store.withWriter { try $0.run("DROP INDEX feed_state_request") }
  }

  fileprivate func letOthersIn(_ body: @escaping @Sendable () async -> Void) {
    letOthersIn = body
  }
}
