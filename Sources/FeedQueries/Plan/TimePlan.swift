/// The work of a tick for a query whose condition or order compares with `:now`.
enum TimePlan: Hashable, Sendable {
  /// Only the rows that are due are read again.
  case due([DueRows])
  /// The query runs as a whole, for a reason.
  case whole(String)

  /// The work for two fragments of one query.
  func joined(_ other: TimePlan) -> TimePlan {
    switch (self, other) {
    case (.due(let rows), .due(let others)): .due(rows + others.filter { !rows.contains($0) })
    case (.whole, _): self
    case (_, .whole): other
    }
  }

  /// The expressions that are compared with the text of `:now`.
  var textTimes: [QueryReport.TextTime] {
    guard case .due(let rows) = self else { return [] }
    return rows.filter { $0.form != .seconds }.map {
      QueryReport.TextTime(expression: $0.compared, sample: $0.misorderedTime)
    }
  }
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
  /// Yields a compared text that SQLite does not order as a time next to ISO 8601 in UTC: `2026-07-01 18:30:00` comes
  /// before every time of that day, and `2026-07-01T18:30:00+02:00` is compared without its zone.
  var misorderedTime: String
}
