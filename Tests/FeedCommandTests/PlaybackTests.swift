import Foundation
import TestSupport
import Testing

@Suite("feed: recordings are played alike", .waiting)
struct PlaybackTests {
  private static let yaml = """
    feed: 1
    store: {schema: small.sql}
    sources: {teams: {from: team, order: [rank]}}
    sections: [{id: teams, source: teams, item: team}]
    items: {team: {title: "{name}", value: "{rank}"}}
    adapters:
      ranks:
        time: {path: $.ms, unit: ms}
        each: $.ranks
        marks: {kick-off: ":message ->> '$.kickOff'"}
        sql:
          - |
            INSERT INTO team (id, name, rank)
            VALUES (:item ->> 0, :item ->> 1, :item ->> 2)
            ON CONFLICT (id) DO UPDATE SET rank = excluded.rank
    """

  /// Two recordings with clocks that differ by days, and a fixture.
  private struct Files {
    let feed: SmallFeed
    let arguments: [String]
    let paths: [String]

    init() throws {
      feed = try SmallFeed(yaml: PlaybackTests.yaml)
      paths = try [
        feed.directory.file(
          "reds.jsonl",
          """
          {"ms": 1700000000000, "ranks": [[1, "Reds", 1]]}
          {"ms": 1700000002000, "kickOff": 1, "ranks": [[1, "Reds", 3]]}
          {"ms": 1700000004000, "ranks": [[1, "Reds", 5]]}

          """
        ),
        feed.directory.file(
          "blues.jsonl",
          """
          {"ms": 1900000000000, "kickOff": 1, "ranks": [[2, "Blues", 2]]}
          {"ms": 1900000001000, "ranks": [[2, "Blues", 4]]}

          """
        ),
        feed.fixture(
          [#"{"at":1.5,"upsert":{"team":[{"id":3,"name":"Greens","rank":9}]}}"#],
          name: "greens.jsonl"
        ),
      ]
      arguments = [
        "--adapter", "reds.jsonl=ranks", "--adapter", "blues.jsonl=ranks", "--align", "kick-off",
        "--offset", "blues.jsonl=0.5",
      ]
    }

    var options: [String] { paths.flatMap { ["--fixture", $0] } + arguments }
  }

  @Test(arguments: [[], ["--loop", "2"], ["--until", "2.5"], ["--until", "6", "--loop", "0"]])
  func `watch and render play recordings as replay does`(more: [String]) throws {
    let files = try Files()
    let replay = try FeedProgram.run(
      ["replay", files.feed.path] + files.paths + files.arguments + more
        + ["--trace", "json", "--snapshots"]
    )
    #expect(replay.status == 0, "\(replay.errors)")
    let watch = try FeedProgram.run(
      ["watch", files.feed.path] + files.options + more + ["--speed", "max", "--format", "json"]
    )
    #expect(watch.status == 0, "\(watch.errors)")
    #expect(watch.errors.isEmpty, "\(watch.errors)")
    #expect(try versions(watch) == versions(replay))
    let render = try FeedProgram.run(
      ["render", files.feed.path] + files.options + more + ["--format", "json"]
    )
    #expect(render.status == 0, "\(render.errors)")
    #expect(render.errors.isEmpty, "\(render.errors)")
    let last = try #require(try objects(replay).last?["snapshot"] as? NSDictionary)
    #expect(try objects(render).first as NSDictionary? == last)
  }

  @Test func `recordings are aligned by a moment, and shifted by an offset`() throws {
    let files = try Files()
    let replay = try FeedProgram.run(
      ["replay", files.feed.path] + files.paths + files.arguments + ["--trace", "text"]
    )
    let heads = replay.lines.filter { $0.hasPrefix("version") }.dropFirst()
    #expect(
      heads.compactMap {
        $0.firstMatch(of: #/(reds|blues)\.jsonl:[0-9], at [0-9.]+/#).map { "\($0.0)" }
      }
        == [
          "reds.jsonl:1, at 0", "reds.jsonl:2, at 2", "blues.jsonl:1, at 2.5",
          "blues.jsonl:2, at 3.5", "reds.jsonl:3, at 4",
        ]
    )
  }

  @Test(arguments: ["watch", "render"])
  func `a missing fixture is a message and an exit code`(command: String) throws {
    let feed = try SmallFeed()
    let outcome = try FeedProgram.run(command, feed.path, "--fixture", "nowhere.jsonl")
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        nowhere.jsonl: error[fixture-unreadable]: there is no such fixture
          hint: check the path

        """
    )
  }

  @Test func `a hundred consecutive bad lines end feed watch with an exit code`() throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture([SmallFeed.lines[0]] + Array(repeating: "{bad", count: 150))
    let outcome = try FeedProgram.run("watch", feed.path, "--fixture", fixture, "--speed", "max")
    #expect(outcome.status == 65)
    #expect(outcome.lines.count == 2)
    #expect(outcome.errors.contains("error[too-many-bad-lines]"), "\(outcome.errors)")
    #expect(outcome.errors.matches(of: /fixture-syntax/).count == 100)
  }

  @Test(arguments: ["watch", "render"])
  func `a bad line ends the run or is skipped, as the option says`(command: String) throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture([SmallFeed.lines[0], "{nonsense", SmallFeed.lines[1]])
    let arguments = [command, feed.path, "--fixture", fixture, "--format", "json"]
    let speed = command == "watch" ? ["--speed", "max"] : []
    let stopped = try FeedProgram.run(arguments + speed + ["--on-error", "stop"])
    #expect(stopped.status == 65)
    #expect(stopped.errors.contains(":2:2: error[fixture-syntax]"))
    let skipped = try FeedProgram.run(arguments + speed + ["--on-error", "skip"])
    #expect(skipped.status == 0)
    #expect(skipped.errors.contains(":2:2: error[fixture-syntax]"))
    #expect(skipped.lines.last?.contains(#""version":3"#) == true)
  }

  /// Returns the versions with their batches.
  private func versions(_ outcome: FeedProgram.Outcome) throws -> [NSDictionary] {
    try objects(outcome).map { line in
      [
        "version": try #require(line["version"] as? Int),
        "updates": try #require(line["updates"] as? NSDictionary),
      ]
    }
  }

  private func objects(_ outcome: FeedProgram.Outcome) throws -> [[String: Any]] {
    try outcome.lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }
}
