import Dispatch
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedWire
import NIOCore
import Synchronization

/// The newest version, those before it, and what was encoded of them for the clients that are there.
///
/// There is no queue for a client: it has a cursor, and what leads from there to the newest version is
/// encoded once for all who stand at the same place. Versions are encoded by the task that publishes
/// them, what else is asked for on a queue of the hub's own; event loops wait for neither.
final class Hub: Sendable {
  private struct State {
    var history: History
    var encoder: FeedEncoder
    var views: [FeedView: ServedView] = [:]
  }

  private struct Shown {
    var newest: FeedSnapshot
    /// Who waits until a version is shown here.
    var waiters: [(version: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  let epoch: Epoch
  let counters: Counters
  let limits: ServerLimits
  private let start = ContinuousClock.now
  private let queue = DispatchQueue(label: "feed.serve.encoding")
  /// The event loops, told of every version.
  private let loops: Mutex<[LoopPort]> = Mutex([])
  /// Guarded by the mutex, which is held while something is encoded.
  private let state: Mutex<State>
  /// Guarded by the mutex, which is never held for long.
  private let shown: Mutex<Shown>

  init(_ snapshot: FeedSnapshot, encoder: WireEncoder, limits: ServerLimits, counters: Counters) {
    epoch = encoder.epoch
    self.limits = limits
    self.counters = counters
    shown = Mutex(Shown(newest: snapshot))
    let history = History(
      snapshot,
      at: .zero,
      keptTime: limits.keptTime,
      keptBytes: limits.keptBytes
    )
    state = Mutex(
      // Most clients look at the whole feed, and an image of it is always at hand.
      State(
        history: history,
        encoder: FeedEncoder(encoder),
        views: [.all: ServedView(.all, at: snapshot.version, limits)]
      )
    )
  }

  /// The newest version that clients are shown.
  var newest: FeedSnapshot { shown.withLock(\.newest) }

  /// How many versions are kept.
  var keptVersions: Int { state.withLock { $0.history.count } }

  private var now: Duration { start.duration(to: .now) }

  // MARK: Versions

  /// Shows clients a version.
  ///
  /// - Parameter update: The version with the batch from the one that was published before.
  func publish(_ update: FeedUpdate) {
    let posts: [ViewPost]? = state.withLock { state in
      let previous = state.history.newest
      // The first one is what the hub began with.
      guard update.snapshot.version > previous.version else { return nil }
      let posts = state.views.keys.compactMap { key in
        state.views[key]?.advance(from: previous, by: update, state.encoder, counters)
      }
      state.history.append(
        update.snapshot,
        at: now,
        bytes: 1024 + 256 * update.updates.operationCount
      )
      return posts
    }
    guard let posts else { return }
    counters.add(.versions)
    for loop in loops.withLock({ $0 }) { loop.post(posts) }
    let waiters = shown.withLock { shown in
      shown.newest = update.snapshot
      defer { shown.waiters.removeAll { $0.version <= update.snapshot.version } }
      return shown.waiters.filter { $0.version <= update.snapshot.version }
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  /// Waits until clients are shown a version.
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

  /// Lets nobody wait any longer for versions that will not come.
  func finish() {
    let waiters = shown.withLock { shown in
      defer { shown.waiters = [] }
      return shown.waiters
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  // MARK: Event loops

  /// Has an event loop told of every version.
  func add(_ loop: LoopPort) { loops.withLock { $0.append(loop) } }

  /// Counts an event loop among those whose clients look at a view.
  ///
  /// - Parameters:
  ///   - key: The view.
  ///   - answer: Called with what the view shows now, or `nil` if too many views are served already.
  func open(_ key: FeedView, _ answer: @escaping @Sendable (ViewPost?) -> Void) {
    queue.async { [self] in
      let post: ViewPost? = state.withLock { state in
        let version = state.history.newest.version
        if state.views[key] == nil {
          guard state.views.count < limits.views else { return nil }
          state.views[key] = ServedView(key, at: version, limits)
        }
        state.views[key]?.users += 1
        return state.views[key].map {
          ViewPost(key: key, version: version, changed: $0.changed, frame: nil)
        }
      }
      answer(post)
    }
  }

  /// Takes back what ``open(_:_:)`` has counted.
  func close(_ key: FeedView) {
    queue.async { [self] in
      state.withLock { state in
        state.views[key]?.users -= 1
        if key != .all, state.views[key]?.users == 0 { state.views[key] = nil }
      }
    }
  }

  /// Encodes what a client needs.
  ///
  /// - Parameters:
  ///   - want: What is needed.
  ///   - key: The view, which is open.
  ///   - answer: Called with the event, on the queue of the hub.
  func request(_ want: Want, of key: FeedView, _ answer: @escaping @Sendable (Frame) -> Void) {
    queue.async { [self] in
      let frame = state.withLock { state in
        state.views[key]?.frame(want, in: state.history, at: now, &state.encoder, counters)
      }
      if let frame { answer(frame) }
    }
  }

  // MARK: Images

  /// Encodes the newest version as the body of an answer.
  ///
  /// - Parameters:
  ///   - key: The view.
  ///   - isCompressed: Whether it is compressed.
  /// - Returns: The version and its bytes.
  func image(of key: FeedView, isCompressed: Bool) async -> (version: Int, body: ByteBuffer) {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        let image = state.withLock { state in
          let newest = state.history.newest
          // A view that nobody follows is encoded and forgotten.
          var view = state.views[key] ?? ServedView(key, at: newest.version, limits)
          let image = view.image(
            of: newest,
            isCompressed: isCompressed,
            at: now,
            state.encoder,
            counters
          )
          if state.views[key] != nil { state.views[key] = view }
          return image
        }
        continuation.resume(returning: image)
      }
    }
  }
}
