import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedReplay

/// Shows the feed as it changes.
struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the feed as it changes.",
    discussion: """
      In a terminal, a page that scrolls: ? lists its keys, q leaves. Elsewhere, a line for each \
      version.

      Examples:
        feed watch layouts/sportsbook.yaml --fixture fixtures/sportsbook/updates.jsonl
        feed watch book.yaml --fixture updates.jsonl --speed 10x --reduced-motion
        feed watch exchange.yaml --fixture cricket.jsonl --adapter betfair --speed 60x --loop 0
        feed watch book.yaml --fixture updates.jsonl --speed max --format json | jq .version
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @OptionGroup var inputs: FixtureOptions

  @Option(
    help: ArgumentHelp("How fast: 1x, 10x, 0.5x, max.", valueName: "speed"),
    transform: Replay.speed
  )
  var speed: Speed = .times(1)

  @Option(
    help: ArgumentHelp("The store; without it the feed's 'file:', or memory.", valueName: "file")
  )
  var store: String?

  @OptionGroup var selfCheck: SelfCheckOption

  @Option(help: "How lines are written where there is no page; json never shows a page.")
  var format: DataFormat?

  @Flag(help: "Writes lines, also to a terminal.")
  var plain = false

  @OptionGroup var clock: ClockOption

  @OptionGroup var zone: TimeZoneOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var screen: ScreenOptions

  func run() async throws {
    let file = try FeedFile.open(feed, trust, in: zone)
    let playback = try inputs.playback
    let engine = try file.engine(store: store, trust, isPlaying: !playback.isEmpty)
    engine.logSlowQueries()
    // What cannot be played is said instead of shown.
    let lines = playback.isEmpty ? nil : try await playback.lines(for: engine)
    // A directory that cannot be watched leaves the documents as they were read.
    let documents = Task { try await engine.followDocumentFiles() }
    let begin = ContinuousClock.now
    let ticks = Task {
      await engine.followClock {
        // A time that is given passes like the system's.
        clock.now?.value(at: begin.duration(to: .now) / .seconds(1)) ?? ClockOption.system
      }
    }
    defer {
      ticks.cancel()
      documents.cancel()
    }
    let player = WatchPlayer(playback: playback, speed: speed, engine: engine)
    // The keys of a page come by standard input.
    let showsPage =
      !plain && format == nil && TerminalDevice.isInteractive && !Terminal.isDumb
      && !playback.paths.contains("-")
    let checks = selfCheck.rate.map { WatchChecks(engine, rate: $0, showsPage: showsPage) }
    let status =
      showsPage
      ? try await showPage(engine, FeedAppearance(file.feed), player, lines)
      : try await showLines(engine, FeedAppearance(file.feed), player, lines)
    await checks?.finish()
    // What is still being written need not be waited for.
    engine.interrupt()
    try await engine.close()
    if status != .success { throw Failure(status, "") }
  }

  private func showPage(
    _ engine: FeedEngine,
    _ appearance: FeedAppearance,
    _ player: WatchPlayer,
    _ lines: sending FixtureMerge?
  ) async throws -> ExitStatus {
    var run = await WatchRun(engine, appearance, look: screen.look)
    return try await run.run(player, lines)
  }

  /// Writes lines until they end, or until the store is lost.
  ///
  /// What other programs write to the store, as 'feed move' does, is shown as well.
  private func showLines(
    _ engine: FeedEngine,
    _ appearance: FeedAppearance,
    _ player: WatchPlayer,
    _ lines: sending FixtureMerge?
  ) async throws -> ExitStatus {
    guard engine.hasFile else { return try await writeLines(engine, appearance, player, lines) }
    let writing = Task { try await writeLines(engine, appearance, player, lines) }
    defer { writing.cancel() }
    return try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
      group.addTask { try await writing.value }
      group.addTask {
        try await engine.followOthersToTheEnd { Console.error("\($0)") }
        return nil
      }
      defer { group.cancelAll() }
      while let end = try await group.next() {
        if let status = end { return status }
      }
      return .success
    }
  }

  /// Writes a line for each version; ends with the fixtures, or else when it is interrupted.
  private func writeLines(
    _ engine: FeedEngine,
    _ appearance: FeedAppearance,
    _ player: WatchPlayer,
    _ lines: FixtureMerge?
  ) async throws -> ExitStatus {
    var output = try WatchLines(engine.snapshot, appearance, isJSON: format == .json)
    if let lines {
      try await player.play(lines, onTell: { Console.error(lines: $0) }) { update, _ in
        if let update { try output.write(update) }
      }
    } else {
      for await update in engine.versions() { try output.write(update) }
    }
    return .success
  }
}
