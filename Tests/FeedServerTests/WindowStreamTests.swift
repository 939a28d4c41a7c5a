#if Server
import FeedModel
import FeedServer
import FeedSnapshots
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

/// Streams that show windows of sections, and moves of these windows.
@Suite("Streams with windows")
struct WindowStreamTests {
  /// A client of a stream with windows, and the stream's name.
  private struct Client {
    let client: StreamClient
    let id: String

    var state: FeedState { client.state }

    init(_ feed: ServedFeed, _ query: String, token: String? = nil) async throws {
      client = try await feed.follow("?heartbeat=500&\(query)", token: token)
      let event = try #require(try await client.next())
      #expect(event.name == "stream")
      let members = try JSONDecoder().decode([String: String].self, from: Data(event.data))
      id = try #require(members["id"])
      try await client.hold(feed.version)
    }

    /// Follows the stream to a version that is shown or confirmed.
    func reach(_ version: Int) async throws {
      try await client.follow { max($0.confirmedVersion, $0.cursor?.version ?? -1) >= version }
    }

    /// Checks that the held sections are the ranges of the whole feed at the held places.
    func check(against whole: FeedImage, _ comment: Comment? = nil) throws {
      var expected = whole.sections
      for index in expected.indices {
        let id = Text(expected[index].id)
        guard let window = state.windows[id] else { continue }
        let count = state.snapshot.itemCount(inSection: id) ?? 0
        #expect(window.total == expected[index].items.count, comment)
        let range = window.from..<min(window.from + count, expected[index].items.count)
        expected[index].items = Array(expected[index].items[range])
        expected[index].window = window
      }
      #expect(state.image?.sections == expected, comment)
    }
  }

  private static func move(
    _ id: String,
    _ section: String,
    from: String,
    count: Int,
    in feed: ServedFeed,
    token: String? = nil
  ) async throws -> RawAnswer {
    let body = #"{"stream":"\#(id)","section":"\#(section)","from":\#(from),"count":\#(count)}"#
    return try await feed.write("/v1/window", body, token: token)
  }

  @Test func `an image has the windows and the numbers of items`() async throws {
    try await ServedFeed.whileServing(players: 50) { feed in
      let answer = try await feed.request("GET", "/v1/feed?window=players/*:10:5&window=2")
      let image = try FeedImage(json: answer.body)
      #expect(image.sections.map(\.id) == ["teams", "players/1", "players/2"])
      #expect(image.sections.map(\.items.count) == [2, 0, 5])
      let places = image.sections.map { $0.window.map { [$0.from, $0.total] } }
      #expect(places == [[0, 3], [2, 2], [10, 51]])
      #expect(image.sections[2].items[0].id == "player:player/109")
      let named = try await feed.request(
        "GET",
        "/v1/feed?sections=players/2&window=*:player:player/120:1"
      )
      let section = try FeedImage(json: named.body).sections[0]
      #expect(section.items.map(\.id) == ["player:player/120"])
      #expect(section.window == WireWindow(from: 21, total: 51))
    }
  }

  @Test func `a window moves by a patch, and counts the items that arrive outside it`() async throws
  {
    try await ServedFeed.whileServing(players: 50) { feed in
      let client = try await Client(feed, "sections=players/2&window=5")
      let held = try #require(client.state.cursor?.version)
      let answer = try await Self.move(client.id, "players/2", from: "20", count: 5, in: feed)
      #expect(answer.status == 200)
      #expect(answer.text.contains("\"version\":\(held)"))
      let event = try #require(try await client.client.nextChange())
      let patch = try FeedPatch(json: event.data)
      #expect(event.id == "")
      #expect(patch.from == held)
      #expect(patch.to == held)
      #expect(patch.batch.deleteItems.count == 5)
      #expect(patch.batch.insertItems.count == 5)
      #expect(
        patch.windows == [WireWindowChange(at: 0, window: WireWindow(from: 20, total: 51))]
      )
      guard case .updated = client.client.state.receive(event) else {
        throw RawClient.Failure(what: "the patch is refused")
      }
      // Three players arrive before the window; the client's items stay.
      try await feed.run(
        "INSERT INTO player (id, team_id, name, rank) VALUES (10, 2, 'a', -1), (11, 2, 'b', -1), (12, 2, 'c', -1)"
      )
      let next = try #require(try await client.client.nextChange())
      let counted = try FeedPatch(json: next.data)
      #expect(counted.batch.isEmpty)
      let place = WireWindow(from: 23, total: 54)
      #expect(counted.windows == [WireWindowChange(at: 0, window: place, before: 3)])
      // By the name of an item.
      _ = client.client.state.receive(next)
      let named = try await Self.move(
        client.id,
        "players/2",
        from: #""player:player/140""#,
        count: 2,
        in: feed
      )
      #expect(named.status == 200)
      try await client.client.follow { $0.snapshot.itemCount == 2 }
      #expect(
        client.state.image?.sections[0].items.map(\.id) == [
          "player:player/140", "player:player/141",
        ]
      )
    }
  }

  @Test func `a change outside all windows sends nothing`() async throws {
    try await ServedFeed.whileServing(players: 50) { feed in
      let client = try await Client(feed, "window=players/2:20:5&window=2")
      for number in 0..<10 {
        try await feed.run("UPDATE player SET price = \(number) WHERE id = 149")
      }
      try await client.reach(feed.version)
      #expect(try await feed.metric("feed_events_total{event=\"patch\"}") == 0)
      #expect(try await feed.metric("feed_encoded_total{event=\"patch\"}") == 0)
      try await feed.run("UPDATE player SET price = 7 WHERE id = 122")
      try await client.client.hold(feed.version)
      #expect(try await feed.metric("feed_events_total{event=\"patch\"}") == 1)
    }
  }

  @Test func `a stream with first windows resumes, one with moved windows gets an image`()
    async throws
  {
    try await ServedFeed.whileServing(players: 50) { feed in
      let client = try await Client(feed, "window=5")
      let cursor = try #require(client.state.cursor).description
      for _ in 0..<3 { try await feed.run("UPDATE player SET price = price + 1 WHERE id = 3") }
      for (query, kind) in [("window=5", "patch"), ("window=players/2:9:5", "image")] {
        let other = try await feed.follow("?\(query)", lastEventID: cursor)
        let stream = try await other.next()
        #expect(stream?.name == "stream")
        let event = try await other.nextChange()
        #expect(event?.name == kind)
      }
    }
  }

  @Test(
    arguments: [
      (#"{"stream":"0","section":"teams","from":0,"count":1}"#, 404, "unknown-stream"),
      (#"{"stream":"ID","section":"absent","from":0,"count":1}"#, 404, "unknown-section"),
      (#"{"stream":"ID","section":"teams","from":-1,"count":1}"#, 400, "malformed-body"),
      (#"{"stream":"ID","section":"teams","from":0,"count":0}"#, 400, "malformed-body"),
      (#"{"stream":"ID","section":"teams","from":0,"count":10001}"#, 400, "malformed-body"),
      (#"{"stream":"ID","section":"teams","count":1}"#, 400, "malformed-body"),
      (#"{"stream":"ID","from":0,"count":1}"#, 400, "missing-key"),
      (#"{"stream":"ID","section":"teams","from":0,"count":1,"x":1}"#, 400, "unknown-key"),
      ("[]", 400, "malformed-body"),
    ]
  )
  func `a wrong move is refused and changes nothing`(
    body: String,
    status: Int,
    code: String
  ) async throws {
    try await ServedFeed.whileServing { feed in
      let client = try await Client(feed, "window=2")
      let text = body.replacing("ID", with: client.id)
      let answer = try await feed.write("/v1/window", text, token: nil)
      #expect(answer.status == status)
      #expect(answer.text.contains("\"\(code)\""), "\(answer.text)")
      let plain = try await feed.write("/v1/window", text, token: nil, type: "text/plain")
      #expect(plain.status == 415)
      let moved = try await Self.move(client.id, "teams", from: "1", count: 1, in: feed)
      #expect(moved.status == 200)
      try await client.client.follow { $0.windows["teams"]?.from == 1 }
    }
  }

  @Test func `windows beyond the limits of the server are refused`() async throws {
    try await ServedFeed.whileServing(players: 50) {
      $0.limits.windowItems = 40
    } _: { feed in
      let client = try await Client(feed, "sections=players/2&window=30")
      let large = try await Self.move(client.id, "players/2", from: "0", count: 20, in: feed)
      #expect(large.status == 503)
      let small = try await Self.move(client.id, "players/2", from: "9", count: 4, in: feed)
      #expect(small.status == 503, "the shared view counts until its client has left")
      let other = try await feed.follow("?sections=players/2&window=20")
      let events = [try await other.next()?.name, try await other.next()?.name]
      #expect(events == ["stream", "bye"])
    }
  }

  @Test(arguments: ["window=", "window=0", "window=a:0:0", "window=a:b"])
  func `a wrong window is refused`(query: String) async throws {
    try await ServedFeed.whileServing { feed in
      for target in ["/v1/feed", "/v1/stream"] {
        let answer = try await feed.request("GET", "\(target)?\(query)")
        #expect(answer.status == 400)
        #expect(answer.text.contains("invalid-window"))
      }
    }
  }

  @Test func `the name of a stream with hidden sections moves no hidden window`() async throws {
    try await ServedFeed.whileServing { feed in
      let limited = try await Client(feed, "sections=teams&window=2")
      for section in ["players/1", "players/9"] {
        let answer = try await Self.move(limited.id, section, from: "0", count: 1, in: feed)
        #expect(answer.status == 404)
        #expect(answer.text.contains("shows no section '\(section)'"))
      }
    }
  }

  @Test(arguments: 0..<amount(3, full: 60, soak: 400))
  func `random windows over random histories equal the ranges of the feed`(
    seed: UInt64
  )
    async throws
  {
    var random = SeededGenerator(seed: seed)
    try await ServedFeed.whileServing(players: 20) { feed in
      let queries = [
        "window=3", "window=players/*:4:5&window=2", "window=players/2:0:6&conflate=20",
        "window=players/2:player:player/110:4", "sections=teams,players/2&window=*:1:2",
      ]
      var clients: [Client] = []
      for query in queries { clients.append(try await Client(feed, query)) }
      for step in 0..<12 {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          try await feed.run(Self.change(&random))
        }
        let moved = clients[Int.random(in: 0..<clients.count, using: &random)]
        let sections = moved.state.snapshot.sections.map(\.id.string)
        if let section = sections.randomElement(using: &random) {
          let from = Int.random(in: 0..<20, using: &random)
          let answer = try await Self.move(moved.id, section, from: "\(from)", count: 4, in: feed)
          #expect(answer.status == 200 || answer.status == 404)
        }
        let version = feed.version
        let whole = try await feed.image()
        for (client, query) in zip(clients, queries) {
          try await client.reach(version)
          var image = whole
          if query.hasPrefix("sections") {
            image.sections.removeAll { $0.id != "teams" && $0.id != "players/2" }
          }
          try client.check(against: image, "seed \(seed), step \(step), \(query)")
        }
      }
    }
  }

  /// Returns a statement that changes rows.
  private static func change(_ random: inout SeededGenerator) -> String {
    let id = Int.random(in: 100..<125, using: &random)
    let team = Int.random(in: 1...3, using: &random)
    let number = Int.random(in: 0..<30, using: &random)
    return switch Int.random(in: 0..<6, using: &random) {
    case 0:
      "INSERT OR REPLACE INTO player (id, team_id, name, rank) VALUES (\(id), \(team), 'n', \(number))"
    case 1: "DELETE FROM player WHERE id = \(id)"
    case 2: "UPDATE player SET team_id = \(team) WHERE id = \(id)"
    case 3: "UPDATE player SET price = \(number) WHERE id = \(id)"
    case 4: "UPDATE team SET rank = \(number) WHERE id = \(team)"
    default: "UPDATE player SET rank = \(number) WHERE id = \(id)"
    }
  }
}
#endif
