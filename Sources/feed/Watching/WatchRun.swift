import Dispatch
import FeedEngine
import FeedRendering
import FeedSnapshots
import FeedStore
import Foundation

/// One run of the live page: events in, at most twenty frames a second out.
struct WatchRun {
  private let engine: FeedEngine
  private let player: WatchPlayer?
  private let inbox = WatchInbox()
  private let events: AsyncStream<WatchEvent>
  private let send: AsyncStream<WatchEvent>.Continuation
  private let output = DispatchQueue(label: "feed.watch.output")
  private let start = ContinuousClock.now
  // All of these belong to the task that runs the page.
  private var model: WatchModel
  private var encoder: ScreenEncoder
  private var alarm: (at: Duration, task: Task<Void, Never>)?
  private var latestFrame = Duration.seconds(-1)
  private var needsFrame = true
  private var latencies: [Duration] = []
  private var counted = (messages: 0, at: Duration.zero)

  private static let frame = Duration.milliseconds(50)
  private static let keptLatencies = 2_000

  init(
    _ engine: FeedEngine,
    _ appearance: FeedAppearance,
    player: WatchPlayer?,
    depth: ColorDepth,
    isStill: Bool
  ) async {
    self.engine = engine
    self.player = player
    (events, send) = AsyncStream.makeStream()
    let size = TerminalDevice.size
    model = WatchModel(
      await engine.snapshot,
      appearance,
      columns: size.columns,
      lines: size.lines,
      isStill: isStill
    )
    model.status.note = player == nil ? "" : "playing"
    encoder = ScreenEncoder(depth: depth)
  }

  /// Shows the page until the user has seen enough.
  ///
  /// - Returns: How the run ended.
  mutating func run() async throws -> ExitStatus {
    TerminalDevice.watchCrashes()
    TerminalDevice.take()
    defer { TerminalDevice.giveBack() }
    let send = send
    let input = WatchInput { send.yield($0) }
    defer { withExtendedLifetime(input) {} }
    let tasks = [readVersions(), playFixtures()]
    defer {
      for task in tasks { task?.cancel() }
      alarm?.task.cancel()
    }
    try await show()
    for await event in events {
      if let status = try await take(event) { return status }
      if needsFrame || isDue { try await show() }
    }
    return .success
  }

  private var now: Duration { start.duration(to: .now) }

  private var isDue: Bool { alarm.map { $0.at <= now } ?? false }

  // MARK: What goes on beside the page

  private func readVersions() -> Task<Void, Never> {
    Task { [engine, inbox, send] in
      for await update in await engine.versions() where inbox.put(update.snapshot) {
        send.yield(.version)
      }
    }
  }

  private func playFixtures() -> Task<Void, Never>? {
    guard let player else { return nil }
    return Task { [inbox, send] in
      do {
        try await player.play(onSkip: { send.yield(.notice($0)) }) { update in
          inbox.didCommit(update?.snapshot.version, at: .now)
        }
        send.yield(.notice(""))
      } catch is CancellationError {
        return
      } catch {
        send.yield(.notice("\(error)"))
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
    case .notice(""): model.status.note = "fixture ended"
    case .notice(let text): model.message = text
    case .key(let key):
      switch model.press(key, at: now) {
      case nil: break
      case .quit: return key == .interrupt ? .interrupted : .success
      case .redraw: encoder.forget()
      case .suspend:
        TerminalDevice.giveBack()
        kill(getpid(), SIGSTOP)
      case .toggle(let item): try await toggle(item)
      }
    }
    return nil
  }

  /// Puts an item on the betslip or takes it off: a commit like any other.
  private mutating func toggle(_ item: ItemID) async throws {
    guard item.slot == 0, case .integer(let key) = item.object.key,
      model.snapshot.composition.content(of: item)?["in_betslip"] != nil
    else {
      model.message = "only what has a price of its own can be put on the betslip"
      return
    }
    let table = "\(item.object.entity)".split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    do {
      let update = try await engine.write {
        try $0.run("UPDATE \"\(table)\" SET in_betslip = 1 - in_betslip WHERE id = \(key)")
      }
      inbox.didCommit(update?.snapshot.version, at: .now)
    } catch {
      model.message = "\(error)"
    }
  }

  // MARK: Frames

  /// Draws a frame if it is time for one, or else sees to it that it will be.
  private mutating func show() async throws {
    let now = now
    guard now - latestFrame >= Self.frame else { return wake(at: latestFrame + Self.frame) }
    latestFrame = now
    needsFrame = false
    if let next = inbox.take() {
      model.show(next, model.snapshot.composition.updates(to: next.composition), at: now)
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
