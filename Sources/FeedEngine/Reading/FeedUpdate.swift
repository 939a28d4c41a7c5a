public import FeedModel
public import FeedQueries
public import FeedSnapshots

/// A version, and the batch that leads to it from the version that came before it.
///
/// ```swift
/// let update = try await engine.write { try $0.run("UPDATE event SET status = 'live' WHERE id = 7") }
/// update?.from.version       // 1
/// update?.snapshot.version   // 2
/// ```
public struct FeedUpdate: Sendable {
  /// The version that the batch starts from.
  ///
  /// That is the one that the reader held, or that the commit replaced. The first version that a
  /// reader gets starts from an empty feed, version 0.
  public var from: FeedSnapshot { storage.from }
  /// The version that the batch leads to.
  public var snapshot: FeedSnapshot { storage.snapshot }
  /// The batch that leads from one to the other; empty if only the state of sources differs.
  public var updates: BatchUpdates { storage.updates }

  // One reference, since it goes from hand to hand before it comes to who wants it.
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

  /// Joins two versions and the batch between them.
  public init(from: FeedSnapshot, to snapshot: FeedSnapshot, updates: BatchUpdates) {
    storage = Storage(from: from, to: snapshot, updates: updates)
  }

  /// Whether two values are one, and not only alike: the batch was then found once.
  package func isIdentical(to other: FeedUpdate) -> Bool { storage === other.storage }
}

extension FeedUpdate: VersionStep {}
