public import FeedModel

/// Where an item is moved, named by the item that it is to stand next to.
///
/// Neighbours are named and never places: others may insert and delete meanwhile, and the item still
/// goes where it was meant to go.
public enum MoveDestination: Hashable, Sendable {
  /// Directly before an item.
  case before(ItemID)
  /// Directly behind an item.
  case after(ItemID)

  /// The item that it is to stand next to.
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
