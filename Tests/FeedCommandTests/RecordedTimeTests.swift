import Foundation
import TestSupport
import Testing

@Suite("feed replay: the time of a recording", .waiting)
struct RecordedTimeTests {
  private static let schema = """
    CREATE TABLE match (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, starts TEXT NOT NULL, ends INTEGER NOT NULL
    ) STRICT;
    """

  /// Events that have not begun, by a text column, and not ended, by a number column.
  private static let yaml = """
    feed: 1
    store: {schema: small.sql}
    sources:
      next: {from: match, where: starts > :now, order: [starts]}
      open: {from: match, where: ends > :now, order: [ends]}
    sections:
      - {id: next, source: next, item: match}
      - {id: open, source: open, item: match}
    items: {match: {title: "{name}"}}
    adapters:
      matches:
        time: {path: $.at, unit: iso}
        sql: &matches |
          INSERT INTO match SELECT :message ->> 'id', :message ->> 'name', :message ->> 'starts',
            unixepoch(:message ->> 'ends') WHERE :message ->> 'id'
          ON CONFLICT (id) DO UPDATE SET name = excluded.name
      milliseconds:
        time: {path: $.ms, unit: ms}
        sql: *matches
      plain: {sql: *matches}
    """

  private static let recording = """
    {"op":"hello"}
    {"at":"2026-07-01T18:00:00Z","id":1,"name":"Reds","starts":"2026-07-01T18:30:00Z","ends":"2026-07-01T20:30:00Z"}
    {"at":"2026-07-01T18:10:00.5Z","id":2,"name":"Blues","starts":"2026-07-01T19:30:00Z","ends":"2026-07-01T21:30:00Z"}
    {"at":"2026-07-01T18:30:00Z"}
    {"at":"2026-07-01T20:30:01Z"}

    """

  private let feed: SmallFeed
  private let path: String

  init() throws {
    feed = try SmallFeed(yaml: Self.yaml, schema: Self.schema)
    path = try feed.directory.file("matches.jsonl", Self.recording)
  }

  private func replay(_ more: String...) throws -> FeedProgram.Outcome {
    try FeedProgram.run(["replay", feed.path] + more)
  }

  @Test func `':now' is the time of the messages, in the type of the compared column`() throws {
    let outcome = try replay(path, "--adapter", "matches", "--trace", "text", "--verify")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.lines == [
        "version 1 · as it was opened · no updates",
        "version 2 · matches.jsonl:2, at 0 s, now 2026-07-01T18:00:00Z · insertSections 1",
        "  insertSections([0])  next  1 item",
        "version 3 · matches.jsonl:3, at 600.5 s, now 2026-07-01T18:10:00Z · insertItems 1",
        "  insertItems(at: [0, 1])  match:match/2  into next: Blues",
        "version 4 · matches.jsonl:4, at 1800 s, now 2026-07-01T18:30:00Z · insertSections 1 · deleteItems 1",
        "  deleteItems(at: [0, 0])  match:match/1  from next: Reds",
        "  insertSections([1])      open           1 item",
        "version 5 · matches.jsonl:5, at 9001 s, now 2026-07-01T20:30:01Z · deleteSections 1 · deleteItems 1 · insertItems 1",
        "  deleteSections([0])      next           1 item",
        "  deleteItems(at: [1, 0])  match:match/1  from open: Reds",
        "  insertItems(at: [0, 0])  match:match/2  into open: Blues",
      ]
    )
    #expect(
      outcome.errors.contains("':now' begins with 2026-07-01T18:00:00Z, as the messages say\n")
    )
    #expect(
      outcome.errors.contains(":now            from 2026-07-01T18:00:00Z to 2026-07-01T20:30:01Z")
    )
  }

  @Test func `the initial ':now' is reported as JSON, and --now overrides it`() throws {
    let said = try replay(path, "--adapter", "matches", "--trace", "json")
    #expect(
      said.lines.map { $0.firstMatch(of: /"now":([^,]*),/)?.1 } == [
        "null", #""2026-07-01T18:00:00Z""#, #""2026-07-01T18:10:00Z""#,
        #""2026-07-01T18:30:00Z""#, #""2026-07-01T20:30:01Z""#,
      ]
    )
    let given = try replay(
      path,
      "--adapter",
      "matches",
      "--format",
      "json",
      "--now",
      "2026-07-01T19:00:00Z"
    )
    #expect(
      given.output.contains(
        #""now":{"first":"2026-07-01T19:00:00Z","last":"2026-07-01T21:30:01Z"}"#
      )
    )
    #expect(given.errors.contains("':now' begins with 2026-07-01T19:00:00Z, as --now says"))
  }

  @Test func `milliseconds and a time before each message are the same time`() throws {
    let lines = Self.recording.split(separator: "\n").dropFirst()
    let times = [1_782_928_800_000, 1_782_929_400_500, 1_782_930_600_000, 1_782_937_801_000]
    let milliseconds = zip(lines, times).map { "{\"ms\":\($1),\($0.dropFirst())\n" }.joined()
    let inFront = zip(lines, times).map { "\(Double($1) / 1000) \($0)\n" }.joined()
    let iso = lines.map { "\($0.split(separator: "\"")[3]) \($0)\n" }.joined()
    let expected = try replay(path, "--adapter", "matches", "--trace", "json")
    for (text, adapter) in [(milliseconds, "milliseconds"), (inFront, "plain"), (iso, "plain")] {
      let file = try feed.directory.file("other.jsonl", "{}\n" + text)
      let outcome = try replay(file, "--adapter", adapter, "--trace", "json")
      #expect(outcome.output == expected.output, "\(adapter): \(outcome.errors)")
    }
  }

  @Test func `render and watch use the time of the recording`() throws {
    let page = try FeedProgram.run("render", feed.path, "--fixture", path, "--adapter", "matches")
    #expect(page.output.contains("Blues"), "\(page.output)")
    #expect(!page.output.contains("Reds"), "\(page.output)")
    let watched = try FeedProgram.run(
      ["watch", feed.path, "--fixture", path, "--adapter", "matches", "--speed", "max"]
    )
    #expect(watched.status == 0)
    // By the clock of the machine all events would be over.
    #expect(watched.lines.count == 5, "\(watched.output)")
  }

  @Test func `steps use the time of the recording`() throws {
    let directory = try TemporaryDirectory()
    let process = try FeedProgram.make([
      "replay", feed.path, path, "--adapter", "matches", "--step",
    ])
    process.standardInput = try FileHandle(
      forReadingFrom: URL(filePath: try directory.file("steps", "n\nn\nn\nn\n"))
    )
    let output = Pipe()
    process.standardOutput = output
    try process.start()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text.contains("deleteItems(at: [0, 0])  match:match/1  from next: Reds"), "\(text)")
    #expect(text.contains("deleteItems(at: [1, 0])  match:match/1  from open: Reds"), "\(text)")
  }

  @Test func `a fixture without times is reported`() throws {
    let fixture = try feed.fixture([#"{"at":0}"#, #"{"at":5}"#])
    let outcome = try replay(fixture, "--format", "json")
    #expect(outcome.errors.contains("':now' begins with 0: no message says a time; see --now"))
    #expect(outcome.output.contains(#""now":{"first":0,"last":5}"#))
  }

  @Test func `a check names the indexes that lead to the rows that are due`() throws {
    let outcome = try FeedProgram.run("check", feed.path)
    #expect(outcome.status == 0)
    #expect(outcome.lines.count { $0.contains("  A  only changed rows are read again") } == 2)
    for column in ["starts", "ends"] {
      #expect(outcome.output.contains("a tick scans 'match': add an index on '\(column)'"))
    }
  }

  // MARK: Errors

  @Test func `a recording without times ends with 65, even if bad lines are skipped`() throws {
    let text = String(repeating: #"{"ts":5}"# + "\n", count: 120)
    let file = try feed.directory.file("late.jsonl", text)
    for policy in ["stop", "skip"] {
      let outcome = try replay(file, "--adapter", "matches", "--on-error", policy)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors.contains(
          """
          warning[no-times]: none of the first 100 messages has a time at '$.at'
            hint: is the 'path' under 'time' of the adapter right?; the first message has: ts
          """
        )
      )
      #expect(outcome.errors.matches(of: /warning\[no-times\]/).count == 1)
      #expect(
        outcome.errors.contains("late.jsonl: error[no-times]: no message has a time at '$.at'")
      )
    }
  }

  @Test func `a hundred consecutive bad lines end with one message and 65`() throws {
    let text = String(repeating: "not JSON\n", count: 300)
    let outcome = try replay(
      try feed.directory.file("bad.jsonl", text),
      "--on-error",
      "skip"
    )
    #expect(outcome.status == 65)
    #expect(outcome.errors.matches(of: /error\[too-many-bad-lines\]/).count == 1)
    #expect(
      outcome.errors.contains(
        "bad.jsonl:100: error[too-many-bad-lines]: 100 lines in a row cannot be played\n  hint: "
      )
    )
    #expect(!outcome.errors.contains("bad.jsonl:101"))
  }

  @Test(arguments: ["stop", "skip"])
  func `a missing fixture is one message and 65`(policy: String) throws {
    let outcome = try replay(path, "/nowhere.jsonl", "--on-error", policy)
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "/nowhere.jsonl: error[fixture-unreadable]: there is no such fixture\n  hint: check the path\n"
    )
    #expect(outcome.output.isEmpty)
  }

  // MARK: Merged files

  @Test func `the JSON trace names the file of a line if several files are merged`() throws {
    let one = try feed.fixture([#"{"at":0}"#, #"{"at":2,"upsert":{"match":[\#(Self.match)]}}"#])
    let alone = try replay(one, "--trace", "json")
    #expect(!alone.output.contains(#""file""#))
    let other = try feed.fixture([#"{"at":3,"delete":{"match":[7]}}"#], name: "other.jsonl")
    let both = try replay(one, other, "--trace", "json")
    #expect(both.lines.count == 3)
    #expect(both.lines[1].contains(#""file":"\#(one)","line":2,"at":2"#), "\(both.output)")
    #expect(both.lines[2].contains(#""file":"\#(other)","line":1,"at":3"#), "\(both.output)")
  }

  private static let match =
    #"{"id":7,"name":"Reds","starts":"2026-07-01T18:30:00Z","ends":1782937800}"#
}
