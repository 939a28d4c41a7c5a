import FeedSnapshots
import Synchronization

/// What waits for one reader: never more than the newest version.
///
/// A pure state machine behind a lock; whoever waits is resumed after the lock is released.
final class Mailbox: Sendable {
  private struct State {
    /// The newest version, until the reader has taken it.
    var newest: FeedSnapshot?
    /// The reader, if it is waiting.
    var waiter: CheckedContinuation<FeedSnapshot?, Never>?
    var isFinished = false
  }

  /// Guarded by the mutex.
  private let state: Mutex<State>

  init(_ current: FeedSnapshot) { state = Mutex(State(newest: current)) }

  /// Leaves a version, in place of one that was not taken.
  func put(_ snapshot: FeedSnapshot) {
    let waiter = state.withLock { state -> CheckedContinuation<FeedSnapshot?, Never>? in
      guard !state.isFinished else { return nil }
      guard let waiter = state.waiter else {
        state.newest = snapshot
        return nil
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: snapshot)
  }

  /// Ends the reader's versions; what it has not taken is dropped.
  func finish() {
    let waiter = state.withLock { state in
      state.isFinished = true
      state.newest = nil
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }

  var isFinished: Bool { state.withLock(\.isFinished) }

  /// Takes the newest version, waiting for one if there is none that was not taken.
  ///
  /// - Returns: The version, or nothing if there will be none.
  func take() async -> FeedSnapshot? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> FeedSnapshot?? in
          if state.isFinished { return .some(nil) }
          if let newest = state.newest {
            state.newest = nil
            return .some(newest)
          }
          precondition(state.waiter == nil, "two tasks read the versions of one reader")
          state.waiter = continuation
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      finish()
    }
  }
}

/// The readers of an engine.
final class Readers: Sendable {
  private struct Entry {
    weak let mailbox: Mailbox?
  }

  /// Guarded by the mutex.
  private let entries = Mutex<[Entry]>([])

  /// Adds a reader that begins with a version.
  func join(current: FeedSnapshot) -> Mailbox {
    let mailbox = Mailbox(current)
    entries.withLock { entries in
      entries.removeAll { $0.mailbox?.isFinished ?? true }
      entries.append(Entry(mailbox: mailbox))
    }
    return mailbox
  }

  func publish(_ snapshot: FeedSnapshot) {
    for entry in entries.withLock({ $0 }) { entry.mailbox?.put(snapshot) }
  }

  func finish() {
    for entry in entries.withLock({ $0 }) { entry.mailbox?.finish() }
  }
}
