/// The rows of a named query while a message is applied, in a uniquely named temporary table.
///
/// A statement that reads them gets a `WITH` that gives the table the name of the query. So the
/// rows are computed once for a message, and no query of the feed and no other adapter can name
/// them. Temporary tables belong to the connection and to its transaction: they are not part of the
/// store or of its change sets, and a rollback removes the rows of a message.
struct NamedRows {
  let name: String
  let fill: AdapterStep
  private let clear: Statement

  /// Creates the table of a query that was compiled and checked.
  ///
  /// - Parameter connection: The connection, which must have no transaction open.
  /// - Throws: ``StoreError`` if SQLite cannot delete from the table.
  init(name: String, table: String, fill: AdapterStep, connection: Connection) throws {
    self.name = name
    self.fill = fill
    clear = try connection.prepare("DELETE FROM temp.\(table)", rules: .own)
    definition = "\(name.quotedAsIdentifier) AS (SELECT * FROM temp.\(table))"
    self.table = table
  }

  /// The name of the table.
  let table: String
  /// The clause of a `WITH` that gives the table the name of the query.
  let definition: String

  /// Removes all rows before the next message.
  func empty() throws { try clear.run() }
}

extension String {
  /// Returns a statement that can read the rows of the named queries that it names.
  ///
  /// - Returns: The statement, the rows that it names, and the number of added bytes, by which all
  ///   text after the statement's own `WITH` has moved.
  func naming(_ rows: [NamedRows]) -> (sql: String, rows: [NamedRows], shift: Int) {
    guard !rows.isEmpty else { return (self, [], 0) }
    let tokens = SQLToken.tokens(of: self)
    let names = Set(tokens.lazy.filter(\.isName).map { $0.text.lowercased() })
    let named = rows.filter { names.contains($0.name.lowercased()) }
    guard !named.isEmpty, let first = tokens.first else { return (self, [], 0) }
    let definitions = named.map(\.definition).joined(separator: ", ")
    guard first.isKeyword("WITH") else {
      let clause = "WITH \(definitions) "
      return (clause + self, named, clause.utf8.count)
    }
    let isRecursive = tokens.count > 1 && tokens[1].isKeyword("RECURSIVE")
    let end = isRecursive ? tokens[1].end : first.end
    let clause = " \(definitions),"
    let sql =
      String(decoding: utf8.prefix(end), as: UTF8.self) + clause
      + String(decoding: utf8.dropFirst(end), as: UTF8.self)
    return (sql, named, clause.utf8.count)
  }
}
