public import FeedSnapshots
public import FeedWire

/// A version of a served feed, with the batch that leads to it.
public struct ClientUpdate: Sendable {
  /// What was held before: the snapshot of the update before, or an empty one.
  public let from: WireSnapshot
  /// What is held now: sections and items with all that they say.
  public let snapshot: WireSnapshot
  /// What leads from one to the other, for a list view to perform as it stands; empty if only the title or
  /// the sources are others.
  public let updates: BatchUpdates
  /// Which version it is.
  public let cursor: Cursor
  /// What the feed is called; empty if it has no name.
  public let title: String
  /// How the feed's sources fare.
  public let sources: [WireSource]
}
