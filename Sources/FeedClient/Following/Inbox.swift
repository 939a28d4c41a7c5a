import Synchronization

/// What waits for the reader of a connection: never more than the newest version.
final class Inbox: Sendable {
  private struct State {
    var newest: HeldVersion?
    /// The reader, if it is waiting.
    var waiter: CheckedContinuation<HeldVersion?, any Error>?
    /// How the versions have ended, if they have.
    var end: Result<HeldVersion?, any Error>?
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Leaves a version that comes after the one that was left before.
  func put(_ version: HeldVersion) {
    let waiter = state.withLock { state -> CheckedContinuation<HeldVersion?, any Error>? in
      guard state.end == nil else { return nil }
      if let waiter = state.waiter.take() { return waiter }
      let isFirst = state.newest == nil
      state.newest = version
      if !isFirst { state.newest?.batch = nil }
      return nil
    }
    waiter?.resume(returning: version)
  }

  /// Ends the versions; what has not been taken is dropped.
  ///
  /// - Parameter error: Why, if not because nobody reads them.
  func finish(throwing error: ClientError? = nil) {
    let end: Result<HeldVersion?, any Error> = error.map { .failure($0) } ?? .success(nil)
    let waiter = state.withLock { state -> CheckedContinuation<HeldVersion?, any Error>? in
      guard state.end == nil else { return nil }
      state.end = end
      state.newest = nil
      return state.waiter.take()
    }
    waiter?.resume(with: end)
  }

  /// Takes the newest version; waits for one if none has come since.
  ///
  /// - Returns: The version, or `nil` if there will be none.
  /// - Throws: Why there will be none.
  func take() async throws -> HeldVersion? {
    try await withCheckedThrowingContinuation { continuation in
      let ready = state.withLock { state -> Result<HeldVersion?, any Error>? in
        if let newest = state.newest.take() { return .success(newest) }
        if let end = state.end {
          // An error is reported once.
          state.end = .success(nil)
          return end
        }
        precondition(state.waiter == nil, "two tasks read the updates of one connection")
        state.waiter = continuation
        return nil
      }
      if let ready { continuation.resume(with: ready) }
    }
  }
}
