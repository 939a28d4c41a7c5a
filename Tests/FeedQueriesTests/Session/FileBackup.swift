import CSQLiteSession

/// What another program does that restores a database from a copy, by SQLite's backup interface.
enum FileBackup {
  /// Replaces the content of a database by that of another one.
  ///
  /// - Throws: ``SessionDatabase/Failure`` if SQLite does not do it.
  static func copy(from source: String, to target: String) throws {
    var from: OpaquePointer?
    var to: OpaquePointer?
    defer {
      unsafe sqlite3_close_v2(from)
      unsafe sqlite3_close_v2(to)
    }
    try check(unsafe sqlite3_open(source, &from))
    try check(unsafe sqlite3_open(target, &to))
    guard let backup = unsafe sqlite3_backup_init(to, "main", from, "main") else {
      return try check(unsafe sqlite3_errcode(to))
    }
    let code = unsafe sqlite3_backup_step(backup, -1)
    try check(unsafe sqlite3_backup_finish(backup))
    guard code == SQLITE_DONE else { return try check(code) }
  }

  private static func check(_ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    throw SessionDatabase.Failure(code: code, message: "the backup failed")
  }
}
