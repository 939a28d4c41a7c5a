/// A clock that runs several times as fast as real time, to shorten waits in tests.
struct QuickClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let start = ContinuousClock.now
  let factor: Int

  init(_ factor: Int = 20) { self.factor = factor }

  var now: Instant { Instant(offset: start.duration(to: .now) * factor) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(for: now.duration(to: deadline) / factor)
  }
}
