import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedStress

@Suite("StressRun")
struct StressTests {
  private var sportsbook: Feed {
    get throws {
      try FeedFile.load(path: Repository.path("layouts/sportsbook.yaml")).feed
    }
  }

  /// Options of a run that ends with its work, however long the machine takes for it.
  private static func patient(_ options: StressOptions) -> StressOptions {
    var options = options
    // By a clock that leaps, an hour is soon over.
    options.patience = .seconds(1_000_000)
    return options
  }

  /// Each seed is a second or two.
  static let seeds: [UInt64] =
    amount([1], soak: Array(1...8))

  @Test(arguments: seeds)
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
      options: Self.patient(
        StressOptions(duration: .seconds(3_600), readers: 4, seed: seed, comparesEvery: 20)
      )
    )
    var commits = 0
    try await run.run(until: { commits >= 100 }) { commits = $0.commits }
    let report = run.report
    #expect(report.faults.isEmpty, "seed \(seed): \(report.faults)")
    #expect(report.commits >= 100)
    #expect(report.comparisons > 1)
    #expect(report.versions > 40)
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

  @Test func `a fault is found, and the saved lines reproduce it`() async throws {
    let path = NSTemporaryDirectory() + "stress-\(UUID().uuidString).sqlite"
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    // A feed that from some version on forgets to say what has changed.
    let tampering: StressRun.Tampering = { update in
      guard update.snapshot.version > 12, !update.updates.isEmpty else { return update }
      return FeedUpdate(from: update.from, to: update.snapshot, updates: BatchUpdates())
    }
    let recorded = Lines()
    let feed = try sportsbook
    var run = try await StressRun(
      feed: feed,
      store: path,
      options: Self.patient(StressOptions(duration: .seconds(3_600), readers: 1, seed: 3)),
      clock: ContinuousClock(),
      outside: nil,
      tampering: tampering,
      record: { recorded.append($0) }
    )
    var commits = 0
    try await run.run(until: { commits >= 200 }) { commits = $0.commits }
    #expect(run.report.faults.first?.what.contains("the batch from version") == true)
    let lines = run.fixture(from: recorded.lines)
    #expect(lines.count >= run.report.lines)
    let again = try await StressRepeat.fault(
      playing: lines,
      feed: feed,
      store: .memory,
      tampering: tampering
    )
    #expect(again?.contains("breaks the rules") == true, "\(again ?? "nothing is wrong")")
    let good = try await StressRepeat.fault(playing: lines, feed: feed, store: .memory)
    #expect(good == nil)
  }

  @Test func `the lines of other writers are in the order of the commits`() async throws {
    var history = StressHistory { _ in }
    for line in ["a", "b", "c"] { history.append(line) }
    history.add("x", after: 1)
    history.add("y", after: 1)
    history.add("z", after: 3)
    #expect(history.merged(with: ["a", "b", "c"]) == ["a", "x", "y", "b", "c", "z"])
  }

  @Test func `a profile is played at its own rate, by whatever clock is handed in`() async throws {
    let path = NSTemporaryDirectory() + "stress-\(UUID().uuidString).sqlite"
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    var profile = ExchangeProfile.home
    (profile.live, profile.standard) = (4, 8)
    let feed = try FeedFile.load(path: Repository.path("layouts/exchange.yaml")).feed
    let clock = LeapingClock()
    var run = try await StressRun(
      feed: feed,
      store: path,
      options: Self.patient(
        StressOptions(
          duration: .seconds(2),
          readers: 1,
          comparesEvery: 200,
          load: .exchange(profile, adapter: "betfair")
        )
      ),
      clock: clock
    )
    try await run.run { _ in }
    let report = run.report
    #expect(report.faults.isEmpty, "\(report.faults)")
    #expect((200...700).contains(report.commits), "\(report.commits)")
    #expect(report.visible > 0)
    #expect(report.visible < report.commits)
    #expect(report.refused == 0)
    #expect(report.comparisons > 0)
  }

  @Test func `an invalid batch is reported`() async throws {
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

private final class Lines: Sendable {
  private let state = Mutex<[String]>([])
  var lines: [String] { state.withLock { $0 } }
  func append(_ line: String) { state.withLock { $0.append(line) } }
}

/// A clock without waiting: a sleep returns at once and advances the time to its deadline.
private final class LeapingClock: Clock {
  private let state = Mutex<Duration>(.zero)

  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  var now: Instant { state.withLock { Instant(offset: $0) } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { $0 = max($0, deadline.offset) }
    await Task.yield()
  }
}
