#if Network
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite("feed init from streams", .waiting)
struct StreamStartTests {
  /// Writes a feed for a stream, checks it and its files, and serves it until it has the given texts.
  private func expectFeed(
    of address: String,
    in directory: TemporaryDirectory,
    written: [String],
    served: [String]
  ) async throws {
    let run = try FeedProgram.run(["init", "live", address, "--yes"], in: directory.path)
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("feed serve live/live.yaml --store live/live.sqlite"))
    let feed = directory.path("live/live.yaml")
    let files = try ["live.yaml", "live.sql"].map {
      try String(contentsOfFile: directory.path("live/\($0)"), encoding: .utf8)
    }
    let text = files.joined()
    for part in written { #expect(text.contains(part), "no \(part) in \(text)") }
    let check = try FeedProgram.run("check", feed, "--strict")
    #expect(check.status == 0, "\(check.errors)\n\(text)")
    // The first messages are the rows of an empty store, and the sample lines can be played.
    let page = try FeedProgram.run("render", feed)
    #expect(!page.output.contains("Nothing here yet"), "\(page.output)")
    let lines = directory.path("live/live.updates.jsonl")
    let replay = try FeedProgram.run("replay", feed, lines, "--trace", "json", "--verify")
    #expect(replay.status == 0, "\(replay.errors)")
    let server = try ServedProgram(feed)
    try await until(every: .milliseconds(50)) {
      let body = try await server.ask("GET /v1/feed")
      return served.allSatisfy(body.contains)
    }
    #expect(server.end().status == 0)
  }

  @Test func `a stream of events becomes an input whose messages are rows`() async throws {
    let directory = try TemporaryDirectory()
    let source = try await WebSource.start(in: directory.url)
    try await expectFeed(
      of: source.url("/events?to=40"),
      in: directory,
      written: [
        "  events: {stream: \"http://127.0.0.1:\(source.port)/events?to=40\", adapter: events,",
        "id INTEGER PRIMARY KEY", "value TEXT\n", "ON CONFLICT (id)", "IS NOT NULL",
      ],
      served: ["events/40"]
    )
  }

  @Test func `lines of JSON without an end become an input`() async throws {
    let directory = try TemporaryDirectory()
    let source = try await WebSource.start(in: directory.url)
    try await expectFeed(
      of: source.url("/lines?to=40&open=1"),
      in: directory,
      written: ["  lines: {stream: ", "coalesce(excluded.value, value)"],
      served: ["lines/40"]
    )
  }

  @Test func `messages of a WebSocket become an input, with one row for each id`() async throws {
    let directory = try TemporaryDirectory()
    let source = try await PythonServer.start("messages.py", ["60"])
    try await expectFeed(
      of: "ws://127.0.0.1:\(source.port)/trades",
      in: directory,
      written: [
        "  trades: {websocket: \"ws://127.0.0.1:\(source.port)/trades\", adapter: trades,",
        "flags: {open: open}", "value: \"{price:0.00}\"",
      ],
      served: ["60.50", "53.50"]
    )
  }

  @Test func `a stream next to a database is left out with its reason`() async throws {
    let directory = try TemporaryDirectory()
    let source = try await PythonServer.start("messages.py", ["60"])
    try SQLiteClient(path: directory.path("shop.db")).run(
      "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO a VALUES (1, 'x');"
    )
    let run = try FeedProgram.run(
      ["init", "live", "ws://127.0.0.1:\(source.port)/trades", "shop.db"],
      in: directory.path
    )
    #expect(run.status == 65)
    #expect(run.errors.contains("its rows need a store of the feed's own"), "\(run.errors)")
    #expect(run.errors.contains("wrote live/live.yaml"), "\(run.errors)")
  }
}
#endif
