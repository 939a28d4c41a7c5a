import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@Suite("Live queries over a database that exists already")
struct ExistingDatabaseTests {
  static let sql = """
    CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, done INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE log (line TEXT);
    CREATE TABLE scrap (id INTEGER PRIMARY KEY, text);
    CREATE VIRTUAL TABLE words USING fts5(title);
    INSERT INTO note (title) VALUES ('Milk'), ('Bread');
    """
  let folder: TemporaryDirectory
  let path: String
  let program: SQLiteClient

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path("app.sqlite")
    program = try SQLiteClient(path: path)
    try program.run(Self.sql)
  }

  func open(_ query: LiveQuery = LiveQuery(from: "note", filter: "NOT done")) throws -> LiveQueries
  {
    try LiveQueries(at: .file(path), queries: [.init("q", query)])
  }

  @Test func `queries follow the tables that they name, written here or by the program`() throws {
    let live = try open()
    #expect(live.shape() == "NULL[1 2]")
    try live.upsert(["id": 3, "title": "Salt"], into: "note")
    #expect(live.shape() == "NULL[1 2 3]")
    try program.run("UPDATE note SET done = 1 WHERE id = 1")
    try live.catchUp()
    #expect(live.shape() == "NULL[2 3]")
    try live.tick(to: .integer(7))
    try program.run("UPDATE note SET done = 1 WHERE id = 2")
    try live.catchUp()
    #expect(live.shape() == "NULL[3]")
    #expect(program.value("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'feed%'") == "0")
  }

  @Test func `a view of a table without a primary key is reported with the remedy`() throws {
    try program.run("CREATE VIEW lines AS SELECT rowid AS id, line FROM log")
    let errors = #expect(throws: QueryErrors.self) { try open(LiveQuery(from: "lines")) }
    #expect(
      errors?.description == """
        error[view]: q.from: 'lines' is a view, whose rows have no primary key
          hint: declare a primary key in the table that it reads, such as id INTEGER PRIMARY KEY
        """
    )
  }

  @Test func `the time of the last tick stays after another program commits`() throws {
    try program.run("ALTER TABLE note ADD COLUMN due INTEGER; UPDATE note SET due = 10 * id")
    let live = try open(LiveQuery(from: "note", filter: "due <= :now"))
    try live.tick(to: .integer(15))
    try program.run("INSERT INTO note (title, due) VALUES ('Salt', 12)")
    try live.catchUp()
    #expect(live.shape() == "NULL[1 3]")
  }

  @Test func `a changed table fails only the queries that name it`() throws {
    let live = try open()
    try program.run("ALTER TABLE scrap ADD COLUMN more; DROP TABLE log; DROP TABLE words")
    try live.catchUp()
    try live.upsert(["id": 3, "title": "Salt"], into: "note")
    #expect(live.shape() == "NULL[1 2 3]")
    #expect(live.snapshot["q"]?.failure == nil)
    try program.run("ALTER TABLE note RENAME TO old")
    try live.catchUp()
    #expect(live.snapshot["q"]?.failure == "no such table: note")
    try program.run("CREATE TABLE note (title TEXT)")
    try live.catchUp()
    #expect(live.snapshot["q"]?.failure?.contains("has other columns or another key now") == true)
  }

  @Test(arguments: [
    (LiveQuery(from: "pin", order: ["rowid DESC"]), "NULL[a c b]"),
    (LiveQuery(from: "pin", filter: "rowid < 4", order: ["n"]), "NULL[b c]"),
  ])
  func `a row that is written again with the same values has a new row id`(
    query: LiveQuery,
    shape: String
  ) throws {
    try program.run(
      """
      CREATE TABLE pin (k TEXT PRIMARY KEY NOT NULL, n);
      INSERT INTO pin VALUES ('a', 1), ('b', 2), ('c', 3)
      """
    )
    let live = try open(query)
    try program.run("REPLACE INTO pin VALUES ('a', 1)")
    try live.catchUp()
    #expect(live.shape() == shape)
    let own = try unsafe LiveQueries(sharing: program.handle, queries: [.init("q", query)])
    #expect(own.shape() == shape)
    try program.run("DELETE FROM pin WHERE k = 'b'; INSERT INTO pin VALUES ('b', 2)")
    _ = try unsafe own.catchUp(on: program.handle)
    let fresh = try open(query)
    #expect(own.shape() == fresh.shape())
  }

  @Test(arguments: [
    (
      LiveQuery(from: "log"),
      """
      error[unsupported-table]: q.from: table 'log' declares no primary key, so its rows have no \
      lasting identity
        hint: declare one, for example: id INTEGER PRIMARY KEY
      """
    ),
    (
      LiveQuery(from: "words"),
      """
      error[unsupported-table]: q.from: table 'words' is virtual, and changes in it cannot be followed
        hint: use an ordinary table
      """
    ),
    (
      LiveQuery(from: "note", filter: "id IN (SELECT rowid FROM words WHERE words MATCH 'milk')"),
      """
      error[unsupported-table]: q.filter: table 'words' is virtual, and changes in it cannot be followed
        hint: use an ordinary table
      """
    ),
    (
      LiveQuery(from: "note", filter: "title IN (SELECT line FROM log)"),
      """
      error[unsupported-table]: q.filter: table 'log' declares no primary key, so its rows have no \
      lasting identity
        hint: declare one, for example: id INTEGER PRIMARY KEY
      """
    ),
  ])
  func `a query that names a table that cannot be followed is refused`(
    query: LiveQuery,
    message: String
  ) {
    func refusal(_ body: () throws -> Void) -> String {
      do { try body() } catch { return "\(error)" }
      return ""
    }
    let own = refusal { _ = try open(query) }
    #expect(own == message)
    let shared = refusal {
      _ = try unsafe LiveQueries(sharing: program.handle, queries: [.init("q", query)])
    }
    #expect(shared == message)
  }
}
