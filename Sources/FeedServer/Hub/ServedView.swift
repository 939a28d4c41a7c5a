import FeedEngine
import FeedModel
import FeedSnapshots
import FeedWire

/// A frame that a client needs.
enum Want: Hashable, Sendable {
  /// The image of the view.
  case image
  /// The patch from a version to the newest one.
  case patch(from: Int)
  /// The heartbeat with the checksum of a version.
  case heartbeat(at: Int)
  /// The patch that moves a window.
  case move
}

/// The state of a view at a new version, sent from the hub to event loops.
struct ViewPost: Sendable {
  let key: FeedView
  /// The newest version.
  let version: Int
  /// The newest version that has changed the view.
  let changed: Int
  /// The patch for clients at the previous version, with the number of that version.
  let frame: (from: Int, frame: Frame)?
}

/// A set of sections that clients request, with its encoded frames.
struct ServedView {
  /// The result of a request for a frame.
  enum Answer {
    case frame(Frame)
    /// An image that is newer than the version that the client holds.
    case image(after: Int)
    /// A request to encode an image of the newest version, and then to ask again.
    ///
    /// The patch exceeds half of the stored image, which may be too old to measure it by.
    case measure
  }

  private(set) var key: FeedView
  /// The number of event loops with clients of this view.
  var users = 0
  /// The newest version that has changed the view.
  private(set) var changed: Int
  /// The patches to ``changed``, by the version that they start from.
  private var patches: [Int: Answer] = [:]
  private var heartbeats: [Int: (frame: Frame, time: Duration)] = [:]
  private var image: ServedImage?
  /// The items in the windows; `nil` for a view without windows.
  private var windows: WindowHistory?
  private let limits: ServerLimits

  /// The time for which a slightly older image is reused; its clients get a patch after it.
  private static let imageTime = Duration.seconds(1)
  /// The maximum age of the source ages in a reused image of an unchanged feed.
  static let agesTime = Duration.seconds(5)
  /// The maximum age of the source ages in a heartbeat; all loops request it at the same time.
  private static let beatTime = Duration.milliseconds(250)

  init(
    _ key: FeedView,
    at newest: FeedSnapshot,
    users: Int = 0,
    _ encoder: FeedEncoder,
    _ limits: ServerLimits
  ) {
    self.key = key
    self.users = users
    changed = newest.version
    self.limits = limits
    if !key.windows.isEmpty { windows = WindowHistory(WindowedVersion(newest, in: key), encoder) }
  }

  /// Creates the view of a stream that moves a window and so leaves the other clients of a view.
  init(_ key: FeedView, leaving other: ServedView) {
    self = other
    self.key = key
    users = 0
  }

  /// The number of items in the windows.
  var windowItems: Int { windows?.newest.shown.composition.itemCount ?? 0 }

  /// Returns a version as the clients of the view see it; `nil` if it is not kept.
  private func shown(_ version: Int, in history: History) -> ShownVersion? {
    guard let windows else { return history[version].map { .whole($0) } }
    if let part = windows[version] { return .part(part) }
    guard !key.hasOwnWindows, key.owner == nil else { return nil }
    return history[version].map { .part(WindowedVersion(older: $0, in: key)) }
  }

  /// Returns the newest version as the clients of the view see it.
  func newest(in history: History) -> ShownVersion {
    windows.map { .part($0.newest) } ?? .whole(history.newest)
  }

  // MARK: Versions

  /// Advances the view to a new version.
  ///
  /// - Parameters:
  ///   - previous: The version before it.
  ///   - step: The edits between both; `nil` if no view has windows.
  /// - Returns: The state of the view for event loops; `nil` if the view has no users.
  mutating func advance(
    from previous: FeedSnapshot,
    to new: FeedSnapshot,
    by step: WindowStep?,
    at time: Duration,
    _ encoder: FeedEncoder,
    _ counters: Counters
  ) -> ViewPost? {
    let version = new.version
    heartbeats = [:]
    let old: ShownVersion = windows.map { .part($0.newest) } ?? .whole(previous)
    if let step, windows?.advance(by: step) == false,
      previous.hasSameSources(as: new, isLimited: key.isLimited)
    {
      return ViewPost(key: key, version: version, changed: changed, frame: nil)
    }
    let shown: ShownVersion = windows.map { .part($0.newest) } ?? .whole(new)
    guard users > 0 else {
      // Without clients, skip the encoding; a new client requests the frame that it needs.
      changed = version
      patches = [:]
      return nil
    }
    // Most clients hold the last version that changed the view; later versions show the same.
    let held = changed
    let patch = encoder.patch(
      from: old,
      heldAs: held,
      to: shown,
      in: key,
      limit: patchLimit(for: shown.snapshot),
      at: time
    )
    if case .unchanged = patch {
      return ViewPost(key: key, version: version, changed: changed, frame: nil)
    }
    counters.add(.patchesEncoded)
    changed = version
    patches = [:]
    guard case .frame(let frame) = patch else {
      return ViewPost(key: key, version: version, changed: changed, frame: nil)
    }
    patches[held] = .frame(frame)
    return ViewPost(key: key, version: version, changed: changed, frame: (held, frame))
  }

  /// Returns the maximum size of a patch.
  ///
  /// An image is cheaper than a larger patch, because all clients can share it. The limit is half of the stored
  /// image, and less if the feed has shrunk since. If the feed has grown, the answer ``Answer/measure`` requests
  /// a new image.
  private func patchLimit(for snapshot: FeedSnapshot) -> Int {
    guard let image else { return .max }
    let left = min(Double(snapshot.itemCount(in: key)) / Double(max(image.items, 1)), 1)
    return max(Int(Double(image.json.count) * left) / 2, 256)
  }

  // MARK: Frames

  /// Returns a frame that a client needs; encodes it unless that was done before.
  ///
  /// - Parameter isMeasured: Whether the stored image was encoded for this request.
  /// - Returns: The frame, or a request for an image.
  mutating func answer(
    _ want: Want,
    isMeasured: Bool,
    in history: History,
    at time: Duration,
    _ encoder: inout FeedEncoder,
    _ counters: Counters
  ) -> Answer {
    switch want {
    case .image, .move: return .image(after: -1)
    case .patch(let from):
      if let answer = patches[from] { return answer }
      guard let old = shown(from, in: history) else { return .image(after: from) }
      guard patches.count < limits.catchUps else {
        counters.add(.refusedCatchUps)
        return .image(after: from)
      }
      let newest = newest(in: history)
      let patch = encoder.patch(
        from: old,
        heldAs: from,
        to: newest,
        in: key,
        limit: patchLimit(for: newest.snapshot),
        at: time
      )
      if case .tooLarge = patch, !isMeasured, image?.version ?? 0 < changed { return .measure }
      counters.add(.patchesEncoded)
      let answer: Answer =
        switch patch {
        case .unchanged: .frame(.nothing(history.newest.version))
        case .frame(let encoded): .frame(encoded)
        case .tooLarge: .image(after: from)
        }
      patches[from] = answer
      return answer
    case .heartbeat(let version):
      if let (frame, made) = heartbeats[version], time - made < Self.beatTime {
        return .frame(frame)
      }
      guard let snapshot = history[version], let shown = shown(version, in: history) else {
        return .image(after: version)
      }
      let frame: Frame
      if case .part(let part) = shown, let checksum = windows?.checksum(of: part) {
        frame = encoder.heartbeat(of: snapshot, checksum, in: key, at: time)
      } else {
        frame = encoder.heartbeat(of: snapshot, in: key, at: time)
      }
      heartbeats[version] = (frame, time)
      return .frame(frame)
    }
  }

  // MARK: Windows

  /// The result of moving a window.
  enum Moved {
    case unknownSection
    /// The patch that moves it; its version is the newest one.
    case patch(Frame)
    /// The client needs an image.
    case image
  }

  /// Moves the window of a section, in the view of one stream.
  ///
  /// - Parameter version: The version that the client holds.
  mutating func move(
    _ window: WindowMove,
    heldAt version: Int?,
    in history: History,
    at time: Duration,
    _ encoder: FeedEncoder,
    _ counters: Counters
  ) -> Moved {
    let held = version.flatMap { shown($0, in: history) }
    let newest = history.newest
    guard windows?.move(window.section, to: window.start, count: window.count, in: newest) == true
    else { return .unknownSection }
    (patches, heartbeats, image, changed) = ([:], [:], nil, newest.version)
    guard let held, let version else { return .image }
    let patch = encoder.patch(
      from: held,
      heldAs: version,
      to: self.newest(in: history),
      in: key,
      limit: .max,
      at: time
    )
    counters.add(.patchesEncoded)
    return switch patch {
    case .frame(let frame): .patch(frame)
    case .unchanged: .patch(.nothing(newest.version))
    case .tooLarge: .image
    }
  }

  // MARK: Images

  /// Returns a stored image for a client whose version has no patch to the newest one.
  ///
  /// A slightly older image is sufficient, because a patch after it is cheaper than another image. But the image
  /// must be newer than the client's version, or the client would get it again and again; and after too many
  /// versions, an image would follow in place of a patch.
  func image(after held: Int, in history: History, at time: Duration) -> ServedImage? {
    guard let image, image.version > held, history[image.version] != nil,
      image.version >= changed || history.newest.version - image.version <= limits.catchUps,
      time - image.time < (image.version >= changed ? Self.agesTime : Self.imageTime)
    else { return nil }
    return image
  }

  /// Stores an image for later clients.
  mutating func keep(_ image: ServedImage) { self.image = image }
}

/// A request to move the window of a section.
struct WindowMove: Sendable {
  /// The id of the section.
  let section: String
  let start: FeedWindow.Start
  let count: Int
}

extension FeedSnapshot {
  /// Returns whether clients see the same states of the sources as in another version.
  fileprivate func hasSameSources(as other: FeedSnapshot, isLimited: Bool) -> Bool {
    func shown(_ status: SourceStatus) -> WireSource {
      isLimited ? WireSource(status) : WireSource(status).explained(by: status)
    }
    return status.elementsEqual(other.status) { shown($0) == shown($1) }
  }
}
