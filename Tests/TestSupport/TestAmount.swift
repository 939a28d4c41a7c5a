import Foundation

/// The amount of random and repeating tests, from the variable `FEED_TESTS` of the environment.
///
/// Each promise is held by all three: `make test` plays what a minute allows, `make test-full` several
/// times as much, and `make soak` what hours allow.
package enum TestAmount: String {
  case quick, full, soak

  /// The amount of this run.
  package static let current =
    ProcessInfo.processInfo.environment["FEED_TESTS"].flatMap(TestAmount.init) ?? .quick

  /// The round of this run, which selects the rows of a sample: `FEED_TESTS_ROUND`, or zero.
  ///
  /// `Scripts/test` derives it from the commit, so that a commit plays the same rows on every day.
  package static let round =
    ProcessInfo.processInfo.environment["FEED_TESTS_ROUND"].flatMap { Int($0) } ?? 0
}

/// Chooses how much is played: seeds, steps, rounds, or which of several cases.
///
/// - Parameters:
///   - full: The value for `make test-full`; `nil` for the quick one.
///   - soak: The value for `make soak`; `nil` for that of `full`.
package func amount<T>(_ quick: T, full: T? = nil, soak: T? = nil) -> T {
  switch TestAmount.current {
  case .quick: quick
  case .full: full ?? quick
  case .soak: soak ?? full ?? quick
  }
}

/// Chooses some rows of a table whose rows all hold the same promise.
///
/// A quick run plays one row of each `interval` rows, and another commit other rows; every other run
/// plays all rows.
///
/// - Parameter rows: The rows; at least one of them is played.
/// - Returns: The rows that this run plays, in their order.
package func sample<T>(_ rows: [T], oneIn interval: Int) -> [T] {
  guard TestAmount.current == .quick else { return rows }
  let interval = min(interval, rows.count)
  return rows.indices.filter { ($0 + TestAmount.round) % interval == 0 }.map { rows[$0] }
}
