import CSQLite
import FeedModel

extension StoreSchema {
  /// Reads the tables from a live database.
  ///
  /// - Parameters:
  ///   - connection: The database.
  ///   - allowsAny: Whether tables are read that a store cannot follow, to be compared with others.
  /// - Returns: The tables.
  /// - Throws: ``StoreError`` if a table has no declared primary key, or is virtual.
  static func read(from connection: Connection, allowsAny: Bool = false) throws -> StoreSchema {
    let found = try connection.declaredTables()
    try connection.noteHeavyViews()
    return StoreSchema(
      tables: try found.map { table in
        guard !table.isVirtual || allowsAny else {
          throw StoreError(
            .unsupportedTable,
            "table '\(table.name)' is virtual, and changes in it cannot be followed",
            hint: "use an ordinary table"
          )
        }
        return try Table(
          named: table.name,
          isStrict: table.isStrict,
          needsKey: !allowsAny,
          in: connection
        )
      }
    )
  }
}

/// A table as its declaration has it.
private struct DeclaredTable {
  let name: String
  let isVirtual: Bool
  let isStrict: Bool
}

extension StoreSchema.Table {
  fileprivate init(
    named name: String,
    isStrict: Bool,
    needsKey: Bool,
    in connection: Connection
  ) throws {
    var columns: [StoreSchema.Column] = []
    var keyed: [(rank: Int64, index: Int)] = []
    let rows = try connection.prepare(
      """
      SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?1)
      WHERE hidden <> 1 ORDER BY cid
      """,
      rules: .own
    )
    rows.bind(name, at: 1)
    while try rows.step() {
      let kind = rows.integer(at: 5)
      if rows.integer(at: 4) > 0 { keyed.append((rows.integer(at: 4), columns.count)) }
      columns.append(
        StoreSchema.Column(
          name: rows.text(at: 0),
          declaredType: rows.text(at: 1),
          isNotNull: rows.integer(at: 2) != 0,
          isGenerated: kind == 2 || kind == 3,
          hasDefault: !rows.isNull(at: 3),
          isHidden: false,
          collation: connection.collation(of: rows.text(at: 0), in: name),
          defaultSQL: rows.isNull(at: 3) ? nil : rows.text(at: 3),
          isVirtual: kind == 2,
          isStrict: isStrict
        )
      )
    }
    guard !keyed.isEmpty || !needsKey else {
      throw StoreError(
        .noPrimaryKey,
        "table '\(name)' declares no primary key, so its rows have no lasting identity",
        hint: "declare one, for example: id INTEGER PRIMARY KEY"
      )
    }
    let primaryKey = keyed.sorted { $0.rank < $1.rank }.map(\.index)
    self.name = name
    self.entity = Name(name)
    self.columns = columns
    self.primaryKey = primaryKey
    self.isWithoutRowID = try connection.isWithoutRowID(name)
    hasTextKey = primaryKey.count == 1 && columns[primaryKey[0]].affinity == .text
    // A key that is the row id has no index of its own; `INTEGER PRIMARY KEY DESC`, by an old
    // oversight of SQLite's, is not the row id.
    self.hasIntegerPrimaryKey = try !keyed.isEmpty && !connection.hasKeyIndex(name)
    self.foreignKeys = try connection.foreignKeys(of: name, columns: columns.map(\.name))
    self.shape = Content.Shape(columns.map(\.name))
  }
}

extension Connection {
  /// The tables that are declared, ordered by the bytes of their names.
  ///
  /// Read from their declarations: `PRAGMA table_list` looks into every view besides, which takes
  /// SQLite a time that doubles with each view that refers twice to the one below it.
  fileprivate func declaredTables() throws -> [DeclaredTable] {
    let rows = try prepare(
      """
      SELECT name, sql LIKE 'CREATE VIRTUAL%', sql FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT LIKE 'feed\\_%' ESCAPE '\\'
      ORDER BY name COLLATE BINARY
      """,
      rules: .own
    )
    var tables: [DeclaredTable] = []
    var shadows: [String] = []
    while try rows.step() {
      // The options of a table stand behind its columns.
      let options = SQLToken.tokens(of: rows.text(at: 2)).reversed().prefix { !$0.isSign(")") }
      tables.append(
        DeclaredTable(
          name: rows.text(at: 0),
          isVirtual: rows.integer(at: 1) != 0,
          isStrict: options.contains { $0.isKeyword("STRICT") }
        )
      )
      if rows.integer(at: 1) != 0 { shadows.append(rows.text(at: 0) + "_") }
    }
    guard !shadows.isEmpty else { return tables }
    // What a virtual table keeps its rows in is no table of the schema's.
    return tables.filter { table in
      table.isVirtual || !shadows.contains { table.name.hasPrefix($0) }
    }
  }

  /// Whether a table has no row ids: only then its name is that of the index of its key, too.
  fileprivate func isWithoutRowID(_ table: String) throws -> Bool {
    let rows = try prepare("SELECT 1 FROM pragma_index_info(?1)", rules: .own)
    rows.bind(table, at: 1)
    defer { rows.reset() }
    return try rows.step()
  }

  fileprivate func collation(of column: String, in table: String) -> String {
    var collation: UnsafePointer<CChar>?
    let code = unsafe sqlite3_table_column_metadata(
      handle,
      "main",
      table,
      column,
      nil,
      &collation,
      nil,
      nil,
      nil
    )
    guard code == SQLITE_OK, let collation = unsafe collation else { return "BINARY" }
    return unsafe String(cString: collation)
  }

  fileprivate func hasKeyIndex(_ table: String) throws -> Bool {
    let rows = try prepare(
      "SELECT 1 FROM pragma_index_list(?1) WHERE origin = 'pk'",
      rules: .own
    )
    rows.bind(table, at: 1)
    defer { rows.reset() }
    return try rows.step()
  }

  fileprivate func foreignKeys(
    of table: String,
    columns: [String]
  ) throws -> [StoreSchema.ForeignKey] {
    let rows = try prepare(
      """
      SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?1) ORDER BY id DESC, seq
      """,
      rules: .own
    )
    rows.bind(table, at: 1)
    var keys: [(id: Int64, parent: String, from: [Int], to: [String])] = []
    while try rows.step() {
      let id = rows.integer(at: 0)
      let name = rows.text(at: 2).lowercased()
      guard let from = columns.firstIndex(where: { $0.lowercased() == name }) else { continue }
      if keys.last?.id != id { keys.append((id, rows.text(at: 1), [], [])) }
      keys[keys.count - 1].from.append(from)
      // Without named columns the parent's primary key is meant.
      if !rows.isNull(at: 3) { keys[keys.count - 1].to.append(rows.text(at: 3)) }
    }
    return try keys.map { key in
      StoreSchema.ForeignKey(
        columns: key.from,
        parentTable: key.parent,
        parentColumns: key.to.isEmpty ? try primaryKeyNames(of: key.parent) : key.to
      )
    }
  }

  private func primaryKeyNames(of table: String) throws -> [String] {
    let rows = try prepare(
      "SELECT name FROM pragma_table_xinfo(?1) WHERE pk > 0 ORDER BY pk",
      rules: .own
    )
    rows.bind(table, at: 1)
    var names: [String] = []
    while try rows.step() { names.append(rows.text(at: 0)) }
    return names
  }
}
