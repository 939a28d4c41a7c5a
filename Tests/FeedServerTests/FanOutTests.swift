import FeedServer
import FeedWire
import TestFeeds
import TestSupport
import Testing

@Suite("Fan-out")
struct FanOutTests {
  /// A thousand clients in a longer run; their connections need two thousand files.
  private static let count = amount(200, full: 1000)

  @Test func `a version is encoded once for any number of clients`() async throws {
    RawClient.allow(openFiles: 4096)
    try await ServedFeed.whileServing(players: 20) { feed in
      var clients: [StreamClient] = []
      for _ in 0..<Self.count { clients.append(try await feed.follow("?heartbeat=30000")) }
      for client in clients { try await client.hold(feed.version) }
      let before = try await feed.metric("feed_encoded_total{event=\"patch\"}")
      let sent = try await feed.metric("feed_events_total{event=\"patch\"}")
      for _ in 0..<2 {
        try await feed.run("UPDATE player SET price = price + 1 WHERE id = 1")
        // Versions without a waiting client are merged into one.
        for client in clients { try await client.hold(feed.version) }
      }
      #expect(try await feed.metric("feed_encoded_total{event=\"patch\"}") - before == 2)
      #expect(try await feed.metric("feed_events_total{event=\"patch\"}") - sent == 2 * Self.count)
    }
  }

  @Test func `clients that reconnect at the same time share one image`() async throws {
    RawClient.allow(openFiles: 4096)
    try await ServedFeed.whileServing(players: 20) { feed in
      let begin = ContinuousClock.now
      var clients: [StreamClient] = []
      for _ in 0..<(Self.count / 2) {
        clients.append(try await feed.follow("?from=0123456789abcdef:1"))
      }
      for client in clients { try await client.hold(feed.version) }
      let answer = try await feed.request("GET", "/v1/feed", headers: ["Accept-Encoding": "gzip"])
      #expect(answer.headers["content-encoding"] == "gzip")
      // The source ages in it are at most five seconds old, even if the clients connect slowly.
      let most = 1 + Int(begin.duration(to: .now) / .seconds(5))
      #expect(try await feed.metric("feed_encoded_total{event=\"image\"}") <= most)
      #expect(try await feed.metric("feed_events_total{event=\"image\"}") == Self.count / 2)
    }
  }
}
