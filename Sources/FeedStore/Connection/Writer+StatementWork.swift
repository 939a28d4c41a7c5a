import CSQLite

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
