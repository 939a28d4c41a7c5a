import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedRendering
package import FeedReplay

/// Plays fixtures against a feed.
package struct Replay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays fixtures against a feed.",
    discussion: """
      Each line of a fixture is one transaction; each transaction that changes something visible \
      creates one version and one batch of updates. With --store, a run that was stopped continues \
      after the last committed line. A trace begins with the first version of the run, \
      as a batch from an empty feed; each version is written before the next line is played. \
      --trace patches writes what clients of a server receive: an image, then patches with all texts.

      With --adapter, the files are recordings in the format of their source: JSON Lines or a list of \
      messages, converted by an adapter of the feed file and played by the times in them.

      If queries use ':now', or texts contain {at:ago}, the current time is the time of the messages of a \
      recording, or --now plus the seconds of each line; the first one is printed. A recording \
      may also have the time in front of each message: 2026-07-01T18:30:00Z {"price":2.5}.

      Examples:
        feed replay layouts/sportsbook.yaml fixtures/sportsbook/updates.jsonl
        feed replay book.yaml updates.jsonl --speed 10x --verify
        feed replay book.yaml updates.jsonl --trace json > versions.jsonl
        feed replay book.yaml updates.jsonl --trace patches | diff approved.jsonl -
        feed replay book.yaml updates.jsonl --item selection/4
        feed replay book.yaml updates.jsonl --step
        printf 'n\\nn\\np\\n' | feed replay book.yaml updates.jsonl --step
        feed replay book.yaml monday.jsonl tuesday.jsonl --store book.sqlite
        feed replay exchange.yaml cricket.jsonl --adapter betfair --speed 1000x
        feed replay exchange.yaml names.json cricket.jsonl --adapter betfair \\
          --adapter names.json=catalogue
        feed replay exchange.yaml a.jsonl b.jsonl --adapter betfair --align in-play \\
            --loop 3
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @OptionGroup var inputs: FixtureArguments

  @OptionGroup var playing: PlayOptions

  @Option(help: ArgumentHelp("The store; in memory without it.", valueName: "file"))
  var store: String?

  @Option(
    help: ArgumentHelp("How fast: max, 1x, 10x, 0.5x. (default: max)", valueName: "speed"),
    transform: Replay.speed
  )
  var speed: Speed = .max

  @Option(help: "The format in which the batch of each version is printed.")
  var trace: TraceFormat?

  @Option(
    help: ArgumentHelp(
      "Prints only the changes of an item, with the message that caused each: selection/4.",
      valueName: "id"
    )
  )
  var item: String?

  @Flag(help: "Adds the snapshot to each line of the JSON trace.")
  var snapshots = false

  @Flag(
    help: """
      Steps through the versions, forward and back: with keys in a terminal, otherwise with lines on \
      standard input: n, p, a number, q.
      """
  )
  var step = false

  @OptionGroup var screen: ScreenOptions

  @Flag(
    help: """
      Performs every batch on a strict model of a list view, and compares the last version with fresh \
      queries.
      """
  )
  var verify = false

  @OptionGroup var selfCheck: SelfCheckOption

  @OptionGroup var clock: ClockOption

  @OptionGroup var zone: TimeZoneOption

  @OptionGroup var trust: TrustOptions

  @Option(help: "The format of the summary.")
  var format: DataFormat = .text

  /// The format of the printed batches; `nil` if none are printed.
  var printed: TraceFormat? { trace ?? item.map { _ in .text } }

  /// The fixtures to play, and how to play them.
  var playback: Playback {
    get throws { try Playback(inputs.paths, playing) }
  }

  func validate() throws {
    _ = try playback
    guard !inputs.paths.isEmpty else {
      throw ValidationError("Missing expected argument '<fixture> ...'.")
    }
    guard item == nil || trace == nil || trace == .text else {
      throw ValidationError("--item prints a trace in text; leave out --trace.")
    }
    if step && (printed != nil || verify || format != .text || speed != .max) {
      throw ValidationError(
        """
        --step shows each batch when it is asked to; leave out --trace, --item, --verify, \
        --format, --speed.
        """
      )
    }
    if step && inputs.paths.contains("-") {
      throw ValidationError("--step reads its steps from standard input; name the fixture's file.")
    }
    if snapshots && trace != .json {
      throw ValidationError("--snapshots adds to the JSON trace; ask for it with --trace json.")
    }
  }

  func run() async throws {
    let file = try FeedFile.open(feed, trust, in: zone)
    let engine = try file.engine(store: store, trust, isPlaying: true)
    engine.logSlowQueries()
    if step { return try await self.step(file, engine) }
    var run = try await ReplayRun(self, engine)
    do {
      try await run.play()
    } catch let error where !(error is BrokenPipe) {
      // The lines that were played are summarised even after an error.
      if run.hasPlayed { try run.finish() }
      try await engine.close()
      if let status = run.endedBy { throw Self.stopped(status) }
      throw error
    }
    try run.finish()
    try await engine.close()
    if let status = run.endedBy { throw Self.stopped(status) }
    if run.hasMismatches { throw Failure(.negative, "") }
    if let item, !run.hasShownItem {
      throw Failure(
        .negative,
        "unknown-item",
        "no version shows '\(item)'",
        hint: "ids are those of --trace text, such as selection:selection/4 or selection/4"
      )
    }
  }

  private static func stopped(_ status: ExitStatus) -> Failure {
    Failure(status, "stopped; a run with --store continues from here")
  }

  /// Steps through the versions.
  private func step(_ file: FeedFile, _ engine: FeedEngine) async throws {
    let playback = try self.playback
    let fixtures = try await playback.lines(for: engine)
    fixtures.tellResumptions()
    let stepper = Stepper(
      engine,
      fixtures,
      onError: playback.policy(otherwise: .stop),
      from: clock.now ?? .recorded
    )
    if TerminalDevice.isInteractive && !Terminal.isDumb {
      var run = await WatchRun(
        WatchedFeed(file, engine),
        stepper: stepper,
        look: screen.look
      )
      let status = try await run.run()
      try await engine.close()
      if status != .success { throw Failure(status, "") }
      return
    }
    var lines = await StepLines(engine, stepper)
    try await lines.run()
    try await engine.close()
  }

  package static func speed(_ text: String) throws -> Speed {
    guard let speed = Speed(text) else {
      throw ValidationError("'\(text)' is not a speed; for example max, 1x, 10x or 0.5x.")
    }
    return speed
  }
}

/// The output format of batches.
enum TraceFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, patches
}

/// The output format of data.
package enum DataFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}
