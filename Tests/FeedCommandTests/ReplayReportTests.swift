import Foundation
import TestSupport
import Testing

/// Recordings with messages out of order, bad lines and several starts, as `feed replay` reports them.
@Suite("feed replay: the report of a recording", .waiting)
struct ReplayReportTests {
  private static let sql = """
    sql: |
          INSERT INTO price VALUES (:message ->> 'name', :message ->> 'price')
          ON CONFLICT (name) DO UPDATE SET price = excluded.price
    """

  private static let yaml = """
    feed: 1
    store: {schema: small.sql}
    sources: {prices: {from: price, order: [name]}}
    sections: [{id: prices, source: prices, item: price}]
    items: {price: {title: "{name}", value: "{price}"}}
    adapters:
      ticks:
        time: {path: $.ts, unit: iso}
        \(sql)
      sorted:
        time: {path: $.ts, unit: iso, sort: true}
        \(sql)
    """

  private let feed: SmallFeed

  init() throws {
    feed = try SmallFeed(
      yaml: Self.yaml,
      schema: "CREATE TABLE price (name TEXT PRIMARY KEY, price REAL NOT NULL) STRICT;"
    )
  }

  private func message(_ second: String, _ price: String) -> String {
    "{\"ts\":\"2026-07-04T13:00:\(second)Z\",\"name\":\"x\",\"price\":\(price)}"
  }

  private func replay(_ arguments: String...) throws -> FeedProgram.Outcome {
    try FeedProgram.run(["replay", feed.path] + arguments)
  }

  @Test func `a trace of patches begins with the revision of the layouts, as a server sends it`()
    async throws
  {
    let path = try feed.directory.file("a.jsonl", message("03.222", "1"))
    func revision(height: Int) throws -> Substring {
      let yaml = Self.yaml.replacing("item: price}]", with: "item: price, layout: rows}]")
      _ = try feed.directory.file("high.yaml", "\(yaml)\nlayouts: {rows: {height: \(height)}}\n")
      let trace = try FeedProgram.run(
        "replay",
        feed.directory.path("high.yaml"),
        path,
        "--adapter",
        "ticks",
        "--trace",
        "patches"
      )
      let match = try #require(
        trace.output.firstMatch(of: /"layouts":"([0-9a-f]{16})"/),
        "\(trace)"
      )
      return match.output.1
    }
    let (low, high) = (try revision(height: 40), try revision(height: 48))
    #expect(low != high)
    #if Server
    let server = try ServedProgram(feed.directory.path("high.yaml"))
    #expect(try await server.ask("GET /v1/layouts").contains("\"revision\":\"\(high)\""))
    #expect(try await server.ask("GET /v1/feed").contains("\"layouts\":\"\(high)\""))
    #expect(server.end().status == 0)
    #endif
  }

  @Test func `--item prints the changes of one item with their messages`() throws {
    let path = try feed.directory.file(
      "a.jsonl",
      message("03", "3") + "\n" + message("04", "4") + "\n" + message("05", "4")
    )
    let options = [path, "--adapter", "ticks"]
    let all = try FeedProgram.run(["replay", feed.path] + options + ["--trace", "text"])
    let items = Set(all.output.matches(of: /price:(price\/\w+)/).map { String($0.output.1) })
    for item in items {
      let run = try FeedProgram.run(["replay", feed.path] + options + ["--item", item])
      #expect(run.status == 0, "\(run.errors)")
      let lines = run.output.split(separator: "\n")
      #expect(!lines.isEmpty)
      for line in lines where line.hasPrefix(" ") { #expect(line.contains(":\(item) ")) }
      #expect(run.output.contains("a.jsonl:"))
    }
    let none = try FeedProgram.run(["replay", feed.path] + options + ["--item", "price/y"])
    #expect(none.status == 1)
    #expect(none.errors.contains("error[unknown-item]: no version shows 'price/y'"))
    let both = ["--item", "price/x", "--trace", "json"]
    #expect(try FeedProgram.run(["replay", feed.path] + options + both).status == 64)
  }

  @Test func `--until with microseconds plays exactly the messages up to it`() throws {
    let times = (1...9).map { "2026-01-01T00:00:00.12345\($0)Z" }
    let lines = times.enumerated().map {
      #"{"ts":"\#($1)","name":"x","price":\#($0 + 1)}"#
    }
    let path = try feed.directory.file("a.jsonl", lines.joined(separator: "\n"))
    for (index, time) in times.enumerated() {
      let run = try FeedProgram.run(
        ["replay", feed.path, path, "--adapter", "ticks", "--until", time, "--format", "json"]
      )
      #expect(run.output.contains(#""messages":\#(index + 1),"#), "\(time): \(run.output)")
    }
  }

  @Test func `the times of a JSON trace have no more digits than those of the messages`() throws {
    let path = try feed.directory.file(
      "a.jsonl",
      [message("03.222", "1"), message("03.622", "2"), message("04.259", "3")]
        .joined(separator: "\n")
    )
    let outcome = try replay(path, "--adapter", "ticks", "--trace", "json")
    #expect(try outcome.lines.map { try TraceLine($0).at } == [0, 0, 0.4, 1.037])
    #expect(outcome.lines.dropFirst(2).first?.contains(#""at":0.4,"#) == true)
  }

  @Test func `messages that are earlier than one before are counted, and sorted on request`() throws
  {
    let path = try feed.directory.file(
      "a.jsonl",
      [message("05", "5"), message("03", "3"), message("04", "4"), message("06", "6")]
        .joined(separator: "\n")
    )
    let told = try replay(path, "--adapter", "ticks")
    #expect(
      told.output.contains(
        "2 messages are earlier than one before, and played at its time; see 'sort: true' of 'time:'\n"
      )
    )
    let json = try replay(path, "--adapter", "ticks", "--format", "json")
    #expect(json.output.contains(#""earlier":2,"#))
    let sorted = try replay(path, "--adapter", "sorted", "--trace", "json")
    #expect(!sorted.errors.contains("earlier"))
    let lines = try sorted.lines.dropFirst().map { try TraceLine($0) }
    #expect(lines.map(\.line) == [2, 3, 1, 4])
    #expect(lines.map(\.at) == [0, 1, 2, 3])
  }

  @Test func `a sorted recording is continued after the messages that were played`() throws {
    let texts = [
      message("05", "5"), message("03", "3"), message("04", "\"?\""), message("06", "6"),
    ]
    let path = try feed.directory.file("a.jsonl", texts.joined(separator: "\n"))
    let arguments = [path, "--adapter", "sorted", "--store", feed.directory.path("a.sqlite")]
    let first = try FeedProgram.run(["replay", feed.path] + arguments)
    #expect(first.status == 65)
    #expect(first.errors.contains("a.jsonl:3: "), "\(first.errors)")
    let second = try FeedProgram.run(
      ["replay", feed.path] + arguments + ["--on-error", "skip", "--trace", "json"]
    )
    #expect(second.errors.contains("continuing after line 1\n"), "\(second.errors)")
    #expect(try second.lines.dropFirst().map { try TraceLine($0).line } == [1, 4])
  }

  @Test func `an error in a sorted list names the place of the element in the file`() throws {
    let path = try feed.directory.file(
      "a.json",
      "[\(message("05", "5")),\n\(message("06", "\"?\"")),\n\(message("04", "4"))]"
    )
    let outcome = try replay(path, "--adapter", "sorted")
    #expect(outcome.errors.contains("a.json:2: "), "\(outcome.errors)")
  }

  @Test
  func `a replay that stops names the column and the option, and does not claim to be verified`()
    throws
  {
    let path = try feed.directory.file(
      "a.jsonl",
      message("03", "3") + "\n{\"ts\":\"2026\n" + message("04", "4")
    )
    let outcome = try replay(path, "--adapter", "ticks", "--verify")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.hasSuffix(
        """
        a.jsonl:2:7: error[fixture-syntax]: the line is not one JSON object: no quote closes this text
          hint: a recording is JSON Lines, or a JSON list of messages; --on-error skip plays the lines after it

        """
      ),
      "\(outcome.errors)"
    )
    #expect(
      outcome.output.contains("only the batches before the stop were performed by the strict model")
    )
    let json = try replay(path, "--adapter", "ticks", "--verify", "--format", "json")
    #expect(json.output.contains(#""verified":false,"stopped":true"#))
    let whole = try replay(path, "--adapter", "ticks", "--verify", "--on-error", "skip")
    #expect(whole.output.contains("every batch was performed by the strict model"))
  }

  private func recorded(_ name: String, start: String?, prices: ClosedRange<Int>) throws -> String {
    let lines = prices.map { price in
      let start = price == prices.lowerBound ? start.map { "\"start\":\"\($0)\"," } ?? "" : ""
      return
        "{\"at\":\(price - prices.lowerBound),\(start)\"input\":\"desk\",\"adapter\":\"ticks\","
        + "\"message\":\(message("00", "\(price)"))}\n"
    }
    return try feed.directory.file(name, lines.joined())
  }

  @Test func `recordings are played one after the other by their starts`() throws {
    let second = try recorded("2.jsonl", start: "2026-07-04T13:10:00.500Z", prices: 4...6)
    let first = try recorded("1.jsonl", start: "2026-07-04T13:00:00.250Z", prices: 1...3)
    let outcome = try replay(second, first, "--trace", "json")
    #expect(try outcome.lines.map { try TraceLine($0).at } == [0, 0, 1, 2, 600.25, 601.25, 602.25])
    #expect(!outcome.errors.contains("warning"))
  }

  @Test func `a warning names --offset for recordings without a start that are mixed`() throws {
    let first = try recorded("1.jsonl", start: nil, prices: 1...3)
    let second = try recorded("2.jsonl", start: nil, prices: 4...6)
    let outcome = try replay(first, second)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        \(second): warning[recordings-mixed]: its lines are played between those of '\(first)', since both begin at 0
          hint: if one was recorded after the other, place it with --offset FILE=SECONDS

        """
    )
    let placed = try replay(first, second, "--offset", "2.jsonl=100")
    #expect(placed.errors.isEmpty, "\(placed.errors)")
    let parts = try replay(first, try recorded("3.jsonl", start: nil, prices: 7...7))
    #expect(parts.errors.contains("recordings-mixed"))
  }

  @Test(arguments: [(",", ""), (";", #", delimiter=";""#)])
  func `a recording in CSV is named, with the command that converts it`(
    mark: String,
    option: String
  ) throws {
    let rows = ["ts,name,price", "2026-07-04T13:00:03Z,x,2.5", "2026-07-04T13:00:04Z,x,"]
    let text = rows.joined(separator: "\n").replacing(",", with: mark)
    let path = try feed.directory.file("my trades.csv", text)
    let lines = feed.directory.path("my trades.jsonl")
    for adapter in [["--adapter", "ticks"], []] {
      let outcome = try FeedProgram.run(["replay", feed.path, path] + adapter)
      #expect(outcome.status == 65)
      let message = """
        \(path):1: error[recording-in-csv]: the file is a table in CSV, and not a recording in JSON
          hint: convert it: python3 -c 'import csv,json,sys; [print(json.dumps({k: v for k, v in r.items() if v})) \
        for r in csv.DictReader(sys.stdin\(option))]' < '\(path)' > '\(lines)'
        """
      #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    }
    let errors = try replay(path).errors
    let start = try #require(errors.firstRange(of: "convert it: ")?.upperBound)
    let end = try #require(errors[start...].firstRange(of: "\(lines)'")?.upperBound)
    let run = try FeedProgram.run(["-c", String(errors[start..<end])], program: "/bin/bash")
    try #require(run.status == 0, "\(run)")
    let outcome = try replay(lines, "--adapter", "ticks", "--on-error", "skip", "--format", "json")
    #expect(outcome.output.contains(#""messages":1,"#), "\(outcome)")
  }

  @Test func `a compressed file that ends early is named as the cause`() throws {
    let texts = (10..<60).map { message("\($0)", "\($0)") }
    let path = try feed.directory.file("a.jsonl", texts.joined(separator: "\n"))
    let zip = try ForeignProgram.run("gzip", [path])
    try #require(zip.status == 0)
    // The end of the last message, the checksum and the size are missing.
    let data = try Data(contentsOf: URL(filePath: path + ".gz"))
    let cut = feed.directory.path("cut.jsonl.gz")
    try data.dropLast(12).write(to: URL(filePath: cut))
    let outcome = try replay(cut, "--adapter", "ticks")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.contains(
        """
        error[fixture-syntax]: the compressed file ends early, in the middle of a message
          hint: copy it or compress the original again; --on-error skip plays the lines after it
        """
      ),
      "\(outcome.errors)"
    )
    let start = try FeedProgram.run(
      ["init", "desk", "cut.jsonl.gz", "--yes"],
      in: feed.directory.path
    )
    #expect(start.status == 0, "\(start.errors)")
    #expect(start.errors.contains("left out: the compressed file ends early\n"), "\(start.errors)")
    let table = try feed.directory.file(
      "b.csv",
      "id,name\n" + (1...200).map { "\($0),n\($0 * 7919 % 1000)\n" }.joined()
    )
    _ = try ForeignProgram.run("gzip", [table])
    let whole = try Data(contentsOf: URL(filePath: table + ".gz"))
    try whole.dropLast(12).write(to: URL(filePath: table + ".gz"))
    let refused = try FeedProgram.run(
      ["init", "names", "b.csv.gz", "--yes"],
      in: feed.directory.path
    )
    #expect(refused.status == 65)
    #expect(
      refused.errors.contains("'b.csv.gz' ends early: the end of its compressed data is missing"),
      "\(refused.errors)"
    )
  }

  #if Server
  @Test func `a server logs the continuation of a recording as a notice`() throws {
    let path = try feed.directory.file("a.jsonl", message("03", "3") + "\n" + message("04", "4"))
    let options = ["--adapter", "ticks", "--store", feed.directory.path("a.sqlite")]
    _ = try FeedProgram.run(["replay", feed.path, path] + options)
    let server = try ServedProgram(feed.path, ["--fixture", path, "--speed", "max"] + options)
    let log = server.log(until: "continuing after")
    #expect(server.end().status == 0)
    let line = try #require(log.split(separator: "\n").first { $0.contains("continuing after") })
    #expect(line.contains(#""level":"notice""#), "\(line)")
    #expect(line.contains("a.jsonl: continuing after line 2"), "\(line)")
  }

  @Test func `each line of a server's log has each key once`() throws {
    let path = try feed.directory.file("a.jsonl", "{\n" + message("03", "3"))
    let server = try ServedProgram(
      feed.path,
      ["--fixture", path, "--adapter", "ticks", "--speed", "max"]
    )
    let log = server.log(until: "a fixture")
    #expect(server.end().status == 0)
    let line = try #require(log.split(separator: "\n").first { $0.contains("a fixture") })
    #expect(line.matches(of: /"message":/).count == 1, "\(line)")
    #expect(line.contains(#""notice":"\#(path):1:"#) == true, "\(line)")
  }
  #endif
}
