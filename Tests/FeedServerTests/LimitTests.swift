import FeedServer
import FeedWire
import TestFeeds
import TestSupport
import Testing

/// The limits on clients; exceeding them does not affect other clients.
@Suite("Limits")
struct LimitTests {
  private static let price = "UPDATE player SET price = price + 0.25 WHERE id = 1"

  @Test func `connections beyond the total limit are closed, and closed ones free their places`()
    async throws
  {
    try await ServedFeed.whileServing {
      $0.limits.connections = 3
      $0.adminAddress = ListeningAddress(host: "127.0.0.1", port: 0)
    } _: { feed in
      var clients: [StreamClient] = []
      for _ in 0..<3 { clients.append(try await feed.follow()) }
      for client in clients { try await client.hold(feed.version) }
      for _ in 0..<5 {
        let refused = try RawClient(port: feed.port)
        #expect(await refused.receiveAll() == "")
      }
      #expect(try await feed.metric("feed_refused_total{reason=\"too-many-connections\"}") == 5)
      #expect(try await feed.metric("feed_connections") == 3)
      try await feed.run(Self.price)
      for client in clients { try await client.hold(feed.version) }
      clients.removeFirst()
      // A place is free as soon as the server has noticed the disconnection.
      while try await feed.metric("feed_connections") == 3 {
        _ = try await clients[0].next("heartbeat")
      }
      let next = try await feed.follow()
      try await next.hold(feed.version)
    }
  }

  @Test func `a view beyond the limit gets bye with a time to reconnect`() async throws {
    try await ServedFeed.whileServing {
      $0.limits.views = 2
    } _: { feed in
      let clients = [try await feed.follow(), try await feed.follow("?sections=teams")]
      for client in clients { try await client.hold(feed.version) }
      let refused = try await feed.follow("?sections=players/*")
      let event = try #require(try await refused.next())
      #expect(event.name == "bye")
      let bye = try Bye(json: event.data)
      #expect(bye.reason == .view)
      #expect((500...5000).contains(bye.retry))
      let end = try await refused.next()
      #expect(end == nil)
      #expect(try await feed.metric("feed_refused_total{reason=\"view\"}") == 1)
      // Clients of an already served view are accepted, regardless of its spelling.
      let another = try await feed.follow("?sections=teams")
      try await another.hold(feed.version)
      let image = try await feed.request("GET", "/v1/feed?sections=players/*")
      #expect(image.status == 200)
      // The end of an earlier client frees a place for another view.
      withExtendedLifetime(clients) {}
    }
  }

  @Test
  func `a client that does not read delays no other client, and gets bye when it reads again`()
    async throws
  {
    try await ServedFeed.whileServing(players: 2000) {
      // Longer than a busy machine delays the other client.
      $0.limits.stalledTime = .seconds(1)
      // And longer than it delays this client.
      $0.limits.farewellTime = .seconds(120)
    } _: { feed in
      let stalled = StreamClient(try RawClient(port: feed.port, receiveBuffer: 4096))
      await stalled.raw.send(
        "GET /v1/stream?heartbeat=500 HTTP/1.1\r\nHost: 127.0.0.1:\(feed.port)\r\n\r\n"
      )
      let other = try await feed.follow("?heartbeat=500")
      // A late client gets one image, which a socket may accept whole.
      try await until { try await feed.metric("feed_events_total{event=\"image\"}") >= 2 }
      for number in 0..<8 {
        try await feed.run("UPDATE player SET name = 'N\(number) ' || id WHERE id > 50")
        try await other.hold(feed.version)
      }
      while try await feed.metric("feed_refused_total{reason=\"slow-client\"}") == 0 {
        try #require(try await other.next("heartbeat") != nil)
      }
      // Read first and check later: a server does not wait for a client that checks.
      var events: [ServerSentEvent] = []
      while let event = try await stalled.next() { events.append(event) }
      // The events before it are complete, so the client can resume from them.
      var bye: Bye?
      for event in events {
        switch stalled.state.receive(event) {
        case .needsImage(let error): throw error
        case .goodbye(let last): bye = last
        case .updated, .unchanged: #expect(bye == nil)
        }
      }
      #expect(bye?.reason == .slow)
      #expect(try await feed.metric("feed_refused_total{reason=\"slow-client\"}") == 1)
      let cursor = try #require(stalled.state.cursor?.description)
      let again = try await feed.follow(lastEventID: cursor)
      again.state = stalled.state
      try await again.hold(feed.version)
      let image = try await feed.image()
      #expect(image == again.state.image?.withoutAges)
    }
  }

  @Test func `reconnecting repeatedly from the oldest version costs one shared patch`()
    async throws
  {
    try await ServedFeed.whileServing(players: 200) { feed in
      let first = try await feed.follow()
      try await first.hold(feed.version)
      let oldest = try #require(first.state.cursor?.description)
      for _ in 0..<20 {
        try await feed.run(Self.price)
        try await first.hold(feed.version)
      }
      let encoded = "feed_encoded_total{event=\"patch\"}"
      let (before, bytes) = (
        try await feed.metric(encoded), try await feed.metric("feed_bytes_total")
      )
      for _ in 0..<40 {
        let client = try await feed.follow(lastEventID: oldest)
        let event = try #require(try await client.nextChange())
        #expect(event.name == "patch")
      }
      #expect(try await feed.metric(encoded) - before == 1)
      // A patch is at most half an image, and here a small part of it.
      #expect(try await feed.metric("feed_bytes_total") - bytes < 40 * 600)
    }
  }
}
