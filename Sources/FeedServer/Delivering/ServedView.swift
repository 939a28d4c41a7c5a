import FeedEngine
import FeedModel
import FeedSnapshots
import FeedWire

/// What a client needs.
enum Want: Hashable, Sendable {
  /// All that the view shows.
  case image
  /// What leads from a version to the newest one.
  case patch(from: Int)
  /// The checksum of a version.
  case heartbeat(at: Int)
}

/// What the hub tells an event loop when a view has a new version.
struct ViewPost: Sendable {
  let key: FeedView
  /// The newest version.
  let version: Int
  /// The newest version that has changed the view.
  let changed: Int
  /// What leads there for all who hold the version before, with that version's number.
  let frame: (from: Int, frame: Frame)?
}

/// The sections that some clients have asked for: what was encoded of them.
struct ServedView {
  /// What a client is answered with.
  enum Answer {
    case frame(Frame)
    /// An image that is newer than what it holds.
    case image(after: Int)
    /// What a patch larger than half of the image at hand calls for: an image of the newest version to measure
    /// it by, and the same question again.
    case measure
  }

  let key: FeedView
  /// How many event loops have clients that look at it.
  var users = 0
  /// The newest version that has changed the view.
  private(set) var changed: Int
  /// What leads to ``changed``, by the version that it leads from.
  private var patches: [Int: Answer] = [:]
  private var heartbeats: [Int: (frame: Frame, time: Duration)] = [:]
  private var image: ServedImage?
  private let limits: ServerLimits

  /// How long an image serves those who come later, who get a patch behind it.
  private static let imageTime = Duration.seconds(1)
  /// How old the ages of sources may be in an image of a feed that does not change.
  static let agesTime = Duration.seconds(5)
  /// How old they may be in a sign of life, which the loops ask for at the same time.
  private static let beatTime = Duration.milliseconds(250)

  init(_ key: FeedView, at version: Int, users: Int = 0, _ limits: ServerLimits) {
    self.key = key
    self.users = users
    changed = version
    self.limits = limits
  }

  // MARK: Versions

  /// Takes in a version.
  ///
  /// - Returns: What event loops are to know of it.
  mutating func advance(
    from previous: FeedSnapshot,
    by update: FeedUpdate,
    at time: Duration,
    _ encoder: FeedEncoder,
    _ counters: Counters
  ) -> ViewPost? {
    let version = update.snapshot.version
    heartbeats = [:]
    guard users > 0 else {
      // Nobody looks: whoever comes asks for what it lacks.
      changed = version
      patches = [:]
      return nil
    }
    // Most clients hold the version that changed the view last: between the two it is the same.
    let held = changed
    let patch = encoder.patch(
      from: previous,
      heldAs: held,
      to: update.snapshot,
      in: key,
      limit: patchLimit(for: update.snapshot),
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

  /// The most bytes of a patch: one that is larger costs more than an image, which all can share.
  ///
  /// It is half of the image at hand, and less where the feed has become smaller since; where the feed has grown,
  /// ``Answer/measure`` tells.
  private func patchLimit(for snapshot: FeedSnapshot) -> Int {
    guard let image else { return .max }
    let left = min(Double(snapshot.composition.itemCount) / Double(max(image.items, 1)), 1)
    return max(Int(Double(image.json.count) * left) / 2, 256)
  }

  // MARK: Frames

  /// Encodes what a client needs, unless that was done for another one, or it needs an image.
  ///
  /// - Parameters:
  ///   - want: What the client needs.
  ///   - isMeasured: Whether the image at hand was made for this question.
  ///   - history: The versions that are kept.
  ///   - time: The time.
  ///   - encoder: Writes them.
  ///   - counters: What is counted.
  /// - Returns: What it is answered with.
  mutating func answer(
    _ want: Want,
    isMeasured: Bool,
    in history: History,
    at time: Duration,
    _ encoder: inout FeedEncoder,
    _ counters: Counters
  ) -> Answer {
    switch want {
    case .image: return .image(after: -1)
    case .patch(let from):
      if let answer = patches[from] { return answer }
      guard let old = history[from] else { return .image(after: from) }
      guard patches.count < limits.catchUps else {
        counters.add(.refusedCatchUps)
        return .image(after: from)
      }
      let patch = encoder.patch(
        from: old,
        heldAs: from,
        to: history.newest,
        in: key,
        limit: patchLimit(for: history.newest),
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
      guard let snapshot = history[version] else { return .image(after: version) }
      let frame = encoder.heartbeat(of: snapshot, in: key, at: time)
      heartbeats[version] = (frame, time)
      return .frame(frame)
    }
  }

  // MARK: Images

  /// The image that is at hand for whoever holds a version that nothing leads on from.
  ///
  /// One that is a little older than the newest version does, since a patch behind it costs less than another
  /// image; but it must be newer than what the client holds, or there would be no end to it.
  func image(after held: Int, in history: History, at time: Duration) -> ServedImage? {
    guard let image, image.version > held, history[image.version] != nil,
      time - image.time < (image.version >= changed ? Self.agesTime : Self.imageTime)
    else { return nil }
    return image
  }

  /// Keeps an image for those who come later.
  mutating func keep(_ image: ServedImage) { self.image = image }
}
