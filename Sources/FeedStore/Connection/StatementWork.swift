import CSQLite

/// The work of SQLite for the statements of a store, from its own counters.
///
/// Counts of work, unlike times, are the same on every machine.
package struct StatementWork: Hashable, Sendable {
  /// The number of runs.
  package var runs = 0
  /// The instructions of SQLite's virtual machine.
  package var instructions = 0
  /// The rows that were scanned one after the other, since no index leads to the requested ones.
  package var scanned = 0
  /// The sorts without a suitable index.
  package var sorts = 0
}

extension Writer {
  /// Returns the work of the existing statements since the last call.
  ///
  /// SQLite counts anyway, so that only reading the counters costs time.
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
