import FeedModel

extension QueryNode {
  /// What a row of the node shows: its columns, and of its aggregates those that the node declares.
  ///
  /// - Parameter row: The row with all that is read of its table.
  /// - Returns: The same content where the node shows all of it.
  /// - Complexity: O(1), or O(*columns*) if more is read than the node shows.
  func shown(_ row: Content) -> Content { fields.content(of: row) }

  /// The place of a field in the rows of the table.
  ///
  /// - Parameter name: The name of a column, or of an aggregate that the node declares.
  /// - Returns: The place, or `nil` if its rows show no such field.
  func place(ofField name: String) -> Int? { fields.place(of: name) }
}
