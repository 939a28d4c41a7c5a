import Dispatch
package import FeedFormatting
package import FeedModel
import FeedRendering
import FeedSnapshots
package import FeedTerminal
import Foundation

/// The commands of a live page that need its feed.
package protocol WatchActing {
  /// Performs a command of the user.
  mutating func perform(_ command: WatchModel.Command, on page: inout WatchRun) async throws

  /// Called after a frame was drawn.
  func didShow(_ model: WatchModel)
}

extension WatchActing {
  func didShow(_ model: WatchModel) {}
}

/// One run of the live page: takes events, and draws at most twenty frames per second.
package struct WatchRun {
  let inbox: WatchInbox
  let send: AsyncStream<WatchEvent>.Continuation
  private let events: AsyncStream<WatchEvent>
  private let output = DispatchQueue(label: "feed.watch.output")
  private let start = ContinuousClock.now
  // All of these belong to the task that runs the page.
  private var acting: any WatchActing
  private let interrupt: @Sendable () -> Void
  package var model: WatchModel
  private var encoder: ScreenEncoder
  private var alarm: (at: Duration, task: Task<Void, Never>)?
  private var latestFrame = Duration.seconds(-1)
  private var needsFrame = true
  private var counted = (messages: 0, at: Duration.zero)

  private static let frame = Duration.milliseconds(50)

  /// Prepares a page.
  ///
  /// - Parameter isStepping: Whether versions arrive only on request.
  package init(
    _ snapshot: FeedSnapshot,
    _ appearance: FeedAppearance,
    inbox: WatchInbox,
    acting: any WatchActing,
    features: WatchFeatures = WatchFeatures(),
    isStepping: Bool = false,
    look: WatchLook,
    interrupt: @escaping @Sendable () -> Void = {},
    channel: (stream: AsyncStream<WatchEvent>, continuation: AsyncStream<WatchEvent>.Continuation)
  ) {
    (self.inbox, self.acting, self.interrupt) = (inbox, acting, interrupt)
    (events, send) = channel
    let size = TerminalDevice.size
    model = WatchModel(
      snapshot,
      appearance,
      columns: size.columns,
      lines: size.lines,
      features: features,
      isStill: look.isStill,
      isStepping: isStepping
    )
    encoder = ScreenEncoder(
      depth: look.depth,
      theme: look.theme,
      isSynchronized: look.isSynchronized,
      isASCII: look.isASCII
    )
  }

  /// Shows the page until the user quits.
  ///
  /// - Throws: An error that ends the page, such as one of the player.
  package mutating func run() async throws -> ExitStatus {
    TerminalDevice.watchCrashes()
    TerminalDevice.take()
    defer {
      TerminalDevice.giveBack()
    }
    let input = WatchInput { [interrupt, send] event in
      // The page itself may be waiting, for example for a statement.
      if event.isEnd { interrupt() }
      send.yield(event)
    }
    defer { withExtendedLifetime(input) {} }
    defer { alarm?.task.cancel() }
    try await show()
    for await event in events {
      if let status = try await take(event) { return status }
      if needsFrame || isDue { try await show() }
    }
    return .success
  }

  var now: Duration { start.duration(to: .now) }

  private var isDue: Bool { alarm.map { $0.at <= now } ?? false }

  // MARK: Events

  /// Handles an event.
  ///
  /// - Returns: The exit status, if the event ends the run.
  private mutating func take(_ event: WatchEvent) async throws -> ExitStatus? {
    needsFrame = true
    switch event {
    case .version, .tick: break
    case .resized:
      let size = TerminalDevice.size
      model.resize(columns: size.columns, lines: size.lines)
      // The terminal may have moved its contents.
      encoder.forget()
    case .continued:
      TerminalDevice.take()
      encoder.forget()
      inbox.didHold()
    case .terminated(let status): return status
    case .hungUp: return .success
    case .failed(let error): throw error
    case .played: model.status.note = "fixture ended"
    case .notice(let text): (model.message, model.status.notice) = (text, text)
    case .inputs(let texts): model.status.inputs = texts
    case .note(let text, let isOffline):
      (model.status.note, model.status.isOffline) = (text, isOffline)
    case .reopened(let text): (model.message, model.status.fault) = (text, nil)
    case .refused(let fault): (model.message, model.status.fault) = (nil, fault)
    case .key(let key):
      let wasHeld = model.isPaused
      let command = model.press(key, at: now)
      if wasHeld { inbox.didHold() }
      switch command {
      case nil: break
      case .quit: return key == .interrupt ? .interrupted : .success
      case .redraw: encoder.forget()
      case .suspend:
        TerminalDevice.giveBack()
        kill(getpid(), SIGSTOP)
      case .some(let command):
        var acting = acting
        try await acting.perform(command, on: &self)
        self.acting = acting
      }
    }
    return nil
  }

  // MARK: Frames

  /// Draws a frame if one is due, or else schedules it.
  private mutating func show() async throws {
    let now = now
    guard now - latestFrame >= Self.frame else { return wake(at: latestFrame + Self.frame) }
    latestFrame = now
    needsFrame = false
    let (records, causes) = inbox.takeRecords()
    model.record(records, causes: causes)
    let (next, reopened) = inbox.take()
    if let (appearance, features) = reopened {
      model.reopen(next, appearance, features)
    } else if let next {
      // A held page hides the changes.
      let updates =
        model.isPaused
        ? BatchUpdates() : model.snapshot.composition.updates(to: next.composition)
      model.show(next, updates, at: now)
    }
    count(at: now)
    let bytes = encoder.bytes(for: model.screen(at: now))
    if !bytes.isEmpty {
      // The terminal may be slow; commits continue, and the next frame shows the newest version.
      let output = output
      let isThere = await withCheckedContinuation { continuation in
        output.async { continuation.resume(returning: TerminalDevice.write(bytes)) }
      }
      if !isThere { throw BrokenPipe() }
    }
    acting.didShow(model)
    if model.isPaused { inbox.didHold() } else { inbox.didShow(model.snapshot.version, at: .now) }
    if let next = nextWake(after: now) { wake(at: next) }
  }

  /// Updates the counters once per second; the shown ones change no more often.
  private mutating func count(at now: Duration) {
    guard now - counted.at >= .seconds(1) else { return }
    let messages = inbox.messages
    let seconds = (now - counted.at) / .seconds(1)
    model.status.count(messages: Int((Double(messages - counted.messages) / seconds).rounded()))
    counted = (messages, now)
    model.status.behind = max(inbox.newestVersion - model.snapshot.version, 0)
    model.status.commitToScreen = inbox.latency
  }

  /// Returns the time of the next redraw without an event; `nil` if nothing moves.
  private func nextWake(after now: Duration) -> Duration? {
    let isCounting = inbox.messages > counted.messages || model.status.isComingToRest
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
