import Dispatch

extension DispatchQueue {
  /// Runs a body that may block on a thread of this queue, and suspends until it returns.
  ///
  /// - Throws: The error of the body.
  func result<T: Sendable>(of body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      async { continuation.resume(with: Result { try body() }) }
    }
  }
}
