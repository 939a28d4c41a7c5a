#if Client && Server
import FeedModel
import FeedSnapshots
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite("feed follow", .waiting)
struct FollowTests {
  /// Serves a history of every kind of edit.
  private static func served(_ feed: SmallFeed, _ options: String...) throws -> ServedProgram {
    let fixture = try feed.directory.file("lines.jsonl", SmallFeed.lines.joined(separator: "\n"))
    return try ServedProgram(feed.path, ["--fixture", fixture] + options)
  }

  @Test func `lines of JSON are batches that lead from the snapshot to every version`() throws {
    let feed = try SmallFeed()
    // Repeated, so that versions follow whenever the client connects.
    let server = try Self.served(feed, "--speed", "2x", "--loop", "100000")
    let options = ["--format", "json", "--versions", "4", "--heartbeat", "500ms"]
    let run = try FeedProgram.run(["follow", server.url] + options)
    #expect(run.status == 0, "\(run.errors)")
    var versions: [Int] = []
    var statuses: [[String: String]] = []
    for (number, line) in run.lines.enumerated() {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      )
      versions.append(try #require(object["version"] as? Int))
      #expect(object["updates"] is [String: Any])
      #expect((object["snapshot"] != nil) == (number == 0))
      if let status = object["status"] as? [String: String] { statuses.append(status) }
    }
    #expect(versions == versions.sorted())
    #expect(Set(versions).count == 4)
    // Heartbeats change only the ages of sources; their state changes only with news.
    #expect(statuses.count <= 1, "\(statuses)")
    #expect(statuses.allSatisfy { $0["news"] == "ok" }, "\(statuses)")
    #expect(server.end().status == 0)
  }

  @Test func `the first line contains the whole feed, and --versions limits the lines`() throws {
    let feed = try SmallFeed()
    let server = try ServedProgram(feed.path)
    let run = try FeedProgram.run("follow", server.url, "--format", "json", "--versions", "1")
    #expect(run.status == 0, "\(run.errors)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    )
    let snapshot = try JSONSerialization.data(withJSONObject: try #require(object["snapshot"]))
    let image = try FeedImage(json: Array(snapshot))
    #expect(image.title == "Teams")
    let plain = try FeedProgram.run("follow", server.url, "--plain", "--versions", "1")
    #expect(plain.output.hasPrefix("version "), "\(plain.output)")
    #expect(server.end().status == 0)
  }

  @Test func `plain lines are those of 'feed watch'`() throws {
    let server = try ServedProgram(
      FeedProgram.sportsbook,
      ["--fixture", FeedProgram.updates, "--speed", "4x", "--loop", "100000"]
    )
    let run = try FeedProgram.run("follow", server.url, "--versions", "20")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count == 20)
    #expect(run.output.contains("reconfigureItems "), "\(run.output)")
    #expect(!run.lines[0].contains("source "), "\(run.lines[0])")
    // A changed price shows its direction.
    #expect(run.output.contains("▲") || run.output.contains("▼"), "\(run.output)")
    let some = try FeedProgram.run(
      ["follow", server.url, "--sections", "featured", "--conflate", "100ms", "--versions", "3"]
        + ["--format", "json"]
    )
    #expect(some.status == 0, "\(some.errors)")
    #expect(some.output.contains(#""id":"featured""#))
    #expect(!some.output.contains(#""id":"banners""#))
    #expect(server.end().status == 0)
  }

  @Test func `a feed that cannot be followed is an error with a code`() throws {
    let feed = try SmallFeed()
    let server = try ServedProgram(feed.path)
    let foreign = server.url.replacing("127.0.0.1", with: "127.0.0.2")
    let rows: [(arguments: [String], status: Int32, error: String)] = [
      (["http://127.0.0.1:1"], 74, "error[unreachable]: no server listens at 127.0.0.1:1\n"),
      (["127.0.0.1:8080"], 64, "error[invalid-url]: '127.0.0.1:8080' is not the address"),
      ([server.url + "/elsewhere"], 65, "error[refused]: "),
      ([server.url, "--sections", "a,,b"], 64, "error[invalid-view]: 'a,,b' has an empty glob"),
      ([server.url, "--trust-root", "/nowhere"], 65, "error[bad-certificate]: '/nowhere'"),
      ([server.url, "--versions", "0"], 64, "Error: --versions must be at least 1."),
      ([server.url, "--conflate", "soon"], 64, "Error: "),
      ([foreign], 74, "error[unreachable]: "),
      (["https" + server.url.dropFirst(4)], 74, "error["),
    ]
    for (arguments, status, error) in rows {
      let run = try FeedProgram.run(["follow"] + arguments + ["--plain"])
      #expect(run.status == status, "\(arguments): \(run.errors)")
      #expect(run.errors.hasPrefix(error), "\(arguments): \(run.errors)")
    }
    #expect(server.end().status == 0)
  }

  @Test(.enabled(if: Tmux.path != nil, "tmux is not installed"))
  func `a page shows the feed and the state of its connection`() throws {
    let feed = try SmallFeed()
    let server = try Self.served(feed, "--speed", "max")
    let tmux = try Tmux()
    try tmux.type("clear; '\(FeedProgram.place.path)' follow \(server.url); echo \"EXIT:$?:\"")
    try tmux.press("Enter")
    let shown = try tmux.waitFor { $0.contains("· live ·") && $0.contains("Sun") }
    #expect(shown.contains("Teams"))
    #expect(shown.contains("Rain stops"))
    #expect(shown.contains("sources ok"))
    #expect(server.end().status == 0)
    try tmux.waitFor { $0.contains(" OFFLINE ") && $0.contains("again in") && $0.contains("Sun") }
    try tmux.type("q")
    try tmux.waitFor { $0.contains("EXIT:0:") }
  }
}
#endif
