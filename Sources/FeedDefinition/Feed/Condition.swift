public import FeedFormatting
public import FeedModel
import FeedStore

/// Expected values of columns; an object that has all of them yields one item instead of its items.
public struct Condition: Hashable, Sendable {
  /// A column and its expected value.
  public struct Field: Hashable, Sendable {
    /// The name of the column.
    public var name: String
    /// The expected value.
    public var value: Value
  }

  /// The columns, in the order of the feed file.
  public var fields: [Field]
  /// The kind of the single item.
  public var kind: Name

  /// Declares a condition.
  public init(fields: [(name: String, value: Value)], kind: Name) {
    self.fields = fields.map { Field(name: $0.name, value: $0.value) }
    self.kind = kind
  }

  /// The condition as SQL: each column `IS` its value.
  public var row: RowCondition {
    let terms = fields.map { "\($0.name.quotedAsIdentifier) IS \($0.value.sql)" }
    return RowCondition(terms.joined(separator: " AND "), naming: fields.map(\.name))
  }
}
