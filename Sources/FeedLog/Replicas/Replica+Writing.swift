package import FeedEngine
import FeedModel
import Foundation

extension Replica: EntryLog {
  /// Appends an entry, and waits until this replica has applied it.
  ///
  /// An entry that the log loses before it is applied is appended again.
  ///
  /// - Returns: The outcome; `nil` if the same request was already applied under its key.
  /// - Throws: `EngineError` if no server of the log answers within five seconds, the log cannot be followed, or the
  ///   log rejects the entry.
  package func apply(_ entry: FeedEntry) async throws -> AppliedEntry? {
    if let since = silentSince { throw EngineError.logUnreachable(since: since, time.wall()) }
    do {
      try await waitUntilFollowing()
      let bytes = try entry.encoded()
      let digest = SHA256.digest(of: bytes)
      var id = entry.request?.entryID ?? UUID().uuidString
      for _ in 1...Self.mostAppends {
        var receipt = LogReceipt(sequence: 0)
        let applied = try await waiters.wait {
          receipt = try await log.append(bytes, id: id, within: Self.writePatience)
          return receipt.sequence
        }
        if let applied, applied.digest == digest { return applied }
        if receipt.isRepeat {
          // If it was rejected then, it has left no record, and is applied again.
          if let request = entry.request, try await isDone(request) { return nil }
        } else if applied == nil {
          throw LogError.shortened(position: waiters.applied, last: receipt.sequence)
        }
        id = UUID().uuidString
      }
      throw LogError.noAnswer
    } catch let error as LogError {
      throw EngineError(appending: error, time.wall())
    }
  }
}

extension Replica {
  /// The time limit of a write while no server answers, or while the log cannot be followed.
  private static let writePatience = Duration.seconds(5)
  /// The largest number of times that one entry is appended, if the log loses it each time.
  private static let mostAppends = 3

  /// Waits up to five seconds until all current entries of the log are applied.
  ///
  /// - Throws: `EngineError` if the log does not answer, or after five seconds.
  package func catchUp() async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.applyAll() }
        group.addTask {
          try await self.time.sleep(Self.writePatience)
          throw self.behind
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch let error as LogError {
      throw EngineError(appending: error, time.wall())
    }
  }

  private var behind: EngineError {
    let condition = condition
    return EngineError(
      code: .replicaBehind,
      message: "entry \(condition.applied) of \(condition.newest) of the log is applied here",
      hint: "send the request again later, or to another replica"
    )
  }

  private func isDone(_ request: IdempotencyKey) async throws -> Bool {
    guard let record = try await engine.record(ofRequest: request.key) else { return false }
    return record.parts >= request.part || record.digest != request.digest
  }

  /// Waits until the next entries of the log can be applied here.
  private func waitUntilFollowing() async throws {
    let end = time.uptime() + Self.writePatience
    while !isFollowing {
      let condition = condition
      if time.uptime() >= end || condition.silentSince != nil {
        throw condition.problem.map { EngineError(following: $0) }
          ?? EngineError.logUnreachable(since: condition.silentSince, time.wall())
      }
      try await time.sleep(.milliseconds(50))
    }
  }
}

extension IdempotencyKey {
  /// The id of the entry in the log, which detects a repeat.
  fileprivate var entryID: String {
    let key = SHA256.digest(of: Array(key.utf8)).description.prefix(40)
    return "request/\(key)/\(digest)/\(part)"
  }
}

extension EngineError {
  /// Returns the error for a write while no server of the log answers.
  static func logUnreachable(since time: Double?, _ now: Double) -> EngineError {
    let seconds = time.map { Int((now - $0).rounded()) }
    return EngineError(
      code: .logUnreachable,
      message: "no server of the log answers" + (seconds.map { ", since \($0) s" } ?? ""),
      hint:
        "the feed stays readable; repeat the request with its Idempotency-Key when the log answers again"
    )
  }

  /// Creates the error for a write while the log cannot be followed.
  fileprivate init(following problem: EntryLogCondition.Problem) {
    self.init(code: .logUnreachable, message: problem.message, hint: problem.hint)
  }

  init(appending error: LogError, _ now: Double) {
    switch error.code {
    case .tooLarge: self.init(code: .entryTooLarge, message: error.message, hint: error.hint)
    case .unreachable, .closed: self = .logUnreachable(since: nil, now)
    default: self.init(code: .logUnreachable, message: error.message, hint: error.hint)
    }
  }
}
