import FeedQueries
import FeedStore
import Foundation

/// One query with the changes that it is measured under, for this engine and for others.
struct IncrementalCase: Sendable {
  let name: String
  let query: LiveQuery
  /// The same query in SQL: the key of each row, and a number that stands for its content.
  let sql: String
  /// The statement of a change, with its value as `?1` and the key of the changed row as `?2`.
  let change: String
  /// The most rows that the engine may read for a change, or `nil` if SQLite sums them up.
  let mostRows: Double?
  /// The least speedup.
  ///
  /// An index finds the ten rows of a window, so running it again costs little.
  var least = Least(few: 20, many: 1000)

  /// The least speedup among 10k and among 1M rows.
  struct Least {
    let few: Double
    let many: Double
  }

  /// The tables of all cases.
  static func schema(events: Int) -> String {
    EventTables.schema(events: events) + """
      CREATE TABLE market (
        id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES event, is_open INTEGER NOT NULL
      );
      CREATE INDEX market_by_event ON market(event_id, is_open);
      INSERT INTO market SELECT id, id, id % 2 FROM event;
      """
  }

  private static let openMarket =
    "EXISTS (SELECT 1 FROM market WHERE market.event_id = event.id AND market.is_open)"
  private static let content = "CAST(event.odds * 100 AS INTEGER)"

  static let all = [
    IncrementalCase(
      name: "filtered row",
      query: LiveQuery(from: "event", columns: ["odds"], filter: "odds < 5", order: ["starts_at"]),
      sql: "SELECT id, \(content) FROM event WHERE odds < 5 ORDER BY starts_at, id",
      change: "UPDATE event SET odds = ?1 % 1000 / 100.0 WHERE id = ?2",
      mostRows: 1
    ),
    IncrementalCase(
      name: "joined child",
      query: LiveQuery(
        from: "event",
        columns: ["odds"],
        filter: "status = 'live' AND sport.is_active",
        order: ["starts_at"]
      ),
      sql: """
        SELECT event.id, \(content) FROM event JOIN sport ON sport.id = event.sport_id
        WHERE status = 'live' AND sport.is_active ORDER BY starts_at, event.id
        """,
      change: "UPDATE event SET starts_at = ?1 WHERE id = ?2",
      mostRows: 1
    ),
    IncrementalCase(
      name: "EXISTS",
      query: LiveQuery(from: "event", columns: ["odds"], filter: openMarket, order: ["starts_at"]),
      sql: "SELECT id, \(content) FROM event WHERE \(openMarket) ORDER BY starts_at, id",
      change: "UPDATE market SET is_open = ?1 % 2 WHERE id = ?2",
      mostRows: 2
    ),
    IncrementalCase(
      name: "aggregate",
      query: LiveQuery(
        from: "event",
        columns: [],
        order: ["starts_at"],
        aggregates: [Aggregate("open", "sum(is_open)", from: "market", on: "event_id")]
      ),
      sql: """
        SELECT id, (SELECT sum(is_open) FROM market WHERE event_id = event.id)
        FROM event ORDER BY starts_at, id
        """,
      change: "UPDATE market SET is_open = ?1 % 100 WHERE id = ?2",
      mostRows: nil
    ),
    IncrementalCase(
      name: "window of ten",
      query: LiveQuery(from: "event", columns: ["odds"], order: ["starts_at"], limit: 10),
      sql: "SELECT id, \(content) FROM event ORDER BY starts_at, id LIMIT 10",
      change: "UPDATE event SET starts_at = ?1 WHERE id = ?2",
      mostRows: 11,
      least: Least(few: 1, many: 1)
    ),
  ]

  /// Writes the cases as JSON Lines: the tables, the query, and two hundred changes.
  static func export(events: Int) throws {
    struct Line: Encodable {
      let name: String
      let events: Int
      let schema: String
      let query: String
      let change: String
      let parameters: [[Int64]]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for each in all {
      let line = Line(
        name: each.name,
        events: events,
        schema: schema(events: events),
        query: each.sql,
        change: each.change,
        parameters: (0..<200).map { step in
          let (value, key) = pair(step, events, 0)
          return [value, key]
        }
      )
      try FileHandle.standardOutput.write(contentsOf: encoder.encode(line) + Data("\n".utf8))
    }
  }
}
