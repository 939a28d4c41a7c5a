import FeedDefinition
import FeedModel
import FeedStore
import TestSupport
import Testing

@testable import FeedEngine

@Suite("State hash of entries")
struct StateHashTests {
  private let folder: TemporaryDirectory
  private let file: FeedFile

  init() throws {
    folder = try TemporaryDirectory()
    file = try EntryTests.file(in: folder)
  }

  private func engine(_ name: String) throws -> FeedEngine {
    try FeedEngine(file: file, store: .file(folder.path("\(name).sqlite")))
  }

  @Test func `a feed without a log has no state hash`() async throws {
    let engine = try engine("a")
    try await engine.apply(message: EntryTests.upsert(1, "Reds"))
    #expect(await !engine.keepsStateHash)
    #expect(try await engine.appliedEntries() == nil)
    #expect(try await engine.verifyStateHash() == nil)
    try await engine.close()
  }

  @Test(arguments: [1, 2, 7, 1000])
  func `batches of any size lead to the same state hash, which is that of all rows`(
    size: Int
  ) async throws {
    let (alone, together) = (try engine("alone"), try engine("together"))
    let inMemory = try FeedEngine(file: file, store: .memory)
    var rest = EntryTests.history[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      for entry in part { _ = try await alone.apply([entry], of: "L") }
      _ = try await together.apply(part, of: "L")
      _ = try await inMemory.apply(part, of: "L")
      let applied = try await together.appliedEntries()
      #expect(try await alone.appliedEntries() == applied)
      #expect(try await inMemory.appliedEntries() == applied)
      for engine in [alone, together] { #expect(try await engine.verifyStateHash() == nil) }
    }
    #expect(try await together.appliedEntries()?.state != StateHash(0))
    try await alone.close()
    try await together.close()
  }

  @Test func `the state hash continues after a restart, and after an entry that is taken back`()
    async throws
  {
    var rest = EntryTests.history[...]
    while !rest.isEmpty {
      let engine = try engine("a")
      _ = try await engine.apply(Array(rest.prefix(9)), of: "L")
      rest = rest.dropFirst(9)
      #expect(try await engine.verifyStateHash() == nil)
      try await engine.close()
    }
  }

  @Test func `the state hash covers writes that bypass the log, by this or another program`()
    async throws
  {
    let engine = try engine("a")
    _ = try await engine.apply(Array(EntryTests.history.prefix(5)), of: "L")
    let before = try #require(try await engine.appliedEntries())
    try await engine.apply(message: EntryTests.upsert(50, "Own"))
    let after = try #require(try await engine.appliedEntries())
    #expect(after.state != before.state)
    #expect(after.chain == before.chain)
    #expect(try await engine.verifyStateHash() == nil)
    let other = try Store(
      at: .file(folder.path("a.sqlite")),
      schema: SchemaSource(sql: file.feed.schema?.sql ?? "", name: "book.sql")
    )
    try other.withWriter { try $0.run("UPDATE team SET since = 7 WHERE id = 50") }
    #expect(try await engine.verifyStateHash() == nil)
    #expect(try await engine.appliedEntries()?.state != after.state)
    _ = try await engine.apply([EntryTests.history[5]], of: "L")
    #expect(try await engine.verifyStateHash() == nil)
    try await engine.close()
    // A write while no engine is open.
    try other.withWriter { try $0.run("UPDATE team SET since = 8 WHERE id = 50") }
    try other.close()
    let again = try self.engine("a")
    #expect(try await again.verifyStateHash() != nil)
    _ = try await again.apply([EntryTests.history[6]], of: "L")
    #expect(try await again.verifyStateHash() == nil)
    try await again.close()
  }
}

extension FeedEngine {
  fileprivate var keepsStateHash: Bool { core.stateHash != nil }
}
