import CSQLite

/// A prepared statement.
///
/// Statements are prepared once and run many times. They may be used only while the writer that
/// prepared them is held; any other use traps. Once the store is closed, ``step()`` throws an
/// error, and there is no row to read.
///
/// ```swift
/// let statement = try writer.prepare("SELECT name FROM sport WHERE id = ?1")
/// statement.bind(3, at: 1)
/// if try statement.step() { statement.text(at: 0) }   // "Tennis"
/// statement.reset()
/// ```
@safe
public final class Statement {
  let handle: OpaquePointer
  let connection: Connection
  /// The SQL from which the statement was prepared.
  public let sql: String
  /// The number of columns of its rows; zero for a statement that yields none.
  public let columnCount: Int
  /// Whether it changes nothing in the store.
  public let isReadOnly: Bool
  let changesSchema: Bool
  /// Whether the run time is limited; that of the store's own statements is not.
  private let isTimed: Bool
  /// The time at which the watch first saw the current run; zero before that.
  private var start: UInt64 = 0
  /// The failure of a binding, reported by the next step.
  var failedBinding: Int32 = SQLITE_OK

  init(
    handle: OpaquePointer,
    sql: String,
    connection: Connection,
    changesSchema: Bool,
    isTimed: Bool
  ) {
    unsafe self.handle = unsafe handle
    self.sql = sql
    self.connection = connection
    self.changesSchema = changesSchema
    self.isTimed = isTimed
    columnCount = Int(unsafe sqlite3_column_count(handle))
    isReadOnly = unsafe sqlite3_stmt_readonly(handle) != 0
    unsafe connection.add(handle)
  }

  deinit { unsafe connection.finalize(handle) }

  /// Whether SQLite may be called; while the writer is held, the check costs one load.
  var isUsable: Bool { connection.isHeld || !isMisused() }

  private func isMisused() -> Bool {
    precondition(!connection.isOpen, "a statement was used while its writer was not held: \(sql)")
    return true
  }

  /// Runs the statement up to its next row.
  ///
  /// After the last row, the statement is reset and can be bound and run again.
  ///
  /// - Returns: Whether there is a row to read.
  /// - Throws: ``StoreError`` with the message of SQLite; the statement is then reset.
  public func step() throws -> Bool {
    guard isUsable, failedBinding == SQLITE_OK, !connection.hasLostTransaction else {
      throw unusable()
    }
    let watch = connection.watch
    watch.isTimed = isTimed
    watch.start = start
    let code = unsafe sqlite3_step(handle)
    start = watch.start
    if code == SQLITE_ROW { return true }
    start = 0
    guard code == SQLITE_DONE else { throw failed(code) }
    unsafe sqlite3_reset(handle)
    if changesSchema { connection.collector.schemaDidChange() }
    return false
  }

  /// Runs the statement to its end, and ignores its rows.
  ///
  /// - Throws: ``StoreError`` with the message of SQLite.
  public func run() throws {
    while try step() {}
  }

  /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` of the connection has changed.
  var changedRows: Int { connection.changedRows }

  /// Resets the statement, so that it can be bound and run again.
  ///
  /// Needed after reading, unless a step has returned `false`.
  public func reset() {
    guard isUsable else { return }
    start = 0
    unsafe sqlite3_reset(handle)
  }

  private func failed(_ code: Int32) -> StoreError {
    let failure = connection.failure(code, sql: sql)
    unsafe sqlite3_reset(handle)
    connection.statementDidFail()
    return StoreError(failure)
  }

  private func unusable() -> StoreError {
    guard connection.isOpen else { return StoreError(.closed, "the store is closed") }
    guard !connection.hasLostTransaction else {
      return StoreError(
        .transactionEnded,
        "SQLite has rolled back the transaction, so no statement can run in it",
        hint: "do not catch errors of statements"
      )
    }
    let message = unsafe String(cString: sqlite3_errstr(failedBinding))
    let code = failedBinding
    failedBinding = SQLITE_OK
    return StoreError(.init(code: code, message: message, sql: sql, offset: nil))
  }
}

extension Statement {
  /// Adds the value in a column of the current row to a hash, without copying the value.
  func add(column: Int, to hash: inout RowHash) {
    guard isUsable else { return hash.addNull() }
    let column = Int32(truncatingIfNeeded: column)
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: hash.add(integer: unsafe sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: hash.add(real: unsafe sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      let start = unsafe sqlite3_column_text(handle, column)
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      unsafe hash.add(text: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_column_blob(handle, column)
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      unsafe hash.add(blob: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    default: hash.addNull()
    }
  }
}
