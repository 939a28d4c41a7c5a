import FeedEngine
import FeedModel
import FeedStore
import Synchronization

/// Another replica has appended the next message of the input, so that the source is read on from behind it.
struct InputOvertaken: Error {}

extension InputSession {
  /// Appends a message to the log, and returns when it is applied.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - bytes: The message, as it came.
  ///   - position: Where the input goes on behind it.
  ///   - log: The log.
  /// - Throws: ``InputOvertaken``; `CancellationError`, or `StoreError` once the store is closed or lost.
  func append(
    _ text: String,
    _ bytes: [UInt8],
    position: String?,
    to log: any EntryLog
  ) async throws {
    let change: FeedEntry.Change =
      switch target {
      case .rows(let adapter): .message(text, adapter: adapter)
      case .document(let name): .document(name.description, bytes)
      }
    do {
      try await append(change, position: position, to: log)
    } catch  where error.isAboutMessage {
      // The log itself does not take it.
      try await reject(bytes, because: "\(error)", position: position)
    }
  }

  /// Appends a message that cannot be applied, so that all replicas keep it and go on behind it.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - position: Where the input goes on behind it.
  ///   - count: How many messages it stands for.
  ///   - log: The log.
  /// - Throws: What ``append(_:_:position:to:)`` throws.
  func append(
    _ message: RejectedMessage,
    position: String?,
    count: Int,
    to log: any EntryLog
  ) async throws {
    let change = FeedEntry.Change.rejected(
      message.text,
      adapter: message.adapter,
      reason: message.reason
    )
    try await append(change, position: position, count: count, to: log)
  }

  private func append(
    _ change: FeedEntry.Change,
    position: String?,
    count: Int = 1,
    to log: any EntryLog
  ) async throws {
    var record = nextRecord(position)
    record.figures = nil
    let step = FeedEntry.Step(
      input: name,
      number: record.messages + record.rejected + count,
      position: position,
      time: record.time
    )
    var outcome: EntryOutcome?
    try await persistently { outcome = try await log.apply(FeedEntry(change, step: step))?.outcome }
    switch outcome {
    case .applied: record.messages += 1
    case .refused(let reason, _):
      record.rejected += count
      if mayTellRejection() { tell(.rejected, "\(reason)") }
    case .repeated, nil: throw InputOvertaken()
    }
    countMessage()
    try await didReceive(record)
  }

  /// Takes up the position that the store has, after another replica has moved it.
  func readRecord() async throws {
    let record = try await engine.record(ofInput: name).record ?? InputRecord()
    state.withLock { $0.record = record }
  }
}
