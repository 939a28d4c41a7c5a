import FeedWire
import NIOCore

/// A view on one event loop: its encoded frames and its clients.
final class StreamView {
  let key: FeedView
  /// The newest version; `nil` before the hub has answered.
  var version: Int?
  /// The newest version that has changed the view.
  var changed = 0
  /// The patches to ``changed``, by the version that they start from.
  var patches: [Int: Frame] = [:]
  /// The latest image, and the time of its arrival.
  private var image: (frame: Frame, time: NIODeadline)?
  /// The heartbeats by their versions.
  var heartbeats: [Int: Frame] = [:]
  /// The frames that were requested from the hub and have not arrived.
  var pending: Set<Want> = []
  /// The groups of clients by their pace.
  var groups: [Pace: StreamGroup] = [:]

  init(_ key: FeedView) { self.key = key }

  /// The latest image, if the view is unchanged and the ages of its sources are recent.
  var newestImage: Frame? {
    guard let (frame, time) = image, frame.version >= changed,
      NIODeadline.now() - time < TimeAmount(ServedView.agesTime)
    else { return nil }
    return frame
  }

  /// Discards all encoded frames, because another feed is served.
  func restart(at version: Int) {
    self.version = self.version == nil ? nil : version
    changed = version
    patches = [:]
    heartbeats = [:]
    image = nil
    pending = []
  }

  /// Discards all encoded frames, because a window was moved.
  func restart(movedAt version: Int) {
    restart(at: version)
    self.version = version
  }

  /// Keeps a frame of the hub for later clients.
  func keep(_ frame: Frame, for want: Want) {
    switch (frame.kind, want) {
    case (.image, _):
      if frame.version >= image?.frame.version ?? -1 { image = (frame, .now()) }
    case (.patch, .patch(let from)), (.nothing, .patch(let from)):
      if frame.version == changed { patches[from] = frame }
    case (.heartbeat, .heartbeat(let version)):
      heartbeats[version] = frame
    default: break
    }
  }
}

/// The pace of a client: the minimum time between patches, and the time between heartbeats.
struct Pace: Hashable, Sendable {
  /// The minimum time between two patches; zero for a patch at every version.
  var conflate: Duration = .zero
  /// The time between two heartbeats.
  var heartbeat: Duration = .seconds(5)
}

/// The clients of an event loop that have the same view and the same pace.
final class StreamGroup {
  let pace: Pace
  let view: StreamView
  var streams: [Stream] = []
  /// The time of the last patches.
  var fedAt = NIODeadline.now()
  /// The task that sends the next patches.
  var feeding: Scheduled<Void>?
  var beating: Scheduled<Void>?

  init(_ pace: Pace, of view: StreamView) {
    self.pace = pace
    self.view = view
  }

  func cancel() {
    feeding?.cancel()
    beating?.cancel()
  }
}

/// A reference to the streams of an event loop that other threads can use.
struct LoopPort: Sendable {
  private let loop: any EventLoop
  private let streams: NIOLoopBound<StreamLoop>

  /// Creates the reference; call it on the loop itself.
  init(_ streams: StreamLoop) {
    loop = streams.loop
    self.streams = NIOLoopBound(streams, eventLoop: streams.loop)
  }

  /// The streams; use them only on the loop.
  var value: StreamLoop { streams.value }

  /// Posts a new version.
  ///
  /// - Parameter committed: The time of the commit, if it is known.
  func post(_ posts: [ViewPost], _ committed: NIODeadline?) {
    loop.execute { value.take(posts, committed) }
  }

  /// Announces another feed, which begins with the given version.
  func restart(at version: Int) {
    loop.execute { value.restart(at: version) }
  }

  /// Answers the request to open a view; `nil` rejects it.
  func opened(_ key: FeedView, _ post: ViewPost?) {
    loop.execute { value.opened(key, post) }
  }

  /// Delivers a requested frame.
  func take(_ frame: Frame, for want: Want, of key: FeedView) {
    loop.execute { value.take(frame, for: want, of: key) }
  }

  /// Moves a window of a stream.
  func move(_ move: WaitingMove, of id: StreamID) { loop.execute { value.move(move, of: id) } }

  /// Delivers the hub's answer to a move.
  func moved(
    _ result: Hub.MovedWindow?,
    to key: FeedView,
    _ move: WaitingMove,
    of id: StreamID
  ) {
    loop.execute { value.moved(result, to: key, move, of: id) }
  }

  /// Ends all streams.
  func drain() { loop.execute { value.drain() } }

  /// Suspends until no streams are left.
  func ended() async throws { try await loop.flatSubmit { value.ended() }.get() }
}
