import FeedModel
import FeedQueries
import FeedStore

extension FeedEngine {
  /// Returns the stored record of a request.
  ///
  /// - Returns: The record, or `nil` if no request with the key was performed.
  /// - Throws: `StoreError` if the store cannot be read.
  package func record(ofRequest key: String) throws -> IdempotencyKey.Record? {
    try core.store.withWriter { try $0.record(ofRequest: key) }
  }

  /// Deletes the records of requests before a time, in short transactions with other calls in between.
  ///
  /// - Parameter time: The time, in seconds since 1970.
  /// - Throws: `StoreError` if the store cannot be written, or `CancellationError`.
  package func forgetRequests(before time: Int) async throws {
    var count = 0
    while true {
      _ = try await whenUnlocked {
        // The commit also takes in what other programs have committed.
        publish(
          try core.commit {
            count = try $0.forgetRequests(before: time, limit: IdempotencyKey.mostForgotten)
          }
        )
      }
      guard count == IdempotencyKey.mostForgotten else { return }
      await letOthersIn()
      try Task.checkCancellation()
    }
  }

  /// Applies an external message in its own transaction.
  ///
  /// - Parameters:
  ///   - message: A line of a fixture without `sql`, or a message in the format of the adapter.
  ///   - adapter: The adapter of a message in a foreign format.
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` or ``EngineError`` if it cannot be applied; nothing is written then.
  @discardableResult
  package func apply(
    message: String,
    adapter: String? = nil,
    _ didCommit: @Sendable () -> Void = {}
  ) async throws -> FeedUpdate? {
    try await staging(message, adapter: adapter) { isStaged in
      try await whenUnlocked {
        let update = try core.commit {
          try core.apply(message: message, adapter: adapter, isStaged: isStaged, in: $0)
        }
        didCommit()
        return publish(update)
      }
    }
  }
}
