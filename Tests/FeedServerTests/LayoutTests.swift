#if Server
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedLayout
import FeedServer
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite("Layouts and actions", .enabled(if: ForeignProgram.isInstalled("openssl")))
struct LayoutTests {
  /// The small feed with a layout for each section, and actions on items, sections and the feed.
  private static let yaml = ServedFeed.yaml
    .replacing("item: headline, layout: list", with: "item: headline, layout: newspaper")
    .replacing("title: \"{title}\", layout: list", with: "title: \"{title}\", layout: rows")
    .replacing(
      "layouts:",
      with: """
        layouts:
          newspaper: {scroll: groupPaging, group: {horizontal: {}, size: [90%, 120]}, spacing: 8}
          rows: {height: ~44, boundary: [{kind: header, size: [100%, 32], pin: true}]}
        """
    )
    .replacing(
      "actions:",
      with: """
        actions:
          rename:
            title: Rename
            key: r
            item: [player, team]
            needs: name
            set: {loud: 0, note: "", factor: 1.5}
            check: ["length(name) > 0"]
            sql: UPDATE player SET name = :name WHERE id = :id AND :loud + :factor > 0 AND :note = ''
          clear: {section: teams, sql: UPDATE team SET rank = 0}
          reset: {sql: UPDATE player SET chosen = 0}
          mark: {item: player, viewer: {toggle: chosen}, sql: UPDATE player SET rank = 1 WHERE id = :id}
        """
    )

  private struct Answer: Decodable {
    struct Action: Decodable, Equatable {
      var id: String
      var on: String
      var kinds: [String]?
      var sections: [String]?
      var viewer: Bool
    }
    var revision: String
    var layouts: [String: LayoutSection]
    var actions: [Action]
  }

  private static func read(_ answer: RawAnswer) throws -> Answer {
    #expect(answer.headers["content-type"] == "application/json")
    return try JSONDecoder().decode(Answer.self, from: Data(answer.body))
  }

  @Test func `layouts are those of the feed file, and actions have their parameters`() async throws
  {
    try await ServedFeed.whileServing(yaml: Self.yaml) { feed in
      let answer = try await feed.request("GET", "/v1/layouts")
      let read = try Self.read(answer)
      #expect(read.layouts == feed.engine.feed.layouts)
      #expect(read.actions.map(\.id) == ["rename", "clear", "reset", "mark", "toggle"])
      #expect(read.actions.map(\.on) == ["item", "section", "feed", "item", "item"])
      #expect(read.actions.map(\.viewer) == [false, false, false, true, false])
      let rename =
        #"{"id":"rename","title":"Rename","on":"item","kinds":["player","team"],"key":"r","#
        + #""parameters":[{"name":"name","required":true},"#
        + #"{"name":"loud","type":"integer","required":false,"default":0},"#
        + #"{"name":"note","type":"text","required":false,"default":""},"#
        + #"{"name":"factor","type":"number","required":false,"default":1.5}],"#
        + #""checks":["length(name) > 0"],"viewer":false}"#
      #expect(answer.text.contains(rename), "\(answer.text)")
      #expect(!answer.text.contains("UPDATE"))
      // The page's description has the same actions.
      let page = try await feed.request("GET", "/page/feed.json")
      #expect(page.text.contains(#""viewer":{"toggle":"chosen"}"#))
    }
  }

  @Test func `the tag is the revision, which images name`() async throws {
    try await ServedFeed.whileServing(yaml: Self.yaml) { feed in
      let answer = try await feed.request("GET", "/v1/layouts")
      let revision = try Self.read(answer).revision
      #expect(answer.headers["etag"] == "W/\"\(revision)\"")
      #expect(try await feed.image().layouts == revision)
      let client = try await feed.follow()
      try await client.hold(feed.version)
      #expect(client.state.layouts == revision)
      let again = try await feed.request(
        "GET",
        "/v1/layouts",
        headers: ["If-None-Match": "W/\"\(revision)\""]
      )
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      let packed = try await feed.request(
        "GET",
        "/v1/layouts",
        headers: ["Accept-Encoding": "gzip"]
      )
      #expect(packed.headers["content-encoding"] == "gzip")
      #expect(packed.body.count < answer.body.count)
      #expect(try await feed.request("POST", "/v1/layouts").status == 405)
    }
  }

  @Test func `an edited layout arrives with an image of a new epoch`() async throws {
    try await ServedFeed.whileServing(yaml: Self.yaml) { feed in
      let client = try await feed.follow()
      try await client.hold(feed.version)
      let old = client.state.layouts
      let text = Self.yaml.replacing("[90%, 120]", with: "[80%, 120]")
      let file = try FeedFile.load(path: try feed.directory.file("edited.yaml", text))
      try await feed.engine.handOver(to: file) { [server = feed.server] engine, _ in
        server.show(engine, appearance: FeedAppearance(file.feed), revision: file.revision)
      }
      try await client.follow { $0.layouts != old }
      let read = try Self.read(try await feed.request("GET", "/v1/layouts"))
      #expect(read.revision == client.state.layouts)
      #expect(read.layouts["newspaper"]?.group.size.width == .fractionalWidth(0.8))
    }
  }

  // MARK: Who asks, and what the answer has

  @Test(
    arguments: [
      (["*"], ["list", "newspaper", "rows"], ["rename", "clear", "reset", "mark", "toggle"]),
      (["news"], ["newspaper"], []),
      (["teams"], ["list"], ["rename", "clear"]),
      (["players/1"], ["rows"], ["rename", "mark", "toggle"]),
      (["players/*", "news"], ["newspaper", "rows"], ["rename", "mark", "toggle"]),
      ([], [], []),
    ] as [([String], [String], [String])]
  )
  func `a reader gets the layouts and actions of its sections`(
    sections: [String],
    layouts: [String],
    actions: [String]
  ) async throws {
    let directory = try TemporaryDirectory()
    let issuer = try await Issuer(in: directory)
    let keys = try await TokenKeys(file: issuer.publicKey)
    try await ServedFeed.whileServing(yaml: Self.yaml) {
      $0.reading.keys = keys
    } _: { feed in
      let token = try await issuer.token(.init(feed: sections))
      let headers = ["Authorization": "Bearer \(token)"]
      let answer = try await feed.request("GET", "/v1/layouts", headers: headers)
      let read = try Self.read(answer)
      #expect(read.layouts.keys.sorted() == layouts)
      #expect(read.actions.map(\.id) == actions)
      let image = try await feed.request("GET", "/v1/feed", headers: headers)
      #expect(try FeedImage(json: image.body).layouts == read.revision)
      if !sections.contains("*"), !sections.contains("teams") {
        #expect(!answer.text.contains("team"), "\(answer.text)")
      }
      #expect(try await feed.request("GET", "/v1/layouts").status == 401)
    }
  }
}
#endif
