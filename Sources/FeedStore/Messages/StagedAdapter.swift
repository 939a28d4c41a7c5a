import FeedModel

/// An adapter that reads a message from temporary tables, filled before its transaction.
///
/// The tables belong to the connection. No query of the feed can name them, and they disappear when
/// the process ends: the store contains the rows from before the message, or those from after it.
final class StagedAdapter {
  /// A table for the rows of one query.
  struct Table {
    let name: String
    let add: Statement
    let remove: Statement
    /// Whether the rows are keys, of which those with a NULL are ignored.
    private let holdsKeys: Bool

    init(columns: Int, connection: Connection) throws {
      try self.init(Self.names(columns), isIndexed: false, connection)
    }

    /// Creates a table for keys of another table, with its collations and an index.
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

    /// Returns whether a row is kept.
    func takes(_ values: ArraySlice<Value>) -> Bool { !holdsKeys || !values.contains(.null) }

    /// Returns a query for the rows: keys in any order, other rows in their order.
    func query(columns: Int) -> String {
      let list = Self.names(columns).joined(separator: ", ")
      return "SELECT \(list) FROM temp.\(name)"
        + (holdsKeys ? "" : " WHERE true ORDER BY rowid ")
    }
  }

  let compiled: CompiledAdapter
  let reader: MessageReader
  /// Whether a message is being staged in the tables.
  var isTaken = false
  private let tables: [Table]
  private let connection: Connection

  /// Compiles an adapter for staging.
  ///
  /// - Returns: The adapter, or `nil` if no part of it can be read before its transaction.
  init?(_ adapter: Adapter, name: String, _ compiler: AdapterCompiler) throws {
    // The statements for an element may depend on those for the previous element.
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

  /// Adds rows to the tables, in a transaction that does not lock the store.
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

extension StoreSchema.Column.Affinity {
  /// A type with this affinity.
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
