/// How long an input waits before it tries again: full jitter, from half a second to thirty.
struct Backoff: Sendable {
  static let least = Duration.milliseconds(500)
  static let most = Duration.seconds(30)
  /// The most that a source can ask for with `Retry-After`.
  static let mostAskedFor = Duration.seconds(3600)

  private var failures = 0

  /// Begins anew, after something has come.
  mutating func reset() { failures = 0 }

  /// Counts a failure.
  ///
  /// - Parameters:
  ///   - asked: How long the source has asked to wait at least.
  ///   - generator: Where chance comes from.
  /// - Returns: How long to wait.
  mutating func next(
    asked: Duration? = nil,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let most = min(Self.most, Self.least * (1 << min(failures, 6)))
    failures += 1
    let jitter = most * Double.random(in: 0...1, using: &generator)
    return max(min(asked ?? .zero, Self.mostAskedFor), jitter)
  }
}
