/// A query that is shown, and what there is to know of how.
package struct QueryUse {
  let name: String
  let query: LiveQuery
  let isPlain: Bool
  let mayFold: Bool
  let deciding: [[String]: [String]]?

  /// Describes how a query is shown.
  ///
  /// - Parameters:
  ///   - isPlain: Whether each row is shown as one item, and always as the same one.
  ///   - mayFold: Whether one item stands in for the rows of a group that is folded away.
  ///   - deciding: The fields on which it depends which items show a row, by the names of the inclusions
  ///     that lead to it; `nil` if it may depend on all.
  package init(
    name: String,
    _ query: LiveQuery,
    isPlain: Bool,
    mayFold: Bool = false,
    deciding: [[String]: [String]]? = nil
  ) {
    self.name = name
    self.query = query
    self.isPlain = isPlain
    self.mayFold = mayFold
    self.deciding = deciding
  }
}
