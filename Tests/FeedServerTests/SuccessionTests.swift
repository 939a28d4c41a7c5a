import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedServer
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

/// The replacement of a served feed, as after an edit of its feed file.
@Suite("Succession")
struct SuccessionTests {
  @Test func `replacing the feed sends every client an image and redirects writes`() async throws {
    try await ServedFeed.whileServing {
      $0.token = try? BearerToken(ServedFeed.token)
    } _: { feed in
      let queries = ["", "?conflate=60", "?sections=players/*"]
      var clients: [StreamClient] = []
      for query in queries { clients.append(try await feed.follow(query)) }
      for client in clients { try await client.hold(feed.version) }
      let old = try #require(clients[0].state.cursor)
      let path = try feed.directory.file(
        "edited.yaml",
        ServedFeed.yaml.replacing(
          "player: {title: \"{name}\"",
          with: "player: {title: \"<{name}>\""
        )
      )
      feed.server.refuseEdit(of: "edited.yaml", because: "edited.yaml:3:1: no such table")
      let refused = try await feed.request("GET", "/v1/inputs").text
      #expect(refused.hasPrefix(#"[{"name":"edited.yaml","kind":"file","state":"failed","#))
      #expect(refused.contains(#""error":"edited.yaml:3:1: no such table"}"#))
      let file = try FeedFile.load(path: path)
      try await feed.engine.handOver(to: file) { [server = feed.server] engine, _ in
        server.show(engine, appearance: FeedAppearance(file.feed), revision: file.revision)
      }
      for client in clients {
        let event = try #require(try await client.nextChange())
        #expect(event.name == "image")
        if case .needsImage(let error) = client.state.receive(event) { throw error }
        let cursor = try #require(client.state.cursor)
        #expect(cursor.epoch != old.epoch)
        #expect(cursor.version >= old.version)
        let titles = client.state.image?.sections.last?.items.map(\.look.title)
        #expect(titles == ["<Cy>"])
      }
      let inputs = try await feed.request("GET", "/v1/inputs").text
      #expect(!inputs.contains("edited.yaml"))
      // From now on the new engine executes writes, and connected clients get them as patches.
      let answer = try await feed.write("/v1/act", "{\"action\":\"toggle\",\"item\":\"player/3\"}")
      #expect(answer.status == 200, "\(answer.text)")
      for client in clients {
        let event = try #require(try await client.nextChange())
        #expect(event.name == "patch")
        if case .needsImage(let error) = client.state.receive(event) { throw error }
        #expect(client.state.image?.sections.last?.items.first?.look.flags == ["chosen"])
      }
      // A cursor of the previous feed results in an image.
      let late = try await feed.follow(lastEventID: old.description)
      let event = try await late.nextChange()
      #expect(event?.name == "image")
      let image = try await feed.image()
      #expect(image == clients[0].state.image?.withoutAges)
    }
  }
}
