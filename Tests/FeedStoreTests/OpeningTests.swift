import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("Opening a store")
struct OpeningTests {
  static let sql = """
    CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, -- the key
      sport_id INTEGER NOT NULL REFERENCES sport,
      status TEXT NOT NULL DEFAULT 'scheduled' CHECK (status <> '')
    );
    CREATE INDEX event_by_sport ON event (sport_id);
    INSERT INTO sport VALUES (1, 'Tennis');
    """
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  func open(_ name: String, _ sql: String = sql) throws -> Store {
    try Store(at: .file(folder.path(name)), schema: SchemaSource(sql: sql, name: "sports.sql"))
  }

  @Test func `a new file gets the tables and the first rows, once`() throws {
    var store = try open("a.sqlite")
    #expect(try store.rows("SELECT * FROM sport") == ["1 Tennis"])
    #expect(try store.rows("PRAGMA journal_mode") == ["wal"])
    #expect(try store.rows("PRAGMA foreign_keys") == ["1"])
    #expect(try store.rows("PRAGMA synchronous") == ["1"])
    try store.run("DELETE FROM sport; INSERT INTO sport VALUES (2, 'Golf')")
    try store.close()
    #expect(folder.files == ["a.sqlite"])
    store = try open("a.sqlite")
    #expect(try store.rows("SELECT * FROM sport") == ["2 Golf"])
  }

  @Test func `the schema is read from the database`() throws {
    let store = try memoryStore(
      """
      CREATE TABLE parent (a TEXT COLLATE NOCASE, b INTEGER, PRIMARY KEY (b, a));
      CREATE TABLE child (
        id INTEGER PRIMARY KEY, pa TEXT, pb INT DEFAULT 4, twice AS (pb * 2),
        other INTEGER REFERENCES child,
        FOREIGN KEY (pb, pa) REFERENCES parent
      );
      CREATE TABLE odd (id INTEGER PRIMARY KEY DESC, feedback TEXT) WITHOUT ROWID;
      CREATE TABLE old (id INTEGER PRIMARY KEY DESC);
      """
    )
    #expect(store.schema.tables.map(\.name) == ["child", "odd", "old", "parent"])
    let child = try #require(store.schema.table(named: "child"))
    #expect(child.columns.map(\.name) == ["id", "pa", "pb", "twice", "other"])
    #expect(child.columns.map(\.isGenerated) == [false, false, false, true, false])
    #expect(child.columns.map(\.hasDefault) == [false, false, true, false, false])
    #expect(child.hasIntegerPrimaryKey)
    #expect(child.primaryKey == [0])
    #expect(child.shape.names == child.columns.map(\.name))
    #expect(child.foreignKeys.map(\.parentTable) == ["child", "parent"])
    #expect(child.foreignKeys.map(\.columns) == [[4], [2, 1]])
    #expect(child.foreignKeys.map(\.parentColumns) == [["id"], ["b", "a"]])
    let parent = try #require(store.schema.table(named: "parent"))
    #expect(parent.primaryKey == [1, 0])
    #expect(parent.columns.map(\.collation) == ["NOCASE", "BINARY"])
    #expect(!parent.hasIntegerPrimaryKey)
    #expect(!parent.isWithoutRowID)
    #expect(store.schema.table(named: "odd")?.isWithoutRowID == true)
    #expect(store.schema.table(named: "odd")?.hasIntegerPrimaryKey == false)
    #expect(store.schema.table(named: "old")?.hasIntegerPrimaryKey == false)
    #expect(try store.changing("INSERT INTO old VALUES (7)") == ["old/7"])
  }

  @Test(arguments: [
    (
      "CREATE TABLE a (id INTEGER PRIMARY KEY);\n  CREATE TABEL b (id);",
      "sports.sql:2:10: error[schema-sql]: near \"TABEL\": syntax error\n"
        + "  hint: the line is: CREATE TABEL b (id);"
    ),
    (
      "CREATE TABLE a (id INTEGER PRIMARY KEY);\n\nINSERT INTO a VALUES (1), (1);",
      "sports.sql:3:1: error[schema-sql]: UNIQUE constraint failed: a.id\n"
        + "  hint: the line is: INSERT INTO a VALUES (1), (1);"
    ),
    (
      "CREATE TABLE sport (id INTEGER PRIMARY KEY);\nCREATE TABLE event (id INTEGER);",
      "sports.sql:2:1: error[no-primary-key]: table 'event' declares no primary key, "
        + "so its rows have no lasting identity\n"
        + "  hint: declare one, for example: id INTEGER PRIMARY KEY"
    ),
    (
      "CREATE TABLE sport (id INTEGER PRIMARY KEY);\n"
        + "CREATE TABLE event (id INTEGER PRIMARY KEY, sport_id REFERENCES sprot);",
      "sports.sql:2:65: error[unknown-table]: a foreign key of 'event' refers to a table that does "
        + "not exist: 'sprot'\n  hint: did you mean 'sport'?"
    ),
    (
      "CREATE TABLE feed_own (id INTEGER PRIMARY KEY)",
      "sports.sql:1:1: error[not-allowed]: 'feed_own' has a name that begins with 'feed_', "
        + "which is reserved for the store's tables\n  hint: choose another name"
    ),
    (
      "PRAGMA journal_mode = DELETE",
      "sports.sql:1:1: error[not-allowed]: 'PRAGMA journal_mode' is not allowed in a schema\n"
        + "  hint: leave it out; the store does it itself"
    ),
    (
      "CREATE VIRTUAL TABLE f USING fts5(name)",
      "sports.sql:1:1: error[unsupported-table]: table 'f' is virtual, and changes in it cannot "
        + "be followed\n  hint: use an ordinary table"
    ),
    (
      "CREATE TABLE t (id INTEGER PRIMARY KEY,\n  at TEXT DEFAULT CURRENT_TIMESTAMP)",
      "sports.sql:2:19: error[non-deterministic]: 'current_timestamp' reads the clock\n"
        + "  hint: pass the time in: ':now' in an action, or a member of the message"
    ),
  ])
  func `an error in the schema is reported with line and column`(sql: String, message: String) {
    #expect(storeError { _ = try open("a.sqlite", sql) }?.description == message)
    #expect(folder.files.isEmpty)
  }

  @Test(arguments: [
    (
      "CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
      ["the store has no table 'event'", "the store has no index 'event_by_sport'"]
    ),
    (
      sql.replacingOccurrences(of: "name TEXT NOT NULL", with: "name INT, rank INTEGER")
        .replacingOccurrences(of: "(1, 'Tennis')", with: "(1, 2, 3)"),
      [
        "column 'sport.name' has type 'INT' in the store but 'TEXT' is declared",
        "column 'sport.name' allows NULL in the store, unlike declared",
        "table 'sport' has a column 'rank' that is not declared",
      ]
    ),
    (
      sql.replacingOccurrences(
        of: "(id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        with: "(id INTEGER PRIMARY KEY)"
      )
      .replacingOccurrences(of: "(1, 'Tennis')", with: "(1)"),
      ["table 'sport' lacks column 'name'"]
    ),
    (
      sql.replacingOccurrences(
        of: "DEFAULT 'scheduled' CHECK (status <> '')",
        with: "DEFAULT 'live'"
      ),
      ["column 'event.status' has default 'live' in the store but 'scheduled' is declared"]
    ),
    (
      sql.replacingOccurrences(of: "CHECK (status <> '')", with: ""),
      [
        """
        table 'event' is "CREATE TABLE event ( id INTEGER PRIMARY KEY, -- the key sport_id INTEGER \
        NOT NULL REFERENCES sport, status TEXT NOT NULL DEFAULT 'scheduled' )" in the store but \
        "CREATE TABLE event ( id INTEGER PRIMARY KEY, -- the key sport_id INTEGER NOT NULL \
        REFERENCES sport, status TEXT NOT NULL DEFAULT 'scheduled' CHECK (status <> '') )" is \
        declared
        """
      ]
    ),
    (
      sql.replacingOccurrences(of: "event (sport_id)", with: "event (status)"),
      [
        """
        index 'event_by_sport' is "CREATE INDEX event_by_sport ON event (status)" in the store \
        but "CREATE INDEX event_by_sport ON event (sport_id)" is declared
        """
      ]
    ),
    (
      sql + "CREATE TABLE more (id INTEGER PRIMARY KEY); CREATE VIEW v AS SELECT 1;",
      [
        "the store has a table 'more' that is not declared",
        "the store has a view 'v' that is not declared",
      ]
    ),
    (
      sql.replacingOccurrences(
        of: "sport (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        with: "sport (id INTEGER, name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID"
      ),
      [
        "the primary key of table 'sport' is (name) in the store but (id) is declared",
        "table 'sport' is WITHOUT ROWID in the store, unlike declared",
      ]
    ),
  ])
  func `a store with another schema is rejected with its differences`(
    sql: String,
    differences: [String]
  ) throws {
    try open("a.sqlite", sql).close()
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.sqlite")))
    let error = storeError { _ = try open("a.sqlite") }
    #expect(error?.code == .schemaMismatch)
    let path = folder.path("a.sqlite")
    #expect(
      error?.message == "the store '\(path)' does not have the schema of 'sports.sql': "
        + differences.joined(separator: "; ")
    )
    #expect(
      error?.hint == "use a new file for the store, or change its tables to match 'sports.sql'"
    )
    #expect(folder.files == ["a.sqlite"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `tables and columns may have the names of functions`() throws {
    let store = try memoryStore(
      """
      CREATE TABLE changes (id INTEGER PRIMARY KEY, date TEXT, random INTEGER);
      CREATE TABLE date (id INTEGER PRIMARY KEY REFERENCES changes (id), time TEXT);
      CREATE INDEX by_date ON date (time);
      INSERT INTO changes (id, date) VALUES (1, 'now');
      """
    )
    #expect(store.schema.tables.map(\.name) == ["changes", "date"])
  }

  @Test func `a schema with thousands of first rows is applied quickly`() throws {
    let rows = (1...3000).map { "INSERT INTO t VALUES (\($0), 'row \($0)');" }
    let store = try memoryStore(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT);\n" + rows.joined(separator: "\n")
    )
    #expect(try store.rows("SELECT count(*) FROM t") == ["3000"])
  }

  @Test func `a zero byte in SQL is rejected`() throws {
    let error = storeError {
      _ = try memoryStore("CREATE TABLE t (id INTEGER PRIMARY KEY);\0 CREATE TABLE u (id)")
    }
    #expect(error?.message.hasPrefix("there is a zero byte") == true)
  }

  @Test func `blanks, comments, case and quotes make no difference`() throws {
    try open(
      "a.sqlite",
      """
      create table "sport" (id integer primary key, name text not null);
      CREATE TABLE event (id INTEGER PRIMARY KEY, sport_id INTEGER NOT NULL REFERENCES sport,
        status TEXT NOT NULL DEFAULT 'scheduled' CHECK (status <> ''));
      CREATE INDEX event_by_sport ON event (/* by its */ sport_id);
      """
    ).close()
    try open("a.sqlite").close()
  }

  @Test func `a store without bookkeeping tables gets them`() throws {
    let path = folder.path("a.sqlite")
    try open("a.sqlite").withWriter { writer in
      try writer.run("DROP TABLE feed_position; DROP TABLE feed_state")
    }
    let store = try open("a.sqlite")
    #expect(try store.rows("SELECT count(*) FROM feed_position") == ["0"])
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
