// Measures: the sportsbook's minute of updates, from JSON text to committed rows, version and batch.
// Why: the feed must keep up with whatever SQLite itself can take, or it is the bottleneck.
// Expected: at most 1.5 times SQLite alone, at any number of messages.
// Command: swift run -c release --package-path Benchmarks PipelineBenchmarks
import FeedDefinition
import FeedEngine
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization

nonisolated let runs = 9
let lines = try String(contentsOfFile: "fixtures/sportsbook/updates.jsonl", encoding: .utf8)
  .split(separator: "\n").map(String.init)
let feed = try FeedFile.load(path: "layouts/sportsbook.yaml").feed
let tables = ["sport", "event", "market", "selection"]

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Seconds of processor time, which other programs do not disturb.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = clock()
  try await body()
  return Double(clock() - start) / Double(CLOCKS_PER_SEC)
}

let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("pipeline-benchmarks-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

/// Away from the main thread, as a server would: hopping between threads costs more than a message.
@concurrent
func compareReplays() async throws {
  for isFile in [false, true] {
    var bareTimes: [Double] = []
    var feedTimes: [Double] = []
    var versions = 0
    for run in 0...runs {
      let bare = try BareReplay(
        path: isFile ? folder.appendingPathComponent("bare\(run).sqlite").path : ":memory:",
        schema: feed.schema?.sql ?? ""
      )
      try bare.apply((feed.seed?.text ?? "").split(separator: "\n").map(String.init), line: 0)
      let bareTime = try await seconds {
        for (index, line) in lines.enumerated() { try bare.apply([line], line: index + 1) }
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
            FixtureLine(line, fixture: "updates.jsonl", line: index + 1)
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
    print(
      String(
        format: """
          replay of %d messages, %@: SQLite alone %.2f µs a message, the whole feed %.2f µs
            ratio %.2f × (from %.2f to %.2f in %d runs), must be ≤ 1.5 ×; %d versions
          """,
        lines.count,
        isFile ? "file" : "memory",
        median(bareTimes) * perMessage,
        median(feedTimes) * perMessage,
        median(ratios),
        ratios.min() ?? 0,
        ratios.max() ?? 0,
        runs,
        versions
      )
    )
  }
}

try await compareReplays()

/// A ratio means nothing if the two sides did not do the same work.
@concurrent
func compare(_ bare: BareReplay, _ engine: FeedEngine) async throws {
  let expected = try bare.dump(tables)
  let actual = Dump()
  _ = try await engine.write { writer in
    for table in tables {
      let rows = try writer.prepare("SELECT * FROM \(table) ORDER BY id")
      while try rows.step() {
        actual.append((0..<rows.columnCount).map { rows.text(at: $0) }.joined(separator: "|"))
      }
    }
  }
  guard expected == actual.lines else { fatalError("the two sides came to different rows") }
}

final class Dump: Sendable {
  private let state = Mutex<[String]>([])
  func append(_ line: String) { state.withLock { $0.append(line) } }
  var lines: [String] { state.withLock { $0 } }
}
