import CSQLite

/// What SQLite has done for the statements of a store, by its own account.
///
/// Counts of work, unlike times, are the same on every machine.
package struct StatementWork: Hashable, Sendable {
  /// How often a statement was run.
  package var runs = 0
  /// The instructions of SQLite's virtual machine.
  package var instructions = 0
  /// The rows that were looked at one after the other, since no index leads to those wanted.
  package var scanned = 0
  /// The sorts, since no index has the order.
  package var sorts = 0
}

extension Writer {
  /// Tells what the statements that are prepared now have done since this was last asked.
  ///
  /// SQLite keeps the account anyway, so that asking for it is all that it costs.
  package func takeWork() -> StatementWork {
    var work = StatementWork()
    var next = unsafe sqlite3_next_stmt(connection.handle, nil)
    while let statement = unsafe next {
      func take(_ counter: Int32) -> Int {
        Int(unsafe sqlite3_stmt_status(statement, counter, 1))
      }
      work.runs += take(SQLITE_STMTSTATUS_RUN)
      work.instructions += take(SQLITE_STMTSTATUS_VM_STEP)
      work.scanned += take(SQLITE_STMTSTATUS_FULLSCAN_STEP)
      work.sorts += take(SQLITE_STMTSTATUS_SORT)
      unsafe next = unsafe sqlite3_next_stmt(connection.handle, statement)
    }
    return work
  }
}
