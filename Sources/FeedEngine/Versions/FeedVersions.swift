import FeedModel
import FeedQueries
import FeedSnapshots

/// The versions of a feed for one reader.
///
/// - The first element is the current version when the reader joins; its batch starts from an empty
///   feed.
/// - Each later element is the newest version at the time of the request, with one batch that leads to
///   it from the previous element. It is the batch of the commit if the reader skipped no version, and
///   the difference of the two snapshots otherwise.
/// - A slow reader skips versions; its batches still lead from each element to the next.
/// - Version numbers increase from element to element.
/// - The writer never waits for a reader.
/// - Cancelling the waiting task ends the sequence.
public struct FeedVersions: AsyncSequence, Sendable {
  /// A version with its batch.
  public typealias Element = FeedUpdate
  /// The sequence never throws.
  public typealias Failure = Never

  let mailbox: Mailbox<FeedUpdate>

  /// Returns the iterator; only one task may use it.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// An iterator over the versions of one reader.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox<FeedUpdate>
    private var held = FeedSnapshot(version: 0, composition: .init(), status: [])

    init(mailbox: Mailbox<FeedUpdate>) { self.mailbox = mailbox }

    /// Suspends until there is a version newer than the last one.
    ///
    /// - Returns: The newest version, or `nil` after the end of the sequence.
    /// - Complexity: O(1) for a reader that has skipped no version; otherwise O(*c* · log *n*) for *c*
    ///   items that differ from the last version.
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
