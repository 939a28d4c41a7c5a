import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("Migrating a store")
struct MigrationTests {
  static let before = """
    CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, -- the key
      sport_id INTEGER NOT NULL REFERENCES sport,
      name TEXT, -- what is shown
      CHECK (name <> '')
    ) STRICT;
    CREATE INDEX event_by_sport ON event (sport_id);
    CREATE VIEW tennis AS SELECT * FROM event WHERE sport_id = 1;
    CREATE TRIGGER renamed INSTEAD OF UPDATE ON tennis BEGIN
      UPDATE event SET name = new.name WHERE id = old.id;
    END;
    CREATE TABLE spare (id INTEGER PRIMARY KEY, note TEXT);
    INSERT INTO sport VALUES (1, 'Tennis');
    """
  let folder: TemporaryDirectory
  var path: String { folder.path("a.sqlite") }
  var copy: String { folder.path("a.before") }

  init() throws { folder = try TemporaryDirectory() }

  func schema(_ sql: String) -> SchemaSource { SchemaSource(sql: sql, name: "sports.sql") }

  func open(_ sql: String = before) throws -> Store {
    try Store(at: .file(path), schema: schema(sql))
  }

  /// Creates a store of the older schema with two events and bookkeeping, and closes it.
  func makeStore(_ sql: String = before) throws {
    let store = try open(sql)
    try store.withWriter { writer in
      _ = try writer.transaction { writer in
        try writer.run(
          "INSERT INTO event (id, sport_id, name) VALUES (1, 1, 'A v B'), (2, 1, 'C v D')"
        )
        try writer.run("INSERT INTO spare (id) VALUES (1)")
        try writer.setPosition(fixture: "a.jsonl", line: 7, version: 3, digest: 5)
        try writer.setState(.text("kept"), named: "something")
      }
    }
    try store.close()
  }

  func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  func migration(to sql: String) throws -> StoreMigration {
    try StoreMigration(of: path, to: schema(sql))
  }

  static let after =
    before.replacing(
      "name TEXT, -- what is shown",
      with: """
        name TEXT, -- what is shown
          venue_id INTEGER REFERENCES venue (id),
          stage TEXT NOT NULL DEFAULT 'final, (last)' /* where; it ends */
            CHECK (stage <> ''),
          title TEXT AS (name || '!') VIRTUAL,
        """
    )
    .replacing("sport_id = 1;", with: "sport_id = 1 AND stage <> '';")
      + """
      CREATE TABLE venue (id INTEGER PRIMARY KEY, name TEXT NOT NULL, twin INTEGER REFERENCES venue);
      INSERT INTO venue VALUES (1, 'St. James'' Park', 2), (2, 'Parken', NULL);
      CREATE UNIQUE INDEX event_by_name ON event (name);
      CREATE TRIGGER moved AFTER UPDATE OF sport_id ON event BEGIN
        UPDATE event SET stage = 'moved' WHERE id = new.id;
      END;
      """

  @Test
  func `tables, columns, indexes, views and triggers are added, and rows and bookkeeping are kept`()
    throws
  {
    try makeStore()
    let old = try bytes(path)
    let migration = try migration(to: Self.after)
    #expect(migration.obstacles == [])
    #expect(
      migration.steps.map(\.description) == [
        "add table 'venue'", "add column 'event.venue_id'", "add column 'event.stage'",
        "add column 'event.title'", "add index 'event_by_name'", "replace view 'tennis'",
        "add trigger 'moved'",
      ]
    )
    #expect(try bytes(path) == old)
    #expect(folder.files == ["a.sqlite"])
    try migration.apply(keeping: copy)
    let store = try open(Self.after)
    #expect(
      try store.rows("SELECT * FROM event") == [
        "1 1 A v B NULL final, (last) A v B!", "2 1 C v D NULL final, (last) C v D!",
      ]
    )
    #expect(try store.rows("SELECT * FROM venue") == ["1 St. James' Park 2", "2 Parken NULL"])
    #expect(try store.rows("SELECT * FROM sport") == ["1 Tennis"])
    try store.run("UPDATE tennis SET name = 'E v F' WHERE id = 1")
    #expect(try store.rows("SELECT name FROM event WHERE id = 1") == ["E v F"])
    #expect(try store.rows("PRAGMA integrity_check") == ["ok"])
    let account = try store.withWriter { writer in
      (
        line: try writer.position(of: "a.jsonl")?.line, version: try writer.version(),
        state: try writer.state(named: "something")
      )
    }
    #expect(account.line == 7)
    #expect(account.version == 3)
    #expect(account.state == .text("kept"))
    try store.close()
    #expect(try self.migration(to: Self.after).steps.isEmpty)
    // The copy is the whole store from before.
    #expect(folder.files == ["a.before", "a.sqlite"])
    let kept = try Store(at: .file(copy), schema: schema(Self.before))
    #expect(try kept.rows("SELECT * FROM event") == ["1 1 A v B", "2 1 C v D"])
  }

  @Test func `undeclared objects without rows are removed from a store`() throws {
    try makeStore()
    let sql =
      "CREATE TABLE event (id INTEGER PRIMARY KEY, sport_id INTEGER NOT NULL REFERENCES sport, "
      + "name TEXT, CHECK (name <> '')) STRICT; CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
      + "CREATE TABLE spare (id INTEGER PRIMARY KEY, note TEXT)"
    let migration = try migration(to: sql)
    #expect(
      migration.steps.map(\.description) == [
        "remove trigger 'renamed'", "remove view 'tennis'", "remove index 'event_by_sport'",
      ]
    )
    try migration.apply(keeping: copy)
    #expect(try open(sql).rows("SELECT count(*) FROM event") == ["2"])
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let change: String
    let from: String
    let to: String
    let message: String
    let hint: String
    var testDescription: String { change }
  }

  @Test(arguments: [
    Case(
      change: "a removed table",
      from: "CREATE TABLE spare (id INTEGER PRIMARY KEY, note TEXT);",
      to: "CREATE TABLE game (id INTEGER PRIMARY KEY);",
      message: "undeclared-table: the store has a table 'spare' that is not declared",
      hint: "declare it again, or remove it with its rows: DROP TABLE \"spare\""
    ),
    Case(
      change: "a renamed table",
      from: "CREATE TABLE spare (",
      to: "CREATE TABLE game (",
      message: "undeclared-table: the store has a table 'spare' that is not declared",
      hint: "if it is called 'game' now: ALTER TABLE \"spare\" RENAME TO \"game\""
    ),
    Case(
      change: "a removed column",
      from: "name TEXT NOT NULL",
      to: "rank INTEGER",
      message: "undeclared-column: table 'sport' has a column 'name' that is not declared",
      hint: "declare it again, or remove it with its values: "
        + "ALTER TABLE \"sport\" DROP COLUMN \"name\""
    ),
    Case(
      change: "a renamed column",
      from: "name TEXT NOT NULL",
      to: "title TEXT NOT NULL",
      message: "undeclared-column: table 'sport' has a column 'name' that is not declared",
      hint: "if it is called 'title' now: ALTER TABLE \"sport\" RENAME COLUMN \"name\" TO \"title\""
    ),
    Case(
      change: "another type",
      from: "name TEXT NOT NULL",
      to: "name BLOB NOT NULL",
      message: "changed-column: column 'sport.name' has type 'TEXT' in the store "
        + "but 'BLOB' is declared",
      hint: "declare it as in the store, or start with a new store and copy the rows into it"
    ),
    Case(
      change: "NULL is forbidden",
      from: "name TEXT, --",
      to: "name TEXT NOT NULL, --",
      message: "changed-column: column 'event.name' allows NULL in the store, unlike declared",
      hint: "declare it as in the store, or start with a new store and copy the rows into it"
    ),
    Case(
      change: "another check of a column",
      from: "name TEXT NOT NULL",
      to: "name TEXT NOT NULL CHECK (name <> '')",
      message: "changed-column: column 'sport.name' is \"name TEXT NOT NULL\" in the store "
        + "but \"name TEXT NOT NULL CHECK (name <> '')\" is declared",
      hint: "declare it as in the store, or start with a new store and copy the rows into it"
    ),
    Case(
      change: "another key",
      from: "CREATE TABLE spare (id INTEGER PRIMARY KEY, note TEXT);",
      to: "CREATE TABLE spare (id INTEGER, note TEXT, PRIMARY KEY (id, note));",
      message: "changed-column: column 'spare.id' is \"id INTEGER PRIMARY KEY\" in the store "
        + "but \"id INTEGER\" is declared",
      hint: "declare it as in the store, or start with a new store and copy the rows into it"
    ),
    Case(
      change: "another constraint",
      from: "CHECK (name <> '')",
      to: "CHECK (name <> ' ')",
      message: "changed-table: table 'event' has \"CHECK (name <> '')\", which is not declared",
      hint: "declare it again, or start with a new store and copy the rows into it"
    ),
    Case(
      change: "no longer strict",
      from: ") STRICT",
      to: ")",
      message: "changed-table: table 'event' is STRICT in the store "
        + "but an ordinary table is declared",
      hint: "declare it as in the store, or start with a new store and copy the rows into it"
    ),
    Case(
      change: "another order",
      from: "(id INTEGER PRIMARY KEY, note TEXT)",
      to: "(note TEXT, id INTEGER PRIMARY KEY)",
      message: "changed-table: the columns of table 'spare' are (id, note) in the store but "
        + "(note, id) are declared",
      hint: "declare them in the order of the store"
    ),
    Case(
      change: "a new column in the middle",
      from: "note TEXT",
      to: "rank INTEGER, note TEXT",
      message: "misplaced-column: column 'spare.rank' is new and declared before 'note', "
        + "but a column can only be added as the last one",
      hint: "declare it after 'note'"
    ),
    Case(
      change: "a new column without a default",
      from: "note TEXT",
      to: "note TEXT, code TEXT NOT NULL",
      message: "unfit-column: column 'spare.code' is new, forbids NULL and has no default, "
        + "and the table has rows",
      hint: "give it a default that fits them, for example: code TEXT NOT NULL DEFAULT ''"
    ),
    Case(
      change: "a new unique column",
      from: "note TEXT",
      to: "note TEXT, code TEXT UNIQUE",
      message: "unfit-column: column 'spare.code' is new and UNIQUE, "
        + "but no UNIQUE column can be added",
      hint: "declare an index instead: "
        + "CREATE UNIQUE INDEX spare_by_code ON \"spare\" (\"code\")"
    ),
    Case(
      change: "a new stored column",
      from: "note TEXT",
      to: "note TEXT, code AS (note || 1) STORED",
      message: "unfit-column: column 'spare.code' is new and STORED, "
        + "but no STORED column can be added",
      hint: "declare it as VIRTUAL"
    ),
    Case(
      change: "a new column whose check fails",
      from: "note TEXT",
      to: "note TEXT, rank INTEGER DEFAULT 0 CHECK (rank > 0)",
      message: "refused-step: column 'spare.rank' cannot be added: CHECK constraint failed",
      hint: "give it a default that fits the existing rows"
    ),
    Case(
      change: "a default that is computed",
      from: "note TEXT",
      to: "note TEXT, rank INTEGER DEFAULT (1 + 1)",
      message: "refused-step: column 'spare.rank' cannot be added: "
        + "Cannot add a column with non-constant default",
      hint:
        "the default of a new column must be a constant, such as 0 or 'text'; write one, or "
        + "leave the default out"
    ),
    Case(
      change: "a unique index over equal rows",
      from: "CREATE INDEX event_by_sport ON",
      to: "CREATE UNIQUE INDEX event_by_sport ON",
      message: "refused-step: index 'event_by_sport' cannot be replaced: "
        + "UNIQUE constraint failed: event.sport_id",
      hint: "change the rows that are equal in these columns first"
    ),
    Case(
      change: "first rows that refer to rows which are not there",
      from: "INSERT INTO sport VALUES (1, 'Tennis');",
      to: "INSERT INTO sport VALUES (2, 'Golf');"
        + "CREATE TABLE t (id INTEGER PRIMARY KEY REFERENCES sport); INSERT INTO t VALUES (2);",
      message: "refused-step: the first rows of the new table 't' refer to rows of 'sport' "
        + "that the store does not have",
      hint: "write the rows of 'sport' first"
    ),
  ])
  func `an impossible change is reported with a hint, and nothing is changed`(_ test: Case) throws {
    try makeStore()
    let old = try bytes(path)
    let sql = Self.before.replacing(test.from, with: test.to)
    #expect(sql != Self.before)
    let migration = try migration(to: sql)
    let first = try #require(migration.obstacles.first)
    #expect("\(first.code.rawValue): \(first.message)" == test.message)
    #expect(first.hint == test.hint)
    #expect(try bytes(path) == old)
    #expect(folder.files == ["a.sqlite"])
  }

  @Test func `a migration drops and replaces nothing in the database of another program`() throws {
    let client = try SQLiteClient(path: path)
    try client.run(
      """
      CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE VIEW names AS SELECT name FROM sport;
      CREATE INDEX theirs ON sport (name);
      CREATE TABLE log (line);
      """
    )
    let old = try bytes(path)
    let migration = try migration(
      to: """
        CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank INTEGER);
        CREATE VIEW names AS SELECT rank FROM sport;
        """
    )
    #expect(
      migration.obstacles.map(\.message) == [
        "the store has a table 'log' that is not declared",
        "the database has an index 'theirs' that is not declared, and was made by another program",
        "the database has a view 'names' that is declared differently, and was made by another program",
      ]
    )
    #expect(
      migration.obstacles.first?.hint
        == "name a database of another program with 'store: {file: …}': its tables are then "
        + "left unchanged"
    )
    #expect(try bytes(path) == old)
  }

  @Test func `no file is overwritten, and no copy is left when the store is busy or has changed`()
    throws
  {
    try makeStore()
    let migration = try migration(to: Self.after)
    try Data("mine".utf8).write(to: URL(filePath: copy))
    var error = storeError { try migration.apply(keeping: copy) }
    #expect(error?.message.hasPrefix("there is a file '\(copy)' already") == true)
    #expect(try bytes(copy) == Data("mine".utf8))
    try FileManager.default.removeItem(atPath: copy)
    let client = try SQLiteClient(path: path)
    try client.run("CREATE INDEX another ON event (name)")
    error = storeError { try migration.apply(keeping: copy) }
    #expect(error?.code == .schemaMismatch)
    #expect(
      error?.message
        == "another program has changed the tables of the store '\(path)' in the meantime"
    )
    try client.run("DROP INDEX another; BEGIN IMMEDIATE")
    error = storeError { try migration.apply(keeping: copy) }
    #expect(
      error?.description == """
        error[busy]: another program has been writing to the store '\(path)' for 5 seconds
          hint: stop it, and migrate the store again
        """
    )
    #expect(!folder.files.contains { $0.contains("before") })
    try client.run("ROLLBACK")
    try migration.apply(keeping: copy)
    #expect(try open(Self.after).rows("SELECT count(*) FROM venue") == ["2"])
  }

  @Test func `an empty store needs no migration, and a missing store is an error`() throws {
    #expect(storeError { _ = try migration(to: Self.before) }?.code == .cannotOpen)
    try Data().write(to: URL(filePath: path))
    #expect(try migration(to: Self.before).steps.isEmpty)
    try Data("no database at all, but a text".utf8).write(to: URL(filePath: path))
    #expect(storeError { _ = try migration(to: Self.before) }?.code == .notADatabase)
  }
}
