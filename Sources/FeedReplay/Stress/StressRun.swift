public import FeedDefinition
import FeedDocuments
import FeedEngine
import FeedSnapshots
import FeedStore

/// Hammers a feed with random lines, while readers of all paces have every batch refereed.
///
/// One task writes: lines, documents, commits of another connection, in an order that the seed
/// decides. After every so many commits it compares the feed with one that is composed anew from
/// the same store. Readers join at the start, and others come and go.
///
/// ```swift
/// var run = try await StressRun(feed: feed, store: path, options: StressOptions(seed: 7))
/// try await run.run { _ in }
/// run.report.faults   // []
/// ```
public struct StressRun {
  /// What has been done so far.
  public private(set) var report = StressReport()
  private let feed: Feed
  private let path: String
  private let options: StressOptions
  private let engine: FeedEngine
  private let other: Store
  private let board = StressBoard()
  private let record: (String) -> Void
  // All of these belong to the run, which is one task.
  private var workload: StressWorkload
  private var visitors: [Task<Void, Never>] = []

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - path: Where the store is; a file, since other connections read and write it too.
  ///   - options: How the feed is hammered.
  ///   - record: Told each line; in their order they are a fixture that repeats the run.
  /// - Throws: What opening the feed throws.
  public init(
    feed: Feed,
    store path: String,
    options: StressOptions,
    record: @escaping (String) -> Void = { _ in }
  ) async throws {
    self.record = record
    self.feed = feed
    self.path = path
    self.options = options
    engine = try FeedEngine(feed: feed, store: .file(path))
    let schema = feed.schema ?? SchemaReference(path: "schema", sql: "")
    other = try Store(at: .file(path), schema: SchemaSource(sql: schema.sql, name: schema.path))
    workload = StressWorkload(
      schema: other.schema,
      documents: feed.sources.compactMap(\.document),
      seed: options.seed
    )
    try other.withWriter { try workload.read($0) }
  }

  /// Runs until the time is over, or something is wrong.
  ///
  /// - Parameters:
  ///   - isStopped: Asked after each commit whether to stop early.
  ///   - progress: Told the report after each commit.
  /// - Throws: What ended the run, as a store that cannot be written; faults are in the report.
  public mutating func run(
    until isStopped: () -> Bool = { false },
    progress: (StressReport) -> Void
  ) async throws {
    let start = ContinuousClock.now
    var tasks: [Task<Void, Never>] = []
    for number in 0..<options.readers {
      let reader = StressReader(number: number, of: options.readers)
      tasks.append(await join(reader))
    }
    while start.duration(to: .now) < options.duration, report.faults.isEmpty, !isStopped() {
      try await step()
      report.elapsed = start.duration(to: .now)
      progress(report)
      guard options.rate > 0 else { continue }
      let due = start + .seconds(Double(report.commits) / options.rate)
      if due > .now { try await Task.sleep(until: due, clock: .continuous) }
    }
    if report.faults.isEmpty { try await compare() }
    try await waitForReaders()
    try await engine.close()
    // Those who sleep wake up to an end.
    for task in tasks + visitors { task.cancel() }
    for task in tasks + visitors { await task.value }
    board.collect(into: &report, line: report.lines)
    report.readers = board.readers
    report.elapsed = start.duration(to: .now)
    try other.close()
  }

  /// Lets every reader that stays come to the last version, as each must sooner or later.
  private mutating func waitForReaders() async throws {
    let version = await engine.snapshot.version
    let end = ContinuousClock.now + .seconds(60)
    var late = board.late(for: version, of: options.readers)
    while !late.isEmpty, report.faults.isEmpty, !board.hasFaults, .now < end {
      try await Task.sleep(for: .milliseconds(2))
      late = board.late(for: version, of: options.readers)
    }
    board.collect(into: &report, line: report.lines)
    guard report.faults.isEmpty, !late.isEmpty else { return }
    report.faults.append(
      .init(what: "readers \(late) never came to version \(version)", line: report.lines)
    )
  }

  private func join(_ reader: StressReader) async -> Task<Void, Never> {
    let versions = await engine.versions()
    let board = board
    return Task { await reader.follow(versions, board) }
  }

  // MARK: Steps

  private mutating func step() async throws {
    let chance = workload.random.below(1_000)
    let time = report.lines
    switch chance {
    case 0..<20:
      if let line = workload.documentLine(at: time) {
        report.documents += 1
        try await apply(line)
      } else {
        try await apply(workload.line(at: time))
      }
    case 20..<25: try await writeOutside()
    case 25..<35: await changeVisitors()
    default: try await apply(workload.line(at: time))
    }
    if report.commits % options.comparesEvery == 0, report.commits > 0 { try await compare() }
    board.collect(into: &report, line: report.lines)
  }

  private mutating func apply(_ line: String) async throws {
    report.lines += 1
    record(line)
    let begin = ContinuousClock.now
    let number = report.commits + report.refused + 1
    do {
      let entry = FixtureEntry(
        at: 0,
        text: line,
        fixture: Fixture(path: "stress", name: "stress"),
        line: number
      )
      let update = try await engine.play(entry)
      let end = ContinuousClock.now
      report.commits += 1
      report.addWrite(begin.duration(to: end))
      if let update {
        report.versions += 1
        board.didCommit(update.snapshot.version, at: end)
      }
    } catch is LineFault {
      report.refused += 1
      // What was refused was thought to be possible: look again at what is there.
      try other.withWriter { try workload.read($0) }
    }
  }

  /// Has another connection write, which the engine is to notice by itself.
  private mutating func writeOutside() async throws {
    let line = workload.line(at: report.lines)
    let isApplied = try other.withWriter { writer in
      let messages = try MessageWriter(in: writer)
      do {
        _ = try writer.transaction { _ in try messages.apply(line) }
        return true
      } catch is StoreError {
        return false
      }
    }
    if isApplied {
      report.outside += 1
      report.lines += 1
      record(line)
    }
    try other.withWriter { try workload.read($0) }
  }

  private mutating func changeVisitors() async {
    if visitors.count >= 3, let index = visitors.indices.randomElement(using: &workload.random) {
      visitors.remove(at: index).cancel()
    } else {
      visitors.append(await join(StressReader(number: report.commits, of: 0, isVisitor: true)))
    }
  }

  /// Compares the feed with one that is composed anew from the same store.
  private mutating func compare() async throws {
    report.comparisons += 1
    // The engine learns of what others have written when it next writes itself.
    if let update = try await engine.write({ _ in }) {
      report.versions += 1
      board.didCommit(update.snapshot.version, at: .now)
    }
    let snapshot = await engine.snapshot
    let fresh = try FeedEngine(feed: feed, store: .file(path))
    let expected = await fresh.snapshot
    if let difference = Self.difference(snapshot, expected) {
      report.faults.append(
        .init(
          what: "the feed is not what a fresh one is: \(difference)",
          line: report.lines
        )
      )
    }
    try await fresh.close()
  }

  private static func difference(_ a: FeedSnapshot, _ b: FeedSnapshot) -> String? {
    let (mine, other) = (Array(a.composition.sections), Array(b.composition.sections))
    guard mine.map(\.id) == other.map(\.id) else {
      return "sections \(mine.map(\.id)) instead of \(other.map(\.id))"
    }
    for (one, two) in zip(mine, other) {
      let (items, others) = (Array(one.items), Array(two.items))
      guard items.map(\.id) == others.map(\.id) else {
        return "section '\(one.id)' has other items, or in another order"
      }
      guard one.content == two.content else { return "section '\(one.id)' has another title" }
      for (item, other) in zip(items, others) where item.content != other.content {
        return "item '\(item.id)' shows \(item.content) instead of \(other.content)"
      }
    }
    return nil
  }
}
