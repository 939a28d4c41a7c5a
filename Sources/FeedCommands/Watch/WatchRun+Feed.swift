import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedRendering
import FeedReplay
import FeedTerminal
import Foundation

extension WatchRun {
  /// Prepares a page of a feed of this process.
  ///
  /// - Parameter stepper: Plays the lines of fixtures, if the user steps through them.
  init(_ feed: WatchedFeed, stepper: Stepper? = nil, look: WatchLook) async {
    let engine = feed.engine
    let inbox = WatchInbox()
    let channel = AsyncStream<WatchEvent>.makeStream()
    let isStepping = stepper != nil
    // A commit between the shown version and the first one in the inbox would be lost.
    let snapshot =
      isStepping
      ? engine.snapshot
      : await engine.observe { [send = channel.continuation] update in
        if inbox.didCommit(update, at: .now) { send.yield(.version) }
      }
    self.init(
      snapshot,
      FeedAppearance(engine.feed),
      inbox: inbox,
      acting: FeedActing(feed: feed, stepper: stepper),
      features: WatchFeatures(engine.feed),
      isStepping: isStepping,
      look: look,
      interrupt: { feed.engine.interrupt() },
      channel: channel
    )
    // The messages of a store that another program feeds are that program's.
    let isOwn = feed.options.store == nil && feed.file.feed.database == nil
    let options = feed.options
    model.status.expectsMessages =
      isOwn || options.player != nil || options.runInputs != nil || options.log != nil
    if !isStepping, options.runInputs == nil { model.message = await engine.idleNotice() }
    if let path = feed.options.path {
      model.emptyHints = EmptyFeed.hints(path, store: feed.options.store)
    }
  }

  /// Shows the page, and runs the feed's background tasks.
  ///
  /// - Throws: An error that ends the page, such as one of the player.
  mutating func run(
    following feed: WatchedFeed,
    playing lines: sending FixtureMerge?
  ) async throws -> ExitStatus {
    follow(feed)
    if let lines { play(lines, on: feed) }
    defer { feed.options.player?.cancel() }
    let inputs = feed.options.runInputs.map { _ in
      Task { [send] in await Self.watchInputs(of: feed, send) }
    }
    defer { inputs?.cancel() }
    return try await run()
  }

  /// Follows the changes of the feed: files, commits of other programs, the clock.
  private func follow(_ feed: WatchedFeed) {
    feed.start { [inbox, send] event in
      switch event {
      case .reopened(let file, _, let update):
        inbox.didReopen(
          FeedAppearance(file.feed),
          WatchFeatures(file.feed),
          update,
          cause: "the feed file was read again",
          at: .now
        )
        let warnings = FeedFileErrors(problems: file.warnings, omitted: file.omittedWarnings)
        let more = file.warnings.isEmpty ? "" : "; warning: \(ErrorText.line(of: warnings))"
        send.yield(.reopened("\(ErrorText.name(file.name)): read again" + more))
      case .refused(let error): send.yield(.refused(ErrorText.line(of: error)))
      case .notice(let text): send.yield(.notice(text))
      case .failed(let error): send.yield(.failed(error))
      }
    }
  }

  /// Reports changed states of the inputs once per second.
  private static func watchInputs(
    of feed: WatchedFeed,
    _ send: AsyncStream<WatchEvent>.Continuation
  ) async {
    var shown: [String] = []
    while !Task.isCancelled {
      // A store that cannot be read has no records of its inputs.
      let records = (try? await feed.perform { try await $0.inputRecords() }) ?? []
      let now = Date.now.timeIntervalSince1970
      let texts = records.map { InputStatus($0, now: now).summary(at: now) }
      if texts != shown { send.yield(.inputs(texts)) }
      shown = texts
      try? await Task.sleep(for: .seconds(1))
    }
  }

  private mutating func play(_ lines: sending FixtureMerge, on feed: WatchedFeed) {
    model.status.note = "playing"
    feed.options.player?.start(lines, on: feed) { [inbox, send] event in
      switch event {
      case .notice(let text), .resumed(let text): send.yield(.notice(text))
      case .played(let entry, let update):
        if inbox.didPlay(update?.snapshot.version, cause: entry.cause) { send.yield(.tick) }
      case .ended(nil): send.yield(.played)
      case .ended(let error?): send.yield(.failed(error))
      }
    }
  }
}
