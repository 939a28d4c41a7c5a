import Foundation

/// The clocks of a replica: a monotonic clock and the wall clock.
package struct ReplicaTime: Sendable {
  /// The monotonic time since the start of the program, which measures waits.
  package var uptime: @Sendable () -> Duration
  /// The wall clock in seconds since 1970, for messages.
  package var wall: @Sendable () -> Double
  /// Suspends the task for a duration.
  package var sleep: @Sendable (Duration) async throws -> Void

  /// The clocks of the system.
  package static let system: ReplicaTime = {
    let start = ContinuousClock.now
    return ReplicaTime(
      uptime: { start.duration(to: .now) },
      wall: { Date.now.timeIntervalSince1970 },
      sleep: { try await ContinuousClock().sleep(for: $0) }
    )
  }()
}
