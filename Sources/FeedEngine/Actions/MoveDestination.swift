public import FeedModel

/// The destination of a moved item, named by its new neighbour.
///
/// A destination names a neighbour and not an index, so it stays correct when other programs insert
/// and delete items.
public enum MoveDestination: Hashable, Sendable {
  /// Directly before an item.
  case before(ItemID)
  /// Directly after an item.
  case after(ItemID)

  /// The new neighbour of the item.
  public var neighbour: ItemID {
    switch self {
    case .before(let item), .after(let item): item
    }
  }
}

/// One step towards the beginning or the end of a feed.
public enum MoveStep: Hashable, Sendable {
  /// Towards the beginning.
  case up
  /// Towards the end.
  case down
}
