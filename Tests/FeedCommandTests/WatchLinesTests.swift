import Foundation
import Testing

@Suite("feed watch: lines", .waiting)
struct WatchLinesTests {
  private func watch(_ options: String...) throws -> FeedProgram.Outcome {
    let feed = try SmallFeed()
    let fixture = try feed.fixture()
    return try FeedProgram.run(
      ["watch", feed.path, "--fixture", fixture, "--speed", "max"] + options
    )
  }

  @Test func `a pipe gets a line for each version and no escapes`() throws {
    let outcome = try watch()
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(!outcome.output.contains("\u{1B}"))
    // The fifth line of the fixture changes nothing.
    #expect(outcome.lines.count == 11)
    #expect(outcome.lines[0].hasPrefix("version 1"))
    #expect(outcome.lines[4].hasPrefix("version 5\treconfigureItems 1\tAda"))
  }

  @Test func `JSON lines begin with the snapshot and continue with batches`() throws {
    let outcome = try watch("--format", "json")
    let lines = try outcome.lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(lines.compactMap { $0["version"] as? Int } == Array(1...11))
    #expect(lines.map { $0["snapshot"] != nil } == [true] + Array(repeating: false, count: 10))
    #expect(lines.allSatisfy { ($0["updates"] as? [String: Any])?.count == 9 })
  }

  @Test func `a line that cannot be played is reported and skipped`() throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture([SmallFeed.lines[0], "{nonsense", SmallFeed.lines[1]])
    let outcome = try FeedProgram.run(
      "watch",
      feed.path,
      "--fixture",
      fixture,
      "--speed",
      "max"
    )
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 3)
    #expect(outcome.errors.contains(":2: "))
    #expect(
      outcome.errors.hasSuffix(
        "1 line was skipped; with --on-error stop, the first one ends the run\n"
      )
    )
  }

  @Test func `inputs and alerts that do not run are named`() throws {
    let parts = "alerts: {rain: {item: team, when: rank > 1}}\ninputs: {log: {follow: log.jsonl}}\n"
    let feed = try SmallFeed(yaml: SmallFeed.yaml + "\n" + parts)
    let outcome = try FeedProgram.run(
      ["watch", feed.path, "--fixture", try feed.fixture(), "--speed", "max"]
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "the inputs and alerts do not run here; --inputs runs them\n"
      ),
      "\(outcome.errors)"
    )
  }
}
