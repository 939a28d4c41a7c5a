import CSQLite

/// An SQLite database opened by another program: plain statements, without the store's rules.
@safe
package final class SQLiteClient {
  /// The failure of a call, as reported by SQLite.
  package struct Failure: Error {
    package let code: Int32
    package let message: String
  }

  package let handle: OpaquePointer

  /// Opens a file, and creates it if it does not exist.
  ///
  /// - Parameter patience: The number of seconds to wait for other writers.
  /// - Throws: ``Failure`` if it cannot be opened.
  package init(path: String, patience: Int = 5) throws {
    var handle: OpaquePointer?
    let code = unsafe sqlite3_open(path, &handle)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      unsafe sqlite3_close_v2(handle)
      throw Failure(code: code, message: "'\(path)' cannot be opened")
    }
    unsafe self.handle = unsafe handle
    unsafe sqlite3_busy_timeout(handle, Int32(patience * 1000))
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Runs statements.
  package func run(_ sql: String) throws {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Returns the first value of the first row of a statement, as an integer.
  package func integer(_ sql: String) throws -> Int64 {
    var statement: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { unsafe sqlite3_finalize(statement) }
    let code = unsafe sqlite3_step(statement)
    guard code == SQLITE_ROW else { throw Failure(code: code, message: "no row: \(sql)") }
    return unsafe sqlite3_column_int64(statement, 0)
  }

  /// Replaces the content of a file by the content of this database.
  package func backUp(to path: String) throws {
    let copy = try SQLiteClient(path: path)
    guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      return try copy.check(unsafe sqlite3_errcode(copy.handle))
    }
    unsafe sqlite3_backup_step(backup, -1)
    try copy.check(unsafe sqlite3_backup_finish(backup))
  }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    throw Failure(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)))
  }
}
