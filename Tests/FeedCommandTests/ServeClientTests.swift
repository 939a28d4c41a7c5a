#if Server
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

/// Clients that survive edits of the feed, drains and kills of the server.
@Suite("feed serve and its clients", .waiting)
struct ServeClientTests {
  @Test func `clients of a killed server resume at the next one, and reach the same end`()
    async throws
  {
    let whole = try TemporaryDirectory()
    // A minute of updates, or in a quick run the first quarter of it.
    let lines = try String(
      contentsOf: FeedProgram.root.appending(path: FeedProgram.updates),
      encoding: .utf8
    ).split(separator: "\n").prefix(amount(1500, full: 6000))
    let updates = try whole.file("updates.jsonl", lines.joined(separator: "\n") + "\n")
    let fixture = ["--fixture", updates]
    let uninterrupted = try ServedProgram(
      FeedProgram.sportsbook,
      ["--store", whole.path("book.sqlite"), "--speed", "max"] + fixture
    )
    _ = uninterrupted.log(until: "the fixtures have ended")
    let first = try await uninterrupted.follow("?heartbeat=500")
    // Clients get the last update a little later: after a heartbeat interval without news.
    var signs = 0
    while signs < 2 {
      let event = try #require(try await first.next(), "the stream ended")
      if case .needsImage(let error) = first.state.receive(event) { throw error }
      signs = event.name == "heartbeat" ? signs + 1 : 0
    }
    let end = try #require(first.state.image)
    _ = uninterrupted.end(SIGKILL)
    for round in 0..<amount(3, full: 50) {
      var random = SeededGenerator(seed: UInt64(round))
      let directory = try TemporaryDirectory()
      let arguments = ["--store", directory.path("book.sqlite")] + fixture
      var server = try ServedProgram(FeedProgram.sportsbook, arguments + ["--speed", "2x"])
      let queries = ["", "?conflate=100", "?sections=live/*,featured"]
      var states = queries.map { _ in FeedState() }
      for speed in ["2x", "max"] {
        for (index, query) in queries.enumerated() {
          try await follow(
            server,
            query,
            &states[index],
            for: .random(in: 10...80, using: &random),
            end
          )
        }
        _ = server.end(SIGKILL)
        server = try ServedProgram(
          FeedProgram.sportsbook,
          arguments + ["--speed", speed],
          port: server.port
        )
      }
      _ = server.log(until: "the fixtures have ended")
      try await follow(server, queries[0], &states[0], for: 0, end)
      #expect(states[0].cursor?.version == end.cursor.version)
      #expect(states[0].image?.sections == end.sections)
      for index in 1..<queries.count {
        try await follow(server, queries[index], &states[index], for: 0, end)
      }
      _ = server.end(SIGKILL)
    }
  }

  /// Resumes after the held version for some versions, or until a heartbeat has confirmed it.
  ///
  /// The test fails at a patch that does not begin at the held version, and at a version that
  /// is not newer.
  private func follow(
    _ server: ServedProgram,
    _ query: String,
    _ state: inout FeedState,
    for count: Int,
    _ end: FeedImage
  ) async throws {
    let query = (query.isEmpty ? "?" : query + "&") + "heartbeat=500"
    let client = try await server.follow(query, lastEventID: state.cursor?.description)
    let enough = min((state.cursor?.version ?? 0) + count, end.cursor.version)
    var isConfirmed = false
    while max(state.cursor?.version ?? 0, state.confirmedVersion) < enough || !isConfirmed {
      let event = try #require(try await client.next(), "the stream ended")
      let held = state.cursor
      if case .needsImage(let error) = state.receive(event) { throw error }
      let cursor = try #require(state.cursor)
      isConfirmed = event.name == "heartbeat"
      if let held {
        #expect(cursor.epoch == held.epoch)
        #expect(isConfirmed ? cursor == held : cursor.version > held.version)
      }
    }
  }

  @Test func `an edit of the feed file is an image for its clients, and a mistake is logged`()
    async throws
  {
    let feed = try SmallFeed()
    let server = try ServedProgram(feed.path)
    let client = try await server.follow()
    try await client.hold(1)
    let old = try #require(client.state.cursor)
    // Browsers keep a viewer's choices under the name of the file, whatever its title becomes.
    #expect(try await server.ask("GET /page/feed.json").contains(#""key":"small.yaml""#))
    let text = try String(contentsOfFile: feed.path, encoding: .utf8)
    try text.replacing("title: Teams", with: "title: Clubs")
      .write(toFile: feed.path, atomically: true, encoding: .utf8)
    let event = try #require(try await client.nextChange())
    #expect(event.name == "image")
    let image = try FeedImage(json: event.data)
    #expect(image.title == "Clubs")
    #expect(image.cursor.epoch != old.epoch)
    try "feed: one".write(toFile: feed.path, atomically: true, encoding: .utf8)
    #expect(server.log(until: "cannot be shown").contains("the feed file cannot be shown"))
    // Programs need the same permission as at the start.
    try (text + "\nalerts: {any: {item: team, when: id > 0, exec: [echo]}}\n")
      .write(toFile: feed.path, atomically: true, encoding: .utf8)
    #expect(server.log(until: "alert 'any' runs").contains("error[exec-not-allowed]: alert 'any'"))
    // The last valid feed stays in service.
    let other = try await server.follow()
    try await other.hold(1)
    #expect(other.state.image?.title == "Clubs")
    #expect(server.end().status == 0)
  }
}
#endif
