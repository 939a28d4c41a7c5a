import FeedDefinition
import FeedDocuments
package import FeedModel
package import FeedStore

extension FeedEngine {
  /// Applies a message of an input, in one transaction together with the input's position.
  ///
  /// Other calls may come in while a long message is read and staged; its rows are visible at once.
  ///
  /// - Parameter message: The message: a line of a fixture without `sql`, or what the adapter
  ///   takes.
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` or ``EngineError`` if it cannot be applied; it then leaves no trace.
  @discardableResult
  package func apply(
    message: String,
    adapter: String?,
    from input: String,
    _ record: InputRecord,
    _ didCommit: @Sendable () -> Void = {}
  ) async throws -> FeedUpdate? {
    try await staging(message, adapter: adapter) { isStaged in
      try await whenUnlocked {
        let update = try core.commit { writer in
          try core.apply(message: message, adapter: adapter, isStaged: isStaged, in: writer)
          try core.keep(record, ofInput: input, in: writer)
        }
        didCommit()
        return publish(update)
      }
    }
  }

  /// Replaces a document that an input has fetched, together with the input's position.
  ///
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the store cannot be written.
  @discardableResult
  package func replaceDocument(
    _ name: Name,
    with json: [UInt8],
    from input: String,
    _ record: InputRecord,
    _ didCommit: @Sendable () -> Void = {}
  ) async throws -> FeedUpdate? {
    try await whenUnlocked {
      let update = try core.commit { writer in
        try core.replaceDocument(name, with: json, isFromFile: false, in: writer)
        try core.keep(record, ofInput: input, in: writer)
      }
      didCommit()
      return publish(update)
    }
  }

  /// Applies a message that was posted to an input that listens.
  ///
  /// - Parameters:
  ///   - time: When the message came, in seconds since 1970.
  ///   - figures: How fast messages come, if that is to be kept anew.
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` or ``EngineError`` if it cannot be applied; it then leaves no trace.
  @discardableResult
  package func apply(
    message: String,
    adapter: String?,
    postedTo input: String,
    at time: Double,
    _ figures: InputFigures? = nil,
    _ didCommit: @Sendable () -> Void = {}
  ) async throws -> FeedUpdate? {
    try await staging(message, adapter: adapter) { isStaged in
      try await whenUnlocked {
        let update = try core.commit { writer in
          try core.apply(message: message, adapter: adapter, isStaged: isStaged, in: writer)
          var record = try writer.record(ofInput: input) ?? InputRecord()
          record.messages += 1
          record.time = time
          record.figures = figures
          try core.keep(record, ofInput: input, in: writer)
        }
        didCommit()
        return publish(update)
      }
    }
  }

  /// Keeps a message that could not be applied, together with the input's position.
  ///
  /// - Parameter message: The message and why it could not be applied.
  /// - Throws: `StoreError` if the store cannot be written.
  package func reject(_ message: RejectedMessage, _ record: InputRecord) async throws {
    _ = try await whenUnlocked {
      try publish(
        core.commit { writer in
          try writer.keep(message)
          try core.keep(record, ofInput: message.input, in: writer)
        }
      )
    }
  }

  /// Notes where an input is, without a message.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func note(_ record: InputRecord, of input: String) async throws {
    _ = try await whenUnlocked {
      try publish(core.commit { try core.keep(record, ofInput: input, in: $0) })
    }
  }

  /// What the store keeps of an input.
  ///
  /// - Returns: The record, or `nil` if the input has never received anything; and why it fails, if it
  ///   does.
  /// - Throws: `StoreError` if the store cannot be read.
  package func record(
    ofInput input: String
  ) throws -> (record: InputRecord?, failure: String?) {
    try core.store.withWriter { writer in
      (try writer.record(ofInput: input), try writer.failure(ofInput: input))
    }
  }

  /// The feed's inputs, and the documents that are fetched, with what the store keeps of them.
  ///
  /// - Returns: The inputs, in the order of the feed file.
  /// - Throws: `StoreError` if the store cannot be read.
  package func inputRecords() throws -> [ListedInputRecord] {
    try feed.runInputs.map { input in
      let (record, failure) = try record(ofInput: input.name)
      let figures = try core.store.withWriter { try $0.figures(ofInput: input.name) }
      return ListedInputRecord(input: input, record: record, failure: failure, figures: figures)
    }
  }

  /// Forgets why an input has failed, as it begins to run again.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func forgetFailure(ofInput input: String) async throws {
    _ = try await whenUnlocked {
      try publish(core.commit { try core.keep(.live, ofInput: input, in: $0) })
    }
  }

  /// Says how an input fares; the sources that it feeds say so in the next version.
  ///
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the store cannot be written.
  @discardableResult
  package func set(
    _ condition: InputCondition,
    ofInput input: String
  ) async throws -> FeedUpdate? {
    try await whenUnlocked { try publish(core.set(condition, ofInput: input)) }
  }

  /// How an input fares, as far as anybody has said.
  package func condition(ofInput input: String) -> InputCondition { core.inputs[input] ?? .live }

  // MARK: Messages that could not be applied

  /// The messages that could not be applied, the newest last.
  ///
  /// - Parameter input: The input that they came from; all inputs without it.
  /// - Throws: `StoreError` if the store cannot be read.
  package func rejectedMessages(of input: String? = nil) throws -> [RejectedMessage] {
    try core.store.withWriter { try $0.rejectedMessages(of: input) }
  }

  /// Applies a message again that could not be applied, and forgets it if it can be.
  ///
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` or ``EngineError`` if it still cannot be applied; it is then kept.
  @discardableResult
  package func retry(_ message: RejectedMessage) async throws -> FeedUpdate? {
    try await whenUnlocked {
      try publish(
        core.commit { writer in
          try core.apply(message: message.text, adapter: message.adapter, in: writer)
          try writer.remove(message)
        }
      )
    }
  }

  /// Forgets messages that could not be applied, in one transaction.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func forget(_ messages: [RejectedMessage]) async throws {
    _ = try await whenUnlocked {
      try publish(core.commit { writer in for message in messages { try writer.remove(message) } })
    }
  }
}
