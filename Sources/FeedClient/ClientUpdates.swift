import FeedSnapshots
import FeedWire
import Synchronization

/// The versions of a served feed for one reader.
///
/// - The first element is the current version at the time of the connection. Its batch starts from an empty
///   feed, or from the version that the reader held before.
/// - Every further element is the newest version at the time of the call, with one batch from the previous
///   element.
/// - A slow reader misses the versions in between and nothing else; the connection does not wait for it.
/// - Temporary errors do not end the sequence: the client reconnects. The sequence throws only if no address
///   has ever served a feed, and a retry cannot succeed.
/// - Leaving the loop, or cancelling its task, closes the connection.
public struct ClientUpdates: AsyncSequence, Sendable {
  /// A version with its batch.
  public typealias Element = ClientUpdate

  private let follower: @Sendable () throws(ClientError) -> Follower

  /// The version that the reader holds already.
  private let held: ClientUpdate?

  init(
    after held: ClientUpdate?,
    _ follower: @escaping @Sendable () throws(ClientError) -> Follower
  ) {
    (self.held, self.follower) = (held, follower)
  }

  /// Creates an iterator; the connection opens at the first call of `next()`.
  public func makeAsyncIterator() -> Iterator {
    Iterator(following: Following(follower), held: held?.snapshot ?? WireSnapshot())
  }

  /// The iterator over the versions of one connection.
  public struct Iterator: AsyncIteratorProtocol {
    private let following: Following
    private var held: WireSnapshot

    fileprivate init(following: Following, held: WireSnapshot) {
      (self.following, self.held) = (following, held)
    }

    /// Returns the newest version, and suspends until it is newer than the last one.
    ///
    /// - Returns: The newest version, or `nil` if the task was cancelled.
    /// - Throws: ``ClientError`` if no address serves a feed.
    /// - Complexity: O(1) if no version was missed, otherwise O(*d* · log *n*) for *d* differences.
    public mutating func next() async throws -> ClientUpdate? {
      guard let version = try await following.next() else { return nil }
      let update = ClientUpdate(
        from: held,
        snapshot: version.snapshot,
        updates: version.batch ?? held.updates(to: version.snapshot),
        cursor: version.cursor,
        title: version.title,
        sources: version.sources,
        windows: version.windows,
        layouts: version.layouts
      )
      held = version.snapshot
      return update
    }
  }
}

/// The task of one connection, which lives as long as its iterator.
private final class Following: Sendable {
  private let follower: Result<Follower, ClientError>
  /// Guarded by the mutex.
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ make: () throws(ClientError) -> Follower) { follower = Result(catching: make) }

  deinit { end() }

  /// Returns the next version for the reader; the first call connects.
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
