public import FeedDefinition
package import FeedEngine
import FeedModel
package import FeedStore

/// A stress test of a feed: random commits, and readers of different paces that check every batch.
///
/// One task writes lines, documents and actions, and sends lines to another program, in an order that
/// the seed determines. At random moments it compares the feed with a newly composed one over the same
/// store. Some readers join at the start and stay; visitors join and leave.
///
/// ```swift
/// var run = try await StressRun(feed: feed, store: path, options: StressOptions(seed: 7))
/// try await run.run { _ in }
/// run.report.faults   // []
/// ```
public struct StressRun {
  /// A function that replaces valid updates with wrong ones, for tests of the fault detection.
  package typealias Tampering = @Sendable (FeedUpdate) -> FeedUpdate

  /// The results so far.
  public internal(set) var report = StressReport()
  let feed: Feed
  let path: String
  let options: StressOptions
  let engine: FeedEngine
  /// A connection that reads the rows on which random lines are based.
  let other: Store
  let outside: any StressOutside
  let board = StressBoard()
  let time: RunningTime
  let tampering: Tampering?
  private let referee: StressReferee?
  private let audience: (any StressAudience)?
  // The following properties are used only by the task of the run.
  var workload: StressWorkload
  var selfCheck: SelfCheck?
  var exchange: ExchangeStream?
  var history: StressHistory
  /// The lines that the other program has not answered yet.
  var unanswered: [String] = []
  var isStale = true
  var visitors: [Task<Void, Never>] = []
  private var firstVersion = 0

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - path: The path of the store, which is a file because other connections read and write it too.
  ///   - record: Called with each line before the engine writes it, in order.
  /// - Throws: The errors of opening the feed.
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

  /// Prepares a run with an outside writer, an audience instead of own readers, and wrong updates.
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

  /// Returns all lines so far as a fixture, including those of the other program in their order.
  public func fixture(from recorded: [String]) -> [String] {
    history.merged(with: recorded).enumerated().map { index, line in
      // Each line begins with its time. Replace it, because lines of the other program shift the times.
      let rest = line.firstIndex(of: ",").map { line[$0...] } ?? "}"
      var start = JSONLine()
      start.decimal(nil, index, places: 3)
      return "{\"at\":" + String(decoding: start.bytes, as: UTF8.self) + rest
    }
  }

  // MARK: Running

  /// Runs until the load ends or a fault is found.
  ///
  /// - Parameter isStopped: Returns whether to stop early; called before each step.
  /// - Throws: The error that ended the run, such as a store that cannot be written. Faults are in the
  ///   report.
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
      // A low priority keeps the referee from delaying what is measured.
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
    // Cancel the sleeping readers.
    for task in tasks + visitors { task.cancel() }
    for task in tasks + visitors { await task.value }
    board.collect(into: &report, line: history.lines)
    report.readers = board.readers
    try other.close()
    try outside.close()
  }

  /// The number of the run's own readers, without visitors.
  private var readers: Int { audience == nil ? options.readers : 0 }

  /// Waits until every reader has reached the last version, and reports a fault for each that does not.
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
    if !late.isEmpty { fail("readers \(late) did not reach version \(version)") }
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
  /// Creates the source of the schema that a feed declares; empty if it declares none.
  package init(_ feed: Feed) {
    let schema = feed.schema ?? SchemaReference(path: "schema", sql: "")
    self.init(sql: schema.sql, name: schema.path)
  }
}
