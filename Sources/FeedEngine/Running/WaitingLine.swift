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

extension FeedEngine {
  /// Runs a step that writes, and retries it while another program locks the store.
  ///
  /// A step begins its transaction without waiting. If the store is locked, it throws `WriteLockTaken`
  /// before it writes, so that it can run again. The engine suspends in between, so that no thread is
  /// blocked and readers are served. A step itself never suspends, so that no other call runs between
  /// its parts; it must read its preconditions each time it runs. Calls that arrive while the queue is
  /// not empty join it at the end.
  ///
  /// - Parameter step: The step, including all reads that it depends on and the publishing of its version.
  /// - Throws: The error of the step; `StoreError` if the store stays locked or is interrupted;
  ///   `CancellationError` if the task is cancelled while it waits. Nothing is written then.
  func whenUnlocked<T>(_ step: () throws -> T) async throws -> T {
    if line.count == 0 { do { return try step() } catch is WriteLockTaken {} }
    let start = line.paused
    guard await line.join() else { throw CancellationError() }
    defer { line.pass() }
    var pause = Duration.milliseconds(1)
    while true {
      do { return try step() } catch let lock as WriteLockTaken {
        try core.store.checkInterruption()
        guard line.paused - start < OwnedStore.patience else { throw lock.error }
      }
      try await line.pause(pause)
      pause = min(pause * 2, .milliseconds(50))
    }
  }
}
