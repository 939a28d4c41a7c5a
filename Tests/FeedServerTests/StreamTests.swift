import FeedEngine
import FeedModel
import FeedServer
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite("Stream")
struct StreamTests {
  private static let price = "UPDATE player SET price = price + 0.25 WHERE id = 1"

  @Test func `a client that applies every patch holds the same feed as GET`() async throws {
    try await ServedFeed.whileServing { feed in
      let client = try await feed.follow("?heartbeat=500")
      try await client.hold(feed.version)
      let changes = [
        Self.price, "UPDATE team SET rank = 9 WHERE id = 1", "DELETE FROM player WHERE id = 2",
        "INSERT INTO player (id, team_id, name) VALUES (9, 3, 'Di'), (10, 3, 'Ed')",
        "UPDATE team SET name = 'Reds & Co.' WHERE id = 1", "DELETE FROM player WHERE team_id = 3",
      ]
      for sql in changes {
        try await feed.run(sql)
        try await client.hold(feed.version)
        let image = try await feed.image()
        #expect(image == client.state.image?.withoutAges)
      }
      // The next heartbeat must match the held content, or the state would request an image.
      let heartbeat = try #require(try await client.next("heartbeat"))
      if case .needsImage(let error) = client.state.receive(heartbeat) { throw error }
      #expect(client.state.cursor?.version == feed.version)
    }
  }

  @Test func `a client that reconnects resumes with one patch`() async throws {
    try await ServedFeed.whileServing { feed in
      let first = try await feed.follow()
      try await first.hold(feed.version)
      let held = try #require(first.state.cursor)
      let cursor = held.description
      for _ in 0..<3 { try await feed.run(Self.price) }
      try await first.hold(feed.version)
      for (query, header) in [("", cursor), ("?from=\(cursor)", nil), ("?from=other:1", cursor)] {
        let second = try await feed.follow(query, lastEventID: header)
        let event = try #require(try await second.nextChange())
        #expect(event.name == "patch")
        let patch = try FeedPatch(json: event.data)
        #expect(patch.from == held.version)
        #expect(patch.to == feed.version)
      }
    }
  }

  @Test(
    arguments: [
      "nonsense", "other:1", "EPOCH:99999", "EPOCH:99999999999999999999999", "EPOCH:-1", "EPOCH:+2",
      "EPOCH:", ":1", "EPOCH:1:1", "%00", "EPOCH:1%0a2", "EPOCH:0",
    ]
  )
  func `a malformed, foreign or future cursor gets an image`(
    text: String
  ) async throws {
    try await ServedFeed.whileServing { feed in
      let first = try await feed.follow()
      try await first.hold(feed.version)
      let epoch = try #require(first.state.cursor?.epoch.description)
      let cursor = text.replacing("EPOCH", with: epoch)
      var clients = [try await feed.follow("?from=\(cursor)")]
      // A header has no escapes: a line break would start another header.
      if !text.contains("%") { clients.append(try await feed.follow(lastEventID: cursor)) }
      for client in clients {
        let event = try await client.nextChange()
        #expect(event?.name == "image")
      }
    }
  }

  @Test func `a replica behind its client stays silent until it reaches the client's version`()
    async throws
  {
    try await ServedFeed.whileServing {
      $0.isReplica = true
      // Longer than the delays of a busy machine.
      $0.limits.aheadTime = .seconds(60)
    } _: { feed in
      let first = try await feed.follow()
      try await first.hold(feed.version)
      let held = try #require(first.state.cursor)
      for (number, query) in [(2, "?heartbeat=500"), (3, "?heartbeat=500&conflate=50")] {
        // The client has seen two more versions than this replica.
        let ahead = Cursor(epoch: held.epoch, version: feed.version + 2)
        let client = try await feed.follow(query, lastEventID: ahead.description)
        try await feed.streams(are: number)
        for _ in 0..<4 { try await feed.run(Self.price) }
        // No older version arrives and no version is skipped; the first may be one in between.
        var event = try #require(try await client.next())
        while event.name == "heartbeat" { event = try #require(try await client.next()) }
        #expect(event.name == "patch")
        let patch = try FeedPatch(json: event.data)
        #expect(patch.from == ahead.version)
        #expect(patch.to > patch.from)
        #expect(patch.to <= feed.version)
      }
      #expect(try await feed.metric("feed_events_total{event=\"image\"}") == 1)
    }
  }

  @Test func `a replica that catches up keeps every version, even if many commit at once`()
    async throws
  {
    try await ServedFeed.whileServing {
      $0.isReplica = true
    } _: { feed in
      let first = try await feed.follow()
      try await first.hold(feed.version)
      let held = try #require(first.state.cursor)
      let entries = (1...3000).map { number in
        let row = #"{"id":9,"name":"Team \#(number)","rank":9}"#
        return SequencedEntry(
          UInt64(number),
          SHA256.digest(of: Array("\(number)".utf8)),
          .success(FeedEntry(.message(#"{"upsert":{"team":[\#(row)]}}"#, adapter: nil)))
        )
      }
      _ = try await feed.engine.apply(entries, of: "L")
      try await first.hold(feed.version)
      #expect(feed.version == held.version + 3000)
      // Another replica may have published each of them.
      for version in [1, 1000, 1500, 2000, 2500, 2999] {
        let cursor = Cursor(epoch: held.epoch, version: held.version + version)
        let client = try await feed.follow(lastEventID: cursor.description)
        let event = try #require(try await client.nextChange())
        #expect(event.name == "patch", "from the version after \(version) entries")
      }
    }
  }

  @Test func `a replica that stays behind sends bye and no older version`() async throws {
    try await ServedFeed.whileServing {
      $0.isReplica = true
      $0.limits.aheadTime = .milliseconds(700)
    } _: { feed in
      let first = try await feed.follow()
      try await first.hold(feed.version)
      let held = try #require(first.state.cursor)
      let ahead = Cursor(epoch: held.epoch, version: feed.version + 2)
      let client = try await feed.follow("?heartbeat=500", lastEventID: ahead.description)
      try await feed.streams(are: 2)
      try await feed.run(Self.price)
      let event = try #require(try await client.next())
      guard case .goodbye(let bye) = client.state.receive(event) else {
        return #expect(Bool(false), "\(event.name)")
      }
      #expect(bye.reason == .view)
      #expect((500...5000).contains(bye.retry))
      #expect(try await client.next() == nil)
      #expect(try await feed.metric("feed_refused_total{reason=\"ahead\"}") == 1)
      #expect(try await feed.metric("feed_events_total{event=\"image\"}") == 1)
    }
  }

  @Test func `conflation merges versions into one patch, and patches still connect`() async throws {
    try await ServedFeed.whileServing { feed in
      let other = try await feed.follow()
      try await other.hold(feed.version)
      let client = try await feed.follow("?conflate=250")
      try await client.hold(feed.version)
      let (first, begin) = (feed.version, ContinuousClock.now)
      for _ in 0..<60 {
        try await feed.run(Self.price)
        // Ensure that only the conflation skips versions.
        try await other.hold(feed.version)
      }
      var chain = [first]
      while chain.last != feed.version {
        let event = try #require(try await client.nextChange())
        #expect(event.name == "patch")
        let patch = try FeedPatch(json: event.data)
        #expect(patch.from == chain.last)
        chain.append(patch.to)
        if case .needsImage(let error) = client.state.receive(event) { throw error }
      }
      let most = Int(begin.duration(to: .now) / .milliseconds(250)) + 1
      #expect(chain.count - 1 <= most)
      #expect(zip(chain, chain.dropFirst()).contains { $1 - $0 > 1 })
      let image = try await feed.image()
      #expect(image == client.state.image?.withoutAges)
    }
  }

  @Test func `a version that does not change a view sends no patch to it`() async throws {
    try await ServedFeed.whileServing { feed in
      let client = try await feed.follow("?sections=teams&heartbeat=500")
      let image = try #require(try await client.next("image"))
      _ = client.state.receive(image)
      #expect(client.state.image?.sections.map(\.id) == ["teams"])
      try await feed.run(Self.price)
      // The heartbeat advances; the next patch still starts from the client's version.
      var heartbeat: Heartbeat?
      repeat {
        let event = try #require(try await client.next())
        #expect(event.name == "heartbeat")
        heartbeat = try Heartbeat(json: event.data)
        if case .needsImage(let error) = client.state.receive(event) { throw error }
      } while heartbeat?.version ?? 0 < feed.version
      try await feed.run("UPDATE team SET name = 'Violets' WHERE id = 2")
      try await client.hold(feed.version)
      #expect(
        client.state.image?.sections.first?.items.map(\.look.title) == [
          "Reds", "Violets", "Greens",
        ]
      )
    }
  }

  @Test func `a client with an unchanged view gets a patch from the version that it holds`()
    async throws
  {
    try await ServedFeed.whileServing { feed in
      let first = try await feed.follow()
      try await first.hold(feed.version)
      let held = try #require(first.state.cursor)
      // One change is invisible in the view, and another is reverted.
      try await feed.run(Self.price)
      try await feed.run("UPDATE team SET name = 'Whites' WHERE id = 2")
      try await feed.run("UPDATE team SET name = 'Blues' WHERE id = 2")
      try await until { try await feed.image().cursor.version >= feed.version }
      let client = try await feed.follow("?sections=teams&heartbeat=500&from=\(held)")
      var heartbeat: Heartbeat?
      repeat {
        let event = try #require(try await client.next())
        #expect(event.name == "heartbeat")
        heartbeat = try Heartbeat(json: event.data)
      } while heartbeat?.version ?? 0 < feed.version
      try await feed.run("UPDATE team SET name = 'Violets' WHERE id = 2")
      let event = try #require(try await client.nextChange())
      let patch = try FeedPatch(json: event.data)
      #expect(patch.from == held.version)
      #expect(patch.to == feed.version)
    }
  }

  @Test func `the patch to a version is encoded once for all clients at the previous version`()
    async throws
  {
    try await ServedFeed.whileServing { feed in
      let start = ContinuousClock.now
      var clients: [StreamClient] = []
      for _ in 0..<20 { clients.append(try await feed.follow()) }
      for client in clients { try await client.hold(feed.version) }
      // Without changes, an image is encoded again only for its source ages, every five seconds.
      let seconds = (ContinuousClock.now - start).components.seconds
      let before = try await feed.metric("feed_encoded_total{event=\"patch\"}")
      for _ in 0..<5 {
        try await feed.run(Self.price)
        for client in clients { try await client.hold(feed.version) }
      }
      #expect(try await feed.metric("feed_encoded_total{event=\"patch\"}") - before == 5)
      let images = try await feed.metric("feed_encoded_total{event=\"image\"}")
      #expect((1...1 + Int(seconds) / 5).contains(images))
    }
  }

  @Test func `an image replaces a patch that is larger than half an image`() async throws {
    try await ServedFeed.whileServing(players: 50) { feed in
      let client = try await feed.follow()
      try await client.hold(feed.version)
      try await feed.run("UPDATE player SET name = 'Somebody else ' || id, price = id, chosen = 1")
      let event = try await client.nextChange()
      #expect(event?.name == "image")
    }
  }

  @Test
  func `the limit of a patch is measured by the newest version, even if the feed was small before`()
    async throws
  {
    try await ServedFeed.whileServing { feed in
      let client = try await feed.follow()
      try await client.hold(feed.version)
      for number in 0..<40 {
        try await feed.run(
          "INSERT INTO player (id, team_id, name) VALUES (\(1000 + number), 2, 'P\(number)')"
        )
        try await client.hold(feed.version)
      }
      // More than half of the original feed, but a small part of the current one.
      try await feed.run("UPDATE player SET name = 'N' || id WHERE id % 5 = 0")
      let patch = try #require(try await client.nextChange())
      #expect(patch.name == "patch")
      // The reverse: half of the original image is larger than the entire new feed.
      _ = client.state.receive(patch)
      try await feed.run("DELETE FROM player WHERE id > 1002; UPDATE player SET name = 'M' || id")
      #expect(try await client.nextChange()?.name == "image")
    }
  }

  @Test func `reconnecting from ever older versions costs only a few patches`() async throws {
    try await ServedFeed.whileServing {
      $0.limits.catchUps = 4
    } _: { feed in
      let first = try await feed.follow()
      try await first.hold(feed.version)
      let epoch = try #require(first.state.cursor?.epoch.description)
      let begin = feed.version
      for _ in 0..<20 {
        try await feed.run(Self.price)
        try await first.hold(feed.version)
      }
      let before = try await feed.metric("feed_encoded_total{event=\"patch\"}")
      for round in 0..<40 {
        let client = try await feed.follow("?from=\(epoch):\(begin + round % 20)")
        var version = 0
        while version < feed.version {
          let event = try #require(try await client.nextChange())
          version = event.id.flatMap { Cursor($0) }?.version ?? 0
        }
      }
      #expect(try await feed.metric("feed_encoded_total{event=\"patch\"}") - before <= 4)
      #expect(try await feed.metric("feed_refused_total{reason=\"catch-up\"}") > 0)
    }
  }

  @Test func `an image that fills the socket is sent once`() async throws {
    try await ServedFeed.whileServing(players: 3000) { feed in
      let client = try await feed.follow("?heartbeat=500")
      try await client.hold(feed.version)
      _ = try await client.next("heartbeat")
      #expect(try await feed.metric("feed_events_total{event=\"image\"}") == 1)
    }
  }

  @Test func `an invalid parameter is rejected by name`() async throws {
    try await ServedFeed.whileServing { feed in
      for query in ["conflate=soon", "heartbeat=-1", "sections=,"] {
        let answer = try await feed.request("GET", "/v1/stream?\(query)")
        #expect(answer.status == 400)
        #expect(answer.text.contains("\"place\":\"\(query.split(separator: "=")[0])\""))
      }
    }
  }

  @Test(arguments: [
    ("GET", "/v1/feed?section=players", "sections"), ("GET", "/v1/stream?windows=5", "window"),
    ("GET", "/v1/feed?Values=raw", "values"), ("GET", "/v1/stream?v=1&heart-beat=500", "heartbeat"),
    ("POST", "/v1/messages?adaptor=x", "adapter"),
  ])
  func `a parameter that is nearly a known one is refused`(
    method: String,
    target: String,
    meant: String
  ) async throws {
    try await ServedFeed.whileServing {
      $0.token = try? BearerToken(ServedFeed.token)
    } _: { feed in
      let answer = try await feed.request(
        method,
        target,
        headers: method == "POST"
          ? ["Authorization": "Bearer \(ServedFeed.token)", "Content-Type": "application/json"]
          : [:],
        body: method == "POST" ? "{}" : nil
      )
      #expect(answer.status == 400, "\(answer.text)")
      #expect(answer.text.contains("\"code\":\"invalid-parameter\""), "\(answer.text)")
      #expect(answer.text.contains("did you mean '\(meant)'?"), "\(answer.text)")
    }
  }

  @Test func `unknown parameters are ignored`() async throws {
    try await ServedFeed.whileServing { feed in
      let target = "/v1/feed?_=17&utm_source=x&t=1&v=2&format=json&callback=f&cache=no"
      let answer = try await feed.request("GET", target)
      #expect(answer.status == 200)
    }
  }

  @Test func `a server that stops sends each client bye with a time to reconnect`() async throws {
    try await ServedFeed.whileServing { feed in
      let client = try await feed.follow()
      try await client.hold(feed.version)
      await feed.stop()
      let event = try #require(try await client.next("bye"))
      let bye = try Bye(json: event.data)
      #expect(bye.reason == .drain)
      #expect((500...5000).contains(bye.retry))
      let end = try await client.next()
      #expect(end == nil)
    }
  }
}

extension ServedFeed {
  /// Waits until the given number of streams has opened.
  fileprivate func streams(are count: Int) async throws {
    try await until { try await metric("feed_streams_total") >= count }
  }
}
