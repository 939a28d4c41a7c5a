/// The time since the start of a run, and a way to wait.
///
/// A caller that supplies another clock than the system's controls the passing of time.
package struct RunningTime: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  /// Starts the measurement.
  package init<Time: Clock<Duration>>(_ clock: Time) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  /// The time since the start.
  package var now: Duration { read() }

  /// Waits.
  ///
  /// - Parameter duration: The time to wait; zero and negative durations do not wait.
  /// - Throws: `CancellationError` if the task is cancelled.
  package func sleep(for duration: Duration) async throws {
    if duration > .zero { try await wait(duration) }
  }
}
