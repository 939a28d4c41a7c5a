import FeedEngine
import FeedModel
import FeedStore
import Synchronization

/// An error for a message that another replica has already appended.
///
/// The input resumes after that message.
struct InputOvertaken: Error {}

extension InputSession {
  /// Appends a message to the log, and waits until it is applied.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the message.
  ///   - position: The position of the input after the message.
  ///   - isWhole: Whether the message replaces the message before it, so that the input fails if it is rejected.
  /// - Throws: ``InputOvertaken``; the errors of ``deliver(_:position:isWhole:)``.
  func append(
    _ text: String,
    _ bytes: [UInt8],
    position: String?,
    isWhole: Bool,
    to log: any EntryLog
  ) async throws {
    let change: FeedEntry.Change =
      switch target {
      case .rows(let adapter): .message(text, adapter: adapter)
      case .document(let name): .document(name.description, bytes)
      }
    do {
      try await append(change, position: position, isWhole: isWhole, to: log)
    } catch  where error.isAboutMessage {
      // The log itself rejects the message.
      try await reject(bytes, because: "\(error)", position: position, isWhole: isWhole)
    }
  }

  /// Appends a rejected message, so that all replicas store it and resume after it.
  ///
  /// - Parameters:
  ///   - position: The position of the input after the message.
  ///   - isWhole: Whether the message replaces the message before it, so that the input fails.
  /// - Throws: The errors of ``append(_:_:position:isWhole:to:)``.
  func append(
    _ message: RejectedMessage,
    position: String?,
    isWhole: Bool,
    count: Int,
    to log: any EntryLog
  ) async throws {
    let change = FeedEntry.Change.rejected(
      message.text,
      adapter: message.adapter,
      reason: message.reason
    )
    try await append(change, position: position, isWhole: isWhole, count: count, to: log)
  }

  private func append(
    _ change: FeedEntry.Change,
    position: String?,
    isWhole: Bool,
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
      if target.isDocument { record.position = nil }
      return try await didReject(record, because: "\(reason)", isWhole: isWhole)
    case .repeated, nil: throw InputOvertaken()
    }
    countMessage()
    try await didReceive(record)
  }

  /// Reads the position from the store, after another replica has changed it.
  func readRecord() async throws {
    let record = try await engine.record(ofInput: name).record ?? InputRecord()
    state.withLock { $0.record = record }
  }
}
