import FeedStore
import Testing

/// The pitfalls that change capture must avoid, by their numbers in the list of pitfalls.
@Suite("Change capture")
struct ChangeCaptureTests {
  private static let schema = """
    CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT UNIQUE, ord INTEGER DEFAULT 0);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY,
      sport INTEGER REFERENCES sport ON DELETE CASCADE ON UPDATE CASCADE,
      name TEXT, odds REAL, data BLOB
    );
    CREATE TABLE tag (name TEXT PRIMARY KEY, note TEXT) WITHOUT ROWID;
    CREATE TABLE line (market INTEGER, side TEXT, price REAL, PRIMARY KEY (market, side))
      WITHOUT ROWID;
    CREATE TABLE code (code TEXT PRIMARY KEY, note BLOB);
    INSERT INTO sport (id, name) VALUES (1, 'a'), (2, 'b');
    INSERT INTO event (id, sport, name, odds) VALUES (1, 1, 'x', 1.5), (2, 1, 'y', 2), (3, 2, 'z', 3);
    INSERT INTO tag VALUES ('t1', 'n'), ('t2', 'n');
    INSERT INTO line VALUES (1, 'home', 1.5), (1, 'away', 2.5);
    INSERT INTO code VALUES ('c1', x'0102'), ('c2', x'0304');
    """
  let store: Store

  init() throws { store = try memoryStore(Self.schema) }

  @Test func `rows of the schema's own inserts are not changes`() throws {
    let changes = try store.withWriter { $0.takeChanges() }
    #expect(changes.isEmpty)
  }

  @Test func `an update, an insert and a delete are listed by key`() throws {
    #expect(try store.changing("UPDATE event SET odds = 9 WHERE id = 2") == ["event/2"])
    #expect(
      try store.changing("INSERT INTO event (id) VALUES (10), (9)") == ["event/9", "event/10"]
    )
    #expect(try store.changing("DELETE FROM event WHERE id >= 9") == ["event/9", "event/10"])
  }

  @Test func `P1 a delete without a condition lists every row`() throws {
    #expect(try store.changing("DELETE FROM event") == ["event/1", "event/2", "event/3"])
    #expect(try store.changing("DELETE FROM tag") == ["tag/t1", "tag/t2"])
  }

  @Test func `P2 a delete that was prepared before any row existed lists every row`() throws {
    let store = try memoryStore("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let changes = try store.withWriter { writer in
      let delete = try writer.prepare("DELETE FROM t")
      _ = try writer.transaction { try $0.run("INSERT INTO t VALUES (1), (2)") }
      return try writer.transaction { _ in try delete.run() }
    }
    #expect(keys(changes, in: store.schema) == ["t/1", "t/2"])
  }

  @Test func `P3 a replacement lists the rows that it removes`() throws {
    #expect(
      try store.changing("INSERT OR REPLACE INTO sport (id, name) VALUES (50, 'b')")
        == ["event/3", "sport/2", "sport/50"]
    )
    #expect(
      try store.changing("UPDATE OR REPLACE sport SET name = 'a' WHERE id = 50")
        .filter { $0.hasPrefix("sport") } == ["sport/1", "sport/50"]
    )
  }

  @Test func `P3 a replacement of a row by itself lists it once`() throws {
    #expect(try store.changing("REPLACE INTO tag VALUES ('t1', 'new')") == ["tag/t1"])
    #expect(try store.changing("REPLACE INTO event (id, name) VALUES (1, 'new')") == ["event/1"])
  }

  @Test func `P4 a table without row ids lists its declared keys`() throws {
    #expect(try store.changing("UPDATE line SET price = 3 WHERE side = 'away'") == ["line/1,away"])
    #expect(
      try store.changing("DELETE FROM line WHERE market = 1") == ["line/1,away", "line/1,home"]
    )
    #expect(try store.changing("INSERT INTO tag VALUES ('é', NULL)") == ["tag/é"])
  }

  @Test func `P5 a change of the key lists the old and the new key`() throws {
    #expect(try store.changing("UPDATE event SET id = 10 WHERE id = 1") == ["event/1", "event/10"])
    #expect(
      try store.changing("UPDATE tag SET name = 't9' WHERE name = 't1'") == ["tag/t1", "tag/t9"]
    )
    #expect(
      try store.changing("UPDATE line SET market = 2 WHERE side = 'home'")
        == ["line/1,home", "line/2,home"]
    )
    #expect(
      try store.changing("UPDATE code SET code = 'c9' WHERE code = 'c1'") == ["code/c1", "code/c9"]
    )
  }

  @Test func `P6 cascades and triggers are listed by the rows that they touch`() throws {
    #expect(
      try store.changing("DELETE FROM sport WHERE id = 1") == ["event/1", "event/2", "sport/1"]
    )
    let store = try memoryStore(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER);
      CREATE TABLE log (id INTEGER PRIMARY KEY, seen INTEGER);
      CREATE TRIGGER before_t BEFORE UPDATE OF v ON t BEGIN
        UPDATE t SET id = id WHERE id = NEW.id + 1;
      END;
      CREATE TRIGGER after_t AFTER UPDATE OF v ON t BEGIN
        INSERT INTO log VALUES (NEW.id * 10, 1);
      END;
      INSERT INTO t VALUES (1, 1), (2, 2);
      """
    )
    #expect(try store.changing("UPDATE t SET v = 5 WHERE id = 1") == ["log/10", "t/1", "t/2"])
  }

  @Test
  func `P7 a key that SQLite reports as another class of number is listed as a reader sees it`()
    throws
  {
    let store = try memoryStore(
      """
      CREATE TABLE r (k REAL PRIMARY KEY, v);
      CREATE TABLE w (x REAL, k INTEGER PRIMARY KEY, y) WITHOUT ROWID;
      CREATE TABLE n (x REAL, k PRIMARY KEY, y) WITHOUT ROWID;
      """
    )
    #expect(try store.changing("INSERT INTO r VALUES (9, 1)") == ["r/9.0"])
    #expect(try store.changing("UPDATE r SET v = 2") == ["r/9.0"])
    #expect(try store.changing("INSERT INTO w VALUES (1, 9, 1)") == ["w/9"])
    #expect(try store.changing("UPDATE w SET y = 2") == ["w/9"])
    #expect(try store.changing("INSERT INTO n VALUES (1, 9, 1)").contains("n/9"))
    #expect(try store.changing("UPDATE n SET y = 2").contains("n/9"))
    #expect(try store.changing("UPDATE n SET k = 9.5").contains("n/9.5"))
    #expect(try store.changing("DELETE FROM n").contains("n/9.5"))
  }

  @Test func `P8 generated columns before the key do not hide it`() throws {
    for suffix in ["", " WITHOUT ROWID"] {
      let store = try memoryStore(
        """
        CREATE TABLE g (
          a TEXT, twice TEXT GENERATED ALWAYS AS (a || a) VIRTUAL, kept TEXT AS (a || '!') STORED,
          k TEXT PRIMARY KEY, b TEXT
        )\(suffix)
        """
      )
      #expect(
        try store.changing("INSERT INTO g (a, k, b) VALUES ('x', 'k1', 'y')").contains("g/k1")
      )
      #expect(try store.changing("UPDATE g SET b = 'z'").contains("g/k1"))
      let moved = try store.changing("UPDATE g SET k = 'k2'")
      #expect(moved.contains("g/k1"))
      #expect(moved.contains("g/k2"))
      #expect(try store.changing("DELETE FROM g").contains("g/k2"))
    }
  }

  @Test func `P9 a row that is older than a column is listed by its key`() throws {
    try store.run("ALTER TABLE tag ADD COLUMN rank INTEGER DEFAULT 42")
    _ = try store.withWriter { $0.takeChanges() }
    #expect(try store.changing("UPDATE tag SET note = 'm' WHERE name = 't2'") == ["tag/t2"])
    #expect(try store.rows("SELECT rank FROM tag") == ["42", "42"])
  }

  @Test func `P10 a change of the schema requests a full refresh`() throws {
    for sql in [
      "CREATE INDEX by_name ON event (name)", "ALTER TABLE event DROP COLUMN data",
      "DROP TABLE event", "CREATE TABLE extra AS SELECT 1 AS one",
    ] {
      let changes = try store.withWriter { writer in
        try writer.transaction { try $0.run(sql) }
      }
      #expect(changes.needsFullRefresh, "\(sql)")
    }
    #expect(try store.changing("UPDATE tag SET note = 'm' WHERE name = 't2'") == ["tag/t2"])
  }

  @Test func `P11 keys are the declared ones, which VACUUM does not change`() throws {
    try store.run("DELETE FROM code WHERE code = 'c1'; VACUUM")
    _ = try store.withWriter { $0.takeChanges() }
    #expect(try store.changing("UPDATE code SET note = NULL") == ["code/c2"])
  }

  @Test func `P12 a key that is freed and reused is listed once`() throws {
    let changed = try store.changing(
      "DELETE FROM event WHERE id = 3; INSERT INTO event (sport, name) VALUES (1, 'new')"
    )
    #expect(changed == ["event/3"])
  }

  @Test func `P13 a blob that is written in place is listed`() throws {
    // SQLite's blob interface reports a deletion without an insertion.
    #expect(try store.writingBlob(of: "code", row: 2) == ["code/c2"])
    try store.run("UPDATE event SET data = x'00' WHERE id = 3")
    _ = try store.withWriter { $0.takeChanges() }
    #expect(try store.writingBlob(of: "event", column: "data", row: 3) == ["event/3"])
  }

  @Test func `P17 tables of other databases with the same names are not followed`() throws {
    try store.run(
      """
      CREATE TEMP TABLE tag (name TEXT PRIMARY KEY, note TEXT);
      ATTACH ':memory:' AS mainly;
      CREATE TABLE mainly.event (id INTEGER PRIMARY KEY);
      """
    )
    _ = try store.withWriter { $0.takeChanges() }
    #expect(try store.changing("INSERT INTO mainly.event VALUES (77)") == [])
    #expect(try store.changing("INSERT INTO temp.tag VALUES ('t7', '')") == [])
    #expect(try store.changing("INSERT INTO main.tag VALUES ('t8', '')") == ["tag/t8"])
  }

  @Test func `P49 an update without a difference is listed, for readers to compare`() throws {
    #expect(try store.changing("UPDATE event SET odds = odds WHERE id = 1") == ["event/1"])
  }

  @Test func `keys are distinct however often a row is touched`() throws {
    let changes = try store.withWriter { writer in
      try writer.transaction { writer in
        let update = try writer.prepare("UPDATE event SET odds = odds + 1 WHERE id = ?1")
        for round in 0..<3000 {
          update.bind(Int64(round % 3 + 1), at: 1)
          try update.run()
        }
        let tags = try writer.prepare("UPDATE tag SET note = ?1")
        for round in 0..<20 {
          tags.bind(Int64(round), at: 1)
          try tags.run()
        }
      }
    }
    #expect(
      keys(changes, in: store.schema) == ["event/1", "event/2", "event/3", "tag/t1", "tag/t2"]
    )
  }

  @Test func `changes made outside a transaction are part of the next one's`() throws {
    try store.run("UPDATE event SET odds = 7 WHERE id = 3")
    #expect(try store.changing("UPDATE event SET odds = 9 WHERE id = 2") == ["event/2", "event/3"])
  }
}
