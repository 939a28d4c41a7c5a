// Measures: 18,529 messages of a recorded exchange stream, from JSON text to rows, version and batch.
// Why: most messages change nothing that anybody sees, and must then cost little beyond SQLite.
// Expected: at most 1.5 times SQLite alone executing the same adapter; thousands of times life.
// Command: swift run -c release --package-path Benchmarks bench exchange
import Baselines
import FeedDefinition
import FeedEngine
import FeedModel
import FeedStore
import Foundation
import Measuring

private let recording =
  (ProcessInfo.processInfo.environment["FEED_RECORDINGS"] ?? "recordings")
  + "/betfair-flumine/cricket-1.200806927"
private let tables = ["event", "market", "runner", "quote", "trade"]
/// The seconds from the first message of the recording to the last.
private let life = 532_634.0

func measureExchange(_ sheet: inout Sheet) async throws {
  guard FileManager.default.fileExists(atPath: recording + ".part1.jsonl") else {
    return progress("  skipped: FEED_RECORDINGS names no folder with a recorded cricket match")
  }
  let workshop = try Workshop()
  let lines = try ["part1", "part2"].flatMap {
    try String(contentsOfFile: "\(recording).\($0).jsonl", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }
  let feed = try FeedFile.load(path: Repository.path("layouts/exchange.yaml")).feed
  guard let adapter = feed.adapters["betfair"]?.adapter else { return }
  for isFile in [false, true] {
    let comparison = try await sheet.compare(
      "a cricket match, \(lines.count) messages, \(isFile ? "in a file" : "in memory")",
      .ratio,
      must: .atMost(.times(1.5)),
      per: lines.count,
      Side("the whole feed") { run in
        try FeedEngine(feed: feed, store: workshop.location("feed", run, inFile: isFile))
      } work: { engine, _ in
        for (index, line) in lines.enumerated() {
          _ = try await engine.apply(
            FixtureLine(line, fixture: "cricket.jsonl", line: index + 1, adapter: "betfair")
          )
        }
      } outcome: {
        try await $0.dump(tables, order: "")
      },
      against: Side("SQLite alone") { run in
        try BareAdapter(
          path: workshop.database("bare", run, inFile: isFile),
          schema: feed.schema?.sql ?? "",
          cases: adapter.bareCases,
          each: adapter.each ?? "$"
        )
      } work: { bare, _ in
        for (index, line) in lines.enumerated() { try bare.apply(line, line: index + 1) }
      } outcome: {
        try $0.dump(tables)
      }
    )
    let seconds = comparison.own.median * Double(lines.count) / 1e9
    sheet.count(
      "a cricket match, against life, \(isFile ? "in a file" : "in memory")",
      .times(life / seconds),
      must: .atLeast(.times(1000)),
      baseline: .init("life", Quantity(life * 1e9, .nanoseconds))
    )
  }
}

extension Adapter {
  /// The same for SQLite alone.
  fileprivate var bareCases: [BareAdapter.Case] {
    let always = BareAdapter.Case(
      condition: nil,
      queries: namedQueries.map { ($0.name, $0.sql) },
      statements: statements
    )
    return [always]
      + cases.map { each in
        BareAdapter.Case(
          condition: each.condition,
          queries: each.namedQueries.map { ($0.name, $0.sql) },
          statements: each.statements
        )
      }
  }
}
