import FeedFormatting
import FeedModel
import FeedWire
import TestFeeds
import Testing

@Suite("Raw values")
struct RawValueTests {
  private static func items(_ image: FeedImage) -> [String: WireLook] {
    let items = image.sections.flatMap(\.items)
    return Dictionary(items.map { ($0.id, $0.look) }) { first, _ in first }
  }

  @Test func `items have the typed values of their texts if the client requests them`() async throws
  {
    try await ServedFeed.whileServing { feed in
      let plain = try FeedImage(json: try await feed.request("GET", "/v1/feed").body)
      #expect(Self.items(plain).values.allSatisfy { $0.raw.isEmpty })
      let raw = try FeedImage(json: try await feed.request("GET", "/v1/feed?values=raw").body)
      let items = Self.items(raw)
      let player = try #require(items["player:player/1"])
      #expect(player.rawValue("price") == RawValue(.number, 2.5))
      // Neither the flag's column nor the fields for programs are shown.
      #expect(player.raw.map(\.name) == ["name", "price"])
      #expect(items["team:team/1"]?.raw.map(\.name) == ["name"])
      #expect(items["team:team/1"]?.field("rank") == 1)
    }
  }

  @Test func `a patch has a changed raw value even if the texts are equal`() async throws {
    try await ServedFeed.whileServing { feed in
      let raw = try await feed.follow("?values=raw")
      let plain = try await feed.follow()
      try await raw.hold(feed.version)
      try await plain.hold(feed.version)
      try await feed.run("UPDATE player SET price = 2.501 WHERE id = 1")
      try await raw.hold(feed.version)
      #expect(
        raw.received.contains(#""set":{"raw":{"name":{"text":"Ada"},"price":{"number":2.501}}}"#)
      )
      let image = try #require(raw.state.image)
      #expect(Self.items(image)["player:player/1"]?.rawValue("price") == RawValue(.number, 2.501))
      try await feed.run("UPDATE player SET price = 7 WHERE id = 1")
      try await plain.hold(feed.version)
      // One patch: the first change was invisible here.
      #expect(plain.received.matches(of: /event: patch/).count == 1)
      #expect(!plain.received.contains("raw"))
      // The checksum of a heartbeat does not include raw values.
      try await raw.hold(feed.version)
      let beat = try #require(try await raw.next("heartbeat"))
      if case .needsImage(let error) = raw.state.receive(beat) { throw error }
    }
  }

  @Test(arguments: ["all", "", "raw,raw"])
  func `the server refuses every other form of values`(values: String) async throws {
    try await ServedFeed.whileServing { feed in
      for target in ["/v1/feed", "/v1/stream"] {
        let answer = try await feed.request("GET", "\(target)?values=\(values)")
        #expect(answer.status == 400)
        #expect(answer.text.contains("write values=raw, or leave it out"))
      }
    }
  }
}
