import FeedSnapshots
import FeedWire
import Synchronization

/// The versions of a served feed, as one reader sees them.
///
/// - The first element is the version that is current when the client connects; its batch leads there
///   from an empty feed, or from what the reader held before.
/// - Every further element is the newest version at the time it is asked for, with the one batch that
///   leads to it from the element before.
/// - A reader that takes its time misses the versions in between, and nothing else; the connection does
///   not wait for it.
/// - Errors that pass are no end: the client connects again. It ends with an error only if the address
///   has never answered with a feed, and would not do so later.
/// - Leaving the loop, or cancelling its task, closes the connection.
public struct ClientUpdates: AsyncSequence, Sendable {
  /// A version with its batch.
  public typealias Element = ClientUpdate

  private let follower: @Sendable () throws(ClientError) -> Follower

  /// What the reader holds already.
  private let held: ClientUpdate?

  init(
    after held: ClientUpdate?,
    _ follower: @escaping @Sendable () throws(ClientError) -> Follower
  ) {
    (self.held, self.follower) = (held, follower)
  }

  /// Prepares a connection, which is opened when the first update is asked for.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(following: Following(follower), held: held?.snapshot ?? WireSnapshot())
  }

  /// Reads the versions of one connection.
  public struct Iterator: AsyncIteratorProtocol {
    private let following: Following
    private var held: WireSnapshot

    fileprivate init(following: Following, held: WireSnapshot) {
      (self.following, self.held) = (following, held)
    }

    /// Waits for a version newer than the last one.
    ///
    /// - Returns: The newest version, or `nil` if the task was cancelled.
    /// - Throws: ``ClientError`` if the address does not answer with a feed.
    /// - Complexity: O(1) if no version was missed, O(*d* · log *n*) for *d* differences if some were.
    public mutating func next() async throws -> ClientUpdate? {
      guard let version = try await following.next() else { return nil }
      let update = ClientUpdate(
        from: held,
        snapshot: version.snapshot,
        updates: version.batch ?? held.updates(to: version.snapshot),
        cursor: version.cursor,
        title: version.title,
        sources: version.sources
      )
      held = version.snapshot
      return update
    }
  }
}

/// The task of one connection, which lives as long as the iterator that reads from it.
private final class Following: Sendable {
  private let follower: Result<Follower, ClientError>
  /// Guarded by the mutex.
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ make: () throws(ClientError) -> Follower) { follower = Result(catching: make) }

  deinit { end() }

  /// The version that waits for the reader; asking for the first one connects.
  func next() async throws -> HeldVersion? {
    let follower = try follower.get()
    task.withLock { task in
      if task == nil { task = Task { await follower.run() } }
    }
    return try await withTaskCancellationHandler {
      try await follower.inbox.take()
    } onCancel: {
      end()
    }
  }

  private func end() {
    task.withLock { $0?.cancel() }
    try? follower.get().inbox.finish()
  }
}
