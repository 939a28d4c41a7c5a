import Synchronization

/// A mailbox for the reader of a connection; it holds only the newest version.
final class Inbox: Sendable {
  private struct State {
    var newest: HeldVersion?
    /// The reader, if it is suspended.
    var waiter: CheckedContinuation<HeldVersion?, any Error>?
    /// The end of the versions, or `nil`.
    var end: Result<HeldVersion?, any Error>?
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Stores a version, which follows the previously stored one.
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

  /// Ends the versions and discards a version that was not taken.
  ///
  /// - Parameter error: The error to report; `nil` if the reader has stopped.
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

  /// Takes the newest version; suspends if there is no new version.
  ///
  /// - Returns: The version, or `nil` after the end.
  /// - Throws: The error that has ended the versions.
  func take() async throws -> HeldVersion? {
    try await withCheckedThrowingContinuation { continuation in
      let ready = state.withLock { state -> Result<HeldVersion?, any Error>? in
        if let newest = state.newest.take() { return .success(newest) }
        if let end = state.end {
          // Report an error only once.
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
