import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Testing

@testable import FeedEngine

@Suite("Items that are claimed more than once")
struct ClaimTests {
  private func core() throws -> EngineCore {
    func section(_ id: Name) -> SectionDeclaration {
      SectionDeclaration(
        id: id,
        source: id,
        template: ObjectTemplate(items: [.item(kind: "event")])
      )
    }
    return try EngineCore(
      feed: Feed(
        schema: SchemaReference(
          path: "s.sql",
          sql: """
            CREATE TABLE event (id INTEGER PRIMARY KEY, is_featured);
            CREATE TABLE live (event INTEGER PRIMARY KEY);
            INSERT INTO event VALUES (1, 1), (2, 1), (3, 0);
            INSERT INTO live VALUES (1), (2), (3);
            """
        ),
        sources: [
          SourceDeclaration(
            id: "featured",
            kind: .query(LiveQuery(from: "event", filter: "is_featured"))
          ),
          SourceDeclaration(
            id: "live",
            kind: .query(LiveQuery(from: "event", filter: "id IN (SELECT event FROM live)"))
          ),
        ],
        sections: [section("featured"), section("live")]
      ),
      store: .memory
    )
  }

  private func notes(_ core: EngineCore) -> [String?] { core.snapshot.status.map(\.note) }

  @Test func `a note names the item and both sections, and the source has not failed`() throws {
    let core = try core()
    #expect(
      notes(core) == [
        nil, "section 'live' leaves out 'event:event/1', which section 'featured' shows",
      ]
    )
    #expect(core.snapshot.status.map(\.state) == [.ok, .ok])
  }

  @Test func `a commit that changes only the item in a status creates no version`() throws {
    let core = try core()
    let first = core.snapshot.version
    let none = try core.commit { try $0.run("DELETE FROM live WHERE event = 1") }
    #expect(none == nil)
    // The next version names the remaining item.
    let second = try core.commit { try $0.run("DELETE FROM event WHERE id = 3") }
    #expect(second?.snapshot.version == first + 1)
    #expect(notes(core)[1]?.contains("'event:event/2'") == true)
    // The end of the last conflict is a change.
    let third = try core.commit { try $0.run("DELETE FROM live WHERE event = 2") }
    #expect(third?.updates.isEmpty == true)
    #expect(notes(core) == [nil, nil])
    let fourth = try core.commit { try $0.run("INSERT INTO live VALUES (2)") }
    #expect(fourth?.snapshot.version == first + 3)
  }

  @Test func `an item that a section gives up moves to the next one in one batch`() throws {
    let core = try core()
    let update = try core.commit { try $0.run("UPDATE event SET is_featured = 0 WHERE id = 2") }
    let path = SnapshotPath(section: 0, item: 1)
    #expect(update?.updates.moveItems.map(\.from) == [path])
    let back = try core.commit { try $0.run("UPDATE event SET is_featured = 1 WHERE id = 2") }
    #expect(back?.updates.moveItems.map(\.to) == [path])
  }
}
