package import FeedModel

/// The rows that a body has changed, with their values before and after.
package struct RowRecord: Sendable {
  /// The values of a row by the names of its columns.
  typealias Values = [String: Value]

  struct Row: Sendable {
    var id: ObjectID
    /// `nil` for a row that was inserted.
    var before: Values?
    /// `nil` for a row that was deleted.
    var after: Values?
  }

  /// The rows that differ, in no order.
  let rows: [Row]

  /// Whether nothing differs.
  package var isEmpty: Bool { rows.isEmpty }

  /// The maximum number of rows in a record.
  static let most = 10_000
}

/// The reason why the previous values of rows cannot be restored.
package struct RowsHaveChanged: Error {
  /// The row that prevents it.
  package let row: ObjectID
  /// The reason, in words that follow the row's name.
  package let reason: String
}
