import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedStore

/// A database of a program that does not use a store.
enum Program {
  static let sql = """
    CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, done INTEGER NOT NULL DEFAULT 0,
      folder TEXT REFERENCES folder);
    CREATE TABLE folder (name TEXT PRIMARY KEY);
    CREATE TABLE note_archive (id INTEGER PRIMARY KEY, title);
    CREATE TABLE feed_items (id INTEGER PRIMARY KEY, title);
    CREATE TABLE log (line TEXT, at DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE odd (a, b AS (a || 'x') VIRTUAL, c AS (length(a)) STORED, PRIMARY KEY (a)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE note_words USING fts5(title, content='note', content_rowid='id');
    CREATE VIRTUAL TABLE box USING rtree(id, x0, x1);
    CREATE VIEW open_note AS SELECT * FROM note WHERE NOT done;
    CREATE TRIGGER note_log AFTER UPDATE ON note BEGIN INSERT INTO log (line) VALUES (new.title); END;
    CREATE TRIGGER note_new AFTER INSERT ON note BEGIN
      INSERT INTO note_words (rowid, title) VALUES (new.id, new.title);
    END;
    INSERT INTO folder VALUES ('home');
    INSERT INTO note (title, folder) VALUES ('Milk', 'home'), ('Bread', NULL);
    """

  static func make(_ path: String, journal: String = "DELETE", _ more: String = "") throws {
    let program = try SQLiteClient(path: path)
    try program.run("PRAGMA journal_mode = \(journal); \(sql) \(more)")
  }
}

@Suite("An existing database")
struct ExistingDatabaseTests {
  let folder: TemporaryDirectory
  let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path("app.sqlite")
  }

  @Test func `tables that can be followed are offered, and the others are left unchanged`() throws {
    try Program.make(path)
    let store = try Store(at: .file(path))
    #expect(
      store.schema.tables.map(\.name) == ["feed_items", "folder", "note", "note_archive", "odd"]
    )
    #expect(try store.changing("INSERT INTO note (title) VALUES ('Salt')") == ["note/3"])
    #expect(try store.rows("SELECT rowid FROM note_words WHERE note_words MATCH 'salt'") == ["3"])
    #expect(try store.changing("UPDATE note SET done = 1 WHERE id = 3") == ["note/3"])
    #expect(try store.rows("SELECT line FROM log") == ["Salt"])
    #expect(try store.changing("INSERT INTO odd (a) VALUES ('k')") == ["odd/k"])
  }

  @Test func `unique columns that cannot be NULL are the key of a table without a primary key`()
    throws
  {
    try Program.make(
      path,
      """
      CREATE TABLE stock (sku TEXT NOT NULL UNIQUE, name TEXT, UNIQUE (name));
      CREATE TABLE seat (hall TEXT NOT NULL, number INTEGER NOT NULL, UNIQUE (number, hall));
      CREATE TABLE part (code TEXT UNIQUE, maker TEXT NOT NULL);
      CREATE UNIQUE INDEX part_maker ON part (maker) WHERE code > 'a';
      """
    )
    let store = try Store(at: .file(path))
    #expect(
      store.schema.tables.map(\.name).filter { ["stock", "seat", "part"].contains($0) } == [
        "seat", "stock",
      ]
    )
    #expect(
      try store.changing("INSERT INTO stock VALUES ('a', 'A'), ('b', 'B')") == [
        "stock/a", "stock/b",
      ]
    )
    #expect(
      try store.changing("UPDATE stock SET sku = 'c' WHERE sku = 'b'") == ["stock/b", "stock/c"]
    )
    #expect(
      try store.changing("INSERT OR REPLACE INTO stock VALUES ('d', 'A')") == [
        "stock/a", "stock/d",
      ]
    )
    #expect(try store.changing("INSERT INTO seat VALUES ('x', 1)") == ["seat/x,1"])
  }

  @Test func `a message for a table that cannot be followed is rejected with the reason`() throws {
    try Program.make(path)
    let store = try Store(at: .file(path))
    let error = storeError {
      try store.withWriter { writer in
        _ = try writer.transaction { try $0.upsert(["line": "x"], into: "log") }
      }
    }
    #expect(error?.code == .noPrimaryKey)
    #expect(error?.hint == "declare one, for example: id INTEGER PRIMARY KEY")
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a reader writes nothing, not even the journal mode`(journal: String) throws {
    try Program.make(path, journal: journal)
    let before = try Data(contentsOf: URL(filePath: path))
    do {
      let store = try Store(at: .file(path))
      #expect(try store.rows("SELECT title FROM note ORDER BY id") == ["Milk", "Bread"])
      #expect(try store.rows("PRAGMA journal_mode") == [journal.lowercased()])
      try store.withWriter { writer in
        _ = try writer.transaction { writer in
          let (version, document) = (try writer.version(), try writer.state(named: "document/a"))
          let positions = try writer.positions(namedLike: "")
          #expect(version == nil)
          #expect(document == nil)
          #expect(positions.isEmpty)
          // These can be recomputed, and are not worth a table.
          try writer.setVersion(7)
          try writer.noteState(.integer(7), named: "now")
        }
      }
      try store.close()
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test
  func `two tables are created with the first value to keep, and rolled back with its transaction`()
    throws
  {
    try Program.make(path)
    let store = try Store(at: .file(path))
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name IN ('feed_position', 'feed_state')"
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.withWriter { writer in
        _ = try writer.transaction { writer in
          try writer.setPosition(fixture: "f", line: 3, version: 4)
          throw Stop()
        }
      }
    }
    #expect(try store.rows(tables) == ["0"])
    let changes = try store.withWriter { writer in
      try writer.transaction { writer in
        try writer.setPosition(fixture: "f", line: 3, version: 4)
        try writer.setVersion(5)
        try writer.run("UPDATE note SET done = 1 WHERE id = 1")
      }
    }
    // The new tables concern no query.
    #expect(!changes.needsFullRefresh)
    #expect(keys(changes, in: store.schema) == ["note/1"])
    #expect(try store.rows(tables) == ["2"])
    try store.close()
    let again = try Store(at: .file(path))
    #expect(again.schema.table(named: "feed_state") == nil)
    let line = try again.withWriter { try $0.position(of: "f")?.line }
    let version = try again.withWriter { try $0.version() }
    #expect(line == 3)
    #expect(version == 5)
  }

  @Test func `the store's tables are created again if the program drops them`() throws {
    try Program.make(path)
    let store = try Store(at: .file(path))
    let program = try SQLiteClient(path: path)
    for line in 1...3 {
      try store.withWriter { writer in
        _ = try writer.transaction { try $0.setPosition(fixture: "f", line: line) }
        #expect(try writer.position(of: "f")?.line == line)
      }
      try program.run("DROP TABLE feed_position; DROP TABLE feed_state")
    }
    try store.close()
  }

  @Test
  func
    `a missing file and another format are rejected, and a read-only database is read`()
    throws
  {
    #expect(
      storeError { _ = try Store(at: .file(path)) }?.description
        == "error[cannot-open]: there is no database '\(path)'\n"
        + "  hint: give the path of an existing database, or a schema to create one"
    )
    #expect(folder.files.isEmpty)
    try Data("not a database, but a text that is long enough to be looked at".utf8)
      .write(to: URL(filePath: path))
    #expect(storeError { _ = try Store(at: .file(path)) }?.code == .notADatabase)
    try FileManager.default.removeItem(atPath: path)
    try Program.make(path)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
    let reader = try Store(at: .file(path))
    #expect(try reader.rows("SELECT count(*) FROM note") == ["2"])
    #expect(storeError { try reader.withWriter { try $0.run("DELETE FROM note") } } != nil)
    try reader.close()
    let copy = try Store(at: .copy(of: path))
    #expect(try copy.rows("SELECT count(*) FROM note") == ["2"])
  }

  @Test func `an SQLite without the hook is rejected with a hint`() throws {
    // The system's SQLite has the hook; an SQLite without it can be linked all the same, so it is
    // checked.
    _ = try Store(at: .memory)
    #expect(
      StoreError.noPreupdateHook.description
        == "error[cannot-open]: this SQLite was built without the preupdate hook, which reports "
        + "changed rows\n  hint: link an SQLite that was built with SQLITE_ENABLE_PREUPDATE_HOOK"
    )
  }
}
