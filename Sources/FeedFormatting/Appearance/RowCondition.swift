public import FeedModel

/// A condition on the row that an item shows: an expression of SQLite, computed with the row.
///
/// The content of the item has one field for the result: 1 if the expression is true, 0 if it is
/// false or NULL.
///
/// ```swift
/// let condition = RowCondition("price < 1.05", naming: ["price"])
/// condition.field   // "=price < 1.05"
/// ```
public struct RowCondition: Hashable, Sendable {
  /// The expression.
  public let sql: String
  /// The names in the expression that are columns, each once.
  public let columns: [String]
  /// The name of the field that holds the result.
  public let field: String

  /// Declares a condition.
  ///
  /// - Parameter columns: The names in the expression that are columns, each once.
  public init(_ sql: String, naming columns: [String]) {
    self.sql = sql
    self.columns = columns
    field = Content.computedPrefix + sql
  }

  /// Declares a condition whose result is in the given field.
  public init(field: String) {
    sql = field
    columns = []
    self.field = field
  }

  /// Returns whether the condition is true, by a lookup of fields.
  public func holds(_ value: (String) -> Value?) -> Bool { value(field) == .integer(1) }
}
