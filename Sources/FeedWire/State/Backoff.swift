/// The wait before the next attempt: exponential backoff with full jitter, from 0.5 to 30 seconds.
///
/// The bound doubles with each failure. Each client waits a random part of it, so that clients that failed at
/// the same time do not all reconnect at the same time.
package struct Backoff: Sendable {
  private static let first = Duration.milliseconds(500)
  /// The maximum bound, without a wait that the server requests.
  package static let most = Duration.seconds(30)

  /// The maximum wait that a server may request.
  private let mostAskedFor: Duration
  private var failures = 0

  /// Creates a backoff without failures.
  ///
  /// - Parameter mostAskedFor: The maximum wait that a server may request.
  package init(mostAskedFor: Duration) { self.mostAskedFor = mostAskedFor }

  /// Resets the number of failures after a success.
  package mutating func reset() { failures = 0 }

  /// Counts a failure and returns the wait before the next attempt.
  ///
  /// - Returns: The requested wait, up to its limit, plus a random time up to the bound.
  package mutating func next(
    asked: Duration = .zero,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let bound = min(Self.first * (1 << min(failures, 6)), Self.most)
    failures += 1
    return granted(asked) + bound * Double.random(in: 0...1, using: &generator)
  }

  /// Returns a requested wait, limited to the maximum.
  package func granted(_ asked: Duration) -> Duration { min(max(asked, .zero), mostAskedFor) }
}
