import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("Change log")
struct ChangeLogTests {
  private static let source = SchemaSource(
    sql: """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT UNIQUE COLLATE NOCASE, rank INTEGER);
      CREATE TABLE player (
        id INTEGER PRIMARY KEY, team INTEGER REFERENCES team ON DELETE CASCADE ON UPDATE CASCADE);
      CREATE TABLE seat (row TEXT, number, PRIMARY KEY (row, number)) WITHOUT ROWID;
      CREATE TABLE word (name TEXT PRIMARY KEY COLLATE NOCASE, note);
      CREATE TABLE slot (id INTEGER PRIMARY KEY, x INTEGER NOT NULL DEFAULT 5 UNIQUE);
      CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT, gone);
      CREATE UNIQUE INDEX tag_name ON tag(name) WHERE NOT gone;
      CREATE TABLE "odd 'name" (id INTEGER PRIMARY KEY, v);
      INSERT INTO team VALUES (1, 'Reds', 1), (2, 'Blues', 2);
      INSERT INTO player VALUES (1, 1), (2, 1), (3, 2);
      INSERT INTO seat VALUES ('a', 1), ('a', 'x');
      INSERT INTO word VALUES ('Tie', 1);
      INSERT INTO slot VALUES (1, 5), (2, 6);
      INSERT INTO "odd 'name" VALUES (1, 1);
      """,
    name: "teams.sql"
  )
  let folder: TemporaryDirectory
  let store: Store
  let client: SQLiteClient
  private var path: String { folder.path("a.sqlite") }

  init() throws {
    folder = try TemporaryDirectory()
    store = try Self.store(at: folder.path("a.sqlite"))
    client = try SQLiteClient(path: folder.path("a.sqlite"))
    try client.run("PRAGMA foreign_keys = 1")
  }

  /// Opens a store that records the changes of other programs.
  private static func store(at path: String) throws -> Store {
    let store = try Store(at: .file(path), schema: source)
    _ = try store.withWriter { writer in
      writer.followOthers(in: writer.schema.tables.indices)
      return try writer.transaction { _ in }
    }
    return store
  }

  private func look(_ store: Store) throws -> ChangeSet {
    try store.withWriter { try $0.transaction { _ in } }
  }

  /// Returns the rows listed for a statement of another program; `nil` for a full refresh.
  private func listed(_ sql: String) throws -> Set<String>? {
    try client.run(sql)
    let changes = try look(store)
    return changes.needsFullRefresh ? nil : Set(keys(changes, in: store.schema))
  }

  @Test(
    arguments: [
      ("INSERT INTO team VALUES (7, 'Greens', 3)", ["team/7"]),
      ("UPDATE team SET rank = 5 WHERE id = 2", ["team/2"]),
      ("UPDATE player SET id = 9 WHERE id = 3", ["player/3", "player/9"]),
      ("UPDATE player SET rowid = 9 WHERE id = 3", ["player/3", "player/9"]),
      ("DELETE FROM player WHERE id = 3", ["player/3"]),
      ("DELETE FROM player", ["player/1", "player/2", "player/3"]),
      ("DELETE FROM team WHERE id = 1", ["team/1", "player/1", "player/2"]),
      ("UPDATE team SET id = 4 WHERE id = 2", ["team/2", "team/4", "player/3"]),
      ("REPLACE INTO team VALUES (7, 'BLUES', 3)", ["team/2", "team/7", "player/3"]),
      (
        "UPDATE OR REPLACE team SET name = 'reds' WHERE id = 2",
        ["team/1", "team/2", "player/1", "player/2"]
      ),
      ("INSERT OR REPLACE INTO slot VALUES (3, NULL)", ["slot/1", "slot/3"]),
      ("UPDATE seat SET number = 2 WHERE number = 1", ["seat/a,1", "seat/a,2"]),
      ("REPLACE INTO word VALUES ('TIE', 2)", ["word/Tie", "word/TIE"]),
      ("UPDATE word SET name = 'TIE'", ["word/Tie", "word/TIE"]),
      (#"UPDATE "odd 'name" SET v = 2"#, ["odd 'name/1"]),
    ] as [(String, Set<String>)]
  )
  func `rows changed by another program are listed one by one`(
    sql: String,
    rows: Set<String>
  ) throws {
    try #expect(listed(sql) == rows)
    #expect(try look(store).isEmpty)
  }

  @Test func `a table whose unique index has a condition is read again`() throws {
    try #expect(listed("INSERT INTO tag VALUES (1, 'a', 0)") == nil)
    try #expect(listed("INSERT OR REPLACE INTO tag VALUES (2, 'a', 0)") == nil)
    try #expect(listed("DELETE FROM tag") == ["tag/2"])
  }

  @Test func `a rolled back change is not listed, and its entry numbers are used again`() throws {
    try client.run("BEGIN; UPDATE team SET rank = 9; ROLLBACK")
    #expect(try look(store).isEmpty)
    try #expect(listed("UPDATE team SET rank = 9 WHERE id = 1") == ["team/1"])
    #expect(throws: StoreError.self) {
      _ = try store.changing("UPDATE team SET rank = 7; INSERT INTO player VALUES (8, 77)")
    }
    _ = try store.withWriter { writer in
      try writer.transaction { try $0.run("SAVEPOINT s; UPDATE team SET rank = 3; ROLLBACK TO s") }
    }
    try #expect(listed("UPDATE team SET rank = 8 WHERE id = 2") == ["team/2"])
  }

  @Test func `a change by a store is listed once, and other stores list it too`() throws {
    let other = try Self.store(at: path)
    #expect(try store.changing("UPDATE team SET rank = 3 WHERE id = 1") == ["team/1"])
    #expect(try look(store).isEmpty)
    let changes = try look(other)
    #expect(!changes.needsFullRefresh)
    #expect(changes.hasOthers)
    #expect(keys(changes, in: other.schema) == ["team/1"])
    // The own changes are not recorded in the transaction that finds those of other programs.
    #expect(try other.changing("UPDATE team SET rank = 4 WHERE id = 2") == ["team/2"])
    #expect(try store.changing("DELETE FROM player WHERE id = 3") == ["player/3", "team/2"])
    #expect(try look(store).isEmpty)
  }

  @Test func `a rollback keeps the changes of other programs`() throws {
    try client.run("UPDATE team SET rank = 4 WHERE id = 2")
    #expect(throws: StoreError.self) {
      _ = try store.changing("INSERT INTO player VALUES (8, 77)")
    }
    let changes = try look(store)
    #expect(!changes.needsFullRefresh)
    #expect(keys(changes, in: store.schema).contains("team/2"))
  }

  @Test func `a store that has not read the log for too long refreshes fully, and then continues`()
    throws
  {
    let other = try Self.store(at: path)
    try client.run(
      """
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 10000)
      INSERT INTO player SELECT 100 + x, 1 FROM n
      """
    )
    #expect(try look(store).tables.map(\.keys.count) == [10_000])
    try client.run("UPDATE player SET id = id + 20000 WHERE id > 100; UPDATE team SET rank = 8")
    #expect(try look(other).needsFullRefresh)
    #expect(try look(store).needsFullRefresh)
    let count = Int(try #require(try store.rows("SELECT count(*) FROM feed_change").first)) ?? 0
    #expect((16_384...17_408).contains(count))
    for store in [store, other] {
      try client.run("UPDATE team SET rank = rank + 1 WHERE id = 1")
      #expect(keys(try look(store), in: store.schema) == ["team/1"])
      #expect(try look(store).isEmpty)
    }
  }

  @Test func `a change of the schema causes a full refresh, and the triggers follow it`() throws {
    try #expect(listed("CREATE UNIQUE INDEX player_team ON player(team) WHERE 0") == nil)
    try #expect(listed("DROP INDEX player_team; DELETE FROM player WHERE id = 2") == nil)
    try #expect(listed("CREATE UNIQUE INDEX player_team ON player(team)") == nil)
    try #expect(listed("REPLACE INTO player VALUES (8, 2)") == ["player/3", "player/8"])
    try #expect(listed("ALTER TABLE team ADD COLUMN note; UPDATE team SET note = 1") == nil)
    try #expect(listed("UPDATE team SET note = 2 WHERE id = 1") == ["team/1"])
    try #expect(listed("VACUUM") == nil)
    try #expect(listed("DROP TABLE feed_change") == nil)
    // The program that has dropped the table notices the new one only by reading it.
    try client.run("SELECT 1 FROM feed_change")
    try #expect(listed("UPDATE team SET note = 3 WHERE id = 1") == ["team/1"])
    try #expect(listed("DROP TRIGGER feed_change_update_team; UPDATE team SET rank = 1") == nil)
    try #expect(listed("UPDATE team SET note = 4 WHERE id = 1") == ["team/1"])
  }

  @Test
  func `a store with triggers is opened by feeds that track changes and by feeds that do not`()
    throws
  {
    let triggers = "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'feed_change%'"
    let plain = try Store(at: .file(path), schema: Self.source)
    _ = try plain.changing("UPDATE team SET rank = 3 WHERE id = 1")
    #expect(keys(try look(store), in: store.schema) == ["team/1"])
    // The triggers work in a copy, too.
    let copy = try Store(at: .copy(of: path), schema: Self.source)
    #expect(try copy.changing("UPDATE team SET rank = 4 WHERE id = 1") == ["team/1"])
    // A store that does not track changes removes the triggers when its queries are opened. A
    // running store that tracks changes creates them again.
    try plain.withWriter { try $0.stopFollowingOthers() }
    #expect(try plain.rows(triggers) == ["0"])
    try #expect(listed("UPDATE team SET rank = 5 WHERE id = 1") == nil)
    try #expect(listed("UPDATE team SET rank = 6 WHERE id = 1") == ["team/1"])
    #expect(try plain.rows(triggers) != ["0"])
  }

  @Test func `messages write to tracked tables, but a schema cannot declare the triggers`() throws {
    let writer = try Store(at: .file(path), schema: Self.source)
    _ = try writer.withWriter { writer in
      let messages = try MessageWriter(in: writer)
      return try writer.transaction { _ in
        try messages.apply(#"{"upsert": {"team": [{"id": 1, "name": "Whites", "rank": 1}]}}"#)
        try messages.apply(#"{"upsert": {"player": [{"id": 1, "team": 2}]}}"#)
      }
    }
    #expect(Set(keys(try look(store), in: store.schema)) == ["team/1", "player/1"])
    let error = storeError {
      _ = try memoryStore(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY);
        CREATE TRIGGER feed_change_x AFTER INSERT ON t BEGIN DELETE FROM t; END
        """
      )
    }
    #expect(
      error?.description.hasPrefix(
        "test.sql:2:1: error[not-allowed]: trigger 'feed_change_x' has a name that begins with "
          + "'feed_change_', a prefix reserved for the store's change log"
      ) == true,
      "\(error?.description ?? "")"
    )
  }

  @Test func `only the commits of a killed program are listed`() async throws {
    let path = path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let client = try SQLiteClient(path: path)
      try client.run("UPDATE team SET rank = 7 WHERE id = 2; INSERT INTO player VALUES (20, 1)")
      try client.run("BEGIN; DELETE FROM player; UPDATE team SET rank = 100")
      kill(getpid(), SIGKILL)
    }
    let changes = try look(store)
    #expect(!changes.needsFullRefresh)
    #expect(Set(keys(changes, in: store.schema)) == ["team/2", "player/20"])
    #expect(try store.rows("SELECT rank FROM team ORDER BY id") == ["1", "7"])
  }

  @Test func `a killed program that tracks changes leaves a usable store`()
    async throws
  {
    let path = path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let store = try ChangeLogTests.store(at: path)
      _ = try store.withWriter { writer in
        try writer.transaction { writer in
          try writer.run("UPDATE team SET rank = 9 WHERE id = 1")
          kill(getpid(), SIGKILL)
        }
      }
    }
    #expect(try look(store).isEmpty)
    try #expect(listed("UPDATE team SET rank = 9 WHERE id = 1") == ["team/1"])
  }
}
