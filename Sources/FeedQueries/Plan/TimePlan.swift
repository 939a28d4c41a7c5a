/// The work of a tick for a query whose condition compares with `:now`.
enum TimePlan: Hashable, Sendable {
  /// Only the rows that are due are read again.
  case due([DueRows])
  /// The query runs as a whole, for a reason.
  case whole(String)
}

/// The rows that a comparison with the time decides otherwise after a tick than before.
///
/// `starts > :now - 60` changes for a row only if its `starts` is between the old and the new value
/// of `:now - 60`. An index on `starts` keeps the rows in the order in which they are due.
struct DueRows: Hashable, Sendable {
  /// Yields the keys of the rows between two times.
  var sql: String
  /// The form of both times.
  var form: TimeForm
  /// The expression that an index should have.
  var compared: String
}
