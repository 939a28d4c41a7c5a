public import FeedModel
public import FeedQueries
public import FeedSnapshots

/// A version, and the batch that leads to it from the previous version.
///
/// ```swift
/// let update = try await engine.write { try $0.run("UPDATE event SET status = 'live' WHERE id = 7") }
/// update?.from.version       // 1
/// update?.snapshot.version   // 2
/// ```
public struct FeedUpdate: Sendable {
  /// The version that the batch starts from.
  ///
  /// This is the version that the reader read last, or that the commit replaced. The first batch of a
  /// reader starts from an empty feed, version 0.
  public var from: FeedSnapshot { storage.from }
  /// The version that the batch leads to.
  public var snapshot: FeedSnapshot { storage.snapshot }
  /// The batch between the two versions; empty if only the states of sources differ.
  public var updates: BatchUpdates { storage.updates }

  // A single reference, because an update is passed through several types and tasks.
  private let storage: Storage

  private final class Storage: Sendable {
    let from: FeedSnapshot
    let snapshot: FeedSnapshot
    let updates: BatchUpdates

    init(from: FeedSnapshot, to snapshot: FeedSnapshot, updates: BatchUpdates) {
      self.from = from
      self.snapshot = snapshot
      self.updates = updates
    }
  }

  /// Creates an update from two versions and the batch between them.
  public init(from: FeedSnapshot, to snapshot: FeedSnapshot, updates: BatchUpdates) {
    storage = Storage(from: from, to: snapshot, updates: updates)
  }

  /// Returns whether two updates share the same storage, so that their batch was computed once.
  package func isIdentical(to other: FeedUpdate) -> Bool { storage === other.storage }
}

extension FeedUpdate: VersionStep {}
