import TestSupport
import Testing

@testable import FeedWire

@Suite("Backoff")
struct BackoffTests {
  @Test func `the bound of the waits doubles from half a second to 30 seconds, with full jitter`() {
    var random = SeededGenerator(seed: 1)
    for failures in 0..<12 {
      let bound = min(Duration.milliseconds(500 << failures), .seconds(30))
      var waits: [Duration] = []
      for _ in 0..<200 {
        var backoff = Backoff(mostAskedFor: .seconds(300))
        for _ in 0..<failures { _ = backoff.next(using: &random) }
        waits.append(backoff.next(using: &random))
      }
      #expect(waits.allSatisfy { $0 >= .zero && $0 <= bound })
      #expect(waits.contains { $0 < bound / 4 })
      #expect(waits.contains { $0 > bound * 3 / 4 })
    }
  }

  @Test func `a requested wait is added, up to the limit`() {
    var random = SeededGenerator(seed: 1)
    for (asked, least) in [(2, 2), (300, 300), (301, 300), (1_000_000_000, 300), (-5, 0)] {
      var backoff = Backoff(mostAskedFor: .seconds(300))
      let wait = backoff.next(asked: .seconds(asked), using: &random)
      #expect(wait >= .seconds(least))
      #expect(wait <= .seconds(least) + .milliseconds(500))
    }
  }

  @Test func `a confirmed feed resets the backoff`() {
    var random = SeededGenerator(seed: 1)
    var backoff = Backoff(mostAskedFor: .seconds(300))
    for _ in 0..<20 { _ = backoff.next(using: &random) }
    backoff.reset()
    #expect(backoff.next(using: &random) <= .milliseconds(500))
  }
}
