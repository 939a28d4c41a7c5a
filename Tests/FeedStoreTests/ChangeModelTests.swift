import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

/// Random transactions against a simple model: the rows before and after.
@Suite("Change capture, model")
struct ChangeModelTests {
  private static let schema = """
    CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT UNIQUE, ord INTEGER DEFAULT 0);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY,
      sport INTEGER REFERENCES sport ON DELETE CASCADE ON UPDATE CASCADE,
      name TEXT UNIQUE, odds REAL CHECK (odds IS NULL OR odds >= 0)
    );
    CREATE TABLE line (
      twice AS (price * 2), event INTEGER REFERENCES event ON DELETE SET NULL, side TEXT,
      price REAL, PRIMARY KEY (side, price)
    ) WITHOUT ROWID;
    CREATE TABLE tag (
      shout AS (upper(name)), name TEXT PRIMARY KEY NOT NULL COLLATE NOCASE,
      sport INTEGER REFERENCES sport DEFERRABLE INITIALLY DEFERRED
    );
    CREATE TABLE spot (x REAL PRIMARY KEY, note) WITHOUT ROWID;
    CREATE TABLE log (id INTEGER PRIMARY KEY, what TEXT);
    CREATE TRIGGER event_moves BEFORE UPDATE OF odds ON event WHEN NEW.odds > 15 BEGIN
      UPDATE event SET name = NEW.name || '+' WHERE id = NEW.id;
    END;
    CREATE TRIGGER event_goes AFTER DELETE ON event BEGIN
      REPLACE INTO log VALUES (OLD.id % 3, OLD.name);
    END;
    CREATE VIEW open AS SELECT id, odds FROM event;
    CREATE TRIGGER open_writes INSTEAD OF UPDATE ON open BEGIN
      UPDATE event SET odds = NEW.odds WHERE id = OLD.id;
    END;
    """

  private struct Stop: Error {}

  @Test(arguments: 0..<amount(10, full: 30, soak: 2000))
  func `every row that differs after a transaction is listed`(seed: Int) throws {
    let store = try memoryStore(Self.schema)
    var random = SeededGenerator(seed: UInt64(seed))
    var before = try rows(of: store)
    for round in 0..<25 {
      let history = (0..<Int.random(in: 1...8, using: &random)).map { _ in statement(&random) }
      let stops = Int.random(in: 0..<8, using: &random) == 0
      var listed: Set<String> = []
      var isCommitted = true
      do {
        let changes = try store.withWriter { writer in
          try writer.transaction { writer in
            for sql in history { try attempt(sql, writer) }
            if stops { throw Stop() }
          }
        }
        listed = Set(keys(changes, in: store.schema))
        #expect(listed.count == changes.tables.map(\.keys.count).reduce(0, +))
      } catch {
        isCommitted = false
        listed = Set(keys(try store.withWriter { $0.takeChanges() }, in: store.schema))
        #expect(listed.isEmpty, "seed \(seed), round \(round), \(error): \(history)")
      }
      let after = try rows(of: store)
      let differing = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      #expect(
        differing.isSubset(of: listed),
        "seed \(seed), round \(round): \(differing.subtracting(listed).sorted()) after \(history)"
      )
      #expect(
        (isCommitted || differing.isEmpty),
        "seed \(seed), round \(round): \(differing.subtracting(listed).sorted()) after \(history)"
      )
      before = after
    }
  }

  @Test(arguments: 0..<amount(12, full: 30, soak: 2000))
  func `the change log lists every row that another program has changed`(seed: Int) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("a.sqlite")
    let store = try Store(
      at: .file(path),
      schema: SchemaSource(sql: Self.schema, name: "model.sql")
    )
    _ = try store.withWriter { writer in
      writer.followOthers(in: writer.schema.tables.indices)
      return try writer.transaction { _ in }
    }
    let client = try SQLiteClient(path: path)
    try client.run("PRAGMA foreign_keys = 1; PRAGMA recursive_triggers = \(seed % 2)")
    var random = SeededGenerator(seed: UInt64(seed))
    var before = try rows(of: store)
    for round in 0..<25 {
      let history = (0..<Int.random(in: 1...8, using: &random)).map { _ in statement(&random) }
      try client.run("BEGIN IMMEDIATE")
      for sql in history { try? client.run(sql) }
      // OR ROLLBACK may have ended the transaction; each later statement is then committed
      // separately.
      do { try client.run("COMMIT") } catch { try? client.run("ROLLBACK") }
      let changes = try store.withWriter { try $0.transaction { _ in } }
      #expect(!changes.needsFullRefresh, "seed \(seed), round \(round)")
      let listed = Set(keys(changes, in: store.schema))
      let after = try rows(of: store)
      let differing = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      #expect(
        differing.isSubset(of: listed),
        "seed \(seed), round \(round): \(differing.subtracting(listed).sorted()) after \(history)"
      )
      before = after
    }
  }

  @Test(arguments: 0..<amount(16, full: 40, soak: 2000))
  func `the state hash after a transaction is that of all rows, whatever the history`(
    seed: Int
  ) throws {
    let folder = try TemporaryDirectory()
    let source = SchemaSource(sql: Self.schema, name: "model.sql")
    let store = try Store(at: .file(folder.path("a.sqlite")), schema: source)
    var random = SeededGenerator(seed: UInt64(seed))
    var hash = try store.withWriter { try $0.stateHash() }
    for round in 0..<25 {
      let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in statement(&random) }
      }
      let stops = Int.random(in: 0..<8, using: &random) == 0
      do {
        let before = hash
        hash = try store.withWriter { writer in
          var after = before
          _ = try writer.transaction { writer in
            var changes: [ChangeSet] = []
            for part in parts {
              for sql in part { try attempt(sql, writer) }
              changes.append(writer.takeChanges())
            }
            after = try writer.stateHash(after: changes, from: before)
            if stops { throw Stop() }
          }
          return after
        }
      } catch {}
      let comment: Comment = "seed \(seed), round \(round): \(parts)"
      #expect(try store.withWriter { try $0.stateHash() } == hash, comment)
    }
    // The hash depends only on the rows: a store filled with them in another order has the same
    // hash.
    let copy = try Store(at: .memory, schema: source)
    try copy.write(store.allRows())
    #expect(try copy.withWriter { try $0.stateHash() } == hash)
  }

  /// Runs a statement; a violated constraint is not a failure.
  private func attempt(_ sql: String, _ writer: Writer) throws {
    do {
      try writer.run(sql)
    } catch let error as StoreError {
      let isExpected = error.code == .constraint || error.code == .transactionEnded
      #expect(isExpected || error.message.contains("no such savepoint"), "\(error) in \(sql)")
      if error.code == .transactionEnded { throw error }
    }
  }

  private func statement(_ random: inout SeededGenerator) -> String {
    let a = Int.random(in: 1...9, using: &random)
    let b = Int.random(in: 1...9, using: &random)
    let resolution =
      ["", "", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ROLLBACK"]
      .randomElement(using: &random) ?? ""
    let statements = [
      "INSERT \(resolution) INTO sport (id, name) VALUES (\(a), 's\(b)'), (\(b), 's\(a)')",
      "INSERT \(resolution) INTO event VALUES (\(a), \(b), 'e\(a * b)', \(b)), (\(b), 1, 'e\(b)', 2)",
      "INSERT INTO event (id, sport, name) VALUES (\(a), \(b), 'u') ON CONFLICT DO UPDATE SET odds = \(b)",
      "INSERT \(resolution) INTO line VALUES (\(a), 'side\(b % 3)', \(b))",
      "INSERT \(resolution) INTO tag (name, sport) VALUES ('\(b % 2 == 0 ? "t" : "T")\(a)', \(b))",
      "INSERT \(resolution) INTO spot VALUES (\(a), \(b)), (\(b).5, \(a))",
      "UPDATE \(resolution) sport SET id = id + \(a - 5) WHERE id > \(b)",
      "UPDATE \(resolution) event SET id = \(a), name = name || 'x' WHERE id = \(b)",
      "UPDATE \(resolution) event SET odds = odds + \(a - 3), sport = \(b) WHERE id % 2 = \(a % 2)",
      "UPDATE \(resolution) line SET price = price + 1 WHERE side = 'side\(a % 3)'",
      "UPDATE \(resolution) tag SET name = upper(name) WHERE name LIKE 't\(a)'",
      "UPDATE \(resolution) spot SET x = x + 0.5, note = \(a)",
      "UPDATE open SET odds = \(a + 10) WHERE id = \(b)",
      "UPDATE event SET odds = odds",
      "DELETE FROM sport WHERE id = \(a)", "DELETE FROM event WHERE id > \(a)",
      "DELETE FROM event", "DELETE FROM line",
      "DELETE FROM tag WHERE sport IS NULL OR sport = \(a)",
      "REPLACE INTO sport (id, name) SELECT id, name || '!' FROM sport WHERE id < \(a)",
      "SAVEPOINT s", "SAVEPOINT s", "ROLLBACK TO s", "RELEASE s",
    ]
    return statements.randomElement(using: &random) ?? ""
  }

  /// Returns the rows of all tables, by object id.
  private func rows(of store: Store) throws -> [String: String] {
    try store.withWriter { writer in
      var rows: [String: String] = [:]
      for table in store.schema.tables {
        let statement = try writer.prepare(
          "SELECT \(table.selectList()) FROM \(table.name.quotedAsIdentifier)"
        )
        while try statement.step() {
          let content = statement.content(shape: table.shape)
          let key = table.key(table.primaryKey.map { content.values[$0] })
          rows[ObjectID(entity: table.entity, key: key).description] = "\(content.values)"
        }
      }
      return rows
    }
  }
}

extension Store {
  /// Returns all rows, by the indices of their tables.
  fileprivate func allRows() throws -> [[[Value]]] {
    try withWriter { writer in
      try schema.tables.map { table in
        let columns = table.writtenColumns
        let rows = try writer.prepare(
          "SELECT \(columns.joined(separator: ", ")) FROM \(table.name.quotedAsIdentifier)"
        )
        var values: [[Value]] = []
        while try rows.step() { values.append(columns.indices.map { rows.value(at: $0) }) }
        return values
      }
    }
  }

  /// Writes rows to an empty store, the last ones first.
  fileprivate func write(_ rows: [[[Value]]]) throws {
    try withWriter { writer in
      try writer.run("PRAGMA foreign_keys = 0")
      _ = try writer.transaction { writer in
        for (table, rows) in zip(schema.tables, rows) {
          let columns = table.writtenColumns
          let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
          let insert = try writer.prepare(
            """
            INSERT INTO \(table.name.quotedAsIdentifier) (\(columns.joined(separator: ", ")))
            VALUES (\(places))
            """
          )
          for row in rows.reversed() {
            for (index, value) in row.enumerated() { insert.bind(value, at: index + 1) }
            try insert.run()
          }
        }
      }
    }
  }
}

extension StoreSchema.Table {
  /// The quoted columns that are not generated.
  fileprivate var writtenColumns: [String] {
    columns.filter { !$0.isGenerated }.map(\.name.quotedAsIdentifier)
  }
}
