/// The time since the start of something that runs, and a way to wait.
///
/// Who hands in a clock of another kind than the system's decides how time passes.
package struct RunningTime: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  /// Starts to measure.
  package init<Time: Clock<Duration>>(_ clock: Time) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  /// How long ago the start was.
  package var now: Duration { read() }

  /// Waits.
  ///
  /// - Parameter duration: How long; nothing and less is not waited for.
  /// - Throws: `CancellationError` if the task is cancelled.
  package func sleep(for duration: Duration) async throws {
    if duration > .zero { try await wait(duration) }
  }
}
