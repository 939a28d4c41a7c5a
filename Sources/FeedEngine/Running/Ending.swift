import Synchronization

/// The end of an engine, for those who wait for something that may never come after it.
///
/// A pure state behind a lock; whoever waits is resumed after the lock is released.
final class Ending: Sendable {
  private struct State {
    var hasCome = false
    /// Those who wait, each under a number of its own.
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastNumber = 0
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Whether the end has come.
  var hasCome: Bool { state.withLock(\.hasCome) }

  /// Resumes all who wait, now and later.
  func come() {
    let waiters = state.withLock { state in
      state.hasCome = true
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Suspends until the end has come or the task is cancelled.
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

  /// Runs a body until it returns, the end has come or the task is cancelled.
  func cancelling(_ body: @escaping @Sendable () async -> Void) async {
    await withTaskGroup { group in
      group.addTask { await body() }
      group.addTask { await self.wait() }
      await group.next()
      group.cancelAll()
    }
  }
}
