import FeedStore
import Testing

@Suite("Transactions")
struct TransactionTests {
  private struct Cancelled: Error {}

  let store: Store

  init() throws {
    store = try memoryStore(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (
        id INTEGER PRIMARY KEY, name TEXT UNIQUE,
        parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED
      );
      INSERT INTO child (id, name) VALUES (1, 'a'), (2, 'b');
      """
    )
  }

  @Test func `P19 a commit that touches no row has no changes`() throws {
    #expect(try store.changing("UPDATE child SET name = 'z' WHERE id = 99") == [])
    #expect(try store.changing("INSERT INTO child (id) VALUES (1) ON CONFLICT DO NOTHING") == [])
    #expect(try store.withWriter { try $0.transaction { _ in } }.isEmpty)
  }

  @Test func `P20 rows of a failed statement may be listed, and the others are`() throws {
    let changes = try store.withWriter { writer in
      try writer.transaction { writer in
        try writer.run("UPDATE child SET name = 'c' WHERE id = 2")
        let error = storeError {
          try writer.run("INSERT INTO child (id, name) VALUES (100, 'q'), (101, 'a')")
        }
        #expect(error?.code == .constraint)
      }
    }
    #expect(keys(changes, in: store.schema).contains("child/2"))
    #expect(try store.rows("SELECT id, name FROM child") == ["1 a", "2 c"])
  }

  @Test func `P20 rows that a failed statement keeps are listed`() throws {
    let changes = try store.withWriter { writer in
      try writer.transaction { writer in
        _ = storeError {
          try writer.run("INSERT OR FAIL INTO child (id, name) VALUES (100, 'q'), (101, 'a')")
        }
      }
    }
    #expect(keys(changes, in: store.schema).contains("child/100"))
    #expect(try store.rows("SELECT count(*) FROM child") == ["3"])
  }

  @Test func `P20 a statement that rolls back ends the transaction, and no statement can follow`()
    throws
  {
    let error = storeError {
      try store.withWriter { writer in
        _ = try writer.transaction { writer in
          try writer.run("UPDATE child SET name = 'c' WHERE id = 2")
          _ = storeError {
            try writer.run("INSERT OR ROLLBACK INTO child (id, name) VALUES (101, 'a')")
          }
          let next = storeError { try writer.run("UPDATE child SET name = 'd' WHERE id = 2") }
          #expect(next?.code == .transactionEnded)
        }
      }
    }
    #expect(error?.code == .transactionEnded)
    #expect(try store.rows("SELECT id, name FROM child") == ["1 a", "2 b"])
    #expect(try store.withWriter { $0.takeChanges() }.isEmpty)
    #expect(try store.changing("DELETE FROM child WHERE id = 1") == ["child/1"])
  }

  @Test func `P21 rows that a savepoint rolls back may be listed, and the others are`() throws {
    let changed = try store.changing(
      """
      UPDATE child SET name = 'c' WHERE id = 2;
      SAVEPOINT s; UPDATE child SET name = 'd' WHERE id = 1; ROLLBACK TO s; RELEASE s;
      """
    )
    #expect(changed.contains("child/2"))
    #expect(try store.rows("SELECT id, name FROM child") == ["1 a", "2 c"])
  }

  @Test func `P22 a commit that a deferred foreign key forbids leaves no trace`() throws {
    let error = storeError { _ = try store.changing("UPDATE child SET parent = 7 WHERE id = 1") }
    #expect(error?.code == .constraint)
    #expect(error?.failure?.code == 787)
    #expect(try store.rows("SELECT id FROM child WHERE parent = 7") == [])
    #expect(try store.withWriter { $0.takeChanges() }.isEmpty)
    let changed = try store.changing(
      "UPDATE child SET parent = 7 WHERE id = 1; INSERT INTO parent VALUES (7)"
    )
    #expect(changed == ["child/1", "parent/7"])
  }

  @Test func `P23 a savepoint outside a transaction commits when it is released`() throws {
    let changes = try store.withWriter { writer in
      try writer.run("SAVEPOINT s; UPDATE child SET name = 'c' WHERE id = 2; RELEASE s")
      return writer.takeChanges()
    }
    #expect(keys(changes, in: store.schema) == ["child/2"])
  }

  @Test func `P23 a savepoint that was not released is rolled back`() throws {
    try store.run("SAVEPOINT s; UPDATE child SET name = 'c' WHERE id = 2; ROLLBACK TO s")
    try store.run("UPDATE child SET name = 'e' WHERE id = 2")
    #expect(try store.rows("SELECT id, name FROM child") == ["1 a", "2 e"])
  }

  @Test func `P24 changes that SQLite or the body rolls back are forgotten`() throws {
    #expect(throws: Cancelled.self) {
      try store.withWriter { writer in
        _ = try writer.transaction { writer in
          try writer.run("UPDATE child SET name = 'c' WHERE id = 2")
          throw Cancelled()
        }
      }
    }
    #expect(try store.withWriter { $0.takeChanges() }.isEmpty)
    #expect(try store.rows("SELECT id, name FROM child") == ["1 a", "2 b"])
    #expect(try store.changing("DELETE FROM child WHERE id = 1") == ["child/1"])
  }

  @Test func `P24 a full disk rolls the transaction back, and the store stays usable`() throws {
    try store.run("PRAGMA max_page_count = 12")
    let error = storeError {
      try store.withWriter { writer in
        _ = try writer.transaction { writer in
          try writer.run("UPDATE child SET name = 'c' WHERE id = 2")
          try writer.run("INSERT INTO child (id, name) VALUES (9, zeroblob(1000000))")
        }
      }
    }
    #expect(error?.code == .storage)
    #expect(try store.withWriter { $0.takeChanges() }.isEmpty)
    #expect(try store.rows("SELECT id, name FROM child") == ["1 a", "2 b"])
    #expect(try store.changing("DELETE FROM child WHERE id = 1") == ["child/1"])
  }

  @Test func `a rollback keeps the changes from before its transaction`() throws {
    try store.run("UPDATE child SET name = 'c' WHERE id = 2")
    _ = storeError { _ = try store.changing("UPDATE child SET parent = 7 WHERE id = 1") }
    let changes = try store.withWriter { $0.takeChanges() }
    #expect(keys(changes, in: store.schema).contains("child/2"))
  }

  @Test func `a body cannot begin or end a transaction`() throws {
    for sql in ["BEGIN", "COMMIT", "ROLLBACK", "END"] {
      let error = storeError { _ = try store.changing(sql) }
      #expect(error?.code == .notAllowed, "\(sql)")
    }
  }

  @Test func `a rollback succeeds while a statement is being read`() throws {
    try store.withWriter { writer in
      let returning = try writer.prepare("UPDATE child SET name = name || '!' RETURNING id")
      #expect(throws: Cancelled.self) {
        _ = try writer.transaction { _ in
          #expect(try returning.step())
          throw Cancelled()
        }
      }
      returning.reset()
    }
    #expect(try store.rows("SELECT id, name FROM child") == ["1 a", "2 b"])
  }
}
