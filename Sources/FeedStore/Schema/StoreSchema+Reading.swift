import CSQLite
import FeedModel

extension StoreSchema {
  /// Reads the tables of a database; tables that cannot be followed are listed separately.
  ///
  /// - Throws: ``StoreError`` if the database cannot be read.
  static func read(from connection: Connection) throws -> StoreSchema {
    let found = try connection.declaredTables()
    try connection.noteHeavyViews()
    var tables: [Table] = []
    var unfit: [UnfitTable] = []
    for declared in found {
      // SQLite cannot describe a virtual table whose module it lacks.
      let table =
        try declared.isVirtual
        ? Table(virtual: declared.name)
        : Table(
          named: declared.name,
          isStrict: declared.isStrict,
          isDocument: false,
          in: connection
        )
      if let reason = table.unfitness(isVirtual: declared.isVirtual) {
        unfit.append(UnfitTable(table: table, reason: reason))
      } else {
        tables.append(table)
      }
    }
    for document in connection.authorizer.documents {
      tables.append(try Table(named: document, isStrict: false, isDocument: true, in: connection))
    }
    return StoreSchema(tables: tables, unfit: unfit)
  }
}

/// The declaration of a table.
private struct DeclaredTable {
  let name: String
  let isVirtual: Bool
  let isStrict: Bool
}

extension StoreSchema.Table {
  fileprivate init(
    named name: String,
    isStrict: Bool,
    isDocument: Bool,
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
    uniqueKeys = try connection.uniqueKeys(of: name, columns: columns)
    let primaryKey =
      keyed.isEmpty
      ? StoreSchema.keyInstead(among: uniqueKeys, of: columns)
      : keyed.sorted { $0.rank < $1.rank }.map(\.index)
    self.name = name
    self.entity = Name(name)
    self.columns = columns
    self.primaryKey = primaryKey
    self.isDocument = isDocument
    self.isWithoutRowID = try connection.isWithoutRowID(name)
    hasTextKey = primaryKey.count == 1 && columns[primaryKey[0]].affinity == .text
    // A key that is the row id has no separate index. `INTEGER PRIMARY KEY DESC` is not the row id,
    // because of an old bug in SQLite that is kept for compatibility.
    self.hasIntegerPrimaryKey = try !keyed.isEmpty && !connection.hasKeyIndex(name)
    self.foreignKeys = try connection.foreignKeys(of: name, columns: columns.map(\.name))
    self.shape = Content.Shape(columns.map(\.name))
  }

  /// Creates a table of which only the name is known.
  fileprivate init(virtual name: String) {
    self.name = name
    entity = Name(name)
    columns = []
    primaryKey = []
    isDocument = false
    isWithoutRowID = false
    hasIntegerPrimaryKey = false
    hasTextKey = false
    uniqueKeys = []
    foreignKeys = []
    shape = Content.Shape([])
  }

  /// Returns the reason why the changes of the table cannot be followed, or `nil`.
  fileprivate func unfitness(isVirtual: Bool) -> StoreError? {
    if isVirtual {
      return StoreError(
        .unsupportedTable,
        "table '\(name)' is virtual, and changes in it cannot be followed",
        hint: "use an ordinary table"
      )
    }
    guard primaryKey.isEmpty else { return nil }
    return StoreError(
      .noPrimaryKey,
      "table '\(name)' declares no primary key, so its rows have no lasting identity",
      hint: "declare one, for example: id INTEGER PRIMARY KEY"
    )
  }
}

extension StoreSchema {
  /// The key of a table that declares none: the fewest unique columns of which none can be NULL, as in a primary key.
  fileprivate static func keyInstead(among keys: [Set<Int>], of columns: [Column]) -> [Int] {
    keys.filter { $0.allSatisfy { columns[$0].isNotNull && !columns[$0].isGenerated } }
      .map { $0.sorted() }
      .min { $0.count != $1.count ? $0.count < $1.count : $0.lexicographicallyPrecedes($1) } ?? []
  }
}

extension Connection {
  /// Returns the declared tables, ordered by the bytes of their names.
  ///
  /// It reads their declarations: `PRAGMA table_list` also resolves every view, which takes SQLite
  /// a time that doubles with each view that refers twice to the one below it.
  fileprivate func declaredTables() throws -> [DeclaredTable] {
    let rows = try prepare(
      """
      SELECT name, sql LIKE 'CREATE VIRTUAL%', sql FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT IN (\(Bookkeeping.tableList))
      ORDER BY name COLLATE BINARY
      """,
      rules: .own
    )
    var tables: [DeclaredTable] = []
    var shadows: Set<String> = []
    while try rows.step() {
      // The options of a table follow its columns.
      let options = SQLToken.tokens(of: rows.text(at: 2)).reversed().prefix { !$0.isSign(")") }
      tables.append(
        DeclaredTable(
          name: rows.text(at: 0),
          isVirtual: rows.integer(at: 1) != 0,
          isStrict: options.contains { $0.isKeyword("STRICT") }
        )
      )
      if rows.integer(at: 1) != 0 {
        shadows.formUnion(Self.shadowSuffixes.map { "\(rows.text(at: 0))_\($0)" })
      }
    }
    // The tables in which a virtual table stores its rows do not belong to the schema.
    return tables.filter { $0.isVirtual || !shadows.contains($0.name) }
  }

  /// The suffixes of the tables in which full-text indexes and R-trees store their rows.
  private static let shadowSuffixes = [
    "data", "idx", "content", "docsize", "config", "segments", "segdir", "stat", "node", "rowid",
    "parent",
  ]

  /// Returns whether a table has no row ids: only then its name is also that of its key's index.
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

  fileprivate func uniqueKeys(
    of table: String,
    columns: [StoreSchema.Column]
  ) throws -> [Set<Int>] {
    let rows = try prepare(
      """
      SELECT i.seq, c.name, c.coll FROM pragma_index_list(?1) AS i, pragma_index_xinfo(i.name) AS c
      WHERE i."unique" AND NOT i.partial AND c.key ORDER BY i.seq
      """,
      rules: .own
    )
    rows.bind(table, at: 1)
    var keys: [Int64: Set<Int>?] = [:]
    while try rows.step() {
      let (name, collation) = (rows.text(at: 1), rows.text(at: 2).uppercased())
      let column = columns.firstIndex {
        $0.name == name && $0.collation.uppercased() == collation
      }
      let known = keys[rows.integer(at: 0)] ?? []
      keys[rows.integer(at: 0)] = column.flatMap { known?.union([$0]) }
    }
    return keys.sorted { $0.key < $1.key }.compactMap(\.value)
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
      // Without named columns, the key refers to the parent's primary key.
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
