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
