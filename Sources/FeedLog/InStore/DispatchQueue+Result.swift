import Dispatch

extension DispatchQueue {
  /// Runs what may block on a thread of this queue, and suspends meanwhile.
  ///
  /// - Parameter body: What to do.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  func result<T: Sendable>(of body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      async { continuation.resume(with: Result { try body() }) }
    }
  }
}
