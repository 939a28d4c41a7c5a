/// How long to wait before the next attempt: longer after each failure, and for each client another time.
struct Backoff: Sendable {
  private static let first = Duration.milliseconds(500)
  private static let most = Duration.seconds(30)
  /// A server that asks for more than this is not obeyed.
  private static let longest = Duration.seconds(300)

  /// The attempts that have failed since the feed was last known to be true.
  private(set) var failures = 0

  /// Notes that the feed is true.
  mutating func reset() { failures = 0 }

  /// How long to wait after one more failure.
  ///
  /// - Parameters:
  ///   - least: What the server has asked for.
  ///   - random: Where chances come from.
  /// - Returns: What the server has asked for, and any time up to a bound that doubles with each failure.
  mutating func next(
    atLeast least: Duration = .zero,
    _ random: inout some RandomNumberGenerator
  ) -> Duration {
    let bound = min(Self.first * (1 << min(failures, 16)), Self.most)
    failures += 1
    return Self.bounded(least) + bound * Double.random(in: 0...1, using: &random)
  }

  /// What a server has asked for, within reason.
  static func bounded(_ wait: Duration) -> Duration { min(max(wait, .zero), longest) }
}
