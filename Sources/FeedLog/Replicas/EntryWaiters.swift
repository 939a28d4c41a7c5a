import FeedEngine
import Synchronization

/// The tasks that wait until their entries are applied.
final class EntryWaiters: Sendable {
  private struct State {
    var applied: UInt64 = 0
    /// The outcomes of entries, recorded while `count` is not zero.
    var outcomes: [UInt64: AppliedEntry] = [:]
    /// The number of tasks that are appending or waiting.
    var count = 0
    var waiting: [UInt64: (sequence: UInt64, Continuation)] = [:]
    /// The number of checks in a row in which the log ended before the awaited entry.
    var missed: [UInt64: Int] = [:]
    var lastNumber: UInt64 = 0
    var end: (any Error)?
  }
  private typealias Continuation = CheckedContinuation<AppliedEntry?, any Error>

  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// The number of the last applied entry.
  var applied: UInt64 { state.withLock(\.applied) }

  /// Runs a body that appends an entry, and waits until the entry is applied.
  ///
  /// - Returns: The outcome, or `nil` if the entry was applied before this call.
  /// - Throws: The error of the body, or the error that ended the application of entries.
  func wait(for append: () async throws -> UInt64) async throws -> AppliedEntry? {
    // The entry may be applied before its number is known here.
    state.withLock { $0.count += 1 }
    defer {
      state.withLock { state in
        state.count -= 1
        if state.count == 0 { state.outcomes = [:] }
      }
    }
    return try await wait(for: try await append())
  }

  /// Waits until an entry is applied.
  func wait(for sequence: UInt64) async throws -> AppliedEntry? {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let known: Result<AppliedEntry?, any Error>? = state.withLock { state in
          if sequence <= state.applied { return .success(state.outcomes[sequence]) }
          if let end = state.end { return .failure(end) }
          if Task.isCancelled { return .failure(CancellationError()) }
          state.waiting[number] = (sequence, continuation)
          return nil
        }
        if let known { continuation.resume(with: known) }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.1.resume(
        throwing: CancellationError()
      )
    }
  }

  /// Resumes the tasks whose entries are applied.
  func didApply(_ entries: [AppliedEntry], upTo sequence: UInt64) {
    let done = state.withLock { state in
      state.applied = max(state.applied, sequence)
      if state.count > 0 { for entry in entries { state.outcomes[entry.sequence] = entry } }
      let done = state.waiting.filter { $0.value.sequence <= state.applied }
      for number in done.keys { state.waiting[number] = nil }
      return done.values.map { ($0.1, state.outcomes[$0.sequence]) }
    }
    for (continuation, entry) in done { continuation.resume(returning: entry) }
  }

  /// Ends the waits for entries that the log has lost, according to repeated checks.
  func look(newest: UInt64, _ error: () -> any Error) {
    let forgotten = state.withLock { state -> [Continuation] in
      let missing = state.waiting.filter { $0.value.sequence > newest }.keys
      state.missed = Dictionary(
        uniqueKeysWithValues: missing.map { ($0, (state.missed[$0] ?? 0) + 1) }
      )
      return state.missed.filter { $0.value >= Self.mostLooks }.keys.compactMap {
        state.waiting.removeValue(forKey: $0)?.1
      }
    }
    for continuation in forgotten { continuation.resume(throwing: error()) }
  }

  /// The number of checks after which a missing entry counts as lost.
  ///
  /// A single check may be older than the entry.
  private static let mostLooks = 3

  /// Ends all current waits with an error; later calls wait again.
  func giveUp(_ error: any Error) {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for (_, continuation) in waiting { continuation.resume(throwing: error) }
  }

  /// Ends all waits, current and future, because no more entries are applied.
  func finish(_ error: any Error) {
    state.withLock { $0.end = error }
    giveUp(error)
  }
}
