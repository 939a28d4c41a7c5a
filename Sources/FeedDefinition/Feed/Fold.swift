public import FeedFormatting
public import FeedModel

/// The one item that replaces the objects of a folded group.
public struct Fold: Hashable, Sendable {
  /// The kind of item.
  public var kind: Name
  /// The text of the item.
  ///
  /// Its fields are `count`, the number of objects; `title`, the title of the group; and the group's
  /// aggregates.
  public var text: TextTemplate

  /// Declares the item of a folded group.
  public init(kind: Name, text: TextTemplate) {
    self.kind = kind
    self.text = text
  }

  /// Returns the text of the item for a group.
  ///
  /// - Parameter title: The title of the group, if it has one.
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
