import CSQLite

/// A prepared statement: parameters go in, rows come out.
///
/// Statements are prepared once and run many times. They are used while the writer that prepared them
/// is held: using one at another time is a mistake that stops the program. Once the store is closed,
/// ``step()`` throws an error, and there is no row to read.
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
  /// The statement as it was prepared.
  public let sql: String
  /// The number of columns of its rows, zero for a statement that yields none.
  public let columnCount: Int
  /// Whether it changes nothing in the store.
  public let isReadOnly: Bool
  let changesSchema: Bool
  /// Whether the time that it runs is limited: that of the store's own statements is not.
  private let isTimed: Bool
  /// When the run that is under way was first seen by the watch; zero before that.
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

  /// Whether SQLite may be called: whoever holds the writer costs one load.
  var isUsable: Bool { connection.isHeld || !isMisused() }

  private func isMisused() -> Bool {
    precondition(!connection.isOpen, "a statement was used while its writer was not held: \(sql)")
    return true
  }

  /// Runs the statement up to its next row.
  ///
  /// After the last row the statement is reset, ready to be bound and run again.
  ///
  /// - Returns: Whether there is a row to read.
  /// - Throws: ``StoreError`` with what SQLite said; the statement is then reset.
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

  /// Runs the statement to its end, whatever rows it yields.
  ///
  /// - Throws: ``StoreError`` with what SQLite said.
  public func run() throws {
    while try step() {}
  }

  /// Makes the statement ready to be bound and run again.
  ///
  /// Needed after the last row that is read, unless a step has said that there are no more.
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
        "SQLite has rolled the transaction back; nothing more can be done in it",
        hint: "let errors of statements through"
      )
    }
    let message = unsafe String(cString: sqlite3_errstr(failedBinding))
    let code = failedBinding
    failedBinding = SQLITE_OK
    return StoreError(.init(code: code, message: message, sql: sql, offset: nil))
  }
}
