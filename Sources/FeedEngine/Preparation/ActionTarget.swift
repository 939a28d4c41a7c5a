public import FeedModel

/// The target of an action.
public enum ActionTarget: Hashable, Sendable {
  /// An item that the feed shows.
  case item(ItemID)
  /// A section that the feed shows.
  case section(SectionID)
}

extension ActionTarget: CustomStringConvertible {
  /// The item or the section, as identifiers are written.
  public var description: String {
    switch self {
    case .item(let item): item.description
    case .section(let section): section.description
    }
  }
}
