import Foundation
import TestSupport
import Testing

@Suite("feed init from a log of messages", .waiting)
struct MessageStartTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Messages about three markets with two runners each, one of them out of order.
  private static func log(_ extra: [String] = []) -> String {
    var lines = (1...3).map {
      "{\"ts\":\"2026-11-01T10:00:00.00\($0)Z\",\"type\":\"open\",\"market\":\"m\($0)\",\"name\":\"Match \($0)\"}"
    }
    for step in 0..<24 {
      let second = step == 13 ? 12 : step == 12 ? 13 : step
      lines.append(
        "{\"ts\":\"2026-11-01T10:00:\(10 + second).500Z\",\"type\":\"quote\",\"market\":\"m\(step % 3 + 1)\","
          + "\"runner\":\(step % 2 + 1),\"price\":\(step + 1).25}"
      )
    }
    return (lines + extra).map { $0 + "\n" }.joined()
  }

  private func start(_ arguments: String...) throws -> FeedProgram.Outcome {
    try FeedProgram.run(["init"] + arguments + ["--yes"], in: directory.path)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: directory.path(name), encoding: .utf8)
  }

  private func check(_ feed: String) throws {
    let check = try FeedProgram.run(["check", "--strict", feed], in: directory.path)
    #expect(check.status == 0, "\(check.errors)")
  }

  @Test func `a column of ids is a key by its values, whatever its name`() throws {
    _ = try directory.file("day.jsonl", Self.log().replacing("\"market\"", with: "\"event\""))
    let run = try start("desk", "day.jsonl")
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("with --key event,runner, each 'runner' has its own row"))
    #expect(try text("desk/desk.yaml").contains("ON CONFLICT (event) DO UPDATE SET"))
  }

  @Test func `the log of the documentation becomes the feed that its page describes`() throws {
    let log = Repository.path("Documentation/Adapters/markets.jsonl")
    _ = try directory.file("markets.jsonl", String(contentsOfFile: log, encoding: .utf8))
    let run = try start("desk", "markets.jsonl")
    try #require(run.status == 0, "\(run.errors)")
    #expect(try text("desk/desk.yaml").contains("ON CONFLICT (market) DO UPDATE SET"))
    #expect(!FileManager.default.fileExists(atPath: directory.path("desk/desk.seed.jsonl")))
  }

  @Test func `a log becomes an adapter with its time, and the latest row for each key`() throws {
    _ = try directory.file("day.jsonl", Self.log())
    let run = try start("desk", "day.jsonl")
    try #require(run.status == 0, "\(run.errors)")
    #expect(
      run.errors.contains("feed replay desk/desk.yaml day.jsonl --adapter day --trace text\n")
    )
    #expect(
      run.errors.contains("feed watch desk/desk.yaml --fixture day.jsonl --adapter day\n")
    )
    let feed = try text("desk/desk.yaml")
    for part in [
      "    time: {path: \"$.ts\", unit: iso, sort: true}\n", "ON CONFLICT (market) DO UPDATE SET",
      "WHERE coalesce(excluded.ts >= ts, true)", "With '--key market,runner', each 'runner' has",
    ] {
      #expect(feed.contains(part), "no \(part) in \(feed)")
    }
    #expect(!feed.contains("seed:"))
    #expect(!FileManager.default.fileExists(atPath: directory.path("desk/desk.seed.jsonl")))
    try check("desk/desk.yaml")
    let limit = "2026-11-01T10:00:11Z"
    for (options, count) in [([], 27), (["--until", limit], 4)] {
      let replay = try FeedProgram.run(
        [
          "replay", "desk/desk.yaml", "day.jsonl", "--adapter", "day", "--format", "json",
          "--verify",
        ]
          + options,
        in: directory.path
      )
      #expect(replay.output.contains("\"messages\":\(count),"), "\(replay)")
      #expect(!replay.errors.contains("warning"), "\(replay.errors)")
    }
    let page = try FeedProgram.run(
      ["render", "desk/desk.yaml", "--fixture", "day.jsonl", "--adapter", "day"],
      in: directory.path
    )
    for price in ["22.25", "23.25", "24.25"] {
      #expect(page.output.components(separatedBy: price).count == 2, "\(page.output)")
    }
    #expect(!page.output.contains("21.25"))
  }

  @Test func `several columns of --key identify the messages about one row`() throws {
    _ = try directory.file("day.jsonl", Self.log())
    let run = try start("desk", "day.jsonl", "--key", "market,runner")
    try #require(run.status == 0, "\(run.errors)")
    #expect(try text("desk/desk.sql").contains("PRIMARY KEY (market, runner)"))
    try check("desk/desk.yaml")
    let page = try FeedProgram.run(
      ["render", "desk/desk.yaml", "--fixture", "day.jsonl", "--adapter", "day"],
      in: directory.path
    )
    for price in 19...24 { #expect(page.output.contains("\(price).25"), "\(page.output)") }
    #expect(!page.output.contains("18.25"))
  }

  @Test(arguments: [
    ("1782930600", "250", "unit: ms"), ("1782930600", "250125", "unit: us"),
    ("1782930600", "", "unit: s"), ("1782930600", "250125000", "unit: ns"),
  ])
  func `the unit of a time is that of its numbers`(
    second: String,
    rest: String,
    unit: String
  ) throws {
    let lines = (0..<6).map {
      "{\"ms\":\(second.dropLast())\($0)\(rest),\"symbol\":\"\($0 % 2 == 0 ? "A" : "B")\",\"price\":\($0)}\n"
    }
    _ = try directory.file("ticks.jsonl", lines.joined())
    let run = try start("desk", "ticks.jsonl")
    try #require(run.status == 0, "\(run.errors)")
    let feed = try text("desk/desk.yaml")
    #expect(feed.contains("time: {path: \"$.ms\", \(unit)}"), "\(feed)")
    #expect(feed.contains("ON CONFLICT (symbol)"), "\(feed)")
    try check("desk/desk.yaml")
  }

  @Test(arguments: [
    ("t", "1782930600250", "ms"), ("T", "1782930600", "s"), ("E", "1782930600250125", "us"),
    ("pt", "\"1782930600250\"", "ms"), ("received", "1782930600.5", "s"),
    ("publishTime", "\"2026-07-01T18:30:00.250Z\"", "iso"), ("clk", "1782930600250125000", "ns"),
  ])
  func `a time is found by its values, whatever its name`(
    name: String,
    time: String,
    unit: String
  ) throws {
    let lines = (0..<6).map { step in
      "{\"n\":\(step),\"\(name)\":\(time.replacing("18:30:0", with: "18:30:\(step)").replacing("178293060", with: "17829306\(step)")),"
        + "\"symbol\":\"\(step % 2 == 0 ? "A" : "B")\",\"price\":\(step)}\n"
    }
    _ = try directory.file("ticks.jsonl", lines.joined())
    let run = try start("desk", "ticks.jsonl")
    try #require(run.status == 0, "\(run.errors)")
    let feed = try text("desk/desk.yaml")
    #expect(feed.contains("time: {path: \"$.\(name)\", unit: \(unit)}"), "\(feed)")
    try check("desk/desk.yaml")
    let replay = try FeedProgram.run(
      [
        "replay", "desk/desk.yaml", "ticks.jsonl", "--adapter", "ticks", "--format", "json",
        "--until", "2026-07-01T18:31:00Z",
      ],
      in: directory.path
    )
    #expect(replay.output.contains("\"messages\":"), "\(replay)")
    #expect(!replay.errors.contains("no-times"), "\(replay.errors)")
  }

  /// Messages of three kinds about four markets.
  private static let kinds = (0..<40).map { step in
    let start = "{\"t\":\(1_782_930_600_000 + step * 50),\"ev\":"
    let market = "\"mkt\":\"mk-\(step % 4 + 1)\""
    return switch step {
    case ..<4: "\(start)\"market\",\(market),\"name\":\"Match \(step)\",\"state\":\"open\"}\n"
    case 36...: "\(start)\"market\",\(market),\"state\":\"closed\"}\n"
    case 35: "\(start)\"drop\",\(market)}\n"
    default:
      "\(start)\"lvl\",\(market),\"sel\":\"\(step / 4 % 2 == 0 ? "home" : "away")\",\"px\":\(step).5}\n"
    }
  }

  @Test func `the kind of a message is not its key, and is named with the remedy`() throws {
    _ = try directory.file("day.jsonl", Self.kinds.joined())
    let run = try start("desk", "day.jsonl")
    try #require(run.status == 0, "\(run.errors)")
    #expect(try text("desk/desk.yaml").contains("ON CONFLICT (mkt) DO UPDATE SET"))
    #expect(
      run.errors.hasPrefix(
        """
        day.jsonl: the feed has one row for each 'mkt'; with --key mkt,sel, each 'sel' has its own row
        day.jsonl: 'ev' is the kind of a message (drop, lvl, market), and the table has the latest members of all kinds; \
        'cases:' of the adapter treat each kind by itself, as Documentation/Adapters.md shows

        """
      ),
      "\(run.errors)"
    )
    try check("desk/desk.yaml")
    let divided = try start("sides", "day.jsonl", "--key", "mkt,sel")
    #expect(
      divided.errors.hasPrefix(
        "day.jsonl: 9 of 40 messages lack a value of the key 'mkt,sel', and are left out\n"
      ),
      "\(divided.errors)"
    )
    try check("sides/sides.yaml")
  }

  @Test func `logs of the same columns are one table, whose files are played together`() throws {
    // The second half is named first, and none of its messages has a name.
    _ = try directory.file("pm.jsonl", Self.kinds[20...].joined())
    _ = try directory.file("am.jsonl", Self.kinds[..<20].joined())
    let run = try start("desk", "pm.jsonl", "am.jsonl")
    try #require(run.status == 0, "\(run.errors)")
    #expect(
      run.errors.hasPrefix(
        "am.jsonl and pm.jsonl: one log in several files, since their columns are the same\n"
      ),
      "\(run.errors)"
    )
    #expect(
      run.errors.contains(
        "feed replay desk/desk.yaml am.jsonl pm.jsonl --adapter desk --trace text\n"
      ),
      "\(run.errors)"
    )
    let feed = try text("desk/desk.yaml")
    #expect(feed.contains("time: {path: \"$.t\", unit: ms}\n"), "\(feed)")
    try check("desk/desk.yaml")
    let replay = try FeedProgram.run(
      [
        "replay", "desk/desk.yaml", "am.jsonl", "pm.jsonl", "--adapter", "desk", "--format",
        "json", "--verify",
      ],
      in: directory.path
    )
    #expect(replay.output.contains("\"messages\":40,"), "\(replay)")
    // The advised key applies to both.
    let divided = try start("sides", "am.jsonl", "pm.jsonl", "--key", "mkt,sel")
    #expect(divided.status == 0, "\(divided.errors)")
    #expect(try text("sides/sides.sql").contains("PRIMARY KEY (mkt, sel)"))
    // A log with other columns is another table.
    _ = try directory.file("trades.jsonl", Self.log())
    let two = try start("two", "am.jsonl", "trades.jsonl")
    #expect(
      two.errors.contains("--adapter am.jsonl=am --adapter trades.jsonl=trades"),
      "\(two.errors)"
    )
  }

  @Test func `rows with different ids, and messages without a time, are rows`() throws {
    let notes = (1...4).map {
      "{\"id\":\($0),\"created_at\":\"2026-11-01T10:00:0\($0)Z\",\"author\":\"\($0 % 2 == 0 ? "Ada" : "Bo")\"}\n"
    }
    _ = try directory.file("notes.jsonl", notes.joined())
    #expect(try start("notes", "notes.jsonl").status == 0)
    #expect(try text("notes/notes.yaml").contains("seed:"))
    let quotes = (1...4).map { "{\"market\":\"m\($0 % 2)\",\"runner\":1,\"price\":\($0)}\n" }
    _ = try directory.file("quotes.jsonl", quotes.joined())
    let refused = try start("quotes", "quotes.jsonl", "--key", "market,runner")
    #expect(refused.status == 65)
    #expect(
      refused.errors.contains(
        "messages, of which the feed shows the latest for each key, are JSON Lines with a time that increases"
      ),
      "\(refused.errors)"
    )
    _ = try directory.file("day.jsonl", Self.log())
    #expect(try start("rows", "day.jsonl", "--import").status == 0)
    #expect(try text("rows/rows.yaml").contains("seed:"))
  }

  @Test func `broken lines are left out, counted and named`() throws {
    let good = Self.log()
    _ = try directory.file("day.jsonl", good + "{\"ts\":\"2026\n" + "17\n" + good)
    let run = try start("desk", "day.jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.errors.hasPrefix(
        """
        day.jsonl:28:7: warning[broken-lines]: 2 of 56 lines are left out (lines 28, 29); the first: no quote closes this text
          hint: 'feed replay --on-error skip' leaves out such lines as well

        """
      ),
      "\(run.errors)"
    )
    let command =
      "feed replay desk/desk.yaml day.jsonl --adapter day --on-error skip --trace text\n"
    #expect(run.errors.contains(command), "\(run.errors)")
    let replay = try FeedProgram.run(
      ["replay", "desk/desk.yaml", "day.jsonl", "--adapter", "day", "--on-error", "skip"],
      in: directory.path
    )
    #expect(replay.output.contains("54, 2 skipped"), "\(replay)")
    let first = try directory.file("cut.jsonl", "2026\"}\n" + good)
    #expect(
      try start("cut", first).errors.contains("cut.jsonl:1:5: warning[broken-lines]: 1 of 28 ")
    )
    let many = String(repeating: "{\n", count: 4)
    _ = try directory.file("bad.jsonl", good + many)
    let bad = try start("bad", "bad.jsonl")
    #expect(bad.status == 65)
    #expect(bad.errors.contains("bad.jsonl:28:"), "\(bad.errors)")
  }

  @Test func `a compressed file is read like its original`() throws {
    _ = try directory.file("day.jsonl", Self.log())
    _ = try directory.file("films.json", #"[{"id":1,"title":"Alien"},{"id":2,"title":"Brazil"}]"#)
    let zip = try FeedProgram.run(
      ["-c", "gzip -k day.jsonl films.json"],
      program: "/bin/bash",
      in: directory.path
    )
    try #require(zip.status == 0, "\(zip.errors)")
    #expect(try start("plain", "day.jsonl", "--name", "desk").status == 0)
    let run = try start("zipped", "day.jsonl.gz", "--name", "desk")
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("zipped/desk.yaml day.jsonl.gz --adapter desk"), "\(run.errors)")
    #expect(
      try text("plain/desk.yaml").replacing("day.jsonl", with: "day.jsonl.gz")
        == text("zipped/desk.yaml")
    )
    #expect(try start("films", "films.json.gz").status == 0)
    let page = try FeedProgram.run(["render", "films/films.yaml"], in: directory.path)
    #expect(page.output.contains("Brazil"), "\(page)")
    try Data("\u{1F}\u{8B}x".utf8).write(to: URL(filePath: directory.path("bad.json.gz")))
    #expect(try start("bad", "bad.json.gz").status == 65)
  }
}
