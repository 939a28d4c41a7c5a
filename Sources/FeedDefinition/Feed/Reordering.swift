public import FeedModel

/// The way the objects of a section are reordered: by a column, optionally across groups.
public struct Reordering: Hashable, Sendable {
  /// The first column of the order.
  public var by: String
  /// Whether an object may move to another group of the section, whose key it then receives.
  public var isAcross: Bool

  /// Declares how the objects of a section are reordered.
  ///
  /// - Parameter isAcross: Whether an object may move to another group of the section.
  public init(by: String, isAcross: Bool = false) {
    self.by = by
    self.isAcross = isAcross
  }
}

/// The default value of a column of a new row.
public struct InsertDefault: Hashable, Sendable {
  /// The column.
  public var column: String
  /// The default value.
  public var value: Filling

  /// A default value of a column.
  public enum Filling: Hashable, Sendable {
    /// A value that puts the row first.
    case first
    /// A value that puts the row last.
    case last
    /// The time that the caller passes.
    case now
    /// A value.
    case value(Value)

    /// Reads a value of a feed file; `first`, `last` and `now` are keywords.
    public init(_ value: Value) {
      switch value {
      case "first": self = .first
      case "last": self = .last
      case "now": self = .now
      default: self = .value(value)
      }
    }
  }

  /// Declares the default value of a column of a new row.
  public init(column: String, value: Filling) {
    self.column = column
    self.value = value
  }
}
