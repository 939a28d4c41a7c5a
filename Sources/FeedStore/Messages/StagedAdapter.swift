import FeedModel

/// An adapter that takes what it needs of a message from temporary tables, filled before its transaction.
///
/// The tables belong to the connection. No query of the feed can name them, and when the process ends they
/// are gone: the store has the rows before the message or those behind it.
final class StagedAdapter {
  /// A table for the rows of one query.
  struct Table {
    let name: String
    let add: Statement
    let remove: Statement
    /// Whether the rows are keys, of which those with a NULL are none.
    private let holdsKeys: Bool

    init(columns: Int, connection: Connection) throws {
      try self.init(Self.names(columns), isIndexed: false, connection)
    }

    /// Makes a table for keys of another table, compared as there, and in an index.
    init(keysOf table: StoreSchema.Table, connection: Connection) throws {
      let key = table.primaryKey.map { table.columns[$0] }
      let columns = zip(Self.names(key.count), key).map { name, column in
        "\(name) \(column.affinity.declaration) COLLATE \(column.collation.quotedAsIdentifier)"
      }
      try self.init(columns, isIndexed: true, connection)
    }

    private init(_ definitions: [String], isIndexed: Bool, _ connection: Connection) throws {
      let columns = definitions.count
      holdsKeys = isIndexed
      name = try connection.makeTemporaryTable(
        definitions,
        index: isIndexed ? Self.names(columns) : []
      )
      let places = (2..<(columns + 2)).map { "?\($0)" }.joined(separator: ", ")
      add = try connection.prepare(
        "INSERT INTO temp.\(name) (rowid, \(Self.names(columns).joined(separator: ", "))) "
          + "VALUES (?1, \(places))",
        rules: .own
      )
      remove = try connection.prepare("DELETE FROM temp.\(name) WHERE rowid <= ?1", rules: .own)
    }

    private static func names(_ count: Int) -> [String] { (0..<count).map { "c\($0)" } }

    /// Whether a row is kept.
    func takes(_ values: ArraySlice<Value>) -> Bool { !holdsKeys || !values.contains(.null) }

    /// What yields the rows: keys in any order, others in theirs.
    func query(columns: Int) -> String {
      let list = Self.names(columns).joined(separator: ", ")
      return "SELECT \(list) FROM temp.\(name)"
        + (holdsKeys ? "" : " WHERE true ORDER BY rowid ")
    }
  }

  let compiled: CompiledAdapter
  let reader: MessageReader
  /// Whether a message is on its way through the tables.
  var isTaken = false
  private let tables: [Table]
  private let connection: Connection

  /// Compiles an adapter anew.
  ///
  /// - Returns: `nil` if no part of it can be read before its transaction.
  init?(_ adapter: Adapter, name: String, _ compiler: AdapterCompiler) throws {
    // The statements of an element may depend on those of the element before.
    guard adapter.each == nil else { return nil }
    let staging = AdapterCompiler.Staging(queries: try MessageQueries())
    compiler.staging = staging
    defer { compiler.staging = nil }
    compiled = CompiledAdapter(adapter, name: name, compiler)
    guard compiler.errors.isEmpty, let reader = staging.queries.reader else { return nil }
    self.reader = reader
    tables = staging.tables
    connection = compiler.connection
  }

  /// Adds rows to the tables, in a transaction that locks nothing of the store.
  func add(_ piece: MessageRows.Piece, of rows: MessageRows) throws {
    let (table, source) = (tables[piece.table], rows.tables[piece.table])
    try connection.run("BEGIN")
    for row in piece.rows {
      let values = source.values[(row * source.columns)..<((row + 1) * source.columns)]
      guard table.takes(values) else { continue }
      table.add.bind(Int64(row + 1), at: 1)
      for (index, value) in values.enumerated() { table.add.bind(value, at: index + 2) }
      try table.add.run()
    }
    try connection.run("COMMIT")
  }

  /// Removes rows from the tables.
  func remove(_ piece: MessageRows.Piece) throws {
    tables[piece.table].remove.bind(Int64(piece.rows.upperBound), at: 1)
    try tables[piece.table].remove.run()
  }
}

extension AdapterCompiler {
  /// What takes the place of queries that need nothing but the message.
  final class Staging {
    let queries: MessageQueries
    fileprivate(set) var tables: [StagedAdapter.Table] = []

    init(queries: MessageQueries) { self.queries = queries }
  }

  /// A query of the rows that another one has found before the transaction.
  ///
  /// - Parameters:
  ///   - query: The other one.
  ///   - keyed: The table whose keys they are, if they are some.
  /// - Returns: The query, or `nil` if nothing is staged or the other one needs more than the message.
  func staged(_ query: String, keysOf keyed: StoreSchema.Table? = nil) -> String? {
    // A table of the schema by such a name would be another one.
    guard let staging, !schema.tables.contains(where: { $0.name.lowercased().hasPrefix("json_") }),
      let columns = staging.queries.add(query)
    else { return nil }
    let table = collecting([], sql: query) {
      if let keyed { return try StagedAdapter.Table(keysOf: keyed, connection: connection) }
      return try StagedAdapter.Table(columns: columns, connection: connection)
    }
    guard let table else { return nil }
    staging.tables.append(table)
    return table.query(columns: columns)
  }

  /// An `INSERT` of rows that were found before the transaction; `nil` for any other statement.
  func moving(_ sql: String) -> String? {
    guard staging != nil, let insert = InsertFromQuery(sql), let query = staged(insert.query)
    else { return nil }
    return insert.head + query + insert.tail
  }
}

extension StoreSchema.Column.Affinity {
  /// A type that has it.
  fileprivate var declaration: String {
    switch self {
    case .integer: "INTEGER"
    case .text: "TEXT"
    case .none: "BLOB"
    case .real: "REAL"
    case .numeric: "NUMERIC"
    }
  }
}
