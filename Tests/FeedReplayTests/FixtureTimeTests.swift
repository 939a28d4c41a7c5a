import FeedModel
import FeedReplay
import Testing

@Suite("FixtureTime")
struct FixtureTimeTests {
  @Test func `a fixture's seconds are added to what time it is when it begins`() {
    #expect(FixtureTime("2026-07-01T18:30:00Z")?.value(at: 90) == "2026-07-01T18:31:30Z")
    #expect(FixtureTime("1000")?.value(at: 90.7) == 1090)
    #expect(FixtureTime.zero.value(at: 0.9) == 0)
    #expect(FixtureTime("tomorrow") == nil)
  }
}
