import FeedModel
import FeedStore
import Testing

@testable import FeedQueries

/// The work of a change of a row that a subquery reads, in small and in large tables.
@Suite("Work of subqueries")
struct SubqueryWorkTests {
  private struct Work: Equatable {
    var rowsRead: Int
    var rowsScanned: Int
  }

  /// A condition, and the statement that changes a row of its subquery, with a value and a key.
  private static let cases = [
    (
      "EXISTS (SELECT 1 FROM market WHERE market.event_id = event.id AND is_open)",
      "UPDATE market SET is_open = ?1 % 2 WHERE id = ?2"
    ),
    (
      "NOT EXISTS (SELECT 1 FROM market WHERE market.event_id = event.id AND is_open)",
      "UPDATE market SET is_open = ?1 % 2 WHERE id = ?2"
    ),
    (
      "event.id IN (SELECT event_id FROM market WHERE is_open)",
      "UPDATE market SET is_open = ?1 % 2 WHERE id = ?2"
    ),
    (
      "event.id NOT IN (SELECT event_id FROM market WHERE is_open)",
      "UPDATE market SET is_open = ?1 % 2 WHERE id = ?2"
    ),
    (
      "(SELECT count(*) FROM market WHERE market.event_id = event.id AND is_open) > 0",
      "UPDATE market SET is_open = ?1 % 2 WHERE id = ?2"
    ),
    (
      "EXISTS (SELECT 1 FROM market m WHERE m.event_id = event.id AND EXISTS "
        + "(SELECT 1 FROM price p WHERE p.market_id = m.id AND p.value > 50))",
      "UPDATE price SET value = ?1 % 100 WHERE id = ?2"
    ),
  ]

  private static func schema(events: Int) -> String {
    """
    CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE market (
      id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES event, is_open INTEGER NOT NULL
    );
    CREATE TABLE price (
      id INTEGER PRIMARY KEY, market_id INTEGER NOT NULL REFERENCES market, value INTEGER NOT NULL
    );
    CREATE INDEX market_event ON market (event_id);
    CREATE INDEX price_market ON price (market_id);
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(events))
      INSERT INTO event SELECT x, 'event ' || x FROM n;
    INSERT INTO market SELECT id, id, id % 2 FROM event;
    INSERT INTO price SELECT id, id, id % 100 FROM event;
    """
  }

  private static func work(_ condition: String, _ change: String, events: Int) throws -> Work {
    let store = try Store(
      at: .memory,
      schema: SchemaSource(sql: schema(events: events), name: "s.sql")
    )
    return try store.withWriter { writer in
      let query = LiveQuery(from: "event", filter: condition)
      let core = try LiveCore([.init("q", query)], writer: writer)
      #expect(core.queries.reports[0].queryClass == .incremental)
      // The first change fills what is kept of the tables.
      var before = 0
      for step in 0..<9 {
        if step == 1 {
          before = core.queries.rowsRead
          _ = writer.takeWork()
        }
        _ = try core.commit(writer) { writer in
          let statement = try writer.prepare(change)
          statement.bind(Int64(step * 37 + 1), at: 1)
          statement.bind(Int64(step * 31 + 1), at: 2)
          try statement.run()
        }
      }
      return Work(
        rowsRead: core.queries.rowsRead - before,
        rowsScanned: writer.takeWork().scanned
      )
    }
  }

  @Test(arguments: cases)
  func `a change of a row in a subquery reads as many rows among 100,000 as among 1,000`(
    condition: String,
    change: String
  ) throws {
    let small = try Self.work(condition, change, events: 1_000)
    let large = try Self.work(condition, change, events: 100_000)
    #expect(small == large)
    #expect(large.rowsScanned == 0)
    #expect(large.rowsRead <= 8 * 3)
  }
}
