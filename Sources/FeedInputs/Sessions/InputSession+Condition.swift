import FeedEngine
import FeedModel
import FeedStore
import FeedWire
import Synchronization

/// The condition of an input: live, late or failed.
extension InputSession {
  /// Records that the source can be reached, even before its first message.
  ///
  /// - Returns: The time for which it could not be reached; `nil` if it was reachable before, or on the first call.
  /// - Throws: The errors of ``deliver(_:position:isWhole:)``.
  @discardableResult
  package func didReach() async throws -> Duration? {
    let outage = state.withLock { state in
      defer { state.outage = nil }
      return state.outage
    }
    try await endFailure()
    return outage.map { time.uptime() - $0.since }
  }

  /// Records that the source has accepted a connection, which ends a failure even before a message.
  ///
  /// The failures still count. If the last connection has broken, the failure ends when the source sends something: it
  /// may accept and break each connection.
  ///
  /// - Throws: The errors of ``deliver(_:position:isWhole:)``.
  func didConnect() async throws {
    let hasBroken = state.withLock { state in
      defer { state.contact = .accepted }
      return state.contact == .broken
    }
    if !hasBroken { try await endFailure() }
  }

  /// Ends a failure: the input is live, or late if it has received no message for its `stale:`.
  func endFailure() async throws {
    let (silence, condition) = state.withLock { (time.uptime() - $0.heard, $0.condition) }
    guard case .failed = condition else { return }
    if let stale, silence >= stale {
      try await becomeLate(stale, after: silence)
    } else {
      try await become(.live, "can be reached again")
    }
  }

  /// Records that the source cannot be reached or read.
  ///
  /// A single failure is not reported, because connections end. From the second failure without a message in between,
  /// the input has failed. A stream that ends regularly has not failed. An input whose source refuses, does not
  /// answer in time, answers 204 or requests a long pause has failed immediately.
  func didFail(_ error: InputError) async throws {
    let failures = state.withLock { state in
      var outage = state.outage ?? Outage(since: time.uptime())
      outage.failures += 1
      state.outage = outage
      let isBroken = state.contact == .accepted && error != .endedByItself
      state.contact = isBroken ? .broken : .none
      return outage.failures
    }
    let isLasting =
      [.finished, .refused, .invalidDocument, .timeout].contains(error.code)
      || error.retryAfter.map { $0 > Backoff.most } ?? false
    guard isLasting || failures > 1 && error != .endedByItself else { return }
    try await become(.failed(error.message), error.located)
  }

  /// Marks the input as late if it has received no message for its `stale:`.
  ///
  /// - Returns: The time until the next check.
  func checkTime() async throws -> Duration {
    guard let stale else { return .seconds(3600) }
    let (silence, condition) = state.withLock { (time.uptime() - $0.heard, $0.condition) }
    if silence < stale { return stale - silence }
    // The condition `failed` takes precedence over `late`.
    if condition == .live { try await becomeLate(stale, after: silence) }
    return stale
  }

  private func becomeLate(_ stale: Duration, after silence: Duration) async throws {
    let hasRejected = state.withLock { state in
      state.toldRejection.map { $0 > state.heard } ?? false
    }
    let missing = hasRejected ? "only rejected messages" : "no message"
    try await noteSilence(silence)
    try await become(.late(stale), "\(missing) for more than \(stale.written)")
  }

  /// Stores the start of an input that has never received a message, so that other processes also list it as late.
  private func noteSilence(_ silence: Duration) async throws {
    var record = state.withLock(\.record)
    guard record.time == 0, log == nil else { return }
    record.time = time.wall() - silence / .seconds(1)
    try await persistently { [engine, name, record] in try await engine.note(record, of: name) }
    state.withLock { $0.record = record }
  }

  func become(_ condition: InputCondition, _ text: String) async throws {
    let isNew = state.withLock { state in
      defer { state.condition = condition }
      return state.condition != condition
    }
    guard isNew else { return }
    let kind: InputNotice.Kind =
      switch condition {
      case .live: .live
      case .late: .late
      case .failed: .failed
      }
    tell(kind, text)
    try await persistently { [engine, name, log] in
      if let log {
        _ = try await log.apply(FeedEntry(.condition(condition, input: name)))
      } else {
        _ = try await engine.set(condition, ofInput: name)
      }
    }
  }
}
