import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedRendering
import FeedReplay
import FeedSnapshots
import FeedStress
import FeedTerminal

/// One run of `feed replay`: plays lines, prints versions, checks batches and sums up.
struct ReplayRun: ~Copyable {
  private let command: Replay
  private let engine: FeedEngine
  private let fixtures: FixtureMerge
  private let isResumed: Bool
  private let interruption: Interruption
  private let start = ContinuousClock.now
  private let appearance: FeedAppearance
  /// The source of `:now` for the queries.
  private let time: FixtureTime
  private let usesTime: Bool
  // All of these belong to the run, which is one task.
  private var referee: FeedReferee?
  private var selfCheck: SelfCheck?
  private var player: FixturePlayer<ContinuousClock>
  private var summary = ReplaySummary()
  private var output = OutputBuffer()
  private var json = JSONWriter()
  private var progress = ProgressBar()

  init(_ command: Replay, _ engine: FeedEngine) async throws {
    self.command = command
    self.engine = engine
    interruption = Interruption { engine.interrupt() }
    let playback = try command.playback
    fixtures = try await playback.lines(for: engine, bySpeed: command.speed != .max)
    fixtures.tellResumptions()
    time = command.clock.now ?? .recorded
    usesTime = await engine.usesTime
    isResumed = !fixtures.resumptions.isEmpty
    let snapshot = engine.snapshot
    appearance = FeedAppearance(engine.feed)
    player = FixturePlayer(
      speed: command.speed,
      onError: playback.policy(otherwise: .stop),
      clock: ContinuousClock()
    )
    if command.verify { referee = FeedReferee(snapshot) }
    if let rate = command.selfCheck.rate {
      selfCheck = await engine.selfCheck(rate: rate)
      summary.selfChecks = 0
    }
    summary.isVerified = command.verify
    summary.lastVersion = snapshot.version
  }

  /// Whether there is anything to sum up.
  var hasPlayed: Bool { player.played + player.skipped > 0 }

  /// Whether a version has shown the item of `--item`.
  private(set) var hasShownItem = false

  /// Whether the feed differed from the results of its queries.
  var hasMismatches: Bool { summary.mismatches > 0 }

  /// The status of a run that was stopped; `nil` otherwise.
  var endedBy: ExitStatus? { interruption.status }

  /// Plays the fixtures to their end, to an invalid line or to Control-C.
  mutating func play() async throws {
    if let trace = command.printed {
      try print(VersionRecord(opening: engine.snapshot), nil, trace)
    }
    // Taken out during the run, so that a line may change everything else.
    var player = self.player
    defer { self.player = player }
    let interruption = interruption
    summary.isStopped = true
    try await player.play(
      fixtures,
      resumed: isResumed,
      until: { interruption.isRequested },
      onTell: { Console.error(lines: $0) }
    ) { entry in
      try await self.play(entry)
    }
    guard !interruption.isRequested else { return }
    if command.verify { try await compareWithFresh() }
    summary.isStopped = false
  }

  private func compareWithFresh() async throws {
    let temporary = try KeptDirectory("feed-fresh")
    defer { temporary.remove() }
    if let difference = try await engine.differenceFromFresh(in: temporary.url) {
      throw Failure(
        .negative,
        "not-fresh",
        "after the last line the feed differs from a fresh one: \(difference)"
      )
    }
  }

  private mutating func play(_ entry: FixtureEntry) async throws {
    if usesTime { tellTime(at: entry) }
    let begin = ContinuousClock.now
    let update = try await engine.play(entry, from: time)
    let end = ContinuousClock.now
    if entry.isEarlier { summary.earlier += 1 }
    guard let update else { return }
    try take(update, entry, latency: begin.duration(to: end))
    try await check(entry)
    progress.update(fixtures.fractionRead, "version \(summary.lastVersion), \(entry.at) s")
  }

  /// Records the time of an entry, and reports the first one that is known.
  private mutating func tellTime(at entry: FixtureEntry) {
    guard let now = time.value(of: entry) else { return }
    if summary.times == nil {
      progress.clear()
      let text = now.asTime
      switch (command.clock.now, entry.time) {
      case (nil, .said): Console.error("':now' begins with \(text), as the messages say")
      case (nil, _): Console.error("':now' begins with \(text): no message says a time; see --now")
      default: Console.error("':now' begins with \(text), as --now says")
      }
    }
    summary.times = (summary.times?.first ?? now, now)
  }

  private mutating func take(
    _ update: FeedUpdate,
    _ entry: FixtureEntry,
    latency: Duration?
  ) throws {
    summary.add(version: update.snapshot.version, updates: update.updates, latency: latency)
    if referee != nil { try judge(update, entry) }
    if let trace = command.printed { try print(VersionRecord(update), entry, trace) }
  }

  /// Compares a section with its query, if a check is due.
  private mutating func check(_ entry: FixtureEntry) async throws {
    let version = summary.lastVersion
    guard let section = selfCheck?.section(after: version) else { return }
    let (mismatch, healing) = try await engine.checked(section)
    summary.selfChecks = selfCheck?.checks
    if let mismatch {
      summary.mismatches += 1
      progress.clear()
      Console.error(lines: mismatch.description)
    }
    if let healing { try take(healing, entry, latency: nil) }
  }
}

// MARK: - Printing and summing up

extension ReplayRun {
  /// Prints the remaining batches, and the summary.
  mutating func finish() throws {
    progress.clear()
    summary.messages = player.played
    summary.skipped = player.skipped
    player.tellOthers()
    summary.elapsed = start.duration(to: .now)
    let text: String
    switch command.format {
    case .text: text = summary.text
    case .json:
      json.removeAll()
      json.summary(summary)
      json.endLine()
      text = String(decoding: json.bytes, as: UTF8.self)
    }
    // With a trace, standard output belongs to the trace.
    if command.printed == nil { try output.write(text) } else { Console.write(text) }
    try output.flush()
  }

  private mutating func judge(
    _ update: FeedUpdate,
    _ entry: FixtureEntry
  ) throws {
    do {
      try referee?.perform(update.updates, to: update.snapshot)
    } catch {
      throw Failure(
        .negative,
        lines: String(
          error: "invalid-batch",
          "the batch of version \(update.snapshot.version) breaks the rules",
          at: entry.place
        ) + "\n\(error)"
      )
    }
  }

  /// Prints a version; a committed version is in the pipe before the next line is played.
  private mutating func print(
    _ record: VersionRecord,
    _ entry: FixtureEntry?,
    _ trace: TraceFormat
  ) throws {
    switch trace {
    case .text:
      var record = record
      if let entry {
        let now = usesTime ? time.value(of: entry) : nil
        record.cause = entry.cause
        if let now { record.cause.time = "now \(now.asTime)" }
      }
      let text = record.text(appearance, about: command.item)
      if !text.isEmpty { hasShownItem = true }
      try output.write(text)
    case .json:
      json.removeAll()
      json.object { json in
        json.key("version")
        json.integer(record.version)
        if let entry, fixtures.fileCount > 1 {
          json.field("file", value: .text(Text(entry.fixture.path)))
        }
        json.key("line")
        json.integer(entry?.line ?? 0)
        if let round = entry?.round, round > 1 {
          json.key("round")
          json.integer(round)
        }
        json.key("at")
        // A double represents the seconds since 1970 to a quarter of a microsecond, and their difference as well.
        json.real(((entry?.at ?? 0) * 1e6).rounded() / 1e6)
        if usesTime { json.field("now", value: entry.flatMap { time.value(of: $0) } ?? .null) }
        json.key("updates")
        json.updates(record.updates)
        if command.snapshots {
          json.key("snapshot")
          json.snapshot(record.after)
        }
      }
      json.endLine()
      try output.write(json)
    case .patches: try output.write(json: record.event(appearance, of: engine.feed))
    }
    try output.flush()
  }
}
