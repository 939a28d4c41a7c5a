import FeedStore
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
  /// - Throws: `CancellationError` if the task is cancelled.
  func pause(_ pause: Duration) async throws {
    try await clock.sleep(for: pause)
    state.withLock { $0.paused += pause }
  }
}

extension FeedEngine {
  /// Runs a step that writes, and repeats it while another program keeps it from beginning.
  ///
  /// A step begins its transaction without waiting. If the store is locked it throws `WriteLockTaken`,
  /// nothing is written, and the same step can run again. The engine suspends in between, so that no
  /// thread is held up and readers are served. A step itself never suspends, so that no other call
  /// comes between its parts; it must look up whatever it depends on each time it runs. Calls that come
  /// while others wait queue behind them.
  ///
  /// - Parameter step: What to do, from what it reads to the version that it publishes.
  /// - Throws: What the step throws; `StoreError` if the store stays locked or is interrupted;
  ///   `CancellationError` if the task is cancelled while it waits. Nothing is then written.
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
