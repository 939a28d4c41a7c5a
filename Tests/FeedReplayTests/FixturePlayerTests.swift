import FeedReplay
import FeedSnapshots
import Foundation
import Synchronization
import Testing

@Suite("FixturePlayer")
struct FixturePlayerTests {
  @Test func `each line is played at its time`() async throws {
    let clock = ManualClock()
    var player = FixturePlayer(speed: .times(10), clock: clock)
    var times: [Duration] = []
    try await player.play(try await merge(0, 0.5, 0.5, 2)) { _ in times.append(clock.now.time) }
    #expect(times == [.zero, .milliseconds(50), .milliseconds(50), .milliseconds(200)])
    #expect(player.played == 4)
  }

  @Test func `a line at full speed is played without waiting`() async throws {
    let clock = ManualClock()
    var player = FixturePlayer(clock: clock)
    try await player.play(try await merge(0, 1000)) { _ in }
    #expect(clock.now.time == .zero)
  }

  @Test func `a resumed run does not wait for lines that were played before`() async throws {
    let clock = ManualClock()
    var player = FixturePlayer(speed: .times(1), clock: clock)
    var times: [Duration] = []
    try await player.play(try await merge(30, 31), resumed: true) { _ in
      times.append(clock.now.time)
    }
    #expect(times == [.zero, .seconds(1)])
  }

  @Test func `a slow line delays later lines no longer than necessary`() async throws {
    let clock = ManualClock()
    var player = FixturePlayer(speed: .times(1), clock: clock)
    var times: [Duration] = []
    try await player.play(try await merge(0, 1, 2, 9)) { entry in
      times.append(clock.now.time)
      if entry.line == 1 { clock.advance(by: .seconds(5)) }
    }
    #expect(times == [.zero, .seconds(5), .seconds(5), .seconds(9)])
  }

  @Test func `a bad line stops the run or is skipped`() async throws {
    let text = "{\"at\":0}\n{}\n{\"at\":1}\n{\"at\":2}\n"
    var stopping = FixturePlayer(clock: ManualClock())
    await #expect(throws: LineFault.self) {
      try await stopping.play(try await merge(text)) { _ in }
    }
    #expect(stopping.played == 1)

    var skipping = FixturePlayer(onError: .skip, clock: ManualClock())
    var told: [String] = []
    try await skipping.play(try await merge(text), onTell: { told.append($0) }) {
      entry in
      if entry.line == 3 { throw LineFault(entry, Rejection()) }
    }
    #expect(skipping.played == 2)
    #expect(skipping.skipped == 2)
    #expect(told.count == 2)
    #expect(told.last?.hasSuffix(":3: error[rejected]: the line is rejected") == true)
  }

  @Test func `a hundred bad lines in a row end the run even when lines are skipped`() async throws {
    let bad = String(repeating: "nonsense\n", count: 99)
    var player = FixturePlayer(onError: .skip, clock: ManualClock())
    try await player.play(try await merge(bad + "{\"at\":0}\n" + bad + "\n")) { _ in }
    #expect(player.played == 1)
    #expect(player.skipped == 198)

    var hopeless = FixturePlayer(onError: .skip, clock: ManualClock())
    let rejected = String(repeating: "{\"at\":0}\n", count: 101)
    for text in [bad + "{}\n{}\n", rejected] {
      let error = await #expect(throws: FixtureError.self) {
        try await hopeless.play(try await merge(text)) { throw LineFault($0, Rejection()) }
      }
      #expect(error?.code == .tooManyFaults)
      #expect(error?.line == 100)
      #expect(error?.message == "100 lines in a row cannot be played")
    }
    #expect(hopeless.skipped == 200)
  }

  @Test func `an error that is not the line's ends the run even when lines are skipped`()
    async throws
  {
    var player = FixturePlayer(onError: .skip, clock: ManualClock())
    await #expect(throws: Rejection.self) {
      try await player.play(try await merge(0, 1)) { _ in throw Rejection() }
    }
    #expect(player.played == 0)
  }

  @Test(arguments: [
    ("max", Speed.max), ("1x", .times(1)), ("10x", .times(10)), ("0.5x", .times(0.5)),
  ])
  func `a speed is read from its own description`(text: String, speed: Speed) {
    #expect(Speed(text) == speed)
    #expect(speed.description == text)
  }

  @Test(arguments: ["", "x", "fast", "10", "-1x", "0x", "infx", "nanx", "1e9x"])
  func `an invalid speed is rejected`(text: String) { #expect(Speed(text) == nil) }

  @Test func `a summary counts operations by kind and ranks latencies`() {
    var summary = ReplaySummary()
    #expect(summary.latency(atPercentile: 50) == nil)
    for count in 1...100 {
      var updates = BatchUpdates()
      updates.deleteSections = [0]
      updates.reconfigureItems = (0..<count).map { SnapshotPath(section: 0, item: $0) }
      summary.add(version: count, updates: updates, latency: .microseconds(count))
    }
    #expect(summary.operations.map(\.count) == [100, 0, 0, 0, 0, 0, 0, 0, 5050])
    let median = summary.latency(atPercentile: 50) ?? .zero
    #expect((.microseconds(49)...(.microseconds(51))).contains(median))
  }

  private struct Rejection: Error, CustomStringConvertible {
    var description: String { "error[rejected]: the line is rejected" }
  }

  private func merge(_ times: Double...) async throws -> FixtureMerge {
    try await merge(times.map { "{\"at\":\($0)}\n" }.joined())
  }

  private func merge(_ text: String) async throws -> FixtureMerge {
    let place = FileManager.default.temporaryDirectory
      .appending(path: "fixture-\(UUID().uuidString).jsonl")
    try Data(text.utf8).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    return try await FixtureMerge(paths: [place.path])
  }
}

/// A clock that advances only while a task sleeps on it.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var time: Duration
    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.time < rhs.time }
  }

  private let time = Mutex(Duration.zero)

  var now: Instant { Instant(time: time.withLock { $0 }) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    time.withLock { $0 = max($0, deadline.time) }
  }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
