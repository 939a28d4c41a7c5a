import CSQLite
import Foundation

/// An open SQLite database, closed as soon as nothing refers to it.
@safe
final class Database {
  let handle: OpaquePointer

  /// Opens a database and reads a little of it, so that what is not a database is found out at once.
  ///
  /// - Parameters:
  ///   - path: The file, made if it is not there; an empty path for one that is removed when it is
  ///     closed, and `nil` for a database in memory.
  ///   - isReadOnly: Whether the file is only read.
  ///   - mustExist: Whether no file is made if there is none.
  /// - Throws: ``StoreError`` with what SQLite says.
  init(path: String?, isReadOnly: Bool = false, mustExist: Bool = false) throws {
    // The lock of the store lets one thread in at a time, so that SQLite's own is not needed.
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
    unsafe sqlite3_busy_timeout(handle, Int32(Opening.patience * 1000))
    let switches: [(name: Int32, isOn: Int32)] = [
      (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
      // "text" in double quotes is a name, also if there is none like it.
      (SQLITE_DBCONFIG_DQS_DDL, 0),
      (SQLITE_DBCONFIG_DQS_DML, 0),
    ]
    for (name, isOn) in switches { unsafe feed_sqlite3_set_switch(handle, name, isOn) }
    let sql = "SELECT 1 FROM sqlite_schema LIMIT 1"
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil), sql)
  }

  /// Makes an empty file that only its owner may read, unless there is one; SQLite's journals take its mode.
  ///
  /// An error is ignored here, because SQLite meets it next and names the reason.
  private static func makeFile(at path: String) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe Foundation.open(path, flags, 0o600)
    if descriptor >= 0 { Foundation.close(descriptor) }
  }

  // A statement that somebody still refers to keeps SQLite's part of the connection until it goes.
  deinit { unsafe sqlite3_close_v2(handle) }

  /// Copies all that is in the database, as it is at one moment, over what is in another one.
  ///
  /// - Parameter copy: The other database.
  /// - Throws: ``StoreError`` with what SQLite says.
  func copy(to copy: Database) throws {
    guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      return try copy.check(unsafe sqlite3_errcode(copy.handle), "backup")
    }
    unsafe sqlite3_backup_step(backup, -1)
    // Finishing a backup returns what went wrong with a step.
    try copy.check(unsafe sqlite3_backup_finish(backup), "backup")
  }

  /// How many pages are copied between two looks whether to go on: 8 MiB.
  private static let pagesPerPart: Int32 = 2048

  /// Copies all that is in the database over what is in another one, part by part.
  ///
  /// The database has to be in a transaction, for which it stays the same from the first part to the last.
  ///
  /// - Parameters:
  ///   - copy: The other database.
  ///   - isCancelled: Asked before each part whether nobody wants the copy any more.
  /// - Throws: ``StoreError`` with what SQLite says; `CancellationError`.
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

  /// Runs statements of the store's own.
  ///
  /// - Parameter sql: The statements.
  /// - Throws: ``StoreError`` with what SQLite says.
  func run(_ sql: String) throws { try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil), sql) }

  private func check(_ code: Int32, _ sql: String) throws {
    guard code != SQLITE_OK else { return }
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    throw StoreError(.init(code: code, message: message, sql: sql, offset: nil))
  }
}
