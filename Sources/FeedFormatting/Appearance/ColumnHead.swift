/// What stands above a column of rows: the part of the items that the column shows, and its text.
///
/// ```yaml
/// heads: {value: Back, badge: Lay}
/// ```
public struct ColumnHead: Hashable, Sendable {
  /// The parts of items that can stand in columns of their own.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// What is said about the item in a smaller voice.
    case subtitle
    /// The figure that it is there for.
    case value
    /// The short text.
    case badge
  }

  /// What the column shows.
  public var role: Role
  /// What stands above it.
  public var text: String

  /// Declares what stands above a column.
  public init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
  }
}
