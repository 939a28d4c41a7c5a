import CSQLite
import FeedModel

/// A plain SQLite database that receives the same writes as a feed's store, by separate code.
@safe
final class Mirror {
  /// SQLite's error for a statement.
  struct Failure: Error, CustomStringConvertible {
    let code: Int32
    let description: String

    var isConstraint: Bool { code & 0xFF == SQLITE_CONSTRAINT }
  }

  private let handle: OpaquePointer
  /// Compared by bytes: texts that Unicode takes for one are two statements.
  private var statements: [Text: Prepared] = [:]

  /// A statement that is kept.
  @safe
  private final class Prepared {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe sqlite3_finalize(handle) }
  }

  /// Opens a database in memory, or a file.
  init(path: String = ":memory:") throws {
    var handle: OpaquePointer?
    let code = unsafe sqlite3_open(path, &handle)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      throw Failure(code: code, description: "no database at '\(path)'")
    }
    unsafe self.handle = unsafe handle
    unsafe sqlite3_busy_timeout(handle, 5_000)
    try run("PRAGMA foreign_keys = ON")
  }

  deinit {
    statements = [:]
    unsafe sqlite3_close_v2(handle)
  }

  /// The number of rows changed by the last statement.
  var changedRows: Int { Int(unsafe sqlite3_changes(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Runs statements.
  func run(_ sql: String) throws {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil), sql)
  }

  /// Runs a statement, and reads its rows.
  func rows(_ sql: String, _ values: [String: Datum] = [:]) throws -> [[Datum]] {
    let statement = unsafe try prepare(sql).handle
    defer { unsafe sqlite3_reset(statement) }
    for (name, value) in values {
      let index = unsafe sqlite3_bind_parameter_index(statement, name)
      if index > 0 { unsafe bind(value, to: statement, at: index) }
    }
    var rows: [[Datum]] = []
    while true {
      let code = unsafe sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else {
        try check(code, sql)
        return rows
      }
      rows.append(
        unsafe (0..<sqlite3_column_count(statement)).map { unsafe Self.value($0, of: statement) }
      )
    }
  }

  private func prepare(_ sql: String) throws -> Prepared {
    if let known = statements[Text(sql)] { return known }
    var statement: OpaquePointer?
    try check(unsafe sqlite3_prepare_v3(handle, sql, -1, 0, &statement, nil), sql)
    guard let statement = unsafe statement else {
      throw Failure(code: SQLITE_ERROR, description: "no statement: \(sql)")
    }
    let prepared = unsafe Prepared(statement)
    statements[Text(sql)] = prepared
    return prepared
  }

  private func check(_ code: Int32, _ sql: String) throws {
    guard code != SQLITE_OK else { return }
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    throw Failure(code: code, description: "\(message), in: \(sql)")
  }

  private func bind(_ value: Datum, to statement: OpaquePointer, at index: Int32) {
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: unsafe sqlite3_bind_null(statement, index)
    case .integer(let integer): unsafe sqlite3_bind_int64(statement, index, integer)
    case .real(let real): unsafe sqlite3_bind_double(statement, index, real)
    case .text(let bytes):
      let text = bytes.map { CChar(bitPattern: $0) } + [0]
      unsafe sqlite3_bind_text(statement, index, text, Int32(bytes.count), transient)
    case .blob(let bytes):
      if bytes.isEmpty {
        unsafe sqlite3_bind_zeroblob(statement, index, 0)
      } else {
        unsafe sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), transient)
      }
    }
  }

  private static func value(_ column: Int32, of statement: OpaquePointer) -> Datum {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(unsafe sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: .real(unsafe sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      // The text is asked for first: that may change how it is stored.
      unsafe .text(bytes(sqlite3_column_text(statement, column), column, statement))
    case SQLITE_BLOB: unsafe .blob(bytes(sqlite3_column_blob(statement, column), column, statement))
    default: .null
    }
  }

  private static func bytes(
    _ start: UnsafeRawPointer?,
    _ column: Int32,
    _ statement: OpaquePointer
  ) -> [UInt8] {
    let count = Int(unsafe sqlite3_column_bytes(statement, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
