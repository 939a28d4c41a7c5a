public import FeedModel
public import FeedSnapshots
public import FeedWire

/// A version of a served feed, with the batch from the previous update.
public struct ClientUpdate: Sendable {
  /// The snapshot of the previous update, or an empty one.
  public let from: WireSnapshot
  /// The new snapshot: sections and items with their contents.
  public let snapshot: WireSnapshot
  /// The batch between the snapshots, which a list view can perform unchanged.
  ///
  /// It is empty if only the title or the sources have changed.
  public let updates: BatchUpdates
  /// The cursor of the version.
  public let cursor: Cursor
  /// The title of the feed; empty for an unnamed feed.
  public let title: String
  /// The states of the sources.
  public let sources: [WireSource]
  /// The places of the windows by the ids of their sections; sections without one are whole.
  public let windows: [Text: WireWindow]
  /// The revision of the layouts and actions, which `FeedClient.layouts()` returns; empty without any.
  public let layouts: String
}
