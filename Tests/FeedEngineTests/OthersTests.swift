import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedEngine

@Suite("Others at the feed's store", .timeLimit(.minutes(10)))
struct OthersTests {
  private let folder: TemporaryDirectory
  private var location: Store.Location { .file(folder.path("a.sqlite")) }

  init() throws { folder = try TemporaryDirectory() }

  /// A table whose constraint is checked only by COMMIT.
  private static let notes = """
    CREATE TABLE note (
      id INTEGER PRIMARY KEY, sport_id INTEGER REFERENCES sport(id) DEFERRABLE INITIALLY DEFERRED);
    """

  private func engine(schema: String = Sportsbook.schema) throws -> FeedEngine {
    let seed = "INSERT INTO sport(id, name) VALUES (1, 'a'), (2, 'b');"
    return try FeedEngine(feed: Sportsbook.feed(schema: schema + seed), store: location)
  }

  private func names(_ snapshot: FeedSnapshot) -> [Value?] {
    snapshot.composition.sections.flatMap { $0.items.map { $0.content["name"] } }.filter {
      $0 != nil
    }
  }

  @Test func `following other programs ends when the feed is closed`() async throws {
    let engine = try engine()
    let errors = Mutex(0)
    let following = Task { await engine.followOthers { _ in errors.withLock { $0 += 1 } } }
    try await engine.close()
    await following.value
    #expect(errors.withLock { $0 } == 0)
  }

  @Test func `P15 commits of another program are followed in the background`() async throws {
    let engine = try engine()
    var versions = engine.versions().makeAsyncIterator()
    let first = try #require(await versions.next())
    let following = Task { await engine.followOthers() }
    await #expect(processExitsWith: .success) { [path = folder.path("a.sqlite") as String] in
      let source = SchemaSource(sql: Sportsbook.schema, name: "sportsbook.sql")
      let store = try Store(at: .file(path), schema: source)
      try store.withWriter { try $0.run("UPDATE sport SET name = 'new' WHERE id = 2") }
      try store.close()
    }
    let update = try #require(await versions.next())
    #expect(update.snapshot.version == first.snapshot.version + 1)
    #expect(update.updates.reconfigureItems.count == 1)
    #expect(names(update.snapshot) == ["a", "new"])

    // Later commits are followed too, both after a pause and in immediate succession.
    let other = try Store(
      at: location,
      schema: SchemaSource(sql: Sportsbook.schema, name: "sportsbook.sql")
    )
    for round in 1...3 {
      try other.withWriter { try $0.run("UPDATE sport SET name = \(round) WHERE id = 2") }
      let next = try #require(await versions.next())
      #expect(names(next.snapshot) == ["a", .text(Text("\(round)"))])
      #expect(next.snapshot.version == first.snapshot.version + 1 + round)
    }
    following.cancel()
    await following.value
  }

  @Test func `writes of other programs are reported even if a commit fails`() async throws {
    let schema = Sportsbook.schema + Self.notes
    let engine = try engine(schema: schema)
    let held = engine.snapshot
    let other = try Store(
      at: location,
      schema: SchemaSource(sql: schema, name: "sportsbook.sql")
    )
    try other.withWriter { try $0.run("UPDATE sport SET name = 'new' WHERE id = 2") }
    await #expect(throws: StoreError.self) {
      // COMMIT finds the mistake, after everything has been evaluated.
      try await engine.write { try $0.run("INSERT INTO note(id, sport_id) VALUES (1, 99)") }
    }
    #expect(engine.snapshot.version == held.version)
    let update = try #require(try await engine.catchUp())
    #expect(update.snapshot.version == held.version + 1)
    #expect(update.updates == held.composition.updates(to: update.snapshot.composition))
    #expect(names(update.snapshot) == ["a", "new"])
    #expect(try await engine.catchUp() == nil)
  }
}
