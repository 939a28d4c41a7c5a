import CSQLite

/// SQLite's date functions for a store that applies a log: calls that read the clock or the time zone fail.
///
/// A time that a statement spells out is looked at before the statement runs. One that comes with a message, and is
/// then `now`, is seen only here. SQLite's own functions do the work, on an empty database beside the store.
///
/// Belongs to a connection, which guards the statements.
@safe
final class PureDates {
  private let database: Database
  /// By name and number of arguments.
  private var statements: [String: OpaquePointer] = unsafe [:]

  /// - Throws: ``StoreError`` if SQLite has no memory.
  init() throws { database = try Database(path: nil) }

  deinit {
    var rest = unsafe statements.values.makeIterator()
    while let statement = unsafe rest.next() { unsafe sqlite3_finalize(statement) }
  }

  /// Has a connection call these in the place of SQLite's own.
  ///
  /// - Parameter handle: The connection, of which no statement is under way.
  /// - Throws: ``StoreError`` with what SQLite says.
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

  /// Whether this library has a function.
  private func isKnown(_ name: String) -> Bool {
    var statement: OpaquePointer?
    defer { unsafe sqlite3_finalize(statement) }
    return unsafe sqlite3_prepare_v2(database.handle, "SELECT \(name)()", -1, &statement, nil)
      == SQLITE_OK
  }

  /// The statement that calls SQLite's own function; `nil` if there is no memory for it.
  func statement(_ name: String, _ count: Int) -> OpaquePointer? {
    let sql = "SELECT \(name)(\((1...max(count, 1)).map { "?\($0)" }.joined(separator: ", ")))"
    if let known = unsafe statements[sql] { return unsafe known }
    var statement: OpaquePointer?
    unsafe sqlite3_prepare_v2(database.handle, sql, -1, &statement, nil)
    unsafe statements[sql] = unsafe statement
    return unsafe statement
  }
}

/// One of the functions.
private final class PureDate {
  private let name: String
  private let dates: PureDates
  /// With how many arguments it does not read the clock.
  private let fewest: Int

  init(_ name: String, _ dates: PureDates) {
    self.name = name
    self.dates = dates
    fewest = Determinism.fewestArguments(ofDateFunction: name)
  }

  /// Answers a call, or refuses it.
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

  /// What is wrong with the arguments of a call.
  private func objection(to values: UnsafeBufferPointer<OpaquePointer?>) -> String? {
    guard values.count >= fewest else { return "without a time reads the clock" }
    // The first of two is a form.
    let first = name == "strftime" ? 1 : 0
    for index in first..<max(first, values.count) {
      let value = unsafe values[index]
      let type = unsafe sqlite3_value_type(value)
      // No longer word means anything of the kind.
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

extension Writer {
  /// Has statements fail whose date functions read the clock or the time zone, whatever led them to it.
  ///
  /// It is called once, before any statement is kept.
  ///
  /// - Throws: ``StoreError`` with what SQLite says.
  package func refuseClock() throws { try unsafe PureDates().install(on: connection.handle) }
}
