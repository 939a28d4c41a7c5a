// Measures: the messages a second that each kind of input brings into a store, beside 'feed replay' of the same lines.
// Why: what receives messages must not be much slower than what plays them.
// Expected: most of the time is that of the transactions, which are the same.
// Command: swift run -c release --package-path Benchmarks bench inputs-rates
import Dispatch
import FeedLog
import Foundation
import GRDB
import Measuring

/// A way of messages into a store.
private struct Way {
  let name: String
  /// What stands under `inputs:`.
  var input = "none: {follow: none.jsonl}"
  /// What is run, with the feed file behind the first word.
  var arguments: (_ feed: String, _ store: String) -> [String] = { feed, store in
    ["ingest", feed, "--store", store]
  }
  var rates: [Double] = []
}

func measureInputRates(_ sheet: inout Sheet) async throws {
  try Cores.keepToSecond()
  let count = sheet.options.isQuick ? 10_000 : 60_000
  let rows = sheet.options.isQuick ? 2_000 : 10_000
  let source = try InputSource(messages: count, rows: rows)
  let files = try Workshop()
  let lines = files.path("lines.jsonl")
  try (1...count).map { "{\"id\": \($0 % 1000), \"v\": \($0)}\n" }.joined()
    .write(toFile: lines, atomically: true, encoding: .utf8)
  let server = try LogServer(in: files)
  defer { withExtendedLifetime(server) {} }
  let bus = try await server.open("TICKS")
  try await server.append(count, to: bus) { Array("{\"id\": \($0 % 1000), \"v\": \($0)}".utf8) }
  await bus.close()
  let url = "http://127.0.0.1:\(source.port)"
  var ways = [
    Way(name: "feed replay") { feed, store in
      ["replay", feed, lines, "--adapter", "tick", "--store", store, "--speed", "max"]
    },
    Way(name: "server-sent events", input: "in: {stream: \"\(url)/events\", adapter: tick}"),
    Way(name: "JSON Lines", input: "in: {stream: \"\(url)/lines\", adapter: tick}"),
    Way(name: "a socket", input: "in: {socket: \"\(source.socket)\", adapter: counted}"),
    Way(name: "a WebSocket", input: "in: {websocket: \"\(source.webSocket)\", adapter: counted}"),
    Way(name: "a file that is followed", input: "in: {follow: \"\(lines)\", adapter: tick}") {
      ["ingest", $0, "--store", $1, "--allow-path", files.path(".")]
    },
    Way(
      name: "a stream of NATS",
      input: "in: {nats: feed-log.TICKS, servers: \"nats://127.0.0.1:\(server.port)\", "
        + "jetstream: TICKS, adapter: tick}"
    ),
  ]
  for run in 0...sheet.options.runs {
    for index in ways.indices {
      let rate = try rate(of: ways[index], to: count)
      if run > 0 { ways[index].rates.append(rate) }
    }
  }
  let base = ways.removeFirst()
  for way in ways {
    sheet.add("messages a second by \(way.name), against 'feed replay'", way.rates, base.rates)
  }
  var rates: [Double] = []
  for run in 0...sheet.options.runs {
    let rate = try rowsOfPolls(url: "\(url)/table", rows: rows)
    if run > 0 { rates.append(rate) }
  }
  let what = "rows a second by a polled table of \(size(rows)), against lines of 'feed replay'"
  sheet.add(what, rates, base.rates)
}

extension Sheet {
  fileprivate mutating func add(_ what: String, _ own: [Double], _ base: [Double]) {
    add(
      what,
      Samples(zip(own, base).map { $0 / $1 }),
      .times,
      must: .atLeast(.times(0.7)),
      own: .count(Samples(own).median),
      baseline: .init("feed replay", .count(Samples(base).median))
    )
  }
}

/// How many messages a second come into the store, from the first tenth to the last.
private func rate(of way: Way, to count: Int) throws -> Double {
  let workshop = try Workshop()
  let feed = try InputFeed.write([way.input], in: workshop)
  let store = StoreView(workshop.path("ticks.sqlite"), "SELECT max(count) FROM tick")
  let process = try ServerProcess(
    Repository.path(".build/release/feed"),
    way.arguments(feed, store.path),
    log: workshop.path("feed.log")
  )
  defer { process.stop() }
  let first = try store.wait(for: count / 10)
  let last = try store.wait(for: count)
  return Double(last.value - first.value) / (last.time - first.time)
}

/// How many rows of a table that changes wholly come into the store in a second, without the pauses between polls.
private func rowsOfPolls(url: String, rows: Int) throws -> Double {
  let (workshop, interval) = (try Workshop(), 0.1)
  let input = "in: {poll: \"\(url)\", every: 100ms, adapter: table}"
  let feed = try InputFeed.write([input], in: workshop)
  let store = StoreView(workshop.path("ticks.sqlite"), "SELECT max(count) FROM entry")
  let process = try ServerProcess(
    Repository.path(".build/release/feed"),
    ["ingest", feed, "--store", store.path],
    log: workshop.path("feed.log")
  )
  defer { process.stop() }
  let first = try store.wait(for: 1)
  let last = try store.wait(for: first.value + 10)
  let polls = Double(last.value - first.value)
  return Double(rows) * polls / max(last.time - first.time - polls * interval, 1e-6)
}

/// A number in a store that another program writes.
private struct StoreView {
  let path: String
  private let sql: String

  init(_ path: String, _ sql: String) { (self.path, self.sql) = (path, sql) }

  /// Looks a hundred times a second until the number is large enough.
  func wait(for number: Int) throws -> (value: Int, time: Double) {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      if let value = look(), value >= number {
        return (value, Double(DispatchTime.now().uptimeNanoseconds) / 1e9)
      }
      usleep(10_000)
    }
    throw ServerProcess.Failure(description: "'\(sql)' has not come to \(number)")
  }

  private func look() -> Int? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try? DatabaseQueue(path: path, configuration: configuration)
    return try? queue?.read { try Int.fetchOne($0, sql: sql) }
  }
}
