public import FeedDefinition
package import FeedEngine
import FeedModel
package import FeedStore

/// Hammers a feed with random lines, while readers of all paces have every batch refereed.
///
/// One task writes: lines, documents, actions, and what it has another program write, in an order
/// that the seed decides. At random moments it compares the feed with one that is composed anew from
/// the same store. Readers join at the start, and others come and go.
///
/// ```swift
/// var run = try await StressRun(feed: feed, store: path, options: StressOptions(seed: 7))
/// try await run.run { _ in }
/// run.report.faults   // []
/// ```
public struct StressRun {
  /// Puts a wrong update in place of a good one, so that tests can see it found.
  package typealias Tampering = @Sendable (FeedUpdate) -> FeedUpdate

  /// What has been done so far.
  public internal(set) var report = StressReport()
  let feed: Feed
  let path: String
  let options: StressOptions
  let engine: FeedEngine
  /// A connection that reads what there is, to write more of its like.
  let other: Store
  let outside: any StressOutside
  let board = StressBoard()
  let time: RunningTime
  let tampering: Tampering?
  private let referee: StressReferee?
  private let audience: (any StressAudience)?
  // All of these belong to the run, which is one task.
  var workload: StressWorkload
  var selfCheck: SelfCheck?
  var exchange: ExchangeStream?
  var history: StressHistory
  /// The lines that others have not answered yet.
  var unanswered: [String] = []
  var isStale = true
  var visitors: [Task<Void, Never>] = []
  private var firstVersion = 0

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - path: Where the store is; a file, since other connections read and write it too.
  ///   - record: Told each line that the engine is to write, in order.
  /// - Throws: What opening the feed throws.
  public init(
    feed: Feed,
    store path: String,
    options: StressOptions,
    clock: some Clock<Duration> = ContinuousClock(),
    record: @escaping (String) -> Void = { _ in }
  ) async throws {
    try await self.init(
      feed: feed,
      store: path,
      options: options,
      clock: clock,
      outside: nil,
      record: record
    )
  }

  /// Prepares a run with another program that writes, with an audience in place of readers of its own,
  /// and with mistakes if a test wants some.
  package init(
    feed: Feed,
    store path: String,
    options: StressOptions,
    clock: some Clock<Duration>,
    outside: (any StressOutside)?,
    audience: (any StressAudience)? = nil,
    tampering: Tampering? = nil,
    record: @escaping (String) -> Void
  ) async throws {
    self.feed = feed
    self.path = path
    self.options = options
    self.tampering = tampering
    self.audience = audience
    time = RunningTime(clock)
    history = StressHistory(record: record)
    referee = options.refereeing < 1 ? StressReferee() : nil
    engine = try FeedEngine(feed: feed, store: .file(path), limits: options.limits)
    other = try Store(at: .file(path), schema: SchemaSource(feed), limits: options.limits)
    self.outside = try outside ?? OutsideConnection(store: path, schema: SchemaSource(feed))
    workload = StressWorkload(
      schema: other.schema,
      documents: feed.sources.compactMap(\.document),
      actions: feed.actions,
      seed: options.seed
    )
    if case .exchange(let profile, _) = options.load {
      exchange = ExchangeStream(profile, seed: options.seed)
    }
  }

  /// All lines so far as a fixture, those of others in their places.
  public func fixture(from recorded: [String]) -> [String] {
    history.merged(with: recorded).enumerated().map { index, line in
      // Each line begins with its time, which is another one where others came between.
      let rest = line.firstIndex(of: ",").map { line[$0...] } ?? "}"
      var start = JSONLine()
      start.decimal(nil, index, places: 3)
      return "{\"at\":" + String(decoding: start.bytes, as: UTF8.self) + rest
    }
  }

  // MARK: Running

  /// Runs until the time is over, or something is wrong.
  ///
  /// - Parameter isStopped: Asked after each commit whether to stop early.
  /// - Throws: What ended the run, as a store that cannot be written; faults are in the report.
  public mutating func run(
    until isStopped: () -> Bool = { false },
    progress: (StressReport) -> Void
  ) async throws {
    try await prepare()
    firstVersion = engine.snapshot.version
    if let rate = options.selfCheckRate {
      selfCheck = await engine.selfCheck(rate: rate)
      report.selfChecks = 0
    }
    var tasks: [Task<Void, Never>] = []
    try await audience?.begin(on: engine, StressNews(board: board, time: time))
    for number in 0..<readers { tasks.append(await join(reader(number))) }
    if let referee {
      let (share, time, board) = (options.refereeing, time, board)
      // Behind all else: what is measured does not wait for it.
      tasks.append(Task(priority: .background) { await referee.work(share: share, time, board) })
    }
    let start = time.now
    while time.now - start < options.duration, report.commits < options.commits,
      report.faults.isEmpty, !isStopped()
    {
      try await step(since: start)
      report.elapsed = time.now - start
      progress(report)
    }
    report.elapsed = time.now - start
    if report.faults.isEmpty { try await compare() }
    try await waitForReaders()
    report.versions = engine.snapshot.version - firstVersion
    try await audience?.end()
    try await engine.close()
    // Those who sleep wake up to an end.
    for task in tasks + visitors { task.cancel() }
    for task in tasks + visitors { await task.value }
    board.collect(into: &report, line: history.lines)
    report.readers = board.readers
    try other.close()
    try outside.close()
  }

  /// The readers of the engine's versions that stay.
  private var readers: Int { audience == nil ? options.readers : 0 }

  /// Lets every reader that stays come to the last version, as each must sooner or later.
  private mutating func waitForReaders() async throws {
    let version = engine.snapshot.version
    let end = time.now + options.patience
    var late = board.late(for: version, of: readers)
    while !late.isEmpty, report.faults.isEmpty, !board.hasFaults, time.now < end {
      try await time.sleep(for: .milliseconds(2))
      late = board.late(for: version, of: readers)
    }
    var absent = audience?.absence(from: engine.snapshot)
    while absent != nil, report.faults.isEmpty, !board.hasFaults, time.now < end {
      try await time.sleep(for: .milliseconds(20))
      absent = audience?.absence(from: engine.snapshot)
    }
    board.collect(into: &report, line: history.lines)
    guard report.faults.isEmpty else { return }
    if !late.isEmpty { fail("readers \(late) never came to version \(version)") }
    if let absent { fail(absent) }
  }

  mutating func fail(_ what: String) {
    report.faults.append(.init(what: what, line: history.lines))
  }

  func reader(_ number: Int, isVisitor: Bool = false) -> StressReader {
    StressReader(
      number: number,
      of: isVisitor ? 0 : options.readers,
      isVisitor: isVisitor,
      time,
      referee: referee,
      tampering: tampering
    )
  }

  func join(_ reader: StressReader) async -> Task<Void, Never> {
    let versions = engine.versions()
    let board = board
    return Task { await reader.follow(versions, board) }
  }
}

extension SchemaSource {
  /// What the store of a feed is made by.
  package init(_ feed: Feed) {
    let schema = feed.schema ?? SchemaReference(path: "schema", sql: "")
    self.init(sql: schema.sql, name: schema.path)
  }
}
