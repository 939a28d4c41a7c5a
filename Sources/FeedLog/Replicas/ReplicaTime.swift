import Foundation

/// The clocks of a replica: one that never jumps, and the one on the wall.
package struct ReplicaTime: Sendable {
  /// How long the program runs; what waits is measured by it.
  package var uptime: @Sendable () -> Duration
  /// The seconds since 1970, for people.
  package var wall: @Sendable () -> Double
  /// Suspends for a time.
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
