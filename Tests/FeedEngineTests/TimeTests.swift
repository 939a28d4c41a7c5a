import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedEngine

@Suite("A feed's time")
struct TimeTests {
  private static func feed() -> Feed {
    Feed(
      schema: SchemaReference(
        path: "events.sql",
        sql: """
          CREATE TABLE event (id INTEGER PRIMARY KEY, starts_at INTEGER, price REAL);
          INSERT INTO event VALUES (1, 100, 0), (2, 200, 0), (3, 300, 0);
          """
      ),
      sources: [
        SourceDeclaration(
          id: "soon",
          kind: .query(LiveQuery(from: "event", filter: "starts_at > :now", order: ["starts_at"]))
        )
      ],
      sections: [
        SectionDeclaration(
          id: "soon",
          source: "soon",
          template: ObjectTemplate(items: [.item(kind: "event")])
        )
      ]
    )
  }

  private func ids(_ snapshot: FeedSnapshot) -> [String] {
    snapshot.composition.sections.flatMap { $0.items.map(\.id.object.description) }
  }

  @Test func `S40 P34 time passes only by ticks, and a tick is a commit`() async throws {
    let engine = try FeedEngine(feed: Self.feed())
    #expect(await engine.usesTime)
    #expect(ids(engine.snapshot).isEmpty)
    let first = try #require(try await engine.tick(to: 50))
    #expect(ids(first.snapshot) == ["event/1", "event/2", "event/3"])
    let second = try #require(try await engine.tick(to: 100))
    #expect(second.snapshot.version == first.snapshot.version + 1)
    #expect(second.updates.deleteItems.count == 1)
    #expect(try await engine.tick(to: 150) == nil)
    #expect(try await engine.tick(to: 150) == nil)
  }

  @Test func `a line of a fixture moves rows and time in one commit`() async throws {
    let engine = try FeedEngine(feed: Self.feed())
    let line = FixtureLine(
      #"{"at":150,"upsert":{"event":[{"id":4,"starts_at":400}]}}"#,
      fixture: "f",
      line: 1,
      time: 150
    )
    let update = try #require(try await engine.apply(line))
    #expect(ids(update.snapshot) == ["event/2", "event/3", "event/4"])
  }

  @Test func `a commit that fails takes its tick back`() async throws {
    let engine = try FeedEngine(feed: Self.feed())
    let held = try #require(try await engine.tick(to: 150)).snapshot
    let line = FixtureLine(#"{"at":250,"upsert":{"nothing":[]}}"#, fixture: "f", line: 1, time: 250)
    await #expect(throws: StoreError.self) { try await engine.apply(line) }
    #expect(await engine.time == 150)
    #expect(ids(engine.snapshot) == ids(held))
    #expect(try await engine.tick(to: 150) == nil)
  }

  @Test func `the time is kept with the rows, and other programs see it pass`() async throws {
    let folder = try TemporaryDirectory()
    let location = Store.Location.file(folder.path("a.sqlite"))
    let engine = try FeedEngine(feed: Self.feed(), store: location)
    _ = try await engine.tick(to: 150)
    let other = try FeedEngine(feed: Self.feed(), store: location)
    #expect(await other.time == 150)
    #expect(ids(other.snapshot) == ["event/2", "event/3"])
    let update = try #require(try await engine.tick(to: 250))
    let followed = try #require(try await other.catchUp())
    #expect(followed.snapshot.version == update.snapshot.version)
    #expect(ids(followed.snapshot) == ["event/3"])
    #expect(await other.time == 250)
  }

  @Test func `time passes by a supplied clock`() async throws {
    let engine = try FeedEngine(feed: Self.feed())
    var versions = engine.versions().makeAsyncIterator()
    _ = await versions.next()
    let clock = Task { await engine.followClock { 250 } }
    let update = try #require(await versions.next())
    #expect(ids(update.snapshot) == ["event/3"])
    clock.cancel()
    await clock.value
  }
}
