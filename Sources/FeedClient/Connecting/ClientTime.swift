/// A clock for one connection: the time since its start, and a way to wait.
struct ClientTime: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  /// Starts to measure.
  init<Time: Clock<Duration>>(_ clock: Time) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  /// How long ago the start was.
  var now: Duration { read() }

  /// Waits; throws if the task is cancelled.
  func sleep(for duration: Duration) async throws {
    if duration > .zero { try await wait(duration) }
  }
}
