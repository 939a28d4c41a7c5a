import Synchronization

/// What waits for one reader: never more than the newest value.
///
/// A pure state machine behind a lock; whoever waits is resumed after the lock is released.
package final class Mailbox<Value: Sendable>: Sendable {
  private struct State {
    /// The newest value, until the reader has taken it.
    var newest: Value?
    /// The reader, if it is waiting.
    var waiter: CheckedContinuation<Value?, Never>?
    var isFinished = false
  }

  /// Guarded by the mutex.
  private let state: Mutex<State>

  init(_ current: Value) { state = Mutex(State(newest: current)) }

  /// Leaves a value, in place of one that was not taken.
  func put(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      guard !state.isFinished else { return nil }
      guard let waiter = state.waiter else {
        state.newest = value
        return nil
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: value)
  }

  /// Ends the reader's values; what it has not taken is dropped.
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

  /// Takes the newest value, waiting for one if there is none that was not taken.
  ///
  /// - Returns: The value, or nothing if there will be none.
  package func take() async -> Value? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> Value?? in
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
