import Dispatch
import Synchronization

/// Combines changes that follow each other within a short time into one event.
final class EventGatherer: Sendable {
  private let gathering: Duration
  private let continuation: AsyncStream<FileWatch.Event>.Continuation
  private let queue = DispatchQueue(label: "FeedStore.EventGatherer")
  /// Whether an event is scheduled.
  private let isPending = Mutex(false)

  init(gathering: Duration, continuation: AsyncStream<FileWatch.Event>.Continuation) {
    self.gathering = gathering
    self.continuation = continuation
  }

  func fileDidChange() {
    let isFirst = isPending.withLock { isPending in
      defer { isPending = true }
      return !isPending
    }
    guard isFirst else { return }
    let (seconds, attoseconds) = gathering.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
      // Clear the flag before the event, so that a change during the event causes another event.
      self.isPending.withLock { $0 = false }
      self.continuation.yield(.changed)
    }
  }

  func watchDidEnd() {
    queue.async {
      self.continuation.yield(.changed)
      self.continuation.finish()
    }
  }
}
