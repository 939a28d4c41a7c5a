import FeedDefinition
import FeedEngine
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedReplay

@Suite("StressRun")
struct StressTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private var sportsbook: Feed {
    get throws {
      try FeedFile.load(path: Self.root.appending(path: "layouts/sportsbook.yaml").path).feed
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `a hammered feed has no fault, and readers of all paces keep up`(seed: UInt64) async throws {
    let path = NSTemporaryDirectory() + "stress-\(UUID().uuidString).sqlite"
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    var run = try await StressRun(
      feed: sportsbook,
      store: path,
      options: StressOptions(duration: .seconds(60), readers: 4, seed: seed, comparesEvery: 40)
    )
    var commits = 0
    try await run.run(until: { commits >= 250 }) { commits = $0.commits }
    let report = run.report
    #expect(report.faults.isEmpty, "seed \(seed): \(report.faults)")
    #expect(report.commits >= 250 && report.comparisons > 5 && report.versions > 100)
    #expect(report.refused < report.commits / 4)
    #expect(report.readers.count >= 4)
    #expect(report.readers.allSatisfy { $0.batches > 0 })
    #expect(report.lines >= report.commits)
  }

  @Test func `equal seeds make equal lines, and the lines change every table`() async throws {
    let feed = try sportsbook
    var lines: [[String]] = []
    for seed in [5, 5, 6] as [UInt64] {
      let engine = try FeedEngine(feed: feed, store: .memory)
      let found = Box()
      _ = try await engine.write { writer in
        var workload = StressWorkload(
          schema: writer.schema,
          documents: feed.sources.compactMap(\.document),
          seed: seed
        )
        try workload.read(writer)
        var lines: [String] = []
        for time in 0..<60 { lines.append(workload.line(at: time)) }
        found.set(lines + [workload.documentLine(at: 60) ?? ""])
      }
      lines.append(found.lines)
    }
    #expect(lines[0] == lines[1])
    #expect(lines[0] != lines[2])
    for table in ["sport", "event", "market", "selection"] {
      #expect(lines[0].contains { $0.contains("\"\(table)\":") })
    }
    #expect(lines[0].last?.contains(#""document":{"ads":"#) == true)
  }

  @Test func `a batch that breaks the rules is told`() async throws {
    let board = StressBoard()
    board.didFail("reader 3: the batch from version 1 to 2: wrong")
    #expect(board.hasFaults)
    var report = StressReport()
    board.collect(into: &report, line: 17)
    #expect(
      report.faults == [.init(what: "reader 3: the batch from version 1 to 2: wrong", line: 17)]
    )
    #expect(!board.hasFaults)
  }
}

private final class Box: Sendable {
  private let state = Mutex<[String]>([])
  var lines: [String] { state.withLock { $0 } }
  func set(_ lines: [String]) { state.withLock { $0 = lines } }
}
