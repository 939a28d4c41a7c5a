public import FeedFormatting
public import FeedModel

/// The one item that is shown in place of the objects of a group that is folded away.
public struct Fold: Hashable, Sendable {
  /// The kind of item.
  public var kind: Name
  /// What it says; the fields are `count`, the number of objects, `title`, that of the group, and the
  /// group's aggregates.
  public var text: TextTemplate

  /// Declares the item of a folded group.
  ///
  /// - Parameters:
  ///   - kind: The kind of item.
  ///   - text: What it says.
  public init(kind: Name, text: TextTemplate) {
    self.kind = kind
    self.text = text
  }

  /// What the item says of a group.
  ///
  /// - Parameters:
  ///   - count: How many objects are folded away.
  ///   - title: The title of the group, if it has one.
  ///   - aggregate: Finds the value of one of the group's aggregates by its name.
  /// - Returns: The text.
  public func text(
    count: Int,
    title: Value?,
    aggregate: (String) -> Value? = { _ in nil }
  ) -> String {
    text.text { name in
      switch name {
      case "count": .integer(Int64(count))
      case "title": title
      default: aggregate(name)
      }
    }
  }
}
