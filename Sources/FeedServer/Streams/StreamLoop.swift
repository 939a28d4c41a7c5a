import FeedWire
import NIOCore

/// The streams of one event loop, and the frames that they share.
///
/// Each version arrives once per loop, and is written to all clients whose sockets accept it. All functions
/// run on the loop.
final class StreamLoop {
  let loop: any EventLoop
  let hub: Hub
  private var views: [FeedView: StreamView] = [:]
  /// The streams with windows.
  private(set) var windowed: [StreamID: Stream] = [:]
  private let names: StreamNames
  private var isDraining = false
  private var count = 0
  /// The promises to succeed when no streams are left.
  private var waiting: [EventLoopPromise<Void>] = []
  /// The sent frames that the counters do not include yet.
  private var tally = Tally()

  init(_ loop: any EventLoop, _ hub: Hub, _ names: StreamNames) {
    self.loop = loop
    self.hub = hub
    self.names = names
  }

  // MARK: Clients

  /// Adds a client and sends it what it lacks.
  func add(_ stream: Stream) {
    let key = stream.query.view
    join(stream, views[key] ?? open(key))
    count += 1
    if let id = stream.id {
      windowed[id] = stream
      names.add(id, LoopPort(self))
    }
    if isDraining { return stream.end(.drain, retry: Self.retry()) }
    if hub.isAhead(stream.cursor) { awaitVersion(for: stream) }
    feed(stream, isDue: true)
    addTally()
  }

  /// Adds a stream to the group of its pace.
  func join(_ stream: Stream, _ view: StreamView) {
    let group = view.groups[stream.query.pace] ?? StreamGroup(stream.query.pace, of: view)
    view.groups[stream.query.pace] = group
    stream.group = group
    stream.place = group.streams.count
    group.streams.append(stream)
    if group.streams.count == 1 { scheduleHeartbeat(of: group) }
  }

  /// The view that a key names.
  func view(_ key: FeedView) -> StreamView? { views[key] }

  func add(_ view: StreamView) { views[view.key] = view }

  /// Removes a view without streams; returns whether it was there.
  func remove(_ key: FeedView) -> Bool { views.removeValue(forKey: key) != nil }

  private func open(_ key: FeedView) -> StreamView {
    let view = StreamView(key)
    add(view)
    let port = LoopPort(self)
    hub.open(key) { post in port.opened(key, post) }
    return view
  }

  /// Removes a client that has disconnected.
  func remove(_ stream: Stream) {
    guard stream.group != nil else { return }
    stream.cancel()
    if let id = stream.id {
      windowed[id] = nil
      names.remove(id)
      for move in stream.moves { move.answer(.failure(.unknownStream)) }
      stream.moves = []
    }
    leave(stream)
    count -= 1
    tellWaiting()
  }

  /// Removes a stream from its group, and closes a view without streams.
  func leave(_ stream: Stream) {
    guard let group = stream.group, let place = stream.place else { return }
    stream.group = nil
    stream.place = nil
    let last = group.streams.removeLast()
    if last !== stream {
      group.streams[place] = last
      last.place = place
    }
    guard group.streams.isEmpty else { return }
    group.cancel()
    let view = group.view
    view.groups[group.pace] = nil
    guard view.groups.isEmpty, views[view.key] === view else { return }
    views[view.key] = nil
    hub.close(view.key)
  }

  /// Ends a stream whose version does not arrive in time, so that the client tries another replica.
  private func awaitVersion(for stream: Stream) {
    let due = TimeAmount(hub.limits.aheadTime)
    stream.waiting = loop.assumeIsolated().scheduleTask(in: due) { [weak self, weak stream] in
      guard let self, let stream, hub.isAhead(stream.cursor) else { return }
      hub.counters.add(.aheadClients)
      stream.end(.view, retry: Self.retry())
    }
  }

  /// Returns a future that succeeds when no streams are left.
  func ended() -> EventLoopFuture<Void> {
    let promise = loop.makePromise(of: Void.self)
    waiting.append(promise)
    tellWaiting()
    return promise.futureResult
  }

  private func tellWaiting() {
    guard count == 0 else { return }
    for promise in waiting { promise.succeed() }
    waiting = []
  }

  /// Ends all streams, and every stream that opens later.
  func drain() {
    isDraining = true
    for view in views.values { end(view, .drain) }
  }

  private func end(_ view: StreamView, _ reason: Bye.Reason) {
    for group in view.groups.values {
      for stream in group.streams { stream.end(reason, retry: Self.retry()) }
    }
  }

  /// Returns a random time, so that clients do not all reconnect at once.
  private static func retry() -> Int { .random(in: 500...5000) }

  // MARK: Calls of the hub

  /// Accepts a new version from the hub.
  ///
  /// - Parameter committed: The time of the commit, if it is known.
  func take(_ posts: [ViewPost], _ committed: NIODeadline?) {
    for post in posts { take(post) }
    if let committed, tally.patches > 0 { hub.lag.add(NIODeadline.now() - committed) }
    addTally()
  }

  /// Sends every client an image, because another feed is served.
  func restart(at version: Int) {
    for view in views.values {
      view.restart(at: version)
      for group in view.groups.values {
        for stream in group.streams {
          (stream.cursor, stream.sameUntil) = (nil, 0)
          // The hub answers a move separately.
          if stream.want != .move { stream.want = nil }
        }
        feed(group)
      }
    }
    addTally()
  }

  /// Accepts the hub's answer to the opening of a view.
  func opened(_ key: FeedView, _ post: ViewPost?) {
    if let post {
      take(post)
      addTally()
    } else if let view = views[key] {
      // The hub serves too many views.
      views[key] = nil
      end(view, .view)
    }
  }

  private func take(_ post: ViewPost) {
    guard let view = views[post.key], post.version > view.version ?? -1 else { return }
    // The first version of a view does not wait: a pace is the time between two patches.
    let isFirst = view.version == nil
    let isChanged = isFirst || view.changed != post.changed
    view.version = post.version
    view.heartbeats = [:]
    guard isChanged else { return }
    view.changed = post.changed
    view.patches = [:]
    if let (from, frame) = post.frame { view.patches[from] = frame }
    for group in view.groups.values {
      if isFirst || group.pace.conflate == .zero { feed(group) } else { scheduleFeeding(of: group) }
    }
  }

  /// Accepts a frame that the hub has encoded, for all clients that wait for it.
  func take(_ frame: Frame, for want: Want, of key: FeedView) {
    guard let view = views[key] else { return }
    view.pending.remove(want)
    view.keep(frame, for: want)
    for group in view.groups.values {
      var isBehind = false
      for stream in group.streams where stream.want == want {
        stream.want = nil
        if stream.isWritable { send(frame, to: stream) }
        moveNext(of: stream)
        guard stream.isWritable else { continue }
        feed(stream, isDue: group.pace.conflate == .zero)
        isBehind = isBehind || stream.isBehind(view)
      }
      // A new version arrived while the hub encoded the frame.
      if isBehind, group.pace.conflate > .zero { scheduleFeeding(of: group) }
    }
    addTally()
  }

  // MARK: Feeding

  private func feed(_ group: StreamGroup) {
    group.fedAt = .now()
    for stream in group.streams { feed(stream, isDue: true) }
  }

  /// Called when the socket of a client becomes writable.
  func didBecomeWritable(_ stream: Stream) {
    guard let group = stream.group else { return }
    if group.pace.conflate == .zero {
      feed(stream, isDue: true)
    } else {
      scheduleFeeding(of: group)
    }
    addTally()
  }

  /// Sends a client what it lacks, if its socket accepts it.
  ///
  /// - Parameter isDue: Whether the client may get a patch now.
  func feed(_ stream: Stream, isDue: Bool) {
    guard stream.isWritable, stream.want == nil, let view = stream.group?.view,
      view.version != nil
    else { return }
    // Send nothing older to a client that holds a newer version.
    guard !(stream.isAhead(view) && hub.isAhead(stream.cursor)) else { return }
    guard let cursor = stream.cursor else {
      guard let image = view.newestImage else {
        return ask(.image, for: stream, in: view)
      }
      return send(image, to: stream)
    }
    if stream.isBehind(view), isDue {
      guard let patch = view.patches[cursor] else {
        return ask(.patch(from: cursor), for: stream, in: view)
      }
      send(patch, to: stream)
    }
    if stream.owesHeartbeat, stream.isWritable { sendHeartbeat(to: stream, in: view) }
  }

  private func ask(_ want: Want, for stream: Stream, in view: StreamView) {
    stream.want = want
    guard view.pending.insert(want).inserted else { return }
    let (port, key) = (LoopPort(self), view.key)
    hub.request(want, of: key) { frame in port.take(frame, for: want, of: key) }
  }

  func send(_ frame: Frame, to stream: Stream) {
    // Note it before the write: a socket that accepts it at once calls back from within the write.
    switch frame.kind {
    case .heartbeat: stream.owesHeartbeat = false
    // The next patch still starts from the version that the client holds.
    case .nothing: stream.sameUntil = frame.version
    case .image, .patch, .bye: stream.cursor = frame.version
    case .stream: break
    }
    guard frame.kind != .nothing else { return }
    tally.add(frame)
    stream.write(frame)
  }

  /// Adds the sent frames to the counters.
  func addTally() {
    guard tally.frames > 0 else { return }
    hub.counters.add([
      (.frames, tally.frames), (.bytes, tally.bytes), (.images, tally.images),
      (.patches, tally.patches), (.heartbeats, tally.heartbeats),
    ])
    tally = Tally()
  }

  // MARK: Time

  /// Schedules the next patches of a group according to its pace.
  private func scheduleFeeding(of group: StreamGroup) {
    guard group.feeding == nil else { return }
    let due = group.fedAt + TimeAmount(group.pace.conflate)
    guard due > .now() else { return feed(group) }
    group.feeding = loop.assumeIsolated().scheduleTask(deadline: due) { [weak self, weak group] in
      guard let self, let group else { return }
      group.feeding = nil
      feed(group)
      addTally()
    }
  }

  /// Schedules the heartbeats of a group; all its clients get them at once and share one frame.
  private func scheduleHeartbeat(of group: StreamGroup) {
    let interval = UInt64(max(TimeAmount(group.pace.heartbeat).nanoseconds, 1))
    // Align the groups of all loops to the same times.
    let beats = NIODeadline.now().uptimeNanoseconds / interval
    let due = NIODeadline.uptimeNanoseconds((beats + 1) * interval)
    group.beating = loop.assumeIsolated().scheduleTask(deadline: due) { [weak self, weak group] in
      guard let self, let group, !group.streams.isEmpty else { return }
      beat(group)
      addTally()
      scheduleHeartbeat(of: group)
    }
  }

  private func beat(_ group: StreamGroup) {
    // The ages of the sources have changed since the last heartbeat.
    group.view.heartbeats = [:]
    let limit = TimeAmount(hub.limits.stalledTime)
    for stream in group.streams where !stream.hasEnded {
      if let since = stream.stalledSince, NIODeadline.now() - since > limit {
        hub.counters.add(.slowClients)
        stream.end(.slow, retry: 1000, patience: TimeAmount(hub.limits.farewellTime))
      } else {
        stream.owesHeartbeat = true
        feed(stream, isDue: false)
      }
    }
  }

  /// Sends a heartbeat for the version that the client holds.
  private func sendHeartbeat(to stream: Stream, in view: StreamView) {
    guard let cursor = stream.cursor, let version = view.version else { return }
    let label = stream.isBehind(view) ? cursor : max(version, cursor)
    guard let frame = view.heartbeats[label] else {
      return ask(.heartbeat(at: label), for: stream, in: view)
    }
    send(frame, to: stream)
  }
}

/// The number of frames and bytes that were sent to clients.
private struct Tally {
  var frames = 0
  var bytes = 0
  var images = 0
  var patches = 0
  var heartbeats = 0

  mutating func add(_ frame: Frame) {
    frames += 1
    bytes += frame.size
    switch frame.kind {
    case .image: images += 1
    case .patch: patches += 1
    case .heartbeat: heartbeats += 1
    case .stream, .bye, .nothing: break
    }
  }
}
