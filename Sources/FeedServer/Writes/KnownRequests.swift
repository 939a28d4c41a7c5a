import Synchronization

/// The rejected requests that have keys; a repeat is rejected with the same refusal.
///
/// The store records the executed requests. Refusals change nothing, so they are kept only in memory.
final class KnownRequests: Sendable {
  struct Known {
    let refusal: Refusal
    let digest: UInt64
    let time: ContinuousClock.Instant
  }

  private struct State {
    var known: [String: Known] = [:]
    /// Oldest first.
    var order: [String] = []
  }

  private static let most = 4_096
  private static let lifetime = Duration.seconds(86_400)
  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// The known refusal of a request, or `nil`.
  subscript(key: String) -> Known? {
    let known = state.withLock { $0.known[key] }
    guard let known, ContinuousClock.now - known.time < Self.lifetime else { return nil }
    return known
  }

  /// Keeps a refusal, and discards the oldest one if there are too many.
  func keep(_ refusal: Refusal, _ key: String, _ digest: UInt64) {
    state.withLock { state in
      let known = Known(refusal: refusal, digest: digest, time: .now)
      if state.known.updateValue(known, forKey: key) == nil { state.order.append(key) }
      if state.order.count > Self.most { state.known[state.order.removeFirst()] = nil }
    }
  }
}
