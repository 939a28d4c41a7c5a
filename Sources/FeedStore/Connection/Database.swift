import CSQLite
import Foundation

/// An open SQLite database, closed when its last reference is released.
@safe
final class Database {
  let handle: OpaquePointer

  /// Opens a database and reads one row, so that a file of another format is detected immediately.
  ///
  /// - Parameters:
  ///   - path: The file, created if it is missing; an empty path for a file that is removed when it
  ///     is closed, and `nil` for a database in memory.
  ///   - isReadOnly: Whether the file is opened read-only.
  ///   - mustExist: Whether a missing file is an error.
  /// - Throws: ``StoreError`` with the message of SQLite.
  init(path: String?, isReadOnly: Bool = false, mustExist: Bool = false) throws {
    // The store's lock admits one thread at a time, so that SQLite's own is not needed.
    let access =
      isReadOnly
      ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | (mustExist ? 0 : SQLITE_OPEN_CREATE)
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    if let path, !path.isEmpty, !isReadOnly, !mustExist { Self.makeFile(at: path) }
    var handle: OpaquePointer?
    let code = unsafe sqlite3_open_v2(path ?? ":memory:", &handle, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      let message = unsafe String(cString: sqlite3_errstr(code))
      unsafe sqlite3_close_v2(handle)
      throw StoreError(.init(code: code, message: message, sql: "open", offset: nil))
    }
    unsafe self.handle = unsafe handle
    unsafe sqlite3_busy_timeout(handle, Int32(StoreOpening.patience * 1000))
    let switches: [(name: Int32, isOn: Int32)] = [
      (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
      // "text" in double quotes is always a name, even if no such name exists.
      (SQLITE_DBCONFIG_DQS_DDL, 0),
      (SQLITE_DBCONFIG_DQS_DML, 0),
    ]
    for (name, isOn) in switches { unsafe feed_sqlite3_set_switch(handle, name, isOn) }
    let sql = "SELECT 1 FROM sqlite_schema LIMIT 1"
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil), sql)
  }

  /// Creates an empty file that only its owner may read, if there is none.
  ///
  /// SQLite's journals take its mode. An error is ignored here, since SQLite runs into it next and
  /// reports the reason.
  private static func makeFile(at path: String) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe Foundation.open(path, flags, 0o600)
    if descriptor >= 0 { Foundation.close(descriptor) }
  }

  // SQLite keeps its part of the connection until the last statement is finalised.
  deinit { unsafe sqlite3_close_v2(handle) }

  /// Copies the state of the database at one moment over the content of another database.
  ///
  /// - Throws: ``StoreError`` with the message of SQLite.
  func copy(to copy: Database) throws {
    guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      return try copy.check(unsafe sqlite3_errcode(copy.handle), "backup")
    }
    unsafe sqlite3_backup_step(backup, -1)
    // Finishing a backup returns the error of a failed step.
    try copy.check(unsafe sqlite3_backup_finish(backup), "backup")
  }

  /// The number of pages copied between two checks for cancellation: 8 MiB.
  private static let pagesPerPart: Int32 = 2048

  /// Copies the database over the content of another database, part by part.
  ///
  /// The database must be in a transaction, so that it stays the same from the first part to the
  /// last.
  ///
  /// - Parameter isCancelled: Called before each part; returns whether to stop.
  /// - Throws: ``StoreError`` with the message of SQLite; `CancellationError`.
  func copy(to copy: Database, isCancelled: () -> Bool) throws {
    guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      return try copy.check(unsafe sqlite3_errcode(copy.handle), "backup")
    }
    var code = SQLITE_OK
    while code == SQLITE_OK, !isCancelled() {
      code = unsafe sqlite3_backup_step(backup, Self.pagesPerPart)
    }
    unsafe sqlite3_backup_finish(backup)
    if code == SQLITE_OK { throw CancellationError() }
    try copy.check(code == SQLITE_DONE ? SQLITE_OK : code, "backup")
  }

  /// Runs the store's own statements.
  ///
  /// - Throws: ``StoreError`` with the message of SQLite.
  func run(_ sql: String) throws { try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil), sql) }

  private func check(_ code: Int32, _ sql: String) throws {
    guard code != SQLITE_OK else { return }
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    throw StoreError(.init(code: code, message: message, sql: sql, offset: nil))
  }
}
