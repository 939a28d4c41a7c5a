import FeedStore
import Synchronization

/// A queue of the calls that wait while another program locks the store.
///
/// The first call retries after each pause; the rest suspend until they are first.
final class WaitingLine: Sendable {
  private struct State {
    /// Whether a call is first in the queue.
    var isTaken = false
    /// The calls after the first one, by their numbers.
    var others: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var lastNumber = 0
    /// The total time for which first calls have paused.
    var paused: Duration = .zero
  }

  private let clock: any Clock<Duration>
  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Creates an empty queue.
  init(clock: any Clock<Duration>) { self.clock = clock }

  /// The number of calls in the queue.
  var count: Int { state.withLock { $0.isTaken ? $0.others.count + 1 : 0 } }

  /// The total time of all pauses since the engine was opened.
  var paused: Duration { state.withLock(\.paused) }

  /// Suspends until the caller is first in the queue.
  ///
  /// - Returns: Whether the caller is first, and must call ``pass()``; `false` if its task was cancelled.
  func join() async -> Bool {
    let number = state.withLock { state -> Int? in
      guard state.isTaken else {
        state.isTaken = true
        return nil
      }
      state.lastNumber += 1
      return state.lastNumber
    }
    guard let number else { return true }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          guard state.isTaken else {
            state.isTaken = true
            return true
          }
          state.others.append((number, continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.others.firstIndex { $0.number == number }
          .map { state.others.remove(at: $0).continuation }
      }
      continuation?.resume(returning: false)
    }
  }

  /// Removes the first call, which calls this when it is done or has failed, and resumes the next one.
  func pass() {
    let next = state.withLock { state in
      state.isTaken = !state.others.isEmpty
      return state.isTaken ? state.others.removeFirst().continuation : nil
    }
    next?.resume(returning: true)
  }

  /// Suspends the first call between two attempts.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func pause(_ pause: Duration) async throws {
    try await clock.sleep(for: pause)
    state.withLock { $0.paused += pause }
  }
}
