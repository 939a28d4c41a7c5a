import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedReplay
import FeedStore

/// Shows the feed as it changes.
package struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the feed as it changes.",
    discussion: """
      In a terminal, shows a page that scrolls: ? lists its keys, q quits. Elsewhere, prints a line for each \
      version.

      The feed file may be edited during the run: a valid edit is shown at once, over the same rows, and \
      an invalid one is reported with its position while the last valid feed stays on the page.

      Examples:
        feed watch layouts/sportsbook.yaml \\
            --fixture fixtures/sportsbook/updates.jsonl
        feed watch book.yaml --fixture updates.jsonl --speed 10x --reduced-motion
        feed watch exchange.yaml --fixture cricket.jsonl --adapter betfair \\
            --speed 60x --loop 0
        feed watch book.yaml --fixture updates.jsonl --speed max --format json \\
            | jq .version
        feed watch book.yaml --store book.sqlite --inputs
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @OptionGroup var inputs: FixtureOptions

  @OptionGroup var playing: PlayOptions

  @Option(
    help: ArgumentHelp("How fast: 1x, 10x, 0.5x, max. (default: 1x)", valueName: "speed"),
    transform: Replay.speed
  )
  var speed: Speed = .times(1)

  @Option(
    help: ArgumentHelp("The store; without it the feed's 'file:', or memory.", valueName: "file")
  )
  var store: String?

  @Flag(name: .customLong("inputs"), help: "Runs the inputs that the feed file declares.")
  var runsInputs = false

  @OptionGroup var selfCheck: SelfCheckOption

  @Option(help: "The format of the lines that replace the page; json never shows a page.")
  var format: DataFormat?

  @Flag(help: "Writes lines even to a terminal.")
  var plain = false

  @OptionGroup var clock: ClockOption

  @OptionGroup var zone: TimeZoneOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var screen: ScreenOptions

  /// The fixtures to play, and how to play them.
  var playback: Playback {
    get throws { try Playback(inputs.paths, playing) }
  }

  func validate() throws { _ = try playback }

  func run() async throws {
    let playback = try self.playback
    let running = runsInputs ? try Network.required(for: "--inputs").inputs : InputRunning.none
    // The keys of a page arrive on standard input.
    let showsPage =
      !plain && format == nil && TerminalDevice.isInteractive && !Terminal.isDumb
      && !playback.paths.contains("-")
    let (watched, lines) = try await WatchedFeed.open(
      feed,
      store: store,
      playing: playback,
      speed: speed,
      clock: clock,
      zone: zone,
      trust: trust,
      inputs: running,
      checks: selfCheck.rate.map { WatchChecks(rate: $0, showsPage: showsPage) }
    )
    if !runsInputs, !showsPage, let notice = await watched.engine.idleNotice() {
      Console.error(notice)
    }
    let status =
      showsPage
      ? try await showPage(watched, lines) : try await showLines(watched, lines)
    try await watched.end()
    if status != .success { throw Failure(status, "") }
  }

  private func showPage(
    _ feed: WatchedFeed,
    _ lines: sending FixtureMerge?
  ) async throws -> ExitStatus {
    var run = await WatchRun(feed, look: screen.look)
    return try await run.run(following: feed, playing: lines)
  }

  /// Writes lines until they end, or until the store is lost.
  ///
  /// Commits of other programs, such as 'feed move', are shown as well.
  private func showLines(
    _ feed: WatchedFeed,
    _ lines: sending FixtureMerge?
  ) async throws -> ExitStatus {
    let output = try WatchLines(feed.engine, isJSON: format == .json)
    let (run, end) = AsyncThrowingStream<Never, any Error>.makeStream()
    /// Ends the run with the error if lines cannot be written.
    let write: @Sendable (() throws -> Void) -> Void = { body in
      do { try body() } catch { end.finish(throwing: error) }
    }
    feed.start { [path = self.feed] event in
      switch event {
      case .reopened(let file, _, let update): write { try output.reopen(file, update) }
      case .refused(let error): write { try output.refuse(path, error) }
      case .notice(let text): Console.error(lines: text)
      case .failed(let error): end.finish(throwing: error)
      }
    }
    guard let lines else {
      let writing = Task {
        // The versions of an engine end when another engine replaces it.
        while !Task.isCancelled {
          for await update in feed.engine.versions() { write { try output.write(update) } }
        }
      }
      defer { writing.cancel() }
      for try await _ in run {}
      return .success
    }
    feed.options.player?.start(lines, on: feed) { event in
      switch event {
      case .notice(let text), .resumed(let text): Console.error(lines: text)
      case .played(_, let update): if let update { write { try output.write(update) } }
      case .ended(nil): end.finish()
      case .ended(let error?): end.finish(throwing: error)
      }
    }
    for try await _ in run {}
    return .success
  }
}
