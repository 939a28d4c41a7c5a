import CSQLite

/// Replacements for SQLite's date functions that fail instead of reading the clock or time zone.
///
/// They are for a store that applies a log. A literal time is checked before the statement runs;
/// the value `now` in a message is found only here. SQLite's own functions compute the results, on
/// a separate, empty database.
///
/// Belongs to a connection, which guards the statements.
@safe
final class PureDates {
  private let database: Database
  /// The statements, by their SQL.
  private var statements: [String: OpaquePointer] = unsafe [:]

  /// - Throws: ``StoreError`` if SQLite has no memory.
  init() throws { database = try Database(path: nil) }

  deinit {
    var rest = unsafe statements.values.makeIterator()
    while let statement = unsafe rest.next() { unsafe sqlite3_finalize(statement) }
  }

  /// Replaces SQLite's functions on a connection.
  ///
  /// - Parameter handle: The connection, on which no statement is running.
  /// - Throws: ``StoreError`` with the message of SQLite.
  func install(on handle: OpaquePointer) throws {
    for name in Determinism.dateFunctionNames where isKnown(name) {
      let function = PureDate(name, self)
      let code = unsafe sqlite3_create_function_v2(
        handle,
        name,
        -1,
        SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
        Unmanaged.passRetained(function).toOpaque(),
        { context, count, values in
          guard let context = unsafe context, let function = unsafe sqlite3_user_data(context)
          else { return }
          let values = unsafe UnsafeBufferPointer(start: values, count: Int(count))
          unsafe Unmanaged<PureDate>.fromOpaque(function)._withUnsafeGuaranteedRef {
            unsafe $0.call(context, values)
          }
        },
        nil,
        nil,
        { function in
          guard let function = unsafe function else { return }
          unsafe Unmanaged<PureDate>.fromOpaque(function).release()
        }
      )
      guard code == SQLITE_OK else {
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        throw StoreError(.init(code: code, message: message, sql: name, offset: nil))
      }
    }
  }

  /// Returns whether this version of SQLite has a function.
  private func isKnown(_ name: String) -> Bool {
    var statement: OpaquePointer?
    defer { unsafe sqlite3_finalize(statement) }
    return unsafe sqlite3_prepare_v2(database.handle, "SELECT \(name)()", -1, &statement, nil)
      == SQLITE_OK
  }

  /// Returns the statement that calls SQLite's own function; `nil` if memory is short.
  func statement(_ name: String, _ count: Int) -> OpaquePointer? {
    let sql = "SELECT \(name)(\((1...max(count, 1)).map { "?\($0)" }.joined(separator: ", ")))"
    if let known = unsafe statements[sql] { return unsafe known }
    var statement: OpaquePointer?
    unsafe sqlite3_prepare_v2(database.handle, sql, -1, &statement, nil)
    unsafe statements[sql] = unsafe statement
    return unsafe statement
  }
}

/// A replacement for one function.
private final class PureDate {
  private let name: String
  private let dates: PureDates
  /// The number of arguments from which on it does not read the clock.
  private let fewest: Int

  init(_ name: String, _ dates: PureDates) {
    self.name = name
    self.dates = dates
    fewest = Determinism.fewestArguments(ofDateFunction: name)
  }

  /// Returns the result of a call to SQLite, or an error.
  func call(_ context: OpaquePointer, _ values: UnsafeBufferPointer<OpaquePointer?>) {
    if let objection = unsafe objection(to: values) {
      unsafe sqlite3_result_error(context, "'\(name)' \(objection)", -1)
      unsafe sqlite3_result_error_code(context, ImpurityCode.refused)
      return
    }
    guard let statement = unsafe dates.statement(name, values.count) else {
      unsafe sqlite3_result_error_nomem(context)
      return
    }
    for index in 0..<values.count {
      unsafe sqlite3_bind_value(statement, Int32(index + 1), values[index])
    }
    if unsafe sqlite3_step(statement) == SQLITE_ROW {
      unsafe sqlite3_result_value(context, sqlite3_column_value(statement, 0))
    } else {
      unsafe sqlite3_result_error(context, sqlite3_errmsg(sqlite3_db_handle(statement)), -1)
    }
    unsafe sqlite3_reset(statement)
    unsafe sqlite3_clear_bindings(statement)
  }

  /// Returns the reason why the arguments of a call are not allowed, or `nil`.
  private func objection(to values: UnsafeBufferPointer<OpaquePointer?>) -> String? {
    guard values.count >= fewest else { return "without a time reads the clock" }
    // The first argument of `strftime` is a format.
    let first = name == "strftime" ? 1 : 0
    for index in first..<max(first, values.count) {
      let value = unsafe values[index]
      let type = unsafe sqlite3_value_type(value)
      // No longer text has a special meaning.
      guard type == SQLITE_TEXT || type == SQLITE_BLOB, unsafe sqlite3_value_bytes(value) <= 9,
        let bytes = unsafe sqlite3_value_text(value)
      else { continue }
      let word = unsafe String(cString: bytes)
      switch word.lowercased() {
      case "now": return "with '\(word)' reads the clock"
      case "subsec" where index == first, "subsecond" where index == first:
        return "with '\(word)' for a time reads the clock"
      case "localtime", "utc": return "with '\(word)' depends on the machine's time zone"
      default: continue
      }
    }
    return nil
  }
}
