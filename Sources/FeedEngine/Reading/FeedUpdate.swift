public import FeedSnapshots

/// A version as a reader gets it: the snapshot, and what leads to it from the version it held.
public struct FeedUpdate: Sendable {
  /// The version.
  public var snapshot: FeedSnapshot { storage.snapshot }
  /// The batch that leads from the version that the reader held to this one.
  public var updates: BatchUpdates { storage.updates }

  // One reference, since it goes from hand to hand before it comes to who wants it.
  private let storage: Storage

  private final class Storage: Sendable {
    let snapshot: FeedSnapshot
    let updates: BatchUpdates

    init(snapshot: FeedSnapshot, updates: BatchUpdates) {
      self.snapshot = snapshot
      self.updates = updates
    }
  }

  /// Joins a version and its batch.
  ///
  /// - Parameters:
  ///   - snapshot: The version.
  ///   - updates: The batch that leads to it.
  public init(snapshot: FeedSnapshot, updates: BatchUpdates) {
    storage = Storage(snapshot: snapshot, updates: updates)
  }
}
