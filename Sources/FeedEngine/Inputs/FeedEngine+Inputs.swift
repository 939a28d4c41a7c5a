import FeedDefinition
package import FeedModel
package import FeedStore

extension FeedEngine {
  /// Applies a message of an input, in one transaction together with the input's position.
  ///
  /// Other calls may run while a long message is parsed and staged. All its rows become visible together.
  ///
  /// - Parameters:
  ///   - message: A line of a fixture without `sql`, or a message in the format of the adapter.
  ///   - answer: The rejected answer that the message repeats. If another process has applied it in the
  ///     meantime, it is not applied again.
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` or ``EngineError`` if it cannot be applied; nothing is written then.
  @discardableResult
  package func apply(
    message: String,
    adapter: String?,
    from input: String,
    _ record: InputRecord,
    retrying answer: RejectedAnswer? = nil,
    _ didCommit: @Sendable () -> Void = {}
  ) async throws -> FeedUpdate? {
    try await staging(message, adapter: adapter) { isStaged in
      try await whenUnlocked {
        var isNew = false
        let update = try core.commit { writer in
          isNew = try core.take(answer, ofInput: input, in: writer)
          guard isNew else { return }
          try core.apply(message: message, adapter: adapter, isStaged: isStaged, in: writer)
          try core.keep(record, ofInput: input, in: writer)
        }
        if isNew { didCommit() }
        return publish(update)
      }
    }
  }

  /// Replaces a document that an input has fetched, together with the input's position.
  ///
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
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

  /// Returns the reason why the newest text of a document could not be read.
  package func problem(ofDocument name: Name) -> String? {
    core.documents.first { $0.declaration.name == name }?.error?.description
  }

  /// Applies a message that was posted to an input that listens.
  ///
  /// - Parameters:
  ///   - time: The time of receipt, in seconds since 1970.
  ///   - figures: The new message rate and latencies, or `nil` to leave the stored ones unchanged.
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` or ``EngineError`` if it cannot be applied; nothing is written then.
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

  /// Stores a message that could not be applied, together with the input's position.
  ///
  /// - Parameters:
  ///   - message: The message, and the reason of the rejection.
  ///   - isAnswer: Whether the message replaces the one before it, so that the input fails.
  ///   - answer: The rejected answer that the message repeats; the message takes its place.
  /// - Returns: `false` if another process has applied the repeated answer in the meantime.
  /// - Throws: `StoreError` if the store cannot be written.
  @discardableResult
  package func reject(
    _ message: RejectedMessage,
    _ record: InputRecord,
    isAnswer: Bool = false,
    retrying answer: RejectedAnswer? = nil
  ) async throws -> Bool {
    try await whenUnlocked {
      var isNew = false
      let update = try core.commit { writer in
        isNew = try core.take(answer, ofInput: message.input, in: writer)
        guard isNew else { return }
        if let last = try writer.documentRejection(repeatedBy: message, in: core) {
          try writer.removeRejected(last.id, of: message.input)
        }
        let id = try writer.keep(message)
        try core.keep(record, ofInput: message.input, in: writer)
        guard isAnswer else { return }
        try writer.set(RejectedAnswer(record, id: id), ofInput: message.input)
        let failure = InputCondition.failed(RejectedAnswer.failure)
        try core.keep(failure, ofInput: message.input, in: writer)
      }
      _ = publish(update)
      return isNew
    }
  }

  /// Returns whether a document's text was rejected before, as the newest one of its input.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func repeatsRejection(_ message: RejectedMessage) throws -> Bool {
    try core.store.withWriter { writer in
      try writer.documentRejection(repeatedBy: message, in: core) != nil
    }
  }

  /// Returns the newest answer of an input if it was rejected.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func rejectedAnswer(ofInput input: String) throws -> RejectedAnswer? {
    try core.store.withWriter { try $0.rejectedAnswer(ofInput: input) }
  }

  /// Stores the position of an input without a message.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func note(_ record: InputRecord, of input: String) async throws {
    _ = try await whenUnlocked {
      try publish(core.commit { try core.keep(record, ofInput: input, in: $0) })
    }
  }

  /// Returns the stored record of an input.
  ///
  /// - Returns: The record, or `nil` if the input has never received a message; and the reason of its
  ///   failure, or `nil`.
  /// - Throws: `StoreError` if the store cannot be read.
  package func record(
    ofInput input: String
  ) throws -> (record: InputRecord?, failure: String?) {
    try core.store.withWriter { writer in
      (try writer.record(ofInput: input), try writer.failure(ofInput: input))
    }
  }

  /// Returns the feed's inputs and fetched documents with their stored records, and the alerts that cannot be sent.
  ///
  /// - Returns: The declared inputs, then the documents, then the alerts, in the order of the feed file.
  /// - Throws: `StoreError` if the store cannot be read.
  package func inputRecords() throws -> [ListedInputRecord] {
    try core.store.withWriter { writer in
      let kept = try writer.countsOfRejectedMessages()
      let inputs = try feed.runInputs.map { input in
        ListedInputRecord(
          input: input,
          record: try writer.record(ofInput: input.name),
          failure: try writer.failure(ofInput: input.name),
          kept: kept[input.name] ?? 0,
          figures: try writer.figures(ofInput: input.name)
        )
      }
      let alerts = try feed.alerts.compactMap { alert in
        try writer.failure(ofInput: alert.inputName).map { failure in
          let input = ListedInput(name: alert.inputName, kind: "alert")
          return ListedInputRecord(input: input, failure: failure)
        }
      }
      return inputs + alerts
    }
  }

  /// Removes the stored failure of an input that runs again.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func forgetFailure(ofInput input: String) async throws {
    _ = try await whenUnlocked {
      try publish(core.commit { try core.keep(.live, ofInput: input, in: $0) })
    }
  }

  /// Sets the condition of an input; the next version reports it in the status of its sources.
  ///
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the store cannot be written.
  @discardableResult
  package func set(
    _ condition: InputCondition,
    ofInput input: String
  ) async throws -> FeedUpdate? {
    try await whenUnlocked { try publish(core.set(condition, ofInput: input)) }
  }

  /// Returns the last condition that was set for an input; by default it is live.
  package func condition(ofInput input: String) -> InputCondition { core.inputs[input] ?? .live }

  // MARK: Messages that could not be applied

  /// Returns the messages that could not be applied, the newest last.
  ///
  /// - Parameter input: The input that they came from; `nil` for all inputs.
  /// - Throws: `StoreError` if the store cannot be read.
  package func rejectedMessages(of input: String? = nil) throws -> [RejectedMessage] {
    try core.store.withWriter { try $0.rejectedMessages(of: input) }
  }

  /// Applies a rejected message again, and removes it from the rejected ones if that succeeds.
  ///
  /// If the message is the newest answer of its input, the failure of the input ends in the same commit.
  ///
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError`, ``EngineError`` or `DocumentError` if it still cannot be applied; it then stays stored.
  ///   ``EngineError`` with code ``EngineError/Code/answerReplaced`` for a text of a document that a newer one has
  ///   replaced.
  @discardableResult
  package func retry(_ message: RejectedMessage) async throws -> FeedUpdate? {
    try await whenUnlocked {
      try publish(core.commit { try core.retry(message, in: $0) })
    }
  }

  /// Deletes rejected messages in one transaction.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func forget(_ messages: [RejectedMessage]) async throws {
    _ = try await whenUnlocked {
      try publish(
        core.commit { writer in
          for message in messages { try writer.removeRejected(message.id, of: message.input) }
        }
      )
    }
  }
}

extension FeedEngine {
  /// The minimum size in bytes of a staged message; a shorter one takes less than a millisecond.
  package static let fewestStagedBytes = 16 << 10

  /// Stages the rows of a long message, and runs a body.
  ///
  /// The JSON is parsed outside the engine, and its rows are written to temporary tables in small portions,
  /// so that other calls run in between. The transaction of the message then only moves the rows. A message
  /// that cannot be staged is applied in its transaction as a whole.
  ///
  /// - Parameter body: Applies the message; its argument is whether the message is staged.
  /// - Throws: The error of the body.
  func staging<Result>(
    _ message: String,
    adapter: String?,
    _ body: (_ isStaged: Bool) async throws -> Result
  ) async throws -> Result {
    guard let adapter, message.utf8.count >= Self.fewestStagedBytes,
      let reader = try core.store.withWriter({ _ in core.messages.beginStaging(ofAdapter: adapter) }
      )
    else { return try await body(false) }
    defer { core.messages.endStaging(ofAdapter: adapter) }
    // If the message cannot be read, applying it throws the error.
    guard let rows = try? await Self.read(message, by: reader) else { return try await body(false) }
    let result: Swift.Result<Result, any Error>
    do {
      for piece in rows.pieces {
        try core.store.withWriter { _ in
          try core.messages.stage(piece, of: rows, adapter: adapter)
        }
        await letOthersIn()
      }
      result = .success(try await body(true))
    } catch {
      result = .failure(error)
    }
    for piece in rows.pieces {
      // This fails only if the store is closed or lost, and its temporary tables with it.
      try? core.store.withWriter { _ in try core.messages.unstage(piece, adapter: adapter) }
      await letOthersIn()
    }
    return try result.get()
  }

  /// Parses a message outside the engine's actor.
  @concurrent
  private static func read(_ message: String, by reader: MessageReader) async throws -> MessageRows
  {
    try reader.read(message)
  }
}
