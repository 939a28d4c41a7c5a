import FeedQueries
import FeedStore

/// Sports and events: the tables and the queries that the live queries are measured with.
enum EventTables {
  static func schema(events: Int) -> String { tables + rows(events: events) }

  static let tables = """
    CREATE TABLE sport (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, display_order INTEGER, is_active INTEGER
    );
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, sport_id INTEGER NOT NULL REFERENCES sport, name TEXT NOT NULL,
      starts_at INTEGER, status TEXT NOT NULL, odds REAL, viewers INTEGER
    );
    CREATE INDEX event_by_sport ON event(sport_id);
    CREATE INDEX event_by_start ON event(starts_at);
    """

  static func rows(events: Int, sports: Int = 50) -> String {
    """
    INSERT INTO sport WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(sports))
      SELECT x, 'Sport ' || x, (x * 37) % 101, 1 FROM n;
    INSERT INTO event WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(events))
      SELECT x, x % \(sports) + 1, 'Home ' || x || ' - Away', (x * 7919) % \(max(events, 1)), 'live',
        1.5, 0 FROM n;
    """
  }

  /// Joined, grouped and ordered.
  static let live = LiveQuery(
    from: "event",
    filter: "status = 'live' AND sport.is_active",
    order: ["starts_at"],
    group: Grouping(by: "sport_id", order: ["sport.display_order"], title: "sport.name")
  )

  /// The ids of the same rows in the same order, asked anew.
  static let liveIDs = """
    SELECT event.id FROM event LEFT JOIN sport ON sport.id = event.sport_id
    WHERE status = 'live' AND sport.is_active
    ORDER BY sport.display_order, sport_id, starts_at, event.id
    """

  static func source(events: Int) -> SchemaSource {
    SchemaSource(sql: schema(events: events), name: "benchmark")
  }

  static func queries(
    events: Int,
    _ queries: [LiveQueries.Registration] = [.init("live", live)]
  ) throws -> LiveQueries {
    try LiveQueries(at: .memory, schema: source(events: events), queries: queries)
  }
}
