import Foundation

/// The clocks of an input: one that never jumps, and the one on the wall.
struct InputTime: Sendable {
  /// How long the program runs; what waits and what is late is measured by it.
  var uptime: @Sendable () -> Duration
  /// The seconds since 1970, for people; it may jump.
  var wall: @Sendable () -> Double
  /// Suspends for a time.
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
