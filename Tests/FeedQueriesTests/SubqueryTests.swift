import FeedModel
import FeedStore
import TestSupport
import Testing

@testable import FeedQueries

@Suite("Subqueries")
struct SubqueryTests {
  /// A query over events, and the condition that finds the same rows in plain SQL.
  struct Shape: CustomTestStringConvertible, Sendable {
    let name: String
    let filter: String
    /// The condition in plain SQL, if it is not the same.
    var plain: String?
    /// The faults that random histories find.
    var faults: [QuerySet.Overlooked]

    var testDescription: String { name }
  }

  private static let schema = """
    CREATE TABLE sport (id INTEGER PRIMARY KEY, code TEXT COLLATE NOCASE UNIQUE, active INTEGER);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, sport_id INTEGER, code TEXT REFERENCES sport (code), rank INTEGER,
      tag TEXT COLLATE NOCASE);
    CREATE TABLE market (id INTEGER PRIMARY KEY, event_id INTEGER, status TEXT, rank INTEGER);
    CREATE TABLE price (id INTEGER PRIMARY KEY, market_id INTEGER, value INTEGER);
    CREATE TABLE ban (id INTEGER PRIMARY KEY, event_id INTEGER, tag TEXT, market_id INTEGER);
    """
  private static let indexes = """
    CREATE INDEX event_sport ON event (sport_id);
    CREATE INDEX event_rank ON event (rank);
    CREATE INDEX event_tag ON event (tag);
    CREATE INDEX event_code ON event (code);
    CREATE INDEX market_event ON market (event_id);
    CREATE INDEX market_rank ON market (rank);
    CREATE INDEX price_market ON price (market_id);
    CREATE INDEX ban_event ON ban (event_id);
    CREATE INDEX ban_tag ON ban (tag COLLATE NOCASE);
    """

  private static let links: [QuerySet.Overlooked] = [.formerRows, .newRows]
  private static let shapes = [
    Shape(
      name: "EXISTS",
      filter: "EXISTS (SELECT 1 FROM market WHERE event_id = event.id AND status = 'open')",
      faults: links
    ),
    Shape(
      name: "NOT EXISTS under OR",
      filter: "rank = 3 OR NOT EXISTS (SELECT * FROM market m WHERE event.id = m.event_id "
        + "AND (m.status = 'open' OR m.rank > event.rank))",
      faults: links
    ),
    Shape(
      name: "nested EXISTS",
      filter: "EXISTS (SELECT 1 FROM market AS m WHERE m.event_id = event.id AND EXISTS "
        + "(SELECT 1 FROM price p WHERE p.market_id = m.id AND p.value > 1))",
      faults: links
    ),
    Shape(
      name: "EXISTS with a join",
      filter: "EXISTS (SELECT 1 FROM price AS p JOIN market AS m ON m.id = p.market_id "
        + "WHERE m.event_id = event.id AND p.value > m.rank)",
      faults: links
    ),
    Shape(
      name: "a left join",
      filter: "EXISTS (SELECT 1 FROM market AS m LEFT OUTER JOIN price AS p ON p.market_id = m.id "
        + "AND p.value > 1 WHERE m.event_id = event.id AND p.id IS NULL)",
      faults: links
    ),
    Shape(
      name: "an aggregate and a constant",
      filter: "(SELECT count(*) FROM market WHERE market.event_id = event.id) > 1",
      faults: links
    ),
    Shape(
      name: "the newest of several",
      filter:
        "(SELECT status FROM market WHERE event_id = event.id ORDER BY id DESC LIMIT 1) = 'open'",
      faults: links
    ),
    Shape(
      name: "rows of the same table",
      filter:
        "EXISTS (SELECT 1 FROM event AS e WHERE e.sport_id = event.sport_id AND e.rank > event.rank)",
      faults: links
    ),
    Shape(
      name: "IS and NULL",
      filter: "(SELECT count(*) FROM event AS e WHERE e.rank IS event.rank) > 1",
      faults: links
    ),
    Shape(
      name: "two equalities",
      filter: "EXISTS (SELECT 1 FROM market m WHERE m.event_id = event.id AND m.rank = event.rank)",
      faults: links
    ),
    Shape(
      name: "IN a correlated list",
      filter: "rank NOT IN (SELECT m.rank FROM market m WHERE m.event_id = event.id)",
      faults: links
    ),
    Shape(
      name: "IN",
      filter: "sport_id IN (SELECT id FROM sport WHERE active)",
      faults: [.listedValues]
    ),
    Shape(
      name: "IN with NULL on both sides",
      filter: "(rank IN (SELECT rank FROM market WHERE status = 'open')) IS NULL",
      faults: [.nulls, .emptiness]
    ),
    Shape(
      name: "NOT IN",
      filter: "tag NOT IN (SELECT tag FROM ban WHERE event_id IS NOT NULL)",
      faults: [.listedValues, .nulls, .emptiness]
    ),
    Shape(
      name: "NOT IN without an index",
      filter: "rank NOT IN (SELECT value FROM price)",
      faults: [.listedValues, .nulls]
    ),
    Shape(
      name: "IN a list with an inner list",
      filter: "event.id IN (SELECT event_id FROM market WHERE id IN (SELECT market_id FROM price "
        + "WHERE value > 1))",
      faults: [.listedValues, .members]
    ),
    Shape(
      name: "IN a list with EXISTS",
      filter: "rank NOT IN (SELECT rank FROM market m WHERE EXISTS (SELECT 1 FROM price AS p "
        + "WHERE p.market_id = m.id))",
      faults: [.listedValues, .members, .nulls]
    ),
    Shape(
      name: "EXISTS with a list",
      filter: "EXISTS (SELECT 1 FROM market m WHERE m.event_id = event.id AND m.rank NOT IN "
        + "(SELECT value FROM price WHERE value > 0))",
      faults: [.formerRows, .listedValues]
    ),
    Shape(
      name: "several with AND and OR",
      filter: "rank > 1 AND EXISTS (SELECT 1 FROM market WHERE event_id = event.id) OR sport_id IN "
        + "(SELECT id FROM sport) AND NOT EXISTS (SELECT 1 FROM ban WHERE ban.event_id = event.id)",
      faults: links + [.listedValues]
    ),
    Shape(
      name: "a reference to a unique column",
      filter: "sport.active",
      plain: "(SELECT active FROM sport WHERE code = event.code)",
      // The constraint makes the row before a change and the row after it lead to the same rows.
      faults: []
    ),
  ]

  private static let faulty = shapes.flatMap { shape in shape.faults.map { (shape, $0) } }

  @Test(arguments: shapes, [true, false])
  func `a query with subqueries is incremental and shows the rows of fresh SQL`(
    _ shape: Shape,
    _ isIndexed: Bool
  ) throws {
    for seed in 0..<UInt64(amount(3, full: 12, soak: 200)) {
      let mistake = try Run(shape: shape, isIndexed: isIndexed).mistake(seed: seed)
      #expect(mistake == nil, "seed \(seed): \(mistake ?? "")")
    }
  }

  @Test(arguments: faulty)
  func `a planted fault of each shape is found`(_ shape: Shape, _ fault: QuerySet.Overlooked) throws
  {
    let run = Run(shape: shape, isIndexed: true, fault: fault)
    let isFound = try (0..<UInt64(200)).contains { try run.mistake(seed: $0) != nil }
    #expect(isFound, "overlooking \(fault) changes nothing")
  }

  /// A random history of one query.
  private struct Run {
    let shape: Shape
    let isIndexed: Bool
    var fault: QuerySet.Overlooked?

    /// The tables, with the reference only where the shape reads it: it makes many transactions fail.
    private var tables: String {
      shape.plain == nil ? schema.replacing(" REFERENCES sport (code)", with: "") : schema
    }

    /// Plays a history.
    ///
    /// - Returns: The first difference from fresh SQL, or `nil`.
    func mistake(seed: UInt64) throws -> String? {
      let store = try Store(
        at: .memory,
        schema: SchemaSource(sql: tables + (isIndexed ? indexes : ""), name: "s.sql")
      )
      var random = SeededGenerator(seed: seed)
      return try store.withWriter { writer in
        let query = LiveQuery(from: "event", filter: shape.filter)
        let core = try LiveCore([.init("q", query)], writer: writer)
        core.queries.overlooked = fault
        guard core.queries.reports[0].queryClass == .incremental else {
          return core.queries.reports[0].queryClass.reason
        }
        for step in 0..<80 {
          if let mistake = try play(core, writer, &random) { return "step \(step), \(mistake)" }
        }
        return nil
      }
    }

    private func play(
      _ core: LiveCore,
      _ writer: Writer,
      _ random: inout SeededGenerator
    ) throws -> String? {
      let statements = (0..<Int.random(in: 1...3, using: &random)).map { _ in statement(&random) }
      // A failed transaction undoes what its rows have changed.
      let fails = Int.random(in: 0..<10, using: &random) == 0
      do {
        _ = try core.commit(writer) { writer in
          for sql in statements { try writer.run(sql) }
          if fails { throw ModelRun.Stop() }
        }
      } catch is ModelRun.Stop {
      } catch let error as StoreError where error.code == .constraint {
      }
      let rows = try writer.prepare(
        "SELECT id FROM event WHERE \(shape.plain ?? shape.filter) ORDER BY id"
      )
      var keys: [String] = []
      while try rows.step() { keys.append("\(rows.integer(at: 0))") }
      let fresh = "NULL[\(keys.joined(separator: " "))]"
      if let failure = core.snapshot["q"]?.failure { return failure }
      let shown = core.snapshot["q"]?.shape ?? ""
      return shown == fresh ? nil : "\(statements): \(shown) is shown, and not \(fresh)"
    }

    private func statement(_ random: inout SeededGenerator) -> String {
      func number(_ most: Int) -> String {
        let number = Int.random(in: 0...most, using: &random)
        return number == 0 ? "NULL" : "\(number)"
      }
      func text() -> String { ["'a'", "'A'", "'b'", "NULL"].randomElement(using: &random) ?? "" }
      let id = Int.random(in: 1...5, using: &random)
      let status = ["'open'", "'shut'"].randomElement(using: &random) ?? ""
      let rows = [
        "sport": "\(id), \(text()), \(number(1))",
        "event": "\(id), \(number(4)), \(text()), \(number(3)), \(text())",
        "market": "\(id), \(number(5)), \(status), \(number(3))",
        "price": "\(id), \(number(5)), \(number(3))",
        "ban": "\(id), \(number(5)), \(text()), \(number(4))",
      ]
      let table = rows.keys.sorted().randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<10, using: &random) {
      case 0: return "DELETE FROM \(table)"
      case 1..<4: return "DELETE FROM \(table) WHERE id = \(id)"
      case 4: return "UPDATE OR REPLACE \(table) SET id = \(id) WHERE id = \(id % 5 + 1)"
      default: return "INSERT OR REPLACE INTO \(table) VALUES (\(rows[table] ?? ""))"
      }
    }
  }

  // MARK: Reports

  private func report(_ filter: String) throws -> QueryReport {
    let query = LiveQuery(from: "event", filter: filter)
    let live = try liveQueries(
      Self.schema + "CREATE VIEW open AS SELECT * FROM market WHERE status = 'open';",
      [.init("q", query)]
    )
    return try #require(live.reports.first)
  }

  @Test(arguments: [
    (
      "rank = (SELECT max(rank) FROM event)",
      "reads 'event' without an equality that leads to the row"
    ),
    (
      "EXISTS (SELECT 1 FROM market WHERE event_id > event.id)",
      "reads 'market' without an equality"
    ),
    ("EXISTS (SELECT 1 FROM market WHERE event_id = event.id OR rank = 1)", "without an equality"),
    ("EXISTS (SELECT 1 FROM market, ban WHERE market.event_id = event.id)", "reads 'ban' without"),
    ("EXISTS (SELECT 1 FROM open WHERE open.event_id = event.id)", "reads 'open'"),
    ("rank IN (SELECT rank FROM market LIMIT 3)", "reads 'market' without"),
    ("rank IN (SELECT max(rank) FROM market GROUP BY status)", "reads 'market' without"),
    ("rank IN (SELECT rank FROM market UNION SELECT 1)", "has 'SELECT' in FROM"),
    ("EXISTS (WITH x AS (SELECT 1) SELECT 1 FROM x)", "has 'WITH'"),
    ("EXISTS (SELECT 1 FROM (SELECT 1) AS x)", "reads '('"),
    (
      "EXISTS (SELECT 1 FROM market NATURAL JOIN price WHERE event_id = event.id)",
      "has 'NATURAL' in FROM"
    ),
    ("EXISTS (SELECT 1 FROM market WHERE event_id = event.id AND rowid > 1)", "has 'rowid'"),
    ("(tag = 'a') IN (SELECT active FROM sport)", "reads 'sport' without"),
    ("EXISTS (SELECT 1 FROM market WHERE market.rank = event.tag)", "reads 'market' without"),
    (
      "EXISTS (SELECT value AS sport_id FROM price WHERE market_id = sport_id)",
      "reads 'price' without"
    ),
  ])
  func `a subquery of another form runs as a whole, and the report has the reason`(
    _ filter: String,
    _ reason: String?
  ) throws {
    let report = try report(filter)
    if let reason {
      #expect(report.queryClass.letter == "D")
      #expect(report.queryClass.reason.contains(reason), "\(report.queryClass.reason)")
    } else {
      #expect(report.queryClass == .incremental, "\(report.queryClass.reason)")
    }
  }

  @Test(arguments: [
    (
      "EXISTS (SELECT 1 FROM market WHERE event_id = event.id)",
      ["a row of 'event' scans 'market': add an index on 'market.event_id'"]
    ),
    (
      "EXISTS (SELECT 1 FROM price WHERE price.id = event.rank)",
      ["a changed 'price' scans 'event': add an index on 'event.rank'"]
    ),
    (
      "rank IN (SELECT rank FROM market)",
      [
        "a row of 'event' reads a whole list: add an index on 'market.rank'",
        "a changed 'market' scans 'event': add an index on 'event.rank'",
      ]
    ),
  ])
  func `the report names the indexes that a subquery lacks`(
    _ filter: String,
    _ notes: [String]
  ) throws {
    #expect(try report(filter).notes == notes)
  }
}
