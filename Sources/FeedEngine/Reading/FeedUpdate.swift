public import FeedSnapshots

/// A version as a reader gets it: the snapshot, and what leads to it from the version it held.
public struct FeedUpdate: Sendable {
  /// The version.
  public let snapshot: FeedSnapshot
  /// The batch that leads from the version that the reader held to this one.
  public let updates: BatchUpdates

  /// Joins a version and its batch.
  ///
  /// - Parameters:
  ///   - snapshot: The version.
  ///   - updates: The batch that leads to it.
  public init(snapshot: FeedSnapshot, updates: BatchUpdates) {
    self.snapshot = snapshot
    self.updates = updates
  }
}
