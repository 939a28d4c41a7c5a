import Foundation
import TestSupport
import Testing

@Suite("feed: usage and bad input", .waiting)
struct UsageTests {
  struct Case: CustomTestStringConvertible {
    let arguments: [String]
    let status: Int32
    let message: String

    init(_ arguments: String..., status: Int32, _ message: String = "") {
      self.arguments = arguments
      self.status = status
      self.message = message
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Case("--help", status: 0), Case("--version", status: 0), Case("replay", "--help", status: 0),
    Case(
      "nonsense",
      status: 64,
      "There is no subcommand 'nonsense'; the subcommands are: demo, init, check, "
    ),
    Case("chekc", "x.yaml", status: 64, "There is no subcommand 'chekc'; did you mean 'check'?"),
    Case("render", status: 64, "Missing expected argument"),
    Case("help", "srve", status: 64, "There is no subcommand 'srve'; did you mean 'serve'?"),
    Case("help", "serve", status: 0, ""),
    Case("demo", "--port", "0", "--listen", "127.0.0.1:0", status: 64, "--port and --listen"),
    Case("render", "x.yaml", "--size", "5x5", status: 64, "5 columns; a page has 20 to 1000"),
    Case(
      "render",
      "x.yaml",
      "--timezone",
      "Europe/Berln",
      status: 64,
      "'Europe/Berln' is not a zone; did you mean 'Europe/Berlin'?"
    ),
    Case("render", "x.yaml", "--size", "80x0", status: 64, "0 lines; a page has 1 to 100000"),
    Case("render", "x.yaml", "--size", "wide", status: 64, "write columns and lines, as 80x40"),
    Case("replay", "x.yaml", "f", "--step", "--trace", "text", status: 64, "leave out --trace"),
    Case("replay", "x.yaml", "-", "--step", status: 64, "name the fixture's file"),
    Case("render", "x.yaml", "--until", "3", status: 64, "--until applies to fixtures"),
    Case("watch", "x.yaml", "--adapter", "a", status: 64, "--adapter applies to fixtures"),
    Case("render", "x.yaml", "--fixture", "f", "--loop", "0", status: 64, "would never end"),
    Case("watch", "x.yaml", "--fixture", "f", "--until", "-1", status: 64, "--until"),
    Case("watch", "x.yaml", "--fixture", "f", "--offset", "g=1", status: 64, "names 'g', which"),
    Case("render", "x.yaml", "--format", "xml", status: 64, "xml"),
    Case("replay", "x.yaml", status: 64, "Missing expected argument"),
    Case("replay", "x.yaml", "f", "--speed", "fast", status: 64, "'fast' is not a speed"),
    Case("replay", "x.yaml", "f", "--snapshots", status: 64, "--trace json"),
    Case("replay", "x.yaml", "f", "--on-error", "ignore", status: 64, "ignore"),
    Case("generate", "chess", status: 64, "chess"),
    Case("generate", "sportsbook", "--seed", "-1", status: 64, "'-1' is invalid for '--seed"),
    Case("render", "/nowhere.yaml", status: 65, "/nowhere.yaml: error[unreadable-file]: "),
    Case("check", "/nowhere.yaml", status: 65, "/nowhere.yaml: error[unreadable-file]: "),
    Case(
      "replay",
      "layouts/sportsbook.yaml",
      "/nowhere.jsonl",
      status: 65,
      "/nowhere.jsonl: error[fixture-unreadable]: there is no such fixture"
    ),
    Case(
      "render",
      "layouts/sportsbook.yaml",
      "--store",
      "/nowhere/book.sqlite",
      status: 65,
      "error[cannot-open]"
    ),
    Case(
      "generate",
      "sportsbook",
      "--output",
      "/proc/nowhere",
      status: 65,
      "error[unwritable]: '/proc/nowhere' cannot be written"
    ),
  ])
  func `each usage has its exit code and its message`(_ row: Case) throws {
    let outcome = try FeedProgram.run(row.arguments)
    #expect(outcome.status == row.status)
    if row.status == 0 {
      #expect(!outcome.output.isEmpty)
      #expect(outcome.errors.isEmpty)
    } else {
      #expect(outcome.errors.contains(row.message), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test(arguments: [
    (
      "feed: 1\nsources: {a: {from: nowhere}}\nsections: [{id: a, source: a, item: x}]\n",
      "unknown-table"
    ),
    ("feed: 1\nsections: [{id: a, source: b, item: x}]\n", "unknown-source"),
    ("feed: 1\ntitel: x\n", "unknown-key"), ("feed: [\n", "yaml"), ("feed: 9\n", "version"),
  ])
  func `an invalid feed file is reported with the position`(yaml: String, code: String) throws {
    let feed = try SmallFeed(
      yaml: yaml.replacing("sources:", with: "store: {schema: small.sql}\nsources:")
    )
    for (command, status) in [("render", Int32(65)), ("check", 1)] {
      let outcome = try FeedProgram.run(command, feed.path)
      #expect(outcome.status == status)
      let first = outcome.errors.split(separator: "\n").first { $0.contains("error[") } ?? ""
      #expect(first.contains(code), "\(outcome.errors)")
      #expect(first.contains(/small\.yaml:[0-9]+:[0-9]+: error\[/), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }

  /// Rejected lines, and the code of the error.
  private static let badLines = [
    ("x", "fixture-syntax"), (#"{"upsert":{}}"#, "missing-at"), (#"{"at":-1}"#, "invalid-at"),
    (#"{"at":1,"upsert":{"teem":[{"id":1}]}}"#, "unknown-table"),
    (#"{"at":1,"upsert":{"team":[{"id":1,"nam":"x"}]}}"#, "unknown-column"),
    (#"{"at":1,"upsert":{"team":[{"name":"x"}]}}"#, "missing-key"),
    (#"{"at":1,"upsert":{"team":[{"id":9223372036854775808}]}}"#, "error["),
    (#"{"at":1,"upsert":{"player":[{"id":1,"team_id":77,"name":"x"}]}}"#, "constraint"),
    (#"{"at":1,"sql":["ATTACH 'x' AS y"]}"#, "not-allowed"),
    (#"{"at":1,"sql":["SELEC 1"]}"#, "sql"),
    (#"{"at":1,"adapter":"nobody","message":{}}"#, "unknown-adapter"),
    (#"{"at":1,"upsert":"#, "malformed-message"),
  ]

  @Test(arguments: sample(badLines, oneIn: 3))
  func `a bad line stops a run or is skipped, and leaves no trace`(
    line: String,
    code: String
  ) throws {
    let feed = try SmallFeed()
    let good = SmallFeed.lines
    let fixture = try feed.fixture([
      good[0], line, #"{"at":2,"upsert":{"team":[{"id":3,"name":"Greens","rank":3}]}}"#,
    ])
    let store = feed.directory.path + "/small.sqlite"

    let stopped = try FeedProgram.run("replay", feed.path, fixture, "--store", store)
    #expect(stopped.status == 65)
    #expect(stopped.errors.contains(/:2(:1)?: error\[/), "\(stopped.errors)")
    #expect(stopped.errors.contains("--on-error skip"), "\(stopped.errors)")
    #expect(stopped.errors.contains(code), "\(stopped.errors)")
    let left = try FeedProgram.run("render", feed.path, "--store", store)
    #expect(left.output.contains("Reds"))
    #expect(!left.output.contains("Greens"))

    let skipped = try FeedProgram.run(
      "replay",
      feed.path,
      fixture,
      "--store",
      store,
      "--on-error",
      "skip"
    )
    #expect(skipped.status == 0)
    #expect(skipped.errors.contains(code))
    #expect(skipped.output.contains("1 skipped"))
    let end = try FeedProgram.run("render", feed.path, "--store", store)
    #expect(end.output.contains("Greens"))
  }

  @Test func `a mistake in a part that is used twice is reported once`() throws {
    let yaml = SmallFeed.yaml
      .replacing(
        "teams: {from: team, order: [rank]}",
        with: "teams: &teams {from: team, order: [rnk]}"
      )
      .replacing("      players:\n", with: "      others: *teams\n      players:\n")
      .replacing(
        "sections:\n",
        with: "sections:\n  - {id: others, source: others, item: team, layout: list}\n"
      )
    let feed = try SmallFeed(yaml: yaml)
    let outcome = try FeedProgram.run("check", feed.path)
    #expect(outcome.errors.count { $0 == "^" } == 1, "\(outcome.errors)")
  }

  @Test func `a store with another schema is rejected and left unchanged`() throws {
    let feed = try SmallFeed()
    let store = feed.directory.path + "/small.sqlite"
    _ = try FeedProgram.run("render", feed.path, "--store", store)
    let before = try Data(contentsOf: URL(filePath: store))
    let other = try SmallFeed(
      schema: SmallFeed.schema.replacing(
        "rank INTEGER NOT NULL)",
        with: "rank INTEGER NOT NULL, extra TEXT)"
      )
    )
    let outcome = try FeedProgram.run("render", other.path, "--store", store)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("error[schema-mismatch]"))
    #expect(try Data(contentsOf: URL(filePath: store)) == before)
  }

  @Test func `an unreadable document does not stop the feed`() throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture(
      SmallFeed.lines + [#"{"at":5,"document":{"news":{"news":[{"id":"a"},{"id":"a"}]}}}"#]
    )
    let outcome = try FeedProgram.run("render", feed.path, "--fixture", fixture)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("! news: "))
    #expect(outcome.output.contains("Sun"))
  }

  @Test func `the examples of every help text can be pasted`() throws {
    let help = try FeedProgram.run("--help").output
    let list = try #require(help.firstRange(of: "SUBCOMMANDS:\n")).upperBound
    let names = help[list...].matches(of: /(?m)^ {2}([a-z][a-z-]*)/).map { String($0.output.1) }
    #expect(names.count > 15)
    #if Network
    let nested = ["log status", "log trim", "log upgrade"]
    #else
    let nested: [String] = []
    #endif
    for name in names + nested {
      let help = try FeedProgram.run(name.split(separator: " ").map(String.init) + ["--help"])
        .output
      let text = help.firstRange(of: "USAGE:").map { help[..<$0.lowerBound] } ?? help[...]
      guard let examples = text.firstRange(of: "Examples:\n") else { continue }
      // A wrapped line begins at the margin, and so does one with an escaped line break.
      let block = text[examples.upperBound...]
      let end = block.firstRange(of: "\n\n")?.lowerBound ?? block.endIndex
      for line in block[..<end].split(separator: "\n") {
        #expect(line.hasPrefix("  "), "feed \(name): \(line)")
      }
    }
  }
}
