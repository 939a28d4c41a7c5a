import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedEngine
@testable import FeedQueries

/// Commits that touch many lists, and feeds in which items are claimed more than once.
@Suite("Work of many lists")
struct ManyListsTests {
  private static func core(_ sql: String, _ sources: [(Name, LiveQuery)]) throws -> EngineCore {
    try EngineCore(
      feed: Feed(
        schema: SchemaReference(
          path: "many.sql",
          sql: """
            CREATE TABLE event (
              id INTEGER PRIMARY KEY, g INTEGER NOT NULL, starts_at INTEGER NOT NULL,
              is_live INTEGER NOT NULL, price REAL NOT NULL DEFAULT 1.5);
            CREATE INDEX event_g ON event(g, starts_at);
            \(sql)
            """
        ),
        sources: sources.map { SourceDeclaration(id: $0.0, kind: .query($0.1)) },
        sections: sources.map { id, _ in
          SectionDeclaration(
            id: id,
            source: id,
            template: ObjectTemplate(items: [.item(kind: "event")])
          )
        }
      ),
      store: .memory
    )
  }

  /// Returns the work of one commit, divided by the number of lists.
  private static func work(
    _ core: EngineCore,
    _ sql: String,
    lists: Int = 1
  ) throws -> Thresholds.Counts {
    _ = try core.store.withWriter { $0.takeWork() }
    let rows = core.evaluator.queries.rowsRead
    let before = core.snapshot.composition
    _ = try core.commit { try $0.run(sql) }
    let work = try core.store.withWriter { $0.takeWork() }
    let nodes = core.snapshot.composition.nodeCount(notSharedWith: before)
    return [
      "statements run": Double(work.runs) / Double(lists),
      "instructions of SQLite's machine": Double(work.instructions) / Double(lists),
      "rows read again": Double(core.evaluator.queries.rowsRead - rows) / Double(lists),
      "nodes of the snapshot copied": Double(nodes) / Double(lists),
    ]
  }

  @Test(arguments: [
    "UPDATE event SET starts_at = -starts_at", "UPDATE event SET g = -g",
    "UPDATE event SET is_live = 1 - is_live",
  ])
  func `a commit that touches many groups costs the same for each as one that touches few`(
    sql: String
  ) throws {
    func count(_ groups: Int) throws -> Thresholds.Counts {
      let core = try Self.core(
        """
        WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n WHERE x < \(4 * groups - 1))
          INSERT INTO event(id, g, starts_at, is_live) SELECT x + 1, x / 4 + 1, x, x % 4 <> 1 FROM n;
        """,
        [
          (
            "live",
            LiveQuery(
              from: "event",
              filter: "is_live",
              order: ["starts_at"],
              group: Grouping(by: "g"),
              limit: 2,
              offset: 1
            )
          )
        ]
      )
      return try Self.work(core, sql, lists: groups)
    }
    let factor = amount(4, full: 16)
    Thresholds.checkGrowth(sql, from: try count(250), to: try count(250 * factor), by: factor)
  }

  @Test(arguments: [
    "UPDATE event SET price = 2 WHERE id = 7", "UPDATE event SET starts_at = -1 WHERE id = 7",
    "UPDATE event SET g = 1 WHERE id = 9", "UPDATE event SET g = 0 WHERE id = 10",
    "DELETE FROM event WHERE id = 20",
  ])
  func `a commit costs time for its changes while items are claimed twice`(sql: String) throws {
    func count(_ events: Int) throws -> Thresholds.Counts {
      let core = try Self.core(
        """
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(events))
          INSERT INTO event(id, g, starts_at, is_live) SELECT x, x % 10 = 0, x, 1 FROM n;
        """,
        [
          ("featured", LiveQuery(from: "event", filter: "g = 1", order: ["starts_at"])),
          ("live", LiveQuery(from: "event", filter: "is_live", order: ["starts_at"])),
        ]
      )
      #expect(core.snapshot.composition.itemCount == events)
      #expect(core.snapshot.status[1].note?.contains("leaves out") == true)
      return try Self.work(core, sql)
    }
    let factor = amount(16, full: 64)
    Thresholds.checkGrowth(sql, from: try count(200), to: try count(200 * factor), by: factor)
  }

  @Test func `groups that change places search for lost items once each`() throws {
    func count(_ groups: Int) throws -> Thresholds.Counts {
      let core = try Self.core(
        """
        WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n WHERE x < \(4 * groups - 1))
          INSERT INTO event(id, g, starts_at, is_live) SELECT x + 1, x / 4 + 1, x, 1 FROM n;
        """,
        [
          ("featured", LiveQuery(from: "event", filter: "id % 4 = 0", order: ["id"])),
          (
            "live",
            LiveQuery(
              from: "event",
              order: ["starts_at"],
              group: Grouping(by: "g", order: ["price"])
            )
          ),
        ]
      )
      #expect(core.snapshot.composition.itemCount == 4 * groups)
      let before = core.composer.claims.lossesRead
      let old = core.snapshot.composition.sectionID(at: 1)
      _ = try core.commit { try $0.run("UPDATE event SET price = -id") }
      #expect(core.snapshot.composition.sectionID(at: groups) == old)
      let read = core.composer.claims.lossesRead - before
      #expect(read >= groups)
      return ["losses looked through": Double(read) / Double(groups)]
    }
    Thresholds.checkGrowth("reordering", from: try count(50), to: try count(800), by: 16)
  }
}
