public import FeedModel

/// How the objects of a section get another order: by which column, and whether across groups.
public struct Reordering: Hashable, Sendable {
  /// The column that the order begins with.
  public var by: String
  /// Whether an object may go to another group of the section, whose key it then gets.
  public var isAcross: Bool

  /// Declares how the objects of a section get another order.
  ///
  /// - Parameters:
  ///   - by: The column that the order begins with.
  ///   - isAcross: Whether an object may go to another group of the section.
  public init(by: String, isAcross: Bool = false) {
    self.by = by
    self.isAcross = isAcross
  }
}

/// What a column of a new row holds if nothing is said about it.
public struct InsertDefault: Hashable, Sendable {
  /// The column.
  public var column: String
  /// What it holds.
  public var value: Filling

  /// What a column holds.
  public enum Filling: Hashable, Sendable {
    /// What puts the row before all others.
    case first
    /// What puts the row behind all others.
    case last
    /// The time that the caller gives.
    case now
    /// A value.
    case value(Value)

    /// Reads what a feed file says; `first`, `last` and `now` stand for what they say.
    ///
    /// - Parameter value: The value in the file.
    public init(_ value: Value) {
      switch value {
      case "first": self = .first
      case "last": self = .last
      case "now": self = .now
      default: self = .value(value)
      }
    }
  }

  /// Declares what a column of a new row holds.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - value: What it holds.
  public init(column: String, value: Filling) {
    self.column = column
    self.value = value
  }
}
