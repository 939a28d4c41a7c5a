// Measures: the sportsbook's minute of updates, from JSON text to committed rows, version and batch.
// Why: the feed must keep up with whatever SQLite itself can take, or it is the bottleneck.
// Expected: at most 1.5 times SQLite alone, at any number of messages.
// Command: swift run -c release --package-path Benchmarks bench pipeline
import Baselines
import FeedDefinition
import FeedEngine
import FeedSnapshots
import FeedStore
import Measuring
import Synchronization

private let tables = ["sport", "event", "market", "selection"]

func measureReplay(inFile isFile: Bool, _ sheet: inout Sheet) async throws {
  let workshop = try Workshop()
  let lines = try Repository.lines(of: "fixtures/sportsbook/updates.jsonl")
  let feed = try FeedFile.load(path: Repository.path("layouts/sportsbook.yaml")).feed
  let schema = feed.schema?.sql ?? ""
  let seed = (feed.seed?.text ?? "").split(separator: "\n").map(String.init)
  try await sheet.compare(
    "the sportsbook's minute, \(lines.count) messages, \(isFile ? "in a file" : "in memory")",
    .ratio,
    must: .atMost(.times(1.5)),
    per: lines.count,
    Side("the whole feed") { run in
      try FeedEngine(feed: feed, store: workshop.location("feed", run, inFile: isFile))
    } work: { engine, _ in
      for (index, line) in lines.enumerated() {
        _ = try await engine.apply(FixtureLine(line, fixture: "updates.jsonl", line: index + 1))
      }
    } outcome: {
      try await $0.dump(tables, order: " ORDER BY id")
    },
    against: Side("SQLite alone") { run in
      let bare = try BareReplay(
        path: workshop.database("bare", run, inFile: isFile),
        schema: schema
      )
      try bare.apply(seed, line: 0)
      return bare
    } work: { bare, _ in
      for (index, line) in lines.enumerated() { try bare.apply([line], line: index + 1) }
    } outcome: {
      try $0.dump(tables)
    }
  )
}

extension Workshop {
  /// Where a store is kept in one run.
  func location(_ name: String, _ run: Int, inFile: Bool) -> Store.Location {
    let path = database(name, run, inFile: inFile)
    return path == ":memory:" ? .memory : .file(path)
  }
}

extension FeedEngine {
  /// All rows of some tables as text, to compare what two sides have come to.
  func dump(_ tables: [String], order: String) async throws -> [String] {
    let lines = Mutex<[String]>([])
    _ = try await write { writer in
      for table in tables {
        let rows = try writer.prepare("SELECT * FROM \(table)\(order)")
        var found: [String] = []
        while try rows.step() {
          found.append((0..<rows.columnCount).map { rows.text(at: $0) }.joined(separator: "|"))
        }
        lines.withLock { $0 += order.isEmpty ? found.sorted() : found }
      }
    }
    return lines.withLock { $0 }
  }
}
