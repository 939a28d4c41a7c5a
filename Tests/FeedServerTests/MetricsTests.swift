import FeedEngine
import FeedModel
import FeedServer
import FeedWire
import TestFeeds
import TestSupport
import Testing

/// The metrics and source states of a server.
@Suite("Metrics")
struct MetricsTests {
  @Test func `metrics have the text format of Prometheus`() async throws {
    try await ServedFeed.whileServing { feed in
      let client = try await feed.follow()
      try await client.hold(feed.version)
      let text = try await feed.request("GET", "/metrics").text
      var families: [String: String] = [:]
      var family = ""
      let sample = /(feed_[a-z_]+)(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? ([0-9.e+-]+)/
      for line in text.split(separator: "\n") {
        if line.hasPrefix("# TYPE ") {
          let words = line.split(separator: " ").map(String.init)
          // All samples of a name are adjacent.
          #expect(families.updateValue(words[3], forKey: words[2]) == nil, "\(line)")
          family = words[2]
        } else {
          let match = try #require(try sample.wholeMatch(in: line), "\(line)")
          let suffixes = families[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
          #expect(suffixes.contains { match.1 == family + $0 }, "\(line)")
        }
      }
      for name in ["feed_version", "feed_clients", "feed_frames_total", "feed_bytes_total"] {
        #expect(families[name] != nil)
      }
    }
  }

  @Test func `the time from commit to sockets is counted once for each version and loop`()
    async throws
  {
    try await ServedFeed.whileServing { feed in
      let client = try await feed.follow()
      try await client.hold(feed.version)
      for _ in 0..<5 {
        try await feed.run("UPDATE player SET price = price + 1 WHERE id = 1")
        try await client.hold(feed.version)
      }
      // A client may hold a version before the loop that has written it updates the counters.
      try await until { try await feed.metric("feed_delivery_lag_seconds_count") >= 5 }
      #expect(try await feed.metric("feed_delivery_lag_seconds_count") == 5)
      #expect(try await feed.metric("feed_delivery_lag_seconds_bucket{le=\"+Inf\"}") == 5)
      let sum = try await feed.value(of: "feed_delivery_lag_seconds_sum")
      #expect(sum > 0)
      #expect(sum < 30)
    }
  }

  @Test func `sources report their states and ages`() async throws {
    try await ServedFeed.whileServing { feed in
      let client = try await feed.follow("?heartbeat=500")
      try await client.hold(feed.version)
      let first = try #require(client.state.image?.sources)
      #expect(first.map(\.id) == ["news", "teams", "players"])
      #expect(first.map(\.state) == [.late, .live, .live])
      #expect(first.allSatisfy { $0.age != nil })
      // Heartbeats report growing ages while the feed does not change.
      var ages: [Double] = []
      while ages.count < 3 {
        let event = try #require(try await client.next("heartbeat"))
        let heartbeat = try Heartbeat(json: event.data)
        ages.append(try #require(heartbeat.sources.last?.age))
      }
      #expect(ages == ages.sorted() && ages[0] < ages[2])
      try await feed.run("UPDATE team SET name = 'Violets' WHERE id = 2")
      try await client.hold(feed.version)
      var teams: WireSource?
      repeat {
        let event = try #require(try await client.next("heartbeat"))
        let heartbeat = try Heartbeat(json: event.data)
        guard heartbeat.version == feed.version else { continue }
        teams = heartbeat.sources[1]
        #expect(try #require(teams?.age) < heartbeat.sources[0].age ?? 0)
      } while teams == nil
      // A changed state is sent at once, in a patch that may contain nothing else.
      _ = try await feed.engine.replaceDocument("news", with: Array("{\"news\":[]}".utf8))
      try await client.hold(feed.version)
      #expect(client.state.image?.sources.first?.state == .live)
      _ = try await feed.engine.replaceDocument("news", with: Array("{".utf8))
      try await client.hold(feed.version)
      #expect(client.state.image?.sources.first?.state == .failed)
      // The reason is in each event, and a change of the reason alone is sent too.
      #expect(client.state.image?.sources.first?.error?.contains("error[") == true)
      let image = try FeedImage(json: try await feed.request("GET", "/v1/feed").body)
      #expect(image.sources.first?.error == client.state.image?.sources.first?.error)
      _ = try await feed.engine.replaceDocument("news", with: Array("{}".utf8))
      try await client.hold(feed.version)
      #expect(client.state.image?.sources.first?.error?.contains("not-a-list") == true)
      let failed = "feed_source_state{source=\"news\",state=\"failed\"}"
      #expect(try await feed.metric(failed) == 1)
      #expect(try await feed.value(of: "feed_source_age_seconds{source=\"teams\"}") >= 0)
    }
  }
}
