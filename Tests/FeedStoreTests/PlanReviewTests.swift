import FeedStore
import Testing

@Suite("PlanReview")
struct PlanReviewTests {
  private static let sql = """
    CREATE TABLE quote (
      market_id TEXT, runner_id INTEGER, ladder INTEGER, size REAL,
      PRIMARY KEY (market_id, runner_id, ladder)
    ) WITHOUT ROWID;
    CREATE INDEX quote_gone ON quote (market_id, size) WHERE size = 0;
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, sport_id INTEGER, name TEXT, status TEXT, starts_at TEXT,
      is_featured INTEGER
    );
    CREATE INDEX event_by_sport ON event (sport_id);
    CREATE INDEX event_featured ON event (starts_at) WHERE is_featured;
    CREATE INDEX event_live ON event (sport_id, starts_at) WHERE status = 'live' AND is_featured = 1;
    """

  private let store: Store

  init() throws { store = try memoryStore(Self.sql) }

  /// A statement, and the tables that it scans.
  struct Scan: Sendable, CustomTestStringConvertible {
    let sql: String
    let tables: [String]
    var condition: String?
    var testDescription: String { sql }

    init(_ sql: String, _ tables: String..., comparing condition: String? = nil) {
      (self.sql, self.tables, self.condition) = (sql, tables, condition)
    }
  }

  @Test(arguments: [
    Scan("DELETE FROM event WHERE name = :message ->> 'name'", "event"),
    Scan("UPDATE event AS e SET name = '' WHERE e.name = :x", "event"),
    Scan("UPDATE event SET name = q.market_id FROM quote q WHERE q.runner_id = event.id", "quote"),
    Scan(
      "INSERT INTO quote SELECT a.id, b.id, 0, 0 FROM event a JOIN Event AS b ON a.name = b.name",
      "event"
    ),
    Scan(
      "DELETE FROM quote WHERE market_id = 'a' AND runner_id IN (SELECT id FROM event e "
        + "WHERE e.name = :x)",
      "event"
    ),
    // An index finds the rows.
    Scan("DELETE FROM event WHERE id = :x"),
    Scan("UPDATE event AS e SET name = '' WHERE e.sport_id = :x"),
    Scan("DELETE FROM event WHERE is_featured AND starts_at < :x"),
    // All rows are affected.
    Scan("UPDATE event SET name = ''"),
    Scan("INSERT INTO event (id) SELECT runner_id FROM quote"),
    Scan(
      "DELETE FROM event WHERE (TRUE) AND id NOT IN (SELECT value FROM json_each(:m))",
      comparing: "TRUE"
    ),
    Scan(
      "DELETE FROM event WHERE (name = 'a') AND id NOT IN (SELECT value FROM json_each(:m))",
      "event",
      comparing: "name = 'a'"
    ),
    // These names of tables denote other things.
    Scan(
      "WITH event AS (SELECT 1 AS name) DELETE FROM quote "
        + "WHERE market_id IN (SELECT name FROM event WHERE name > 0)"
    ),
    Scan(
      "DELETE FROM quote WHERE market_id = "
        + "(SELECT max(event.name) FROM (SELECT value AS name FROM json_each(:m)) AS event "
        + "WHERE event.name > 0)"
    ),
    Scan("UPDATE event SET name = value FROM json_each(:m) AS quote WHERE event.id = quote.key"),
  ])
  func `a statement that compares columns and scans a table is found`(_ scan: Scan) throws {
    try store.withWriter { writer in
      let review = try PlanReview([scan.sql], conditions: [], in: writer)
      #expect(try review.tablesScanned(by: scan.sql, comparing: scan.condition) == scan.tables)
    }
  }

  /// Statements, and the text that the first one would need for an index.
  struct Mismatch: Sendable, CustomTestStringConvertible {
    let statements: [String]
    let found: [String]
    var conditions: [String] = []
    var testDescription: String { statements.joined(separator: "; ") }

    init(_ statements: String..., found: [String] = [], conditions: [String] = []) {
      (self.statements, self.found, self.conditions) = (statements, found, conditions)
    }
  }

  private static let gone = "DELETE FROM quote WHERE market_id = :m AND "
  private static let featured = "UPDATE event SET name = '' WHERE starts_at > :t AND "

  @Test(arguments: [
    Mismatch(gone + "size = :zero", found: ["quote_gone: size = :zero, size = 0"]),
    Mismatch(
      gone + "size = :message ->> 'zero' RETURNING size",
      found: ["quote_gone: size = :message ->> 'zero', size = 0"]
    ),
    Mismatch(gone + "(Size == 0.0)", found: ["quote_gone: Size == 0.0, Size = 0"]),
    Mismatch(
      "DELETE FROM quote AS q WHERE q.size IS 0 AND q.market_id = :m",
      found: ["quote_gone: q.size IS 0, q.size = 0"]
    ),
    Mismatch(
      featured + "is_featured = 1",
      found: ["event_featured: is_featured = 1, is_featured"]
    ),
    Mismatch(
      featured + "event.is_featured = :f",
      found: ["event_featured: event.is_featured = :f, event.is_featured"]
    ),
    Mismatch(
      featured + "sport_id = :s AND status = 'live' AND is_featured",
      found: ["event_live: is_featured, is_featured = 1"]
    ),
    Mismatch("DELETE FROM quote WHERE size = :x", found: ["quote_gone: size = :x, size = 0"]),
    // SQLite uses the index, or the index would not help.
    Mismatch(gone + "size = 0"), Mismatch(gone + "size = 1"), Mismatch(gone + "size > :x"),
    Mismatch(gone + "size = runner_id"),
    Mismatch("UPDATE quote SET size = :x WHERE market_id = :m"),
    Mismatch(featured + "is_featured"),
    Mismatch(featured + "is_featured = 0"),
    Mismatch("UPDATE event SET name = '' WHERE sport_id = :s AND status = 'over'"),
    // The index is meant for another statement, or for a query.
    Mismatch(gone + "size = :x", gone + "size = 0"),
    Mismatch(featured + "is_featured = :x", conditions: ["name > 'a' AND is_featured"]),
  ])
  func `an index whose condition a statement writes differently is found`(
    _ mismatch: Mismatch
  ) throws {
    try store.withWriter { writer in
      let review = try PlanReview(
        mismatch.statements,
        conditions: mismatch.conditions,
        in: writer
      )
      let found = review.unusedIndexes(by: mismatch.statements[0])
      #expect(found.map { "\($0.name): \($0.written), \($0.needed)" } == mismatch.found)
    }
  }
}
