import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedWire

/// Makes the events of a feed, and keeps its checksums and the ages of its sources.
struct FeedEncoder {
  private let wire: WireEncoder
  private var checksums: FeedChecksums
  private var ages: SourceAges

  /// Begins with a feed that has just been opened.
  init(_ wire: WireEncoder, for feed: Feed, at time: Duration) {
    self.wire = wire
    checksums = FeedChecksums(wire)
    ages = SourceAges(feed, at: time)
  }

  var epoch: Epoch { wire.epoch }

  /// Notes which sources have changed.
  mutating func note(_ update: FeedUpdate, at time: Duration) { ages.note(update, at: time) }

  /// The states of a version's sources with their ages.
  func sources(of snapshot: FeedSnapshot, at time: Duration) -> [WireSource] {
    ages.described(snapshot.status, at: time)
  }

  private func version(
    _ snapshot: FeedSnapshot,
    in view: FeedView,
    at time: Duration
  ) -> ViewVersion {
    ViewVersion(snapshot, in: view, sources: sources(of: snapshot, at: time))
  }

  /// All that a view shows of a version, as JSON.
  func image(of snapshot: FeedSnapshot, in view: FeedView, at time: Duration) -> [UInt8] {
    wire.image(of: version(snapshot, in: view, at: time))
  }

  /// The event of an image that was encoded.
  func event(image json: [UInt8], version: Int) -> Frame {
    let cursor = Cursor(epoch: epoch, version: version)
    return Frame(.image, version: version, text: ServerSentEvent.image(json, cursor: cursor).bytes)
  }

  /// What came of the wish for a patch.
  enum Patch {
    /// The view is the same.
    case unchanged
    case frame(Frame)
    /// An image costs less.
    case tooLarge
  }

  /// The event that leads from one version to another.
  ///
  /// - Parameters:
  ///   - old: The version that clients hold.
  ///   - number: By which number they know it: that of an older version in which the view is the same.
  ///   - new: The version that they are to hold.
  ///   - view: The view.
  ///   - limit: The most bytes that the patch may have.
  ///   - time: The time.
  /// - Returns: The event, or why there is none.
  func patch(
    from old: FeedSnapshot,
    heldAs number: Int,
    to new: FeedSnapshot,
    in view: FeedView,
    limit: Int,
    at time: Duration
  ) -> Patch {
    let held = FeedSnapshot(version: number, composition: old.composition, status: old.status)
    let version = version(new, in: view, at: time)
    switch wire.patch(from: ViewVersion(held, in: view), to: version, limit: limit) {
    case .unchanged: return .unchanged
    case .tooLarge: return .tooLarge
    case .patch(let json):
      let event = ServerSentEvent.patch(json, cursor: wire.cursor(of: version))
      return .frame(Frame(.patch, version: new.version, text: event.bytes))
    }
  }

  /// The sign of life for those who hold a version.
  mutating func heartbeat(of snapshot: FeedSnapshot, in view: FeedView, at time: Duration) -> Frame
  {
    checksums.update(to: snapshot)
    let heartbeat = Heartbeat(
      version: snapshot.version,
      checksum: checksums.checksum(in: view),
      sources: sources(of: snapshot, at: time)
    )
    return Frame(
      .heartbeat,
      version: snapshot.version,
      text: ServerSentEvent.heartbeat(heartbeat).bytes
    )
  }
}
