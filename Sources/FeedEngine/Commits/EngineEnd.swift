import Synchronization

/// The end of an engine, for tasks that wait for events that may not occur after it.
///
/// The state is guarded by a lock; waiting tasks are resumed after the lock is released.
final class EngineEnd: Sendable {
  private struct State {
    var hasCome = false
    /// The continuations of the waiting tasks, by their numbers.
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastNumber = 0
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Whether the engine has ended.
  var hasCome: Bool { state.withLock(\.hasCome) }

  /// Marks the engine as ended, and resumes all waiting tasks; later ones do not wait.
  func come() {
    let waiters = state.withLock { state in
      state.hasCome = true
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Suspends until the engine ends or the task is cancelled.
  func wait() async {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard !state.hasCome, !Task.isCancelled else { return true }
          state.waiters[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }

  /// Runs a body, and cancels it when the engine ends or the task is cancelled.
  func cancelling(_ body: @escaping @Sendable () async -> Void) async {
    await withTaskGroup { group in
      group.addTask { await body() }
      group.addTask { await self.wait() }
      await group.next()
      group.cancelAll()
    }
  }
}
