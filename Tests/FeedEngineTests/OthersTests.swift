import FeedDefinition
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedEngine

@Suite("Others at the feed's store", .timeLimit(.minutes(1)))
struct OthersTests {
  private let folder: TemporaryDirectory
  private var location: Store.Location { .file(folder.path("a.sqlite")) }

  init() throws { folder = try TemporaryDirectory() }

  private func engine() throws -> FeedEngine {
    let seed = "INSERT INTO sport(id, name) VALUES (1, 'a'), (2, 'b');"
    return try FeedEngine(feed: Sportsbook.feed(schema: Sportsbook.schema + seed), store: location)
  }

  private func names(_ snapshot: FeedSnapshot) -> [Value?] {
    snapshot.composition.sections.flatMap { $0.items.map { $0.content["name"] } }.filter {
      $0 != nil
    }
  }

  @Test func `P15 what another program commits is followed in the background`() async throws {
    let engine = try engine()
    var versions = await engine.versions().makeAsyncIterator()
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

    // Each further one too, after a while in which nobody wrote as well as at once.
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

  @Test func `what others have written is told even if our own commit fails`() async throws {
    let engine = try engine()
    let held = await engine.snapshot
    let other = try Store(
      at: location,
      schema: SchemaSource(sql: Sportsbook.schema, name: "sportsbook.sql")
    )
    try other.withWriter { try $0.run("UPDATE sport SET name = 'new' WHERE id = 2") }
    await #expect(throws: StoreError.self) {
      // The mistake is found by COMMIT, after all has been evaluated.
      try await engine.write { writer in
        try writer.run("PRAGMA defer_foreign_keys = ON")
        try writer.run("INSERT INTO event(id, sport_id, name) VALUES (1, 99, 'e')")
      }
    }
    #expect(await engine.snapshot.version == held.version)
    let update = try #require(try await engine.catchUp())
    #expect(update.snapshot.version == held.version + 1)
    #expect(update.updates == held.composition.updates(to: update.snapshot.composition))
    #expect(names(update.snapshot) == ["a", "new"])
    #expect(try await engine.catchUp() == nil)
  }
}
