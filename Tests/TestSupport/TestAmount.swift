import Foundation

/// How much the random and the repeating tests play, as the environment's `FEED_TESTS` says.
///
/// Each promise is held by all three: `make test` plays what a minute allows, `make test-full` several
/// times as much, and `make soak` what hours allow.
package enum TestAmount: String {
  case quick, full, soak

  /// What this run plays.
  package static let current =
    ProcessInfo.processInfo.environment["FEED_TESTS"].flatMap(TestAmount.init) ?? .quick
}

/// Chooses how much is played: seeds, steps, rounds, or which of several cases.
///
/// - Parameters:
///   - quick: What `make test` plays.
///   - full: What `make test-full` plays; the same if it is `nil`.
///   - soak: What `make soak` plays; as much as `full` if it is `nil`.
/// - Returns: The one of the three that this run plays.
package func amount<T>(_ quick: T, full: T? = nil, soak: T? = nil) -> T {
  switch TestAmount.current {
  case .quick: quick
  case .full: full ?? quick
  case .soak: soak ?? full ?? quick
  }
}
