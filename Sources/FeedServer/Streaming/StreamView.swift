import FeedWire
import NIOCore

/// A view as one event loop knows it: what was encoded of it, and who looks at it.
final class StreamView {
  let key: FeedView
  /// The newest version, once the hub has told.
  var version: Int?
  /// The newest version that has changed the view.
  var changed = 0
  /// What leads to ``changed``, by the version that it leads from.
  var patches: [Int: Frame] = [:]
  /// The image that was encoded last, with when it came.
  private var image: (frame: Frame, time: NIODeadline)?
  /// By the versions of which they tell.
  var heartbeats: [Int: Frame] = [:]
  /// What the hub was asked for and has not answered yet.
  var pending: Set<Want> = []
  /// The clients, by how seldom they want patches and how often signs of life.
  var groups: [Pace: StreamGroup] = [:]

  init(_ key: FeedView) { self.key = key }

  /// An image that nothing has changed since, and whose sources have about the ages that it says.
  var newestImage: Frame? {
    guard let (frame, time) = image, frame.version >= changed,
      NIODeadline.now() - time < TimeAmount(ServedView.agesTime)
    else { return nil }
    return frame
  }

  /// Forgets all that was encoded, since another feed is shown.
  func restart(at version: Int) {
    self.version = self.version == nil ? nil : version
    changed = version
    patches = [:]
    heartbeats = [:]
    image = nil
    pending = []
  }

  /// Keeps what the hub has encoded for those who come later.
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

/// How seldom a client wants patches, and how often signs of life.
struct Pace: Hashable, Sendable {
  /// At most one patch in this time; zero for every version.
  var conflate: Duration = .zero
  /// The time between two signs of life.
  var heartbeat: Duration = .seconds(5)
}

/// The clients of an event loop that look at the same view at the same pace.
final class StreamGroup {
  let pace: Pace
  let view: StreamView
  var streams: [Stream] = []
  /// When the clients were last handed what they lacked.
  var fedAt = NIODeadline.now()
  /// When they will be.
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

/// An event loop's streams, as others see them.
struct LoopPort: Sendable {
  private let loop: any EventLoop
  private let streams: NIOLoopBound<StreamLoop>

  /// Makes it on the loop itself.
  init(_ streams: StreamLoop) {
    loop = streams.loop
    self.streams = NIOLoopBound(streams, eventLoop: streams.loop)
  }

  /// The streams, for those who are on the loop.
  var value: StreamLoop { streams.value }

  /// Tells of a version.
  ///
  /// - Parameters:
  ///   - posts: What the version is in each view.
  ///   - committed: When it was committed, if that is known.
  func post(_ posts: [ViewPost], _ committed: NIODeadline?) {
    loop.execute { value.take(posts, committed) }
  }

  /// Tells that another feed is shown, which begins with a version.
  func restart(at version: Int) {
    loop.execute { value.restart(at: version) }
  }

  /// Answers that a view was opened, or that it was not.
  func opened(_ key: FeedView, _ post: ViewPost?) {
    loop.execute { value.opened(key, post) }
  }

  /// Hands over what was asked for.
  func take(_ frame: Frame, for want: Want, of key: FeedView) {
    loop.execute { value.take(frame, for: want, of: key) }
  }

  /// Ends all streams.
  func drain() { loop.execute { value.drain() } }

  /// Waits until there are no streams.
  func ended() async throws { try await loop.flatSubmit { value.ended() }.get() }
}
