import CSQLiteBare

/// SQLite alone for messages of one row with one new value each, as a program written for just these
/// would do it: decoded by SQLite's JSON function, and nothing looked at but the two scalars.
public final class BareUpdates {
  /// The connection, for what is asked besides.
  public let connection: BareConnection
  private let tree: BareConnection.Statement
  private let update: BareConnection.Statement
  private let position: BareConnection.Statement

  /// Opens a database and makes its tables.
  ///
  /// - Throws: `BareConnection.Failure` if SQLite refuses something.
  public init(path: String = ":memory:", schema: String, table: String, column: String) throws {
    connection = try BareConnection(
      path: path,
      schema: BareConnection.positionSchema(of: "updates.jsonl") + schema
    )
    tree = try connection.prepare("SELECT key, type, atom, id, parent FROM json_tree(?1)")
    update = try connection.prepare("UPDATE \(table) SET \(column) = ?2 WHERE id = ?1")
    position = try connection.preparePosition(of: "updates.jsonl")
  }

  /// Runs messages, so many in a transaction.
  ///
  /// - Parameter line: The line of the first if the position is written too.
  /// - Throws: `BareConnection.Failure` if SQLite refuses something.
  public func apply(
    _ messages: [String],
    inTransactionsOf size: Int = 1,
    from line: Int? = nil
  ) throws {
    for start in stride(from: 0, to: messages.count, by: size) {
      try connection.transaction {
        for message in messages[start..<start + size] { try write(message) }
        if let line { try connection.run(position, with: Int64(line + start)) }
      }
    }
  }

  /// What a message says: a row's key, and a column's value.
  public typealias Row = (key: Int64, value: Double)

  /// Reads messages without writing what they say.
  ///
  /// - Throws: `BareConnection.Failure` if SQLite refuses something.
  public func decode(_ messages: [String]) throws -> [Row] {
    messages.map { message in
      var row: Row = (0, 0)
      read(message) { number in
        if number == 6 { row.key = sqlite3_column_int64(tree, 2) }
        if number == 7 { row.value = sqlite3_column_double(tree, 2) }
      }
      return row
    }
  }

  /// Writes rows whose values are at hand, a transaction each, with the position.
  ///
  /// - Throws: `BareConnection.Failure` if SQLite refuses something.
  public func apply(_ rows: [Row], from line: Int) throws {
    for (index, row) in rows.enumerated() {
      try connection.transaction {
        sqlite3_bind_int64(update, 1, row.key)
        sqlite3_bind_double(update, 2, row.value)
        try connection.step(update)
        try connection.run(position, with: Int64(line + index))
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
    read(message) { number in
      if number == 6 { sqlite3_bind_int64(update, 1, sqlite3_column_int64(tree, 2)) }
      if number == 7 { sqlite3_bind_value(update, 2, sqlite3_column_value(tree, 2)) }
    }
    try connection.step(update)
  }

  /// Walks a message: itself, its time, upsert, the table, the row, the id, the value.
  private func read(_ message: String, _ visit: (Int) -> Void) {
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
        var number = 0
        while sqlite3_step(tree) == SQLITE_ROW {
          number += 1
          visit(number)
        }
        sqlite3_reset(tree)
      }
    }
  }
}
