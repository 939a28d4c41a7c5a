import Foundation
import TestSupport
import Testing

@Suite("The start of a recording", .waiting)
struct RecordedStartTests {
  private static let yaml = """
    feed: 1
    store: {schema: small.sql}
    sources: {open: {from: match, where: ends > :now, order: [id]}}
    sections: [{id: open, source: open, item: match}]
    items: {match: {title: "{name}"}}
    """

  private let feed: SmallFeed
  private let path: String

  init() throws {
    feed = try SmallFeed(
      yaml: Self.yaml,
      schema:
        "CREATE TABLE match (id INTEGER PRIMARY KEY, name TEXT, ends INTEGER NOT NULL) STRICT;"
    )
    // 18:30:02 in seconds since 1970.
    path = try feed.directory.file(
      "rec.jsonl",
      """
      {"at":0.5,"start":"2026-07-01T18:30:00Z","upsert":{"match":[{"id":1,"name":"Reds","ends":1782930602}]}}
      {"at":3,"upsert":{"match":[{"id":2,"name":"Blues","ends":1782999999}]}}

      """
    )
  }

  @Test func `the start of a recording gives its lines the time of day`() throws {
    let run = try FeedProgram.run("replay", feed.path, path, "--trace", "text")
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("rec.jsonl:1, at 0.5 s, now 2026-07-01T18:30:00Z"), "\(run.output)")
    #expect(run.output.contains("rec.jsonl:2, at 3 s, now 2026-07-01T18:30:03Z"), "\(run.output)")
    #expect(run.output.contains("from open: Reds"), "\(run.output)")
  }

  @Test func `--until takes a time of day of a recording, and warns of one outside it`() throws {
    func replay(_ limit: String) throws -> FeedProgram.Outcome {
      try FeedProgram.run("replay", feed.path, path, "--format", "json", "--until", limit)
    }
    let first = try replay("2026-07-01T18:30:01Z")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains("\"messages\":1,"), "\(first.output)")
    #expect(!first.errors.contains("until-outside"), "\(first.errors)")
    let before = try replay("2026-07-01T18:29:00Z")
    #expect(before.errors.contains("warning[until-outside]: nothing is played"), "\(before.errors)")
    let after = try replay("2026-07-01T18:31:00Z")
    #expect(after.errors.contains("the last line is at 2026-07-01T18:30:03Z"), "\(after.errors)")
    // A number is in seconds, and may be meant as a time of the messages.
    for (number, hint) in [
      (
        "1782930601000", "did you mean 2026-07-01T18:30:01Z? a number is in seconds after the start"
      ),
      ("1782930601", "did you mean 2026-07-01T18:30:01Z? "),
    ] {
      let all = try replay(number)
      #expect(all.errors.contains("everything is played: the last line is at 3 s"), "\(all.errors)")
      #expect(all.errors.contains(hint), "\(all.errors)")
    }
    #expect(try replay("0.25").errors.contains("the first line is at 0.5 s, after --until"))
    for number in ["3", "60"] {
      #expect(try !replay(number).errors.contains("until-outside"))
    }
  }

  @Test func `a time of --until without a zone is one of the feed's zone, or of --timezone`() throws
  {
    let yaml = try String(contentsOfFile: feed.path, encoding: .utf8)
    let berlin = try feed.directory.file("berlin.yaml", yaml + "\ntimezone: Europe/Berlin\n")
    for (options, limit, count) in [
      ([berlin], "2026-07-01T20:30:01", 1), ([berlin], "2026-07-01T18:30:01Z", 1),
      ([berlin], "2026-07-01T20:31", 2), ([feed.path], "2026-07-01T18:30:01", 1),
      ([berlin, "--timezone", "UTC"], "2026-07-01T18:30:01", 1),
      ([feed.path, "--timezone", "Asia/Tokyo"], "2026-07-02T03:30:01", 1),
    ] {
      let run = try FeedProgram.run(
        ["replay"] + options + [path, "--format", "json", "--until", limit]
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("\"messages\":\(count),"), "\(options), \(limit): \(run.output)")
    }
  }
}
