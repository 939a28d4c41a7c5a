import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedWire

/// The encoder of a feed's events, with its checksums and the ages of its sources.
struct FeedEncoder {
  private let wire: WireEncoder
  private var hashes: FeedChecksums
  private var ages: SourceAges
  private let sections: [SectionDeclaration]
  /// The sources whose sections are groups.
  private let grouped: Set<Name>
  private let layouts: ServedLayouts

  /// Creates an encoder for a feed that has just been opened.
  init(_ wire: WireEncoder, for shown: ShownFeed, at time: Duration) {
    self.wire = wire
    hashes = FeedChecksums(wire)
    ages = SourceAges(shown.engine.feed, at: time)
    sections = shown.engine.feed.sections
    grouped = Set(shown.engine.feed.sources.filter(\.isGrouped).map(\.id))
    layouts = shown.layouts
  }

  var epoch: Epoch { wire.epoch }

  /// Creates checksums of versions that do not follow those of the whole feed.
  func checksums() -> FeedChecksums { FeedChecksums(wire) }

  /// Records which sources an update has changed.
  mutating func note(_ update: FeedUpdate, at time: Duration) { ages.note(update, at: time) }

  /// Returns the states of a version's sources with their ages, for the clients of a view.
  ///
  /// Only clients that may read every section get the reasons of failures.
  func sources(
    of snapshot: FeedSnapshot,
    in view: FeedView = .all,
    at time: Duration
  ) -> [WireSource] {
    guard view.isLimited else {
      return zip(ages.described(snapshot.status, at: time), snapshot.status)
        .map { $0.explained(by: $1) }
    }
    return snapshot.status.compactMap { status in
      let shown = sections.filter { $0.source == status.source }
      guard shown.contains(where: { view.mayKnow($0.id) }) else { return nil }
      // A change of a hidden section would change the age.
      let isGrouped = grouped.contains(status.source)
      let isWhole = shown.allSatisfy { view.mayReadAll($0.id, isGrouped: isGrouped) }
      return isWhole ? ages.described([status], at: time).first : WireSource(status)
    }
  }

  private func version(
    _ shown: ShownVersion,
    in view: FeedView,
    at time: Duration
  ) -> ViewVersion {
    let sources = sources(of: shown.snapshot, in: view, at: time)
    return switch shown {
    case .whole(let snapshot): ViewVersion(snapshot, in: view, sources: sources)
    case .part(let part): ViewVersion(part, sources: sources)
    }
  }

  /// Returns the image of a version in a view, as JSON.
  func image(of shown: ShownVersion, in view: FeedView, at time: Duration) -> [UInt8] {
    wire.image(of: version(shown, in: view, at: time), layouts: layouts.revision(for: view))
  }

  /// Returns the event of an encoded image.
  func event(image json: [UInt8], version: Int, in view: FeedView) -> Frame {
    let cursor = Cursor(epoch: epoch, version: version)
    let event = ServerSentEvent.image(json, cursor: cursor).resumable(in: view)
    return Frame(.image, version: version, text: event.bytes)
  }

  /// The result of a request for a patch.
  enum Patch {
    /// The view is unchanged.
    case unchanged
    case frame(Frame)
    /// An image is smaller.
    case tooLarge
  }

  /// Returns the event with the patch from one version to another.
  ///
  /// - Parameters:
  ///   - number: The number under which clients hold it; it can be an older version with the same view.
  ///   - limit: The maximum size of the patch in bytes.
  /// - Returns: The event, or the case that explains its absence.
  func patch(
    from old: ShownVersion,
    heldAs number: Int,
    to new: ShownVersion,
    in view: FeedView,
    limit: Int,
    at time: Duration
  ) -> Patch {
    let held = version(old, in: view, at: time)
    let version = version(new, in: view, at: time)
    switch wire.patch(from: held, heldAs: number, to: version, limit: limit) {
    case .unchanged: return .unchanged
    case .tooLarge: return .tooLarge
    case .patch(let json):
      let event = ServerSentEvent.patch(json, cursor: wire.cursor(of: version)).resumable(in: view)
      return .frame(Frame(.patch, version: new.snapshot.version, text: event.bytes))
    }
  }

  /// Returns the heartbeat for clients that hold a version.
  mutating func heartbeat(of snapshot: FeedSnapshot, in view: FeedView, at time: Duration) -> Frame
  {
    hashes.update(to: snapshot)
    return heartbeat(of: snapshot, hashes.checksum(in: view), in: view, at: time)
  }

  /// Returns the heartbeat for clients that hold a version with a checksum.
  func heartbeat(
    of snapshot: FeedSnapshot,
    _ checksum: Checksum,
    in view: FeedView,
    at time: Duration
  ) -> Frame {
    let heartbeat = Heartbeat(
      version: snapshot.version,
      checksum: checksum,
      sources: sources(of: snapshot, in: view, at: time)
    )
    return Frame(
      .heartbeat,
      version: snapshot.version,
      text: ServerSentEvent.heartbeat(heartbeat).bytes
    )
  }
}

extension ServerSentEvent {
  /// Returns the event without a cursor if its client has moved windows, so that the client does not resume from it
  /// with the windows of its first request.
  fileprivate func resumable(in view: FeedView) -> ServerSentEvent {
    view.owner == nil ? self : ServerSentEvent(name, id: "", data: data)
  }
}
