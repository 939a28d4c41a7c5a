import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

/// A random schema: tables with rows, indexes, views and triggers.
private struct RandomSchema {
  struct Table {
    var name: String
    var columns: [(name: String, definition: String)]
    var constraints: [String] = []
    var options = ""

    var sql: String {
      let parts = columns.map { "\"\($0.name)\" \($0.definition)" } + constraints
      return "CREATE TABLE \"\(name)\" (\n  -- made at random\n  "
        + parts.joined(separator: ",\n  ") + "\n) \(options);"
    }
  }

  var tables: [Table] = []
  /// Indexes, views and triggers, by their names.
  var objects: [(name: String, sql: String)] = []
  var firstRows: [String] = []
  /// The number of names given so far.
  private var names = 0

  var sql: String {
    (tables.map(\.sql) + objects.map { $0.sql + ";" } + firstRows.map { $0 + ";" })
      .joined(separator: "\n")
  }

  private mutating func name(_ kind: String) -> String {
    names += 1
    return "\(kind) \(names)"
  }

  mutating func addTable(_ random: inout SeededGenerator) {
    var table = Table(name: name("table"), columns: [("id", "INTEGER PRIMARY KEY")])
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let type = ["TEXT", "INTEGER", "REAL", "ANY"].randomElement(using: &random) ?? ""
      table.columns.append((name("column"), type))
    }
    if Bool.random(using: &random) { table.constraints.append("CHECK (id >= 0)") }
    if Bool.random(using: &random) { table.options = "STRICT" }
    tables.append(table)
  }

  private func some(_ random: inout SeededGenerator) -> Int {
    Int.random(in: tables.indices, using: &random)
  }

  // MARK: Edits

  /// Makes an edit that a migration can follow.
  mutating func edit(_ random: inout SeededGenerator) {
    let place = some(&random)
    let table = "\"\(tables[place].name)\""
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      addTable(&random)
      let new = tables[tables.count - 1].name
      firstRows.append("INSERT INTO \"\(new)\" (id) VALUES (1), (2)")
    case 1...4:
      let definitions = [
        "TEXT", "INTEGER NOT NULL DEFAULT 7", "TEXT NOT NULL DEFAULT 'a, (b)' CHECK (1 /* , */)",
        "INTEGER REFERENCES \(table) (id)", "INTEGER AS (id * 2) VIRTUAL", "REAL DEFAULT -1.5",
        "TEXT COLLATE NOCASE DEFAULT 'it''s'",
      ]
      let definition = definitions.randomElement(using: &random) ?? ""
      let column = name("new")
      tables[place].columns.append((column, definition))
    case 5, 6:
      let index = name("index")
      let column = tables[place].columns.randomElement(using: &random)?.name ?? ""
      objects.append((index, "CREATE INDEX \"\(index)\" ON \(table) (\"\(column)\", id)"))
    case 7:
      let view = name("view")
      objects.append((view, "CREATE VIEW \"\(view)\" AS SELECT * FROM \(table)"))
      let trigger = name("trigger")
      objects.append(
        (
          trigger,
          "CREATE TRIGGER \"\(trigger)\" INSTEAD OF DELETE ON \"\(view)\" BEGIN SELECT 1; END"
        )
      )
    case 8:
      guard
        let view = objects.indices.filter({ objects[$0].sql.contains("VIEW") })
          .randomElement(using: &random)
      else { return }
      objects[view].sql =
        "CREATE VIEW \"\(objects[view].name)\" AS SELECT id FROM \(table) WHERE id > 1"
    default:
      guard
        let index = objects.indices.filter({ objects[$0].sql.contains("INDEX") })
          .randomElement(using: &random)
      else { return }
      objects.remove(at: index)
    }
  }

  /// Makes an edit that is an obstacle to a migration.
  mutating func spoil(
    _ count: Int,
    _ random: inout SeededGenerator
  ) -> StoreMigration.Obstacle.Code {
    let place = Int.random(in: 0..<count, using: &random)
    let name = "\"\(tables[place].name)\""
    let isNamed =
      firstRows.contains { $0.contains(name) }
      || tables.contains { $0.columns.contains { $0.definition.contains(name) } }
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where !isNamed:
      tables.remove(at: place)
      objects.removeAll { $0.sql.contains(name) || $0.sql.contains("TRIGGER") }
      return .undeclaredTable
    case 1:
      tables[place].columns.insert((self.name("middle"), "TEXT"), at: 1)
      return .misplacedColumn
    case 2 where !firstRows.contains { $0.contains(name) }:
      tables[place].columns.append((self.name("must"), "TEXT NOT NULL"))
      return .unfitColumn
    case 3:
      tables[place].columns[1].definition += " CHECK (id < 1000)"
      return .changedColumn
    case 4:
      tables[place].constraints.append("CHECK (id <> 77)")
      return .changedTable
    default:
      tables[place].columns[0].definition = "INTEGER PRIMARY KEY AUTOINCREMENT"
      return .changedColumn
    }
  }
}

@Suite("Migrating a store, model")
struct MigrationModelTests {
  @Test func `a migrated store equals a fresh store with the same rows, or is unchanged`()
    throws
  {
    var migrated = 0
    var refused = 0
    for seed in 0..<amount(60, full: 400, soak: 5_000) {
      let wasMigrated = try play(seed: UInt64(seed))
      migrated += wasMigrated ? 1 : 0
      refused += wasMigrated ? 0 : 1
    }
    #expect(migrated > 20)
    #expect(refused > 5)
  }

  /// Runs one history.
  ///
  /// - Returns: Whether the store could be migrated.
  private func play(seed: UInt64) throws -> Bool {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryDirectory()
    let path = folder.path("store.sqlite")
    var schema = RandomSchema()
    for _ in 0..<3 { schema.addTable(&random) }
    for _ in 0..<4 { schema.edit(&random) }
    let before = schema.sql
    let count = schema.tables.count
    var rows: [String] = []
    for table in schema.tables {
      for key in 3..<Int.random(in: 5...9, using: &random) {
        let column = table.columns[1].name
        rows.append("INSERT INTO \"\(table.name)\" (id, \"\(column)\") VALUES (\(key), \(key * 3))")
      }
    }
    let old = try Self.store(.file(path), before, rows: rows)
    try old.close()
    for _ in 0..<Int.random(in: 0...6, using: &random) { schema.edit(&random) }
    let isSpoilt = Int.random(in: 0..<4, using: &random) == 0
    let code = isSpoilt ? schema.spoil(count, &random) : nil
    let bytes = try Data(contentsOf: URL(filePath: path))
    let migration = try StoreMigration(of: path, to: Self.source(schema.sql))
    if let code {
      #expect(migration.obstacles.contains { $0.code == code }, "seed \(seed): \(migration)")
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes, "seed \(seed)")
      return false
    }
    #expect(migration.obstacles == [], "seed \(seed): \(schema.sql)")
    guard migration.isPossible else { return false }
    try migration.apply(keeping: folder.path("before"))
    let fresh = try Self.store(.memory, schema.sql, rows: rows)
    let opened = try Store(at: .file(path), schema: Self.source(schema.sql))
    for table in schema.tables {
      let query = "SELECT * FROM \"\(table.name)\" ORDER BY id"
      #expect(try opened.rows(query) == fresh.rows(query), "seed \(seed): \(table.sql)")
      let columns = [opened, fresh].map { $0.schema.table(named: table.name)?.columns }
      #expect(columns[0] == columns[1], "seed \(seed)")
    }
    let objects = "SELECT type, name, tbl_name FROM sqlite_schema ORDER BY type, name"
    #expect(try opened.rows(objects) == fresh.rows(objects), "seed \(seed)")
    #expect(
      FileManager.default.fileExists(atPath: folder.path("before")) == !migration.steps.isEmpty
    )
    return true
  }

  private static func source(_ sql: String) -> SchemaSource {
    SchemaSource(sql: sql, name: "a.sql")
  }

  private static func store(
    _ location: Store.Location,
    _ sql: String,
    rows: [String]
  ) throws -> Store {
    let store = try Store(at: location, schema: source(sql))
    try store.withWriter { writer in
      _ = try writer.transaction { writer in for row in rows { try writer.run(row) } }
    }
    return store
  }
}
