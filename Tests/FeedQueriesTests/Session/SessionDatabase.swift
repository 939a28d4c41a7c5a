import CSQLite
import FeedModel

/// A second database with the same history, whose changes SQLite's session extension records.
///
/// A session takes the only preupdate hook that a connection has, so it cannot watch the store's own
/// connection; the same statements are run here instead.
@safe
final class SessionDatabase {
  /// SQLite's error for a statement that it does not run.
  struct Failure: Error {
    let code: Int32
    let message: String

    var isConstraint: Bool { code & 0xFF == SQLITE_CONSTRAINT }
  }

  private let handle: OpaquePointer

  /// Makes the tables of some SQL, in memory.
  init(schema: String) throws {
    var handle: OpaquePointer?
    let code = unsafe sqlite3_open(":memory:", &handle)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      throw Failure(code: code, message: "no database")
    }
    unsafe self.handle = unsafe handle
    try run("PRAGMA foreign_keys = ON")
    try run(schema)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Runs statements.
  func run(_ sql: String) throws {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    throw Failure(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)))
  }

  /// Runs a body in a transaction, and says what has changed.
  ///
  /// - Returns: The net changes, each row once; nothing if the body has thrown an error.
  func transaction(_ body: () throws -> Void) throws -> [NetChange] {
    var session: OpaquePointer?
    try check(unsafe sqlite3session_create(handle, "main", &session))
    defer { unsafe sqlite3session_delete(session) }
    try check(unsafe sqlite3session_attach(session, nil))
    try run("BEGIN IMMEDIATE")
    do {
      try body()
      try run("COMMIT")
    } catch {
      if unsafe sqlite3_get_autocommit(handle) == 0 { try run("ROLLBACK") }
    }
    var size: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    try check(unsafe sqlite3session_changeset(session, &size, &bytes))
    defer { unsafe sqlite3_free(bytes) }
    var iterator: OpaquePointer?
    try check(unsafe sqlite3changeset_start(&iterator, size, bytes))
    defer { unsafe sqlite3changeset_finalize(iterator) }
    var changes: [NetChange] = []
    while unsafe sqlite3changeset_next(iterator) == SQLITE_ROW {
      var name: UnsafePointer<CChar>?
      var count: Int32 = 0
      var operation: Int32 = 0
      try check(unsafe sqlite3changeset_op(iterator, &name, &count, &operation, nil))
      guard let name = unsafe name else { continue }
      var old: [Int: Value] = [:]
      var new: [Int: Value] = [:]
      for column in 0..<count {
        if operation != SQLITE_INSERT {
          var value: OpaquePointer?
          try check(unsafe sqlite3changeset_old(iterator, column, &value))
          old[Int(column)] = unsafe Self.value(value)
        }
        if operation != SQLITE_DELETE {
          var value: OpaquePointer?
          try check(unsafe sqlite3changeset_new(iterator, column, &value))
          new[Int(column)] = unsafe Self.value(value)
        }
      }
      changes.append(NetChange(table: unsafe String(cString: name), old: old, new: new))
    }
    return changes
  }

  /// The value; `nil` for an unchanged column.
  private static func value(_ value: OpaquePointer?) -> Value? {
    guard let value = unsafe value else { return nil }
    switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let text = unsafe sqlite3_value_text(value) else { return .null }
      return .text(Text(unsafe String(cString: text)))
    case SQLITE_BLOB:
      let count = Int(unsafe sqlite3_value_bytes(value))
      guard count > 0, let start = unsafe sqlite3_value_blob(value) else { return .blob([]) }
      return unsafe .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }
}

/// The net effect of a transaction on a row.
struct NetChange: Equatable {
  let table: String
  /// The values before, by the places of their columns: all of a deleted row, those of the key and of
  /// the changed columns of an updated one.
  let old: [Int: Value]
  /// The values after: all of an inserted row, those of the changed columns of an updated one.
  let new: [Int: Value]
}
