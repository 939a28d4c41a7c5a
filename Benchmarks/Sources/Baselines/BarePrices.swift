import CSQLiteBare

/// SQLite alone for messages of one price each, as a program written for just these would do it.
public final class BarePrices {
  private let connection: BareConnection
  private let tree: BareConnection.Statement
  private let update: BareConnection.Statement

  /// Opens a database and makes its tables.
  public init(path: String, schema: String) throws {
    connection = try BareConnection(path: path, schema: schema)
    tree = try connection.prepare("SELECT key, type, atom, id, parent FROM json_tree(?1)")
    update = try connection.prepare("UPDATE selection SET price = ?2 WHERE id = ?1")
  }

  /// Runs messages, so many in a transaction.
  public func apply(_ messages: [String], inTransactionsOf size: Int) throws {
    for start in stride(from: 0, to: messages.count, by: size) {
      try connection.transaction {
        for message in messages[start..<start + size] { try write(message) }
      }
    }
  }

  /// Runs statements as one transaction.
  public func run(_ sql: String) throws { try connection.transaction { try connection.run(sql) } }

  /// All rows of the tables as text, to compare what two sides have come to.
  public func dump(_ tables: [String]) throws -> [String] {
    try tables.flatMap { try connection.rows(of: "SELECT * FROM \($0) ORDER BY id") }
  }

  private func write(_ message: String) throws {
    var message = message
    message.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        sqlite3_bind_text64(
          tree,
          1,
          bytes.baseAddress,
          UInt64(bytes.count),
          nil,
          UInt8(SQLITE_UTF8)
        )
        var row = 0
        while sqlite3_step(tree) == SQLITE_ROW {
          row += 1
          // The message, its time, upsert, the table, the row, the id, the price.
          if row == 6 { sqlite3_bind_int64(update, 1, sqlite3_column_int64(tree, 2)) }
          if row == 7 { sqlite3_bind_double(update, 2, sqlite3_column_double(tree, 2)) }
        }
        sqlite3_reset(tree)
      }
    }
    try connection.step(update)
  }
}
