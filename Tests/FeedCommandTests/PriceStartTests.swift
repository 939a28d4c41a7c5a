import Foundation
import TestFeeds
import TestSupport
import Testing

/// The messages of an exchange: prices are texts, the symbols repeat, and a message is of a kind.
enum PriceMessages {
  static let symbols = ["ETH-EUR", "BTC-EUR", "ADA-EUR", "SOL-EUR"]

  /// Trades and books with inner objects.
  static let nested = (0..<24).map { step in
    let start = "{\"ts\":\(1_764_345_600_073 + step * 75),\"ch\":"
    let symbol = "\"s\":\"\(symbols[step / 2 % 4])\""
    return step % 2 == 0
      ? "\(start)\"trades\",\"seq\":\(step),\"data\":{\(symbol),\"id\":\(1001 + step),\"p\":\"32\(10 + step).80\","
        + "\"q\":\"3.0\(10 + step)\",\"side\":\"\(step % 4 == 0 ? "sell" : "buy")\",\"T\":\(1_764_345_600_070 + step * 75)}}"
      : "\(start)\"book\",\"seq\":\(step),\"data\":{\(symbol),\"u\":\(step),\"b\":[],\"a\":[]}}"
  }

  /// Trades without inner objects.
  static let flat = (0..<24).map { step in
    "{\"ts\":\(1_764_345_600_073 + step * 75),\"symbol\":\"\(symbols[step % 4])\",\"price\":\"32\(10 + step).80\","
      + "\"size\":\"3.0\(10 + step)\",\"side\":\"\(step % 8 < 4 ? "sell" : "buy")\"}"
  }
}

@Suite("feed init from prices that are texts", .waiting)
struct PriceStartTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: directory.path(name), encoding: .utf8)
  }

  @Test(arguments: [
    (PriceMessages.nested, #"title: "{data_s}", "#, #"value: "{data_p}""#),
    (PriceMessages.flat, #"title: "{symbol}", "#, #"value: "{price}""#),
  ])
  func `the key of messages is the title, and the price the value`(
    lines: [String],
    title: String,
    value: String
  ) throws {
    _ = try directory.file("day.ndjson", lines.map { $0 + "\n" }.joined())
    let run = try FeedProgram.run(["init", "desk", "day.ndjson", "--yes"], in: directory.path)
    try #require(run.status == 0, "\(run.errors)")
    let feed = try text("desk/desk.yaml")
    #expect(feed.contains(title), "\(feed)")
    #expect(feed.contains(value), "\(feed)")
    let check = try FeedProgram.run(["check", "--strict", "desk/desk.yaml"], in: directory.path)
    #expect(check.status == 0, "\(check.errors)")
    let page = try FeedProgram.run(
      ["render", "desk/desk.yaml", "--fixture", "day.ndjson", "--adapter", "day"],
      in: directory.path
    )
    for symbol in PriceMessages.symbols { #expect(page.output.contains(symbol), "\(page)") }
  }

  @Test func `a price in a table of CSV is a figure, and a version is a text`() throws {
    _ = try directory.file("prices.csv", "id,price\n1,1.50\n2,10.250\n")
    _ = try directory.file("tools.csv", "id,version\n1,1.9\n2,1.10\n")
    for name in ["prices", "tools"] {
      let run = try FeedProgram.run(["init", name, "\(name).csv", "--yes"], in: directory.path)
      try #require(run.status == 0, "\(run.errors)")
    }
    #expect(try text("prices/prices.yaml").contains(#"value: "{price"#))
    #expect(try text("tools/tools.yaml").contains(#"title: "{version}""#))
  }

  #if Network
  /// Returns the address of a stream of events, which begins again after the last one.
  private func stream(_ source: WebSource, _ messages: [String]) -> String {
    let events = messages.map { "data: \($0)\n\n" }.joined()
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    let body = Data((head + events).utf8).base64EncodedString()
    return source.url(
      "/once?body=\(body.replacing("+", with: "-").replacing("/", with: "_"))"
    )
  }

  @Test func `the key and the kinds of the messages of a stream are found as in a file`()
    async throws
  {
    let source = try await WebSource.start(in: directory.url)
    let address = stream(source, PriceMessages.nested)
    let run = try FeedProgram.run(["init", "live", address, "--yes"], in: directory.path)
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("'ch' is the kind of a message (book, trades)"), "\(run.errors)")
    let feed = try text("live/live.yaml")
    for part in [
      "ON CONFLICT (data_s) DO UPDATE SET", #"title: "{data_s}""#, #"value: "{data_p}""#,
    ] {
      #expect(feed.contains(part), "no \(part) in \(feed)")
    }
    let check = try FeedProgram.run(["check", "--strict", "live/live.yaml"], in: directory.path)
    #expect(check.status == 0, "\(check.errors)")
  }

  @Test func `the sample lines of several sources are in the order of their times`() async throws {
    let source = try await WebSource.start(in: directory.url)
    let stream = stream(source, PriceMessages.flat)
    let metrics =
      "# TYPE queue_depth gauge\nqueue_depth{queue=\"mail\"} 20\nqueue_depth{queue=\"sms\"} 1\nup 1\n"
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nConnection: close\r\n"
      + "Content-Length: \(metrics.utf8.count)\r\n\r\n"
    let body = Data((head + metrics).utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_")
    let run = try FeedProgram.run(
      ["init", "mix", stream, source.url("/once?body=\(body)"), "--yes"],
      in: directory.path
    )
    try #require(run.status == 0, "\(run.errors)")
    let times = try text("mix/mix.updates.jsonl").split(separator: "\n").compactMap {
      $0.firstMatch(of: /"at":([0-9.]+)/).flatMap { Double($0.output.1) }
    }
    #expect(times.count > 2 && times == times.sorted(), "\(times)")
    let page = try FeedProgram.run(
      ["render", "mix/mix.yaml", "--fixture", "mix/mix.updates.jsonl"],
      in: directory.path
    )
    #expect(page.status == 0, "\(page.errors)")
    // Metrics of one name are told apart by their labels.
    #expect(page.output.contains(#"queue_depth{queue="mail"}"#), "\(page.output)")
    #expect(page.output.contains(#"queue_depth{queue="sms"}"#), "\(page.output)")
  }
  #endif

  @Test func `a suggested key of one of several sources has its name`() throws {
    _ = try directory.file(
      "day.ndjson",
      (0..<40).map { step in
        "{\"ts\":\(1_764_345_600_073 + step * 75),\"market\":\"m\(step % 4)\",\"runner\":\(step / 4 % 2 + 1),"
          + "\"price\":\(step).5}\n"
      }.joined()
    )
    _ = try directory.file("laps.csv", "lap,home\n1,A\n2,B\n3,A\n")
    _ = try directory.file("pairs.csv", "host,disk,used\na,x,1\na,y,1\nb,x,1\n")
    let run = try FeedProgram.run(
      ["init", "desk", "day.ndjson", "laps.csv", "pairs.csv", "--yes"],
      in: directory.path
    )
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("with --key day=market,runner, each 'runner'"), "\(run.errors)")
    #expect(run.errors.contains("with --key laps=lap, the feed reads it again"), "\(run.errors)")
    let feed = try text("desk/desk.yaml")
    #expect(feed.contains("With '--key day=market,runner', each"), "\(feed)")
    #expect(feed.contains("with '--key pairs=host,disk', a message"), "\(feed)")
    let again = try FeedProgram.run(
      [
        "init", "desk", "day.ndjson", "laps.csv", "pairs.csv", "--yes", "--force",
        "--key", "day=market,runner", "--key", "laps=lap", "--key", "pairs=host,disk",
      ],
      in: directory.path
    )
    #expect(again.status == 0, "\(again.errors)")
    #expect(!again.errors.contains("laps.csv: its rows are copied"), "\(again.errors)")
  }
}
