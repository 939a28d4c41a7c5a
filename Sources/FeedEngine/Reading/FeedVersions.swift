import FeedModel
import FeedQueries
import FeedSnapshots

/// The versions of a feed, as one reader sees them.
///
/// - The first element is the version that is current when the reader joins; its batch leads there
///   from an empty feed.
/// - Every further element is the newest version at the time it is asked for, with the one batch that
///   leads to it from the element before: the one that its commit has stated, if no version was missed,
///   and one found by comparing, if some were.
/// - A reader that takes its time misses the versions in between, and nothing else.
/// - No version comes twice, and versions only grow.
/// - The writer never waits for a reader.
/// - Cancelling the task that waits ends the versions.
public struct FeedVersions: AsyncSequence, Sendable {
  /// A version with its batch.
  public typealias Element = FeedUpdate
  /// Versions end, but never fail.
  public typealias Failure = Never

  let mailbox: Mailbox<FeedUpdate>

  /// Begins to read; a reader is read by one task.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// Reads the versions of one reader.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox<FeedUpdate>
    private var held = FeedSnapshot(version: 0, composition: .init(), status: [])

    init(mailbox: Mailbox<FeedUpdate>) { self.mailbox = mailbox }

    /// Waits for a version newer than the last one.
    ///
    /// - Returns: The newest version, or `nil` when the versions have ended.
    /// - Complexity: O(1) for a reader that has missed no version; O(*c* · log *n*) for *c* items that
    ///   differ from the version that is held for one that has.
    public mutating func next() async -> FeedUpdate? {
      let update: FeedUpdate
      switch await mailbox.take() {
      case nil: return nil
      case .step(let step): update = step
      case .version(let snapshot):
        update = FeedUpdate(
          from: held,
          to: snapshot,
          updates: held.composition.updates(to: snapshot.composition)
        )
      }
      held = update.snapshot
      return update
    }
  }
}
