extension Writer {
  /// Removes requests from before a time, the oldest first, in the current transaction.
  ///
  /// - Throws: ``StoreError`` if the store cannot be written.
  /// - Complexity: O(*k* · log *n*) for *k* removed requests among *n* values.
  package func forgetRequests(before time: Int, limit: Int) throws -> Int {
    guard try bookkeeping.isThere() else { return 0 }
    let statement = try bookkeeping.statement(.forgetRequests)
    statement.bind(Int64(time), at: 1)
    statement.bind(Int64(limit), at: 2)
    try statement.run()
    return connection.changedRows
  }
}
