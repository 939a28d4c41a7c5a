/// What clients have asked for, among the values that a store keeps: what was done under each key, and when.
///
/// There may be millions of a day, so that those whose time has come are found by an index of their own.
package enum Requests {
  /// What the names of such values begin with; behind it stands the client's key.
  package static let mark = "request/"

  /// Which values they are, written in the index as in statements, or SQLite would not use it.
  static let condition = "name >= '\(mark)' AND name < 'request0'"
  /// When a request came: the number that its text begins with.
  static let time = "CAST(value AS INTEGER)"
  static let indexName = "feed_state_request"
  static let index =
    "CREATE INDEX IF NOT EXISTS \(indexName) ON feed_state (\(time)) WHERE \(condition)"
}

extension Writer {
  /// Forgets requests that came before a time, the oldest first, in the transaction that is running.
  ///
  /// - Parameters:
  ///   - time: The time, in the unit in which the texts of the requests have it.
  ///   - limit: How many are forgotten at the most.
  /// - Returns: How many were forgotten.
  /// - Throws: ``StoreError`` if the store cannot be written.
  /// - Complexity: O(*k* · log *n*) for *k* that are forgotten of *n* values.
  package func forgetRequests(before time: Int, limit: Int) throws -> Int {
    guard try bookkeeping.isThere() else { return 0 }
    let statement = try bookkeeping.statement(.forgetRequests)
    statement.bind(Int64(time), at: 1)
    statement.bind(Int64(limit), at: 2)
    try statement.run()
    return connection.changedRows
  }
}
