import TestSupport
import Testing

@testable import FeedClient

@Suite("Backoff")
struct BackoffTests {
  @Test func `waits double from half a second to thirty, and each is any part of it`() {
    var random = SeededGenerator(seed: 1)
    for failures in 0..<12 {
      let bound = min(Duration.milliseconds(500 << failures), .seconds(30))
      var waits: [Duration] = []
      for _ in 0..<200 {
        var backoff = Backoff()
        for _ in 0..<failures { _ = backoff.next(&random) }
        waits.append(backoff.next(&random))
      }
      #expect(waits.allSatisfy { $0 >= .zero && $0 <= bound })
      #expect(waits.contains { $0 < bound / 4 } && waits.contains { $0 > bound * 3 / 4 })
    }
  }

  @Test func `what the server asks for is added, up to five minutes`() {
    var random = SeededGenerator(seed: 1)
    for (asked, least) in [(2, 2), (300, 300), (301, 300), (1_000_000_000, 300), (-5, 0)] {
      var backoff = Backoff()
      let wait = backoff.next(atLeast: .seconds(asked), &random)
      #expect(wait >= .seconds(least) && wait <= .seconds(least) + .milliseconds(500))
    }
  }

  @Test func `a feed that was seen to be true begins anew`() {
    var random = SeededGenerator(seed: 1)
    var backoff = Backoff()
    for _ in 0..<20 { _ = backoff.next(&random) }
    backoff.reset()
    #expect(backoff.next(&random) <= .milliseconds(500))
  }
}
