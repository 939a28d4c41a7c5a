/// The head of a column of rows: the part of the items that the column shows, and its text.
///
/// ```yaml
/// heads: {value: Back, badge: Lay}
/// ```
public struct ColumnHead: Hashable, Sendable {
  /// The parts of items that can have their own columns.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The secondary text of the item.
    case subtitle
    /// The main figure.
    case value
    /// The short text.
    case badge
  }

  /// The part of the items that the column shows.
  public var role: Role
  /// The text above the column.
  public var text: String

  /// Declares the head of a column.
  public init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
  }
}
