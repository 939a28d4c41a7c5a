import FeedEngine
import FeedModel
import FeedWire
import NIOCore

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
  private struct Image {
    let version: Int
    /// When it was encoded.
    let time: Duration
    let json: [UInt8]
    var frame: Frame?
    var body: ByteBuffer?
    var compressed: ByteBuffer?
  }

  let key: FeedView
  /// How many event loops have clients that look at it.
  var users = 0
  /// The newest version that has changed the view.
  private(set) var changed: Int
  /// What leads to ``changed``, by the version that it leads from.
  private var patches: [Int: Frame] = [:]
  private var heartbeats: [Int: (frame: Frame, time: Duration)] = [:]
  private var image: Image?
  /// The size of the image that was encoded last.
  private var imageSize = Int.max
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
      limit: patchLimit,
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
    patches[held] = frame
    return ViewPost(key: key, version: version, changed: changed, frame: (held, frame))
  }

  /// A patch that is larger costs more than an image, which all can share.
  private var patchLimit: Int { max(imageSize / 2, 256) }

  // MARK: Frames

  /// Encodes what a client needs, unless it was encoded for another one.
  mutating func frame(
    _ want: Want,
    in history: History,
    at time: Duration,
    _ encoder: inout FeedEncoder,
    _ counters: Counters
  ) -> Frame {
    switch want {
    case .image: return sharedImage(after: -1, in: history, at: time, encoder, counters)
    case .patch(let from):
      if let frame = patches[from] { return frame }
      guard let old = history[from] else {
        return sharedImage(after: from, in: history, at: time, encoder, counters)
      }
      guard patches.count < limits.catchUps else {
        counters.add(.refusedCatchUps)
        return sharedImage(after: from, in: history, at: time, encoder, counters)
      }
      let patch = encoder.patch(
        from: old,
        heldAs: from,
        to: history.newest,
        in: key,
        limit: patchLimit,
        at: time
      )
      counters.add(.patchesEncoded)
      let frame: Frame
      switch patch {
      case .unchanged: frame = .nothing(history.newest.version)
      case .frame(let encoded): frame = encoded
      case .tooLarge: frame = imageFrame(of: history.newest, at: time, encoder, counters)
      }
      patches[from] = frame
      return frame
    case .heartbeat(let version):
      if let (frame, made) = heartbeats[version], time - made < Self.beatTime { return frame }
      guard let snapshot = history[version] else {
        return sharedImage(after: version, in: history, at: time, encoder, counters)
      }
      let frame = encoder.heartbeat(of: snapshot, in: key, at: time)
      heartbeats[version] = (frame, time)
      return frame
    }
  }

  /// An image for whoever holds a version that nothing leads on from.
  ///
  /// One that is a little older than the newest version does, since a patch behind it costs less than another
  /// image; but it must be newer than what the client holds, or there would be no end to it.
  private mutating func sharedImage(
    after held: Int,
    in history: History,
    at time: Duration,
    _ encoder: FeedEncoder,
    _ counters: Counters
  ) -> Frame {
    if let image, let frame = image.frame, image.version > held, history[image.version] != nil,
      time - image.time < (image.version >= changed ? Self.agesTime : Self.imageTime)
    {
      return frame
    }
    return imageFrame(of: history.newest, at: time, encoder, counters)
  }

  private mutating func imageFrame(
    of snapshot: FeedSnapshot,
    at time: Duration,
    _ encoder: FeedEncoder,
    _ counters: Counters
  ) -> Frame {
    prepareImage(of: snapshot, at: time, encoder, counters)
    if let frame = image?.frame { return frame }
    let frame = encoder.event(image: image?.json ?? [], version: snapshot.version)
    image?.frame = frame
    return frame
  }

  /// Encodes the newest version as the body of an answer, unless that was done for another client.
  mutating func image(
    of snapshot: FeedSnapshot,
    isCompressed: Bool,
    at time: Duration,
    _ encoder: FeedEncoder,
    _ counters: Counters
  ) -> (version: Int, body: ByteBuffer) {
    prepareImage(of: snapshot, at: time, encoder, counters)
    let json = image?.json ?? []
    if isCompressed,
      let body = image?.compressed ?? Gzip.compress(json).map({ ByteBuffer(bytes: $0) })
    {
      image?.compressed = body
      return (snapshot.version, body)
    }
    let body = image?.body ?? ByteBuffer(bytes: json)
    image?.body = body
    return (snapshot.version, body)
  }

  private mutating func prepareImage(
    of snapshot: FeedSnapshot,
    at time: Duration,
    _ encoder: FeedEncoder,
    _ counters: Counters
  ) {
    if let image, image.version == snapshot.version, time - image.time < Self.agesTime { return }
    let json = encoder.image(of: snapshot, in: key, at: time)
    counters.add(.imagesEncoded)
    imageSize = json.count
    image = Image(version: snapshot.version, time: time, json: json)
  }
}
