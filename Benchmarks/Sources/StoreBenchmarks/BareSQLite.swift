import CSQLiteBare

/// What SQLite needs by itself for the same work: the same JSON function, the same update.
final class BareSQLite {
  struct Failure: Error { let message: String }

  private var handle: OpaquePointer?
  private var tree: OpaquePointer?
  private var update: OpaquePointer?
  private var begin: OpaquePointer?
  private var commit: OpaquePointer?

  init(path: String, schema: String) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    try check(sqlite3_open_v2(path, &handle, flags, nil))
    let pragmas =
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"
    try check(sqlite3_exec(handle, pragmas + schema, nil, nil, nil))
    tree = try prepare("SELECT key, type, atom, id, parent FROM json_tree(?1)")
    update = try prepare("UPDATE selection SET price = ?2 WHERE id = ?1")
    begin = try prepare("BEGIN IMMEDIATE")
    commit = try prepare("COMMIT")
  }

  private func prepare(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    )
    return statement
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
  }

  private func run(_ statement: OpaquePointer?) throws {
    guard sqlite3_step(statement) == SQLITE_DONE else { throw Failure(message: "not done") }
    sqlite3_reset(statement)
  }

  func run(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

  func apply(_ message: String) throws {
    try run(begin)
    try write(message)
    try run(commit)
  }

  func apply(_ messages: [String], inTransactionsOf size: Int) throws {
    for start in stride(from: 0, to: messages.count, by: size) {
      try run(begin)
      for message in messages[start..<start + size] { try write(message) }
      try run(commit)
    }
  }

  /// Binds the two scalars of the one row, as a program written for this one message would.
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
    try run(update)
  }

  deinit {
    for statement in [tree, update, begin, commit] { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }
}
