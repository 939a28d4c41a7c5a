import Foundation
import TestSupport
import Testing

@Suite("feed: formats", .waiting)
struct FormatTests {
  @Test func `render writes a version as JSON`() throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture(Array(SmallFeed.lines.prefix(3)))
    let outcome = try FeedProgram.run(
      "render",
      feed.path,
      "--fixture",
      fixture,
      "--format",
      "json"
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.output
        == #"{"version":4,"sections":["#
        + #"{"id":"news","source":"news","title":null,"items":["#
        + #"{"id":"headline:news/a","kind":"headline","object":"news/a","content":{"title":"Kick-off"}},"#
        + #"{"id":"headline:news/b","kind":"headline","object":"news/b","content":{"title":"Rain"}}]},"#
        + #"{"id":"teams","source":"teams","title":null,"items":["#
        + #"{"id":"team:team/1","kind":"team","object":"team/1","content":{"name":"Reds","rank":1}},"#
        + #"{"id":"team:team/2","kind":"team","object":"team/2","content":{"name":"Blues","rank":2}}]},"#
        + #"{"id":"players/1","source":"players","title":"Reds","items":["#
        + #"{"id":"player:player/1","kind":"player","object":"player/1","content":{"name":"Ada","price":2.5}},"#
        + #"{"id":"player:player/2","kind":"player","object":"player/2","content":{"name":"Bo","price":null}}]},"#
        + #"{"id":"players/2","source":"players","title":"Blues","items":["#
        + #"{"id":"player:player/3","kind":"player","object":"player/3","content":{"name":"Cy","price":null}}]}],"#
        + #""status":{"news":"ok","teams":"ok","players":"ok"}}"# + "\n"
    )
  }

  @Test func `render plays a fixture up to a time`() throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture()
    let early = try FeedProgram.run("render", feed.path, "--fixture", fixture, "--until", "1")
    #expect(early.output.contains("version 5"))
    #expect(early.output.contains("2.75"))
    #expect(!early.output.contains("Sun"))
  }

  @Test func `a trace has a line for each version and all nine kinds of edits`() throws {
    let feed = try SmallFeed()
    let outcome = try FeedProgram.run(
      "replay",
      feed.path,
      try feed.fixture(),
      "--trace",
      "json",
      "--verify"
    )
    #expect(outcome.status == 0)
    // The fifth line changes nothing, so that it leads to no version.
    let lines = try outcome.lines.map { try TraceLine($0) }
    #expect(lines.map(\.line) == [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11])
    #expect(lines.map(\.version) == Array(1...11))
    #expect(lines.map(\.at) == [0, 0, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4])
    #expect(
      outcome.lines[4]
        == #"{"version":5,"line":4,"at":1.0,"updates":{"deleteSections":[],"insertSections":[],"#
        + #""moveSections":[],"deleteItems":[],"insertItems":[],"moveItems":[],"reloadSections":[],"#
        + #""reloadItems":[],"reconfigureItems":[[2,0]]}}"#
    )
    #expect(outcome.errors.contains("messages"))
    #expect(outcome.errors.contains("verified"))
  }

  @Test func `every batch of a trace leads from one snapshot to the next`() throws {
    let feed = try SmallFeed()
    let outcome = try FeedProgram.run(
      "replay",
      feed.path,
      try feed.fixture(),
      "--trace",
      "json",
      "--snapshots"
    )
    // The first line leads from an empty feed to the initial one.
    var shown = try ShownFeed(#"{"version":0,"status":{},"sections":[]}"#)
    for text in outcome.lines {
      let line = try TraceLine(text)
      let next = try #require(line.snapshot)
      #expect(shown.performing(line.updates, to: next) == next, "version \(line.version)")
      shown = next
    }
    #expect(outcome.lines.count == 11)
  }

  @Test func `the trace of a resumed run begins with the version of the store`() throws {
    let feed = try SmallFeed()
    let store = feed.directory.path + "/small.sqlite"
    let arguments = ["replay", feed.path, try feed.fixture(Array(SmallFeed.lines.prefix(3)))]
    let options = ["--store", store, "--trace", "json", "--snapshots"]
    let first = try FeedProgram.run(arguments + options)
    let again = try FeedProgram.run(arguments + options)
    let (last, opened) = (try TraceLine(first.lines[3]), try TraceLine(again.lines[0]))
    #expect(again.lines.count == 1)
    #expect(opened.version == 4)
    #expect(opened.line == 0)
    #expect(opened.snapshot == last.snapshot)
    #expect(opened.updates.insertSections == [0, 1, 2, 3])
  }

  @Test func `the trace of a loop names the lines of the file and the round`() throws {
    let feed = try SmallFeed()
    let lines = [
      #"{"at":0,"upsert":{"team":[{"id":1,"name":"Reds","rank":1}]}}"#,
      #"{"at":1,"upsert":{"team":[{"id":1,"rank":null}]}}"#,
      #"{"at":2,"delete":{"team":[1]}}"#,
      "{}",
    ]
    let arguments = ["replay", feed.path, try feed.fixture(lines), "--loop", "2"]
    let outcome = try FeedProgram.run(arguments + ["--on-error", "skip", "--trace", "text"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.lines.filter { $0.hasPrefix("version ") } == [
        "version 1 · as it was opened · no updates",
        "version 2 · lines.jsonl:1, at 0 s · insertSections 1",
        "version 3 · lines.jsonl:3, at 2 s · deleteSections 1",
        "version 4 · lines.jsonl:1, at 2 s, round 2 · insertSections 1",
        "version 5 · lines.jsonl:3, at 4 s, round 2 · deleteSections 1",
      ]
    )
    let places = outcome.errors.split(separator: "\n").compactMap { line in
      line.firstRange(of: ": error[").map {
        line[..<$0.lowerBound].split(separator: "/").last ?? ""
      }
    }
    #expect(
      places == [
        "lines.jsonl:2", "lines.jsonl:4", "lines.jsonl:2 (round 2)", "lines.jsonl:4 (round 2)",
      ]
    )
    let json = try FeedProgram.run(arguments + ["--on-error", "skip", "--trace", "json"])
    #expect(json.lines[3].hasPrefix(#"{"version":4,"line":1,"round":2,"at":2.0,"#))
    let store = ["--store", feed.directory.path + "/small.sqlite", "--on-error", "skip"]
    _ = try FeedProgram.run(arguments + store)
    let again = try FeedProgram.run(arguments + store)
    #expect(again.errors.contains("lines.jsonl: continuing after 7 lines that were played"))
  }

  @Test func `a trace as text describes each batch in words`() throws {
    let feed = try SmallFeed()
    let outcome = try FeedProgram.run("replay", feed.path, try feed.fixture(), "--trace", "text")
    #expect(outcome.lines.first == "version 1 · as it was opened · no updates")
    #expect(outcome.lines.count { $0.hasPrefix("version ") } == 11)
    // An item that moves to another group, its removed section, and the former price.
    let wanted = """
      version 5 · lines.jsonl:4, at 1 s · reconfigureItems 1
        reconfigureItems(at: [2, 0])  player:player/1  price 2.5 → 2.75
      version 6 · lines.jsonl:6, at 1.5 s · moveItems 1
        moveItem(at: [2, 0], to: [2, 1])  player:player/1  Ada 2.75

      """
    #expect(outcome.output.contains(wanted), "\(outcome.output)")
  }

  @Test func `a summary is JSON without a trace`() throws {
    let feed = try SmallFeed()
    let outcome = try FeedProgram.run(
      "replay",
      feed.path,
      try feed.fixture(),
      "--format",
      "json"
    )
    let summary = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    )
    #expect(summary["messages"] as? Int == 11)
    #expect(summary["versions"] as? Int == 10)
    #expect((summary["operations"] as? [String: Int])?.count == 9)
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a check reports how each query is kept up to date`() throws {
    let feed = try SmallFeed()
    let text = try FeedProgram.run("check", feed.path)
    #expect(text.status == 0)
    #expect(
      text.lines.map { $0.prefix(11) }.prefix(3) == ["news     A ", "teams    A ", "players  A "]
    )
    let json = try FeedProgram.run("check", feed.path, "--format", "json")
    #expect(
      json.output.contains(
        #""ok":true,"problems":[],"queries":[{"name":"news","table":"news","class":"A""#
      )
    )
  }

  @Test func `several fixtures are merged by their times`() throws {
    let feed = try SmallFeed()
    let odd = try feed.fixture(
      SmallFeed.lines.enumerated().filter { $0.offset % 2 == 1 }.map(\.element),
      name: "odd.jsonl"
    )
    let even = try feed.fixture(
      SmallFeed.lines.enumerated().filter { $0.offset % 2 == 0 }.map(\.element),
      name: "even.jsonl"
    )
    let merged = try FeedProgram.run(
      "render",
      feed.path,
      "--fixture",
      even,
      "--fixture",
      odd,
      "--format",
      "json"
    )
    let whole = try FeedProgram.run(
      "render",
      feed.path,
      "--fixture",
      try feed.fixture(),
      "--format",
      "json"
    )
    #expect(merged.output == whole.output)
  }
}
