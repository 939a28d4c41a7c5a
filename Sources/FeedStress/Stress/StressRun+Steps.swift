import FeedDefinition
import FeedEngine
import FeedModel
import FeedReplay
import FeedSnapshots
import FeedStore

extension StressRun {
  /// Applies the messages that the load requires before it begins.
  mutating func prepare() async throws {
    guard case .exchange(_, let adapter) = options.load, var stream = exchange else { return }
    for message in stream.image() { try await apply(message, adapter: adapter, due: nil) }
    exchange = stream
    report = StressReport()
  }

  /// Performs the next step when it is due.
  mutating func step(since start: Duration) async throws {
    if case .exchange(_, let adapter) = options.load, var stream = exchange {
      let (milliseconds, message) = stream.next()
      exchange = stream
      let own = Duration.milliseconds(milliseconds)
      let place = options.rate > 0 ? .seconds(Double(report.commits) / options.rate) : own
      let due = start + report.pauses + place
      try await time.sleep(for: due - time.now)
      try await apply(message, adapter: adapter, due: due)
    } else {
      var due: Duration?
      if options.rate > 0 {
        let next = start + report.pauses + .seconds(Double(report.commits) / options.rate)
        try await time.sleep(for: next - time.now)
        due = next
      }
      try await doAnything(due)
    }
    if options.selfCheckRate != nil { try await check() }
    if workload.random.below(options.comparesEvery) == 0 {
      let begin = time.now
      try await compare()
      report.pauses += time.now - begin
    }
    board.collect(into: &report, line: history.lines)
  }

  /// Compares a section with its query if the self-check selects this version.
  private mutating func check() async throws {
    let version = engine.snapshot.version
    guard let section = selfCheck?.section(after: version) else { return }
    let begin = time.now
    let (mismatch, healing) = try await engine.checked(section)
    report.selfChecks = selfCheck?.checks
    if let mismatch {
      report.faults.append(.init(what: mismatch.description, line: history.lines))
    }
    if let healing { board.didCommit(healing.snapshot.version, due: begin, at: time.now) }
  }

  private mutating func doAnything(_ due: Duration?) async throws {
    try takeAnswers()
    if workload.hasCascaded {
      isStale = true
      workload.hasCascaded = false
    }
    if isStale, history.lines % 16 == 0 {
      try other.withWriter { try workload.read($0) }
      isStale = false
    }
    let place = history.lines
    switch workload.random.below(1_000) {
    case 0..<20:
      if let line = workload.documentLine(at: place) {
        report.documents += 1
        return try await apply(line, due: due)
      }
    case 20..<25: return try writeOutside()
    case 25..<35: return await changeVisitors()
    case 35..<65: if try await act(due) { return }
    case 65..<85:
      if let line = workload.toggleLine(at: place) {
        report.toggles += 1
        return try await apply(line, due: due)
      }
    default: break
    }
    try await apply(workload.line(at: place), due: due)
  }

  private mutating func apply(
    _ text: String,
    adapter: String? = nil,
    due: Duration?
  ) async throws {
    if let adapter {
      history.append("{\"at\":0,\"adapter\":\"\(adapter)\",\"message\":\(text)}")
    } else {
      history.append(text)
    }
    report.lines = history.lines
    let begin = time.now
    do {
      let entry = FixtureEntry(
        at: 0,
        text: text,
        fixture: Fixture(path: StressOutsider.fixture, name: StressOutsider.fixture),
        line: history.lines,
        adapter: adapter
      )
      didCommit(try await engine.play(entry), begin, due)
    } catch is LineFault {
      report.refused += 1
      // The known rows are outdated: read them again.
      isStale = true
    }
  }

  private mutating func didCommit(_ update: FeedUpdate?, _ begin: Duration, _ due: Duration?) {
    let end = time.now
    report.commits += 1
    report.addWrite(end - begin)
    guard let update else { return }
    report.visible += 1
    board.didCommit(update.snapshot.version, due: due ?? begin, at: end)
  }

  /// Performs an action of the feed file on a visible item or on the feed.
  private mutating func act(_ due: Duration?) async throws -> Bool {
    let snapshot = engine.snapshot
    guard let (action, item) = workload.action(on: snapshot) else { return false }
    let begin = time.now
    do {
      let update = try await engine.act(action.name, on: item.map { .item($0) })
      report.actions += 1
      // Record the action as a line, so that the fixture contains it.
      let group = item.flatMap { snapshot.composition.section(containing: $0) }?.group
      history.append(action.line(at: history.lines, item, group, in: other.schema))
      report.lines = history.lines
      didCommit(update, begin, due)
    } catch is EngineError {
      // The item has changed since the snapshot was read.
      return false
    }
    return true
  }

  private mutating func changeVisitors() async {
    if visitors.count >= 3, let index = visitors.indices.randomElement(using: &workload.random) {
      visitors.remove(at: index).cancel()
    } else {
      visitors.append(await join(reader(report.commits, isVisitor: true)))
    }
  }

  // MARK: Other programs

  /// Sends a line to another program, whose commit the engine must detect.
  private mutating func writeOutside() throws {
    let line = workload.line(at: history.lines)
    unanswered.append(line)
    try outside.write(line)
  }

  mutating func takeAnswers() throws {
    for answer in try outside.answers() {
      let line = unanswered.removeFirst()
      isStale = true
      guard answer.isApplied else { continue }
      report.outside += 1
      history.add(line, after: answer.after)
    }
  }

  /// Waits until the other program has answered all lines.
  mutating func waitForAnswers() async throws {
    let end = time.now + options.patience
    while !unanswered.isEmpty, time.now < end {
      try takeAnswers()
      if !unanswered.isEmpty { try await time.sleep(for: .milliseconds(1)) }
    }
    if !unanswered.isEmpty { fail("the other program has not answered for \(options.patience)") }
  }

  // MARK: Comparing

  /// Compares the feed with a newly composed one over the same store.
  mutating func compare() async throws {
    try await waitForAnswers()
    report.comparisons += 1
    let begin = time.now
    // The engine may not have read the last commits of the other program yet.
    if let update = try await engine.catchUp() {
      board.didCommit(update.snapshot.version, due: begin, at: time.now)
    }
    if let difference = try await differenceFromFresh() {
      fail("the feed differs from a fresh one: \(difference)")
    }
    FreeMemory.giveBack()
  }

  private func differenceFromFresh() async throws -> String? {
    let snapshot = engine.snapshot
    let fresh = try FeedEngine(feed: feed, store: .file(path), limits: options.limits)
    let expected = fresh.snapshot
    try await fresh.close()
    return snapshot.difference(fromFresh: expected)
  }
}

/// Another connection of this process, which answers at once.
final class OutsideConnection: StressOutside {
  private let outsider: StressOutsider
  private let said = Answers()

  init(store: String, schema: SchemaSource) throws {
    outsider = try StressOutsider(store: store, schema: schema)
  }

  func write(_ line: String) throws { said.add(try outsider.write(line)) }
  func answers() -> [StressAnswer] { said.take() }
  func close() throws { try outsider.close() }
}
