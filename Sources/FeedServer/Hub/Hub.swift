import Dispatch
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedWire
import NIOCore
import Synchronization

/// The newest version, the versions before it, and their encoded frames for the current clients.
///
/// Clients have cursors instead of queues: the patch from a cursor to the newest version is encoded once for
/// all clients at that cursor. The publishing task encodes each version; a queue of the hub encodes everything
/// else. Event loops wait for neither.
final class Hub: Sendable {
  private struct State {
    var history: History
    var encoder: FeedEncoder
    var views: [FeedView: ServedView] = [:]
    /// The number of views with windows.
    var windowCount = 0

    /// Adds a view unless there are too many, or their windows have too many items.
    mutating func add(_ view: ServedView, _ limits: ServerLimits) -> Bool {
      let hasWindows = !view.key.windows.isEmpty
      guard
        hasWindows
          ? windowCount < limits.windows && hasRoom(for: view.windowItems, limits)
          : views.count - windowCount < limits.views
      else { return false }
      views[view.key] = view
      windowCount += hasWindows ? 1 : 0
      return true
    }

    /// Returns whether the windows of all views may have more items.
    func hasRoom(for items: Int, _ limits: ServerLimits) -> Bool {
      views.values.reduce(items) { $0 + $1.windowItems } <= limits.windowItems
    }

    mutating func remove(_ key: FeedView) {
      guard views.removeValue(forKey: key) != nil, !key.windows.isEmpty else { return }
      windowCount -= 1
    }
  }

  /// A version that was committed and is not published yet.
  private struct Commit {
    let version: Int
    let time: NIODeadline
    /// The update, if a client may hold the version although this server never publishes it.
    let update: FeedUpdate?
  }

  private struct Shown {
    var newest: FeedSnapshot
    var epoch: Epoch
    /// The newest version that a client may hold; some clients get a version before others.
    var held: Cursor
    /// The callers that wait until a version is shown.
    var waiters: [(version: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  /// The maximum number of commits whose times are stored until publication.
  private static let timedCommits = 1024

  let counters: Counters
  private let sourceLog: SourceLog
  let lag = DeliveryLag()
  let limits: ServerLimits
  /// Whether a client may hold a version that this server does not have yet.
  let hasPeers: Bool
  private let start = ContinuousClock.now
  private let queue = DispatchQueue(label: "feed.serve.encoding")
  /// The event loops that get every version.
  private let loops: Mutex<[LoopPort]> = Mutex([])
  /// Guarded by the mutex, which is held while patches are encoded, but not images.
  private let state: Mutex<State>
  /// Guarded by the mutex, which is held only briefly.
  private let shown: Mutex<Shown>
  /// Guarded by the mutex.
  private let commits: Mutex<[Commit]> = Mutex([])

  init(
    _ feed: ShownFeed,
    encoder: WireEncoder,
    _ configuration: FeedServerConfiguration,
    counters: Counters,
    sources: SourceLog
  ) {
    sourceLog = sources
    limits = configuration.limits
    hasPeers = configuration.hasPeers
    self.counters = counters
    let snapshot = feed.engine.snapshot
    sourceLog.note(snapshot.status)
    let held = Cursor(epoch: encoder.epoch, version: snapshot.version)
    shown = Mutex(Shown(newest: snapshot, epoch: encoder.epoch, held: held))
    let encoder = FeedEncoder(encoder, for: feed, at: .zero)
    state = Mutex(
      // Always keep an image of the whole feed, because most clients view it.
      State(
        history: History(snapshot, at: .zero, limits),
        encoder: encoder,
        views: [.all: ServedView(.all, at: snapshot, encoder, limits)]
      )
    )
  }

  /// Returns whether a client may hold a version: this server or a peer has sent it.
  func mayBeHeld(_ cursor: Cursor) -> Bool {
    let held = shown.withLock(\.held)
    return cursor.epoch == held.epoch && (hasPeers || cursor.version <= held.version)
  }

  /// Returns whether a version is newer than the newest one of this server.
  func isAhead(_ version: Int?) -> Bool { version ?? 0 > newest.version }

  /// The newest version that clients are shown.
  var newest: FeedSnapshot { shown.withLock(\.newest) }

  /// The history that the newest version belongs to.
  var epoch: Epoch { shown.withLock(\.epoch) }

  /// The cursor of the newest version.
  var cursor: Cursor {
    shown.withLock { Cursor(epoch: $0.epoch, version: $0.newest.version) }
  }

  /// The states of the sources with their ages.
  var sources: [WireSource] {
    state.withLock { $0.encoder.sources(of: $0.history.newest, at: now) }
  }

  /// The number of kept versions.
  var keptVersions: Int { state.withLock { $0.history.count } }

  private var now: Duration { start.duration(to: .now) }

  // MARK: Versions

  /// Publishes each version of an engine until the engine is closed or the task is cancelled.
  func follow(_ engine: FeedEngine) async -> Task<Void, Never> {
    _ = await engine.observe { [self] in didCommit($0) }
    return Task {
      for await update in engine.versions() { publish(update) }
    }
  }

  private func didCommit(_ update: FeedUpdate) {
    let commit = Commit(
      version: update.snapshot.version,
      time: .now(),
      update: hasPeers ? update : nil
    )
    // A replica that catches up commits thousands of versions before one is published. Clients may hold any.
    let most = hasPeers ? max(limits.keptBytes / History.leastBytes, 1) : Self.timedCommits
    commits.withLock { commits in
      if commits.count < most { commits.append(commit) }
    }
  }

  /// Publishes a version to clients.
  func publish(_ update: FeedUpdate) {
    let version = update.snapshot.version
    let published = commits.withLock { commits in
      let published = commits.prefix { $0.version <= version }
      commits.removeFirst(published.count)
      return published
    }
    shown.withLock { shown in
      let newest = max(shown.held.version, version)
      shown.held = Cursor(epoch: shown.held.epoch, version: newest)
    }
    let posts: [ViewPost]? = state.withLock { state in
      let (previous, now) = (state.history.newest, now)
      // The hub began with the first version, so skip it.
      guard version > previous.version else { return nil }
      state.encoder.note(update, at: now)
      let new = update.snapshot
      let step = state.windowCount > 0 ? WindowStep(from: previous, to: new) : nil
      let posts = state.views.keys.compactMap { key in
        state.views[key]?
          .advance(from: previous, to: new, by: step, at: now, state.encoder, counters)
      }
      // Another replica may have published the versions in between, so clients may hold them.
      for case let step? in published.map(\.update)
      where (previous.version + 1..<version).contains(step.snapshot.version) {
        state.history.append(step, at: now)
      }
      state.history.append(update, at: now)
      return posts
    }
    guard let posts else { return }
    sourceLog.note(update.snapshot.status)
    counters.add(.versions)
    for loop in loops.withLock({ $0 }) { loop.post(posts, published.first?.time) }
    show(update.snapshot)
  }

  /// Replaces the feed, and sends every client an image of the new one.
  ///
  /// - Parameter feed: The feed; its versions are not older than those that were shown.
  func show(_ feed: ShownFeed, encoder: WireEncoder) async {
    let snapshot = feed.engine.snapshot
    sourceLog.note(snapshot.status)
    await withCheckedContinuation { done in
      // The queue delivers the frames of the previous feed first, and none of them after this point.
      queue.async { [self] in
        shown.withLock { $0.held = Cursor(epoch: encoder.epoch, version: snapshot.version) }
        state.withLock { state in
          state.history = History(snapshot, at: now, limits)
          let encoder = FeedEncoder(encoder, for: feed, at: now)
          state.encoder = encoder
          state.views = state.views.mapValues {
            ServedView($0.key, at: snapshot, users: $0.users, encoder, limits)
          }
        }
        for loop in loops.withLock({ $0 }) { loop.restart(at: snapshot.version) }
        show(snapshot, epoch: encoder.epoch)
        done.resume()
      }
    }
  }

  /// Records the shown version, and resumes the callers that wait for it.
  private func show(_ snapshot: FeedSnapshot, epoch: Epoch? = nil) {
    let waiters = shown.withLock { shown in
      shown.newest = snapshot
      shown.epoch = epoch ?? shown.epoch
      defer { shown.waiters.removeAll { $0.version <= snapshot.version } }
      return shown.waiters.filter { $0.version <= snapshot.version }
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  /// Suspends until clients are shown a version.
  func shows(_ version: Int) async {
    await withCheckedContinuation { continuation in
      let isShown = shown.withLock { shown in
        if shown.newest.version >= version { return true }
        shown.waiters.append((version, continuation))
        return false
      }
      if isShown { continuation.resume() }
    }
  }

  /// Resumes all callers that wait for versions, because no more will be shown.
  func finish() {
    let waiters = shown.withLock { shown in
      defer { shown.waiters = [] }
      return shown.waiters
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  // MARK: Event loops

  /// Registers an event loop for all versions.
  func add(_ loop: LoopPort) { loops.withLock { $0.append(loop) } }

  /// Counts an event loop as a user of a view.
  ///
  /// - Parameter answer: Called with the state of the view, or `nil` if too many views are served.
  func open(_ key: FeedView, _ answer: @escaping @Sendable (ViewPost?) -> Void) {
    queue.async { [self] in
      let post: ViewPost? = state.withLock { state in
        let newest = state.history.newest
        if state.views[key] == nil,
          !state.add(ServedView(key, at: newest, state.encoder, limits), limits)
        {
          counters.add(.refusedViews)
          return nil
        }
        state.views[key]?.users += 1
        return state.views[key].map {
          ViewPost(key: key, version: newest.version, changed: $0.changed, frame: nil)
        }
      }
      answer(post)
    }
  }

  /// Removes an event loop that ``open(_:_:)`` has counted.
  func close(_ key: FeedView) {
    queue.async { [self] in
      state.withLock { state in
        state.views[key]?.users -= 1
        if key != .all, state.views[key]?.users == 0 { state.remove(key) }
      }
    }
  }

  /// The result of moving a window of a stream.
  struct MovedWindow: Sendable {
    let moved: ServedView.Moved
    /// The newest version.
    let version: Int
    /// Whether the hub serves the view of the stream.
    let isOpen: Bool
  }

  /// Moves the window of a section, in the view of one stream.
  ///
  /// - Parameters:
  ///   - key: The view of the stream.
  ///   - shared: The view that the stream leaves with its first move; `nil` after that.
  ///   - version: The version that the client holds.
  func move(
    _ window: WindowMove,
    of key: FeedView,
    leaving shared: FeedView?,
    heldAt version: Int?,
    _ answer: @escaping @Sendable (MovedWindow?) -> Void
  ) {
    queue.async { [self] in
      let result: MovedWindow? = state.withLock { state in
        if let shared, state.views[key] == nil {
          guard let other = state.views[shared], state.add(ServedView(key, leaving: other), limits)
          else {
            counters.add(.refusedViews)
            return nil
          }
          state.views[key]?.users = 1
        }
        guard state.hasRoom(for: window.count, limits) else {
          counters.add(.refusedViews)
          if shared != nil { state.remove(key) }
          return nil
        }
        let (history, time, encoder) = (state.history, now, state.encoder)
        let moved = state.views[key]?
          .move(window, heldAt: version, in: history, at: time, encoder, counters)
        if shared != nil, case .unknownSection? = moved { state.remove(key) }
        return moved.map {
          let isOpen = state.views[key] != nil
          return MovedWindow(moved: $0, version: history.newest.version, isOpen: isOpen)
        }
      }
      answer(result)
    }
  }

  /// Encodes a frame for a client.
  func request(_ want: Want, of key: FeedView, _ answer: @escaping @Sendable (Frame) -> Void) {
    queue.async { [self] in encode(want, of: key, isMeasured: false, answer) }
  }

  /// Encodes a frame for a client; runs on the queue.
  private func encode(
    _ want: Want,
    of key: FeedView,
    isMeasured: Bool,
    _ body: (Frame) -> Void
  ) {
    let found = state.withLock { state in
      state.views[key]?.answer(
        want,
        isMeasured: isMeasured,
        in: state.history,
        at: now,
        &state.encoder,
        counters
      )
    }
    switch found {
    case nil: break
    case .frame(let frame): body(frame)
    case .image(let held):
      body(withImage(of: key, atHand: { $0.image(after: held, in: $1, at: $2) }) { $0.frame($1) })
    case .measure:
      withImage(of: key, atHand: { _, _, _ in nil }) { _, _ in }
      encode(want, of: key, isMeasured: true, body)
    }
  }

  // MARK: Images

  /// Encodes the newest version as the body of an answer.
  ///
  /// - Parameter isCompressed: Whether the body is compressed.
  func image(of key: FeedView, isCompressed: Bool) async -> (cursor: Cursor, body: ByteBuffer) {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        let answer = withImage(of: key) { view, history, time in
          view.image(after: history.newest.version - 1, in: history, at: time)
        } _: { image, encoder in
          (
            Cursor(epoch: encoder.epoch, version: image.version),
            image.body(isCompressed: isCompressed)
          )
        }
        continuation.resume(returning: answer)
      }
    }
  }

  /// Calls a function with an image; runs on the queue.
  ///
  /// The encoding and compression of an image take milliseconds, so they happen without the lock and do not
  /// delay versions.
  private func withImage<Result>(
    of key: FeedView,
    atHand: (ServedView, History, Duration) -> ServedImage?,
    _ body: (inout ServedImage, FeedEncoder) -> Result
  ) -> Result {
    let time = now
    let (kept, shown, encoder) = state.withLock { state in
      let kept = state.views[key].flatMap { atHand($0, state.history, time) }
      let shown = state.views[key]?.newest(in: state.history)
      return (kept, shown ?? .whole(state.history.newest), state.encoder)
    }
    var newest = shown
    if case .whole(let snapshot) = shown, !key.windows.isEmpty {
      newest = .part(WindowedVersion(snapshot, in: key))
    }
    var image = kept ?? ServedImage(of: newest, in: key, at: time, encoder)
    if kept == nil { counters.add(.imagesEncoded) }
    let result = body(&image, encoder)
    // Do not keep the image of a view that no one follows.
    state.withLock { $0.views[key]?.keep(image) }
    return result
  }
}
