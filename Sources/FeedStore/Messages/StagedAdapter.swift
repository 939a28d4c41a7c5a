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

    init(columns: Int, connection: Connection) throws {
      name = try connection.makeTemporaryTable(columns: Self.names(columns))
      let places = (2..<(columns + 2)).map { "?\($0)" }.joined(separator: ", ")
      add = try connection.prepare(
        "INSERT INTO temp.\(name) (rowid, \(Self.names(columns).joined(separator: ", "))) "
          + "VALUES (?1, \(places))",
        rules: .own
      )
      remove = try connection.prepare("DELETE FROM temp.\(name) WHERE rowid <= ?1", rules: .own)
    }

    private static func names(_ count: Int) -> [String] { (0..<count).map { "c\($0)" } }

    /// What yields the rows in their order.
    ///
    /// - Parameters:
    ///   - columns: How many columns there are.
    ///   - prefix: An operator before each of them.
    /// - Returns: The query.
    func query(columns: Int, _ prefix: String = "") -> String {
      let list = Self.names(columns).map { prefix + $0 }.joined(separator: ", ")
      return "SELECT \(list) FROM temp.\(name) WHERE true ORDER BY rowid "
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
      table.add.bind(Int64(row + 1), at: 1)
      for column in 0..<source.columns {
        table.add.bind(source.values[row * source.columns + column], at: column + 2)
      }
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
  ///   - prefix: An operator before each column.
  /// - Returns: The query, or `nil` if nothing is staged or the other one needs more than the message.
  func staged(_ query: String, _ prefix: String = "") -> String? {
    // A table of the schema by such a name would be another one.
    guard let staging, !schema.tables.contains(where: { $0.name.lowercased().hasPrefix("json_") }),
      let columns = staging.queries.add(query)
    else { return nil }
    let table = collecting([], sql: query) {
      try StagedAdapter.Table(columns: columns, connection: connection)
    }
    guard let table else { return nil }
    staging.tables.append(table)
    return table.query(columns: columns, prefix)
  }

  /// An `INSERT` of rows that were found before the transaction; `nil` for any other statement.
  func moving(_ sql: String) -> String? {
    guard staging != nil, let insert = InsertFromQuery(sql), let query = staged(insert.query)
    else { return nil }
    return insert.head + query + insert.tail
  }
}
