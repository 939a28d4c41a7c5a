/// How long to wait before the next attempt: full jitter, from half a second to thirty.
///
/// The bound doubles with each failure, and each client waits another part of it, so that those who have failed
/// together do not come back together.
package struct Backoff: Sendable {
  private static let first = Duration.milliseconds(500)
  /// The longest pause without a request of the other side.
  package static let most = Duration.seconds(30)

  /// The most that the other side is granted if it asks for a time.
  private let mostAskedFor: Duration
  private var failures = 0

  /// Begins without a failure.
  ///
  /// - Parameter mostAskedFor: The most that the other side is granted if it asks for a time.
  package init(mostAskedFor: Duration) { self.mostAskedFor = mostAskedFor }

  /// Begins anew, after something has come.
  package mutating func reset() { failures = 0 }

  /// Counts a failure.
  ///
  /// - Parameters:
  ///   - asked: How long the other side has asked to be left alone.
  ///   - generator: Where chance comes from.
  /// - Returns: What was asked for, within reason, and any time up to the bound.
  package mutating func next(
    asked: Duration = .zero,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let bound = min(Self.first * (1 << min(failures, 6)), Self.most)
    failures += 1
    return granted(asked) + bound * Double.random(in: 0...1, using: &generator)
  }

  /// What the other side has asked for, within reason.
  ///
  /// - Parameter asked: How long it has asked to be left alone.
  /// - Returns: The time, which is not negative.
  package func granted(_ asked: Duration) -> Duration { min(max(asked, .zero), mostAskedFor) }
}
