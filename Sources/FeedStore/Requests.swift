/// The stored requests of clients: the result for each request key, and its time.
///
/// There may be millions in a day, so an index finds the expired ones.
package enum Requests {
  /// The prefix of the names of such values; the client's key follows.
  package static let mark = "request/"

  /// The condition for these values: SQLite uses the index only for the same words.
  static let condition = "name >= '\(mark)' AND name < 'request0'"
  /// The time of a request: the number at the beginning of its text.
  static let time = "CAST(value AS INTEGER)"
  static let indexName = "feed_state_request"
  static let index =
    "CREATE INDEX IF NOT EXISTS \(indexName) ON feed_state (\(time)) WHERE \(condition)"
}

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
