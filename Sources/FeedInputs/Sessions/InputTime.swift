import Foundation

/// The clocks of an input: a monotonic clock and the wall clock.
struct InputTime: Sendable {
  /// The monotonic time since the start of the program, which measures waits and lateness.
  var uptime: @Sendable () -> Duration
  /// The wall clock in seconds since 1970, for display; it may jump.
  var wall: @Sendable () -> Double
  /// Suspends the task for a duration.
  var sleep: @Sendable (Duration) async throws -> Void

  /// The clocks of the system.
  static let system: InputTime = {
    let start = ContinuousClock.now
    return InputTime(
      uptime: { start.duration(to: .now) },
      wall: { Date.now.timeIntervalSince1970 },
      sleep: { try await ContinuousClock().sleep(for: $0) }
    )
  }()
}
