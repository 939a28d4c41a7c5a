import FeedStore
import Testing

@Suite("Inspecting statements")
struct InspectionTests {
  let store: Store

  init() throws {
    store = try memoryStore(
      """
      CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE event (id INTEGER PRIMARY KEY, sport_id INTEGER, status TEXT, at REAL);
      CREATE VIEW open AS SELECT id, at FROM event WHERE status <> 'closed';
      """
    )
  }

  private func inspect(_ sql: String) throws -> StatementFacts {
    try store.withWriter { try $0.inspect(sql) }
  }

  private func reads(_ sql: String) throws -> Set<String> {
    Set(
      try inspect(sql).columnsRead.map { read in
        let table = store.schema.tables[read.table]
        return table.name + "." + (read.column.map { table.columns[$0].name } ?? "*")
      }
    )
  }

  @Test func `the columns that a query reads are found through joins, views and subqueries`()
    throws
  {
    #expect(try reads("SELECT name FROM sport WHERE id = 3") == ["sport.name", "sport.id"])
    #expect(
      try reads("SELECT e.id FROM event e JOIN sport s ON s.id = e.sport_id ORDER BY s.name")
        == ["event.id", "event.sport_id", "sport.id", "sport.name"]
    )
    #expect(try reads("SELECT id FROM open") == ["event.id", "event.at", "event.status"])
    #expect(try reads("SELECT count(*) FROM sport") == ["sport.*"])
    #expect(
      try reads("WITH x AS (SELECT at FROM event) SELECT (SELECT max(at) FROM x) FROM sport")
        == ["event.at", "sport.*"]
    )
    #expect(try reads("SELECT value FROM json_each('[1]')") == [])
  }

  @Test func `the effects and parameters of a statement are found`() throws {
    let query = try inspect("SELECT id AS a, upper(status) FROM event WHERE at > :now AND id = ?")
    #expect(query.isReadOnly)
    #expect(query.isDeterministic)
    #expect(query.parameters == [":now", "?"])
    #expect(query.functions == ["upper"])
    #expect(query.columnNames == ["a", "upper(status)"])
    #expect(try !inspect("UPDATE event SET at = 1").isReadOnly)
  }

  @Test(arguments: [
    ("random() > 0", "'random' depends on chance"),
    ("at > unixepoch()", "'unixepoch' without a time reads the clock"),
    ("at > julianday('NOW')", "'julianday' with 'now' reads the clock"),
    ("at > strftime('%s', 'now', '-1 day')", "'strftime' with 'now' reads the clock"),
    ("status = current_date", "'current_date' reads the clock"),
    (
      "date(at, 'unixepoch', 'localtime') = '1970-01-01'",
      "'date' with 'localtime' depends on the machine's time zone"
    ),
    ("id = changes()", "'changes' depends on earlier statements of the connection"),
  ])
  func `P34 a function that is not deterministic is found, with a hint`(
    condition: String,
    what: String
  ) throws {
    let facts = try inspect("SELECT id FROM event WHERE \(condition)")
    #expect(!facts.isDeterministic)
    #expect(facts.impurity?.message == what)
    #expect(facts.impurity?.hint != nil)
    #expect(facts.columnsRead.contains { $0.column == 0 })
  }

  @Test(arguments: [
    "at > unixepoch(:now)", "date(at, 'unixepoch') > date('2026-11-20', '+1 day')",
    "status = 'now'", "\"status\" = 'date()'", "strftime('%H', at) = '00'",
  ])
  func `a date function with a given time is deterministic`(condition: String) throws {
    #expect(try inspect("SELECT id FROM event WHERE \(condition)").isDeterministic)
  }

  @Test(
    arguments: [
      ("SELECT nme FROM sport", "no such column: nme", 7),
      ("SELECT name FROM sport WHERE", "incomplete input", nil),
      ("SELECT é, name FROM sport WHERE (id == 3", "incomplete input", nil),
      ("SELECT upperr(name) FROM sport", "no such function: upperr", 7),
      ("SELECT name FROM sprt", "no such table: sprt", nil),
    ] as [(String, String, Int?)]
  )
  func `an error is reported in SQLite's words, with its position`(
    sql: String,
    message: String,
    offset: Int?
  ) throws {
    let error = storeError { _ = try inspect(sql) }
    #expect(error?.code == .sql)
    #expect(error?.failure?.message == message)
    if let offset { #expect(error?.failure?.offset == offset) }
  }

  @Test(arguments: [
    ("PRAGMA table_info('sport')", "'PRAGMA table_info' is not allowed in a query"),
    ("ATTACH 'x' AS y", "'ATTACH' is not allowed in a query"),
    (
      "SELECT * FROM feed_state",
      "table 'feed_state' does not belong to the schema and cannot be used in a query"
    ),
    ("DROP TABLE sport", "a change of the schema is not allowed in a query"),
    ("SELECT 1; SELECT 2", "there is more than one statement in 'SELECT 1; SELECT 2'"),
    ("  -- nothing", "there is no statement in '-- nothing'"),
  ])
  func `a statement that cannot be a query is rejected`(sql: String, message: String) throws {
    #expect(storeError { _ = try inspect(sql) }?.message == message)
  }

  @Test func `an inspection does not disturb running statements`() throws {
    try store.run("INSERT INTO sport VALUES (1, 'a'), (2, 'b')")
    try store.withWriter { writer in
      let rows = try writer.prepare("SELECT name FROM sport ORDER BY id")
      #expect(try rows.step())
      _ = try writer.inspect("SELECT random()")
      _ = storeError { _ = try writer.inspect("PRAGMA user_version") }
      #expect(try rows.step())
      #expect(rows.text(at: 0) == "b")
      #expect(try !rows.step())
      #expect(try writer.prepare("PRAGMA user_version").step())
    }
  }
}
