import FeedModel

extension QueryNode {
  /// What a row of the node shows: its columns, and of its aggregates those that the node declares.
  ///
  /// - Parameter content: The row with the aggregates of all nodes of its table.
  /// - Returns: The same content where the node declares all of them, as nearly always.
  /// - Complexity: O(1), or O(*columns*) if another node of the table declares aggregates of its own.
  func shown(_ content: Content) -> Content {
    guard !showsAllFields else { return content }
    let columns = shape.names.count - fieldPlaces.count
    var values = ContiguousArray<Value>(content.values.prefix(columns))
    values.reserveCapacity(shape.names.count)
    for place in fieldPlaces { values.append(content.values[columns + place]) }
    return Content(shape: shape, values: values)
  }

  /// The place of a field in the contents of the table's rows.
  ///
  /// - Parameter name: The name of a column, or of an aggregate that the node declares.
  /// - Returns: The place, or `nil` if its rows show no such field.
  func place(ofField name: String) -> Int? {
    let columns = shape.names.count - fieldPlaces.count
    return shape.index(of: name).map { $0 < columns ? $0 : columns + fieldPlaces[$0 - columns] }
  }
}
