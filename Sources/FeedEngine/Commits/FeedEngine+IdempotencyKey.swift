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

  /// Returns the stored identity of the history of versions, creating it if necessary.
  ///
  /// - Returns: The identity, or `nil` if the versions begin again with each engine: the store cannot contain
  ///   one, or a query fails as a whole, of which a former engine may have shown the last rows.
  /// - Throws: `StoreError` if the store cannot be written.
  package func identity(_ make: @Sendable () -> String) async throws -> String? {
    try await whenUnlocked {
      guard !core.evaluator.roots.contains(where: { $0.failure?.isOfWhole == true }) else {
        return nil
      }
      let known = try core.store.withWriter { writer -> String? in
        guard case .text(let text)? = try writer.state(named: "identity") else { return nil }
        return text.string
      }
      if let known { return known }
      guard try core.store.withWriter({ try $0.keepsAccount }) else { return nil }
      let made = make()
      publish(try core.commit { try $0.setState(.text(Text(made)), named: "identity") })
      return made
    }
  }

  /// Stores the identity of a log as that of the versions, so that all replicas have the same one.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func setIdentity(_ identity: String) async throws {
    try await whenUnlocked {
      let value = Value.text(Text("log \(identity)"))
      guard try core.store.withWriter({ try $0.state(named: "identity") }) != value else { return }
      publish(try core.commit { try $0.setState(value, named: "identity") })
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
