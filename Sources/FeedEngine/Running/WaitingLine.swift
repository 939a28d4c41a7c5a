import Synchronization

/// The calls that wait until another program lets go of the store, in the order in which they came.
///
/// The one at the head tries again after each pause; the others suspend until it is their turn.
final class WaitingLine: Sendable {
  private struct State {
    /// Whether somebody is at the head of the line.
    var isTaken = false
    /// Those behind the head, each under a number of its own.
    var others: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var lastNumber = 0
    /// How long heads have paused, all together.
    var paused: Duration = .zero
  }

  private let clock: any Clock<Duration>
  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Makes an empty line.
  ///
  /// - Parameter clock: The clock that pauses are taken by.
  init(clock: any Clock<Duration>) { self.clock = clock }

  /// How many stand in the line.
  var count: Int { state.withLock { $0.isTaken ? $0.others.count + 1 : 0 } }

  /// How long the line has paused since the engine was opened; it stands still while nobody waits.
  var paused: Duration { state.withLock(\.paused) }

  /// Suspends until those who came before are done.
  ///
  /// - Returns: Whether the caller is at the head now, and has to call ``pass()``; not if its task was
  ///   cancelled meanwhile.
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

  /// Called by the head of the line when it is done or has given up.
  func pass() {
    let next = state.withLock { state in
      state.isTaken = !state.others.isEmpty
      return state.isTaken ? state.others.removeFirst().continuation : nil
    }
    next?.resume(returning: true)
  }

  /// Called by the head of the line between two attempts.
  ///
  /// - Parameter pause: How long to wait.
  /// - Throws: `CancellationError` if the task is cancelled.
  func pause(_ pause: Duration) async throws {
    try await clock.sleep(for: pause)
    state.withLock { $0.paused += pause }
  }
}
