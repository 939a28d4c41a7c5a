// Measures: 18,529 messages of a recorded exchange stream, from JSON text to rows, version and batch.
// Why: most messages change nothing that anybody sees, and must then cost little beyond SQLite.
// Expected: at most 1.5 times SQLite alone executing the same adapter; thousands of times life.
// Command: swift run -c release --package-path Benchmarks ExchangeBenchmarks
import FeedDefinition
import FeedEngine
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization

nonisolated let runs = 5
nonisolated let recordings = "../shared/data/recordings/betfair-flumine/cricket-1.200806927"
nonisolated let tables = ["event", "market", "runner", "quote", "trade"]

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Seconds of processor time, which other programs do not disturb.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = clock()
  try await body()
  return Double(clock() - start) / Double(CLOCKS_PER_SEC)
}

/// Away from the main thread, as a server would.
@concurrent
func compareReplays(_ lines: [String], _ feed: Feed, in folder: URL) async throws {
  guard let adapter = feed.adapters["betfair"]?.adapter else { return }
  for isFile in [false, true] {
    var bareTimes: [Double] = []
    var feedTimes: [Double] = []
    var versions = 0
    for run in 0...runs {
      let bare = try BareAdapter(
        path: isFile ? folder.appendingPathComponent("bare\(run).sqlite").path : ":memory:",
        schema: feed.schema?.sql ?? "",
        statements: adapter.statements,
        each: adapter.each ?? "$"
      )
      let bareTime = try await seconds {
        for (index, line) in lines.enumerated() { try bare.apply(line, line: index + 1) }
      }
      let engine = try FeedEngine(
        feed: feed,
        store: isFile
          ? .file(folder.appendingPathComponent("feed\(run).sqlite").path) : .memory
      )
      var count = 0
      let feedTime = try await seconds {
        for (index, line) in lines.enumerated() {
          let update = try await engine.apply(
            FixtureLine(line, fixture: "cricket.jsonl", line: index + 1, adapter: "betfair")
          )
          if update != nil { count += 1 }
        }
      }
      versions = count
      try await compare(bare, engine)
      if run > 0 {
        bareTimes.append(bareTime)
        feedTimes.append(feedTime)
      }
    }
    let ratios = zip(feedTimes, bareTimes).map { $0 / $1 }
    let perMessage = 1e6 / Double(lines.count)
    let life = 532_634.0  // the seconds from the first message to the last
    print(
      String(
        format: """
          cricket, %d messages, %@: SQLite alone %.2f µs a message, the whole feed %.2f µs
            ratio %.2f × (from %.2f to %.2f in %d runs), must be ≤ 1.5 ×; %d versions
            %.0f times life, must be ≥ 1000
          """,
        lines.count,
        isFile ? "file" : "memory",
        median(bareTimes) * perMessage,
        median(feedTimes) * perMessage,
        median(ratios),
        ratios.min() ?? 0,
        ratios.max() ?? 0,
        runs,
        versions,
        life / median(feedTimes)
      )
    )
  }
}

/// A ratio means nothing if the two sides did not do the same work.
@concurrent
func compare(_ bare: BareAdapter, _ engine: FeedEngine) async throws {
  for table in tables {
    let rows = Rows()
    _ = try await engine.write { writer in
      let statement = try writer.prepare("SELECT * FROM \(table)")
      while try statement.step() {
        rows.append(
          (0..<statement.columnCount).map { statement.text(at: $0) }.joined(separator: "|")
        )
      }
    }
    guard try bare.dump(table) == rows.sorted else {
      fatalError("the two sides came to different rows of \(table)")
    }
  }
}

final class Rows: Sendable {
  private let state = Mutex<[String]>([])
  func append(_ row: String) { state.withLock { $0.append(row) } }
  var sorted: [String] { state.withLock { $0.sorted() } }
}

guard FileManager.default.fileExists(atPath: recordings + ".part1.jsonl") else {
  print("there is no recording at \(recordings): nothing to measure")
  exit(0)
}
let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("exchange-benchmarks-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let lines = try ["part1", "part2"].flatMap { part in
  try String(contentsOfFile: "\(recordings).\(part).jsonl", encoding: .utf8)
    .split(separator: "\n").map(String.init)
}
try await compareReplays(lines, FeedFile.load(path: "layouts/exchange.yaml").feed, in: folder)
