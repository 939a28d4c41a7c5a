import Dispatch
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedRendering
import FeedReplay
import FeedSnapshots
import FeedStore
import FeedTerminal
import Foundation

/// One run of the live page: events in, at most twenty frames a second out.
struct WatchRun {
  let feed: WatchedFeed
  let inbox: WatchInbox
  private let events: AsyncStream<WatchEvent>
  private let send: AsyncStream<WatchEvent>.Continuation
  private let output = DispatchQueue(label: "feed.watch.output")
  private let start = ContinuousClock.now
  // All of these belong to the task that runs the page.
  var stepper: Stepper?
  var model: WatchModel
  private var encoder: ScreenEncoder
  private var alarm: (at: Duration, task: Task<Void, Never>)?
  private var latestFrame = Duration.seconds(-1)
  private var needsFrame = true
  private var latencies: [Duration] = []
  private var counted = (messages: 0, at: Duration.zero)

  private static let frame = Duration.milliseconds(50)
  private static let keptLatencies = 2_000

  init(
    _ feed: WatchedFeed,
    stepper: Stepper? = nil,
    look: WatchLook
  ) async {
    self.feed = feed
    let engine = feed.engine
    self.stepper = stepper
    let inbox = WatchInbox()
    let (events, send) = AsyncStream<WatchEvent>.makeStream()
    (self.inbox, self.events, self.send) = (inbox, events, send)
    // A commit between the version that is shown and the first one in the inbox would be lost.
    let snapshot =
      stepper == nil
      ? await engine.observe { update in
        if inbox.didCommit(update, at: .now) { send.yield(.version) }
      }
      : engine.snapshot
    let size = TerminalDevice.size
    model = WatchModel(
      snapshot,
      FeedAppearance(engine.feed),
      columns: size.columns,
      lines: size.lines,
      features: WatchFeatures(engine.feed),
      isStill: look.isStill,
      isStepping: stepper != nil
    )
    encoder = ScreenEncoder(
      depth: look.depth,
      theme: look.theme,
      isSynchronized: look.isSynchronized
    )
  }

  /// Shows the page until the user has seen enough.
  ///
  /// - Parameter lines: What the feed's player is to play meanwhile.
  /// - Returns: How the run ended.
  /// - Throws: What the page cannot go on after, as what ended the playing.
  mutating func run(playing lines: sending FixtureMerge? = nil) async throws -> ExitStatus {
    TerminalDevice.watchCrashes()
    TerminalDevice.take()
    defer { TerminalDevice.giveBack() }
    let send = send
    let input = WatchInput { [feed] event in
      // The page itself may be waiting for a statement.
      if event.isEnd { feed.engine.interrupt() }
      send.yield(event)
    }
    defer { withExtendedLifetime(input) {} }
    if stepper == nil { follow() }
    if let lines { play(lines) }
    defer {
      feed.options.player?.cancel()
      alarm?.task.cancel()
    }
    try await show()
    for await event in events {
      if let status = try await take(event) { return status }
      if needsFrame || isDue { try await show() }
    }
    return .success
  }

  var now: Duration { start.duration(to: .now) }

  private var isDue: Bool { alarm.map { $0.at <= now } ?? false }

  // MARK: What goes on beside the page

  /// Follows what changes the feed: its files, other programs at the store, the clock.
  private func follow() {
    feed.start { [inbox, send] event in
      switch event {
      case .reopened(let file, _, let update):
        inbox.didReopen(file.feed, update, at: .now)
        let warnings = FeedFileErrors(problems: file.warnings, omitted: file.omittedWarnings)
        let more = file.warnings.isEmpty ? "" : "; warning: \(ErrorText.line(of: warnings))"
        send.yield(.reopened("\(ErrorText.name(file.name)): read again" + more))
      case .refused(let error): send.yield(.refused(ErrorText.line(of: error)))
      case .notice(let text): send.yield(.notice(text))
      case .failed(let error): send.yield(.failed(error))
      }
    }
  }

  private mutating func play(_ lines: sending FixtureMerge) {
    model.status.note = "playing"
    feed.options.player?.start(lines, on: feed) { [inbox, send] event in
      switch event {
      case .notice(let text): send.yield(.notice(text))
      case .played(let entry, let update):
        if inbox.didPlay(update?.snapshot.version, cause: entry.cause) { send.yield(.tick) }
      case .ended(nil): send.yield(.played)
      case .ended(let error?): send.yield(.failed(error))
      }
    }
  }

  // MARK: Events

  /// Takes an event.
  ///
  /// - Returns: How the run ends, if it does.
  private mutating func take(_ event: WatchEvent) async throws -> ExitStatus? {
    needsFrame = true
    switch event {
    case .version, .tick: break
    case .resized:
      let size = TerminalDevice.size
      model.resize(columns: size.columns, lines: size.lines)
      // The terminal may have moved what it showed.
      encoder.forget()
    case .continued:
      TerminalDevice.take()
      encoder.forget()
    case .terminated(let status): return status
    case .hungUp: return .success
    case .failed(let error): throw error
    case .played: model.status.note = "fixture ended"
    case .notice(let text): model.message = text
    case .reopened(let text): (model.message, model.status.fault) = (text, nil)
    case .refused(let fault): (model.message, model.status.fault) = (nil, fault)
    case .key(let key):
      switch model.press(key, at: now) {
      case nil: break
      case .quit: return key == .interrupt ? .interrupted : .success
      case .redraw: encoder.forget()
      case .suspend:
        TerminalDevice.giveBack()
        kill(getpid(), SIGSTOP)
      case .some(let command): try await perform(command)
      }
    }
    return nil
  }

  // MARK: Frames

  /// Draws a frame if it is time for one, or else sees to it that it will be.
  private mutating func show() async throws {
    let now = now
    guard now - latestFrame >= Self.frame else { return wake(at: latestFrame + Self.frame) }
    latestFrame = now
    needsFrame = false
    let (records, causes) = inbox.takeRecords()
    model.record(records, causes: causes)
    let (next, reopened) = inbox.take()
    if let reopened {
      model.reopen(
        next,
        FeedAppearance(reopened),
        WatchFeatures(reopened)
      )
    } else if let next {
      // Nobody looks at what is held back.
      let updates =
        model.isPaused
        ? BatchUpdates() : model.snapshot.composition.updates(to: next.composition)
      model.show(next, updates, at: now)
    }
    count(at: now)
    let bytes = encoder.bytes(for: model.screen(at: now))
    if !bytes.isEmpty {
      // The terminal may be slow; the commits go on meanwhile, and the next frame shows the newest.
      let output = output
      let isThere = await withCheckedContinuation { continuation in
        output.async { continuation.resume(returning: TerminalDevice.write(bytes)) }
      }
      if !isThere { throw BrokenPipe() }
    }
    if !model.isPaused { note(inbox.didShow(model.snapshot.version, at: .now)) }
    if let next = nextWake(after: now) { wake(at: next) }
  }

  private mutating func note(_ more: [Duration]) {
    latencies += more
    if latencies.count > Self.keptLatencies {
      latencies.removeFirst(latencies.count - Self.keptLatencies)
    }
  }

  /// Counts once a second; what is shown changes no more often.
  private mutating func count(at now: Duration) {
    guard now - counted.at >= .seconds(1) else { return }
    let messages = inbox.messages
    let seconds = (now - counted.at) / .seconds(1)
    model.status.messagesPerSecond = Int((Double(messages - counted.messages) / seconds).rounded())
    counted = (messages, now)
    model.status.lag = max(inbox.newestVersion - model.snapshot.version, 0)
    guard !latencies.isEmpty else { return }
    let sorted = latencies.sorted()
    model.status.commitToScreen = sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
  }

  /// When to look again though nothing happens; never where nothing moves.
  private func nextWake(after now: Duration) -> Duration? {
    let isCounting = inbox.messages > counted.messages || model.status.messagesPerSecond > 0
    let count = isCounting ? counted.at + .seconds(1) : nil
    return [model.nextChange(after: now), count].compactMap { $0 }.min().map { max($0, now) }
  }

  private mutating func wake(at time: Duration) {
    if let alarm, alarm.at > now, alarm.at <= time { return }
    alarm?.task.cancel()
    let deadline = start + time
    alarm = (
      time,
      Task { [send] in
        do {
          try await ContinuousClock().sleep(until: deadline)
          send.yield(.tick)
        } catch {}
      }
    )
  }
}
