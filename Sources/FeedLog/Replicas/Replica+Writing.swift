package import FeedEngine
import FeedModel
import Foundation

extension Replica: EntryLog {
  /// Appends an entry, and returns when it is applied here.
  ///
  /// - Parameter entry: The entry.
  /// - Returns: What became of it; `nil` for one that was appended before under the same key.
  /// - Throws: `EngineError` if no server of the log answers, or the log does not take the entry.
  package func apply(_ entry: FeedEntry) async throws -> AppliedEntry? {
    if let since = silentSince { throw EngineError.logUnreachable(since: since, time.wall()) }
    do {
      let bytes = try entry.encoded()
      var isRepeat = false
      let applied = try await waiters.wait {
        let receipt = try await log.append(bytes, id: entry.request?.entryID ?? UUID().uuidString)
        isRepeat = receipt.isRepeat
        return receipt.sequence
      }
      if let applied { return applied }
      guard let request = entry.request, isRepeat else { return nil }
      if try await engine.record(ofRequest: request.key) != nil { return nil }
      // It was refused then, and left nothing: it is decided again.
      return try await waiters.wait { try await log.append(bytes, id: UUID().uuidString).sequence }
    } catch let error as LogError {
      throw EngineError(appending: error, time.wall())
    }
  }
}

extension RequestPart {
  /// By what the log knows a repeat.
  fileprivate var entryID: String {
    let key = SHA256.digest(of: Array(key.utf8)).description.prefix(40)
    return "request/\(key)/\(digest)/\(part)"
  }
}

extension EngineError {
  /// Nothing can be written, since no server of the log answers.
  static func logUnreachable(since time: Double?, _ now: Double) -> EngineError {
    let seconds = time.map { Int((now - $0).rounded()) }
    return EngineError(
      code: .logUnreachable,
      message: "no server of the log answers" + (seconds.map { ", since \($0) s" } ?? ""),
      hint:
        "what is shown stays; send the same again, with its Idempotency-Key, when the log is back"
    )
  }

  fileprivate init(appending error: LogError, _ now: Double) {
    switch error.code {
    case .tooLarge: self.init(code: .entryTooLarge, message: error.message, hint: error.hint)
    case .unreachable, .closed: self = .logUnreachable(since: nil, now)
    default: self.init(code: .logUnreachable, message: error.message, hint: error.hint)
    }
  }
}
