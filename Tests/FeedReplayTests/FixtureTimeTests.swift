import FeedModel
import FeedReplay
import Testing

@Suite("FixtureTime")
struct FixtureTimeTests {
  @Test func `the seconds of a fixture are added to its start time`() {
    #expect(FixtureTime("2026-07-01T18:30:00Z")?.value(at: 90) == "2026-07-01T18:31:30Z")
    #expect(FixtureTime("1000")?.value(at: 90.7) == 1090)
    #expect(FixtureTime.recorded.value(at: 0.9) == 0)
    #expect(FixtureTime("tomorrow") == nil)
  }

  @Test func `the time in the messages is used, unless another time is given`() {
    var entry = FixtureEntry(at: 2.5, text: "{}", fixture: Fixture(path: "f", name: "f"), line: 1)
    #expect(FixtureTime.recorded.value(of: entry) == 2)
    entry.time = .said(1_782_930_600.75)
    #expect(FixtureTime.recorded.value(of: entry) == "2026-07-01T18:30:00Z")
    #expect(FixtureTime("1000")?.value(of: entry) == 1002)
    entry.time = .unknown
    #expect(FixtureTime.recorded.value(of: entry) == nil)
    #expect(FixtureTime("2026-07-01T18:30:00Z")?.value(of: entry) == "2026-07-01T18:30:02Z")
    // Half a microsecond is the rounding error of additions, and not a difference.
    entry.time = .said(1_782_930_599.9999998)
    #expect(FixtureTime.recorded.value(of: entry) == "2026-07-01T18:30:00Z")
  }
}
