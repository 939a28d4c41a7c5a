import FeedModel
public import FeedSnapshots

/// What a client of a served feed holds, and how it goes on with each event.
///
/// A pure state machine: hand it the events of a stream, and do what it says.
///
/// ```swift
/// var state = FeedState()
/// switch state.receive(event) {
/// case .updated(let update): list.perform(update.batch, showing: update.snapshot)
/// case .unchanged: break
/// case .needsImage(let error): connect(from: nil)       // for state.cursor is nil now
/// case .goodbye(let bye): connect(from: state.cursor, after: bye.retry)
/// }
/// ```
public struct FeedState: Sendable {
  /// Which version is held; `nil` before the first image, and after anything that only an image can mend.
  public private(set) var cursor: Cursor?
  /// The newest version of which the server has said that it looks the same.
  public private(set) var confirmedVersion = 0
  /// What the feed is called; empty if it has no name.
  public private(set) var title = ""
  /// The sections and items.
  public private(set) var snapshot = WireSnapshot()
  /// How the sources fare.
  public private(set) var sources: [WireSource] = []

  private let limits: WireLimits
  private var hashes = ContentHashes<Text, WireHeader, Text, WireLook>(
    header: { Checksum.hash(of: $1, id: $0.string) },
    item: { Checksum.hash(of: $1, id: $0.string) }
  )

  /// Begins without a version.
  ///
  /// - Parameter limits: How much is read of an event.
  public init(limits: WireLimits = WireLimits()) { self.limits = limits }

  /// Goes on from a version that was held before.
  ///
  /// - Parameters:
  ///   - snapshot: What was held.
  ///   - cursor: Which version it is.
  ///   - title: What the feed was called.
  ///   - sources: How the sources fared.
  ///   - limits: How much is read of an event.
  public init(
    holding snapshot: WireSnapshot,
    cursor: Cursor,
    title: String = "",
    sources: [WireSource] = [],
    limits: WireLimits = WireLimits()
  ) {
    self.limits = limits
    (self.snapshot, self.cursor, self.title, self.sources) = (snapshot, cursor, title, sources)
    confirmedVersion = cursor.version
  }

  /// What is held as an image: the same bytes as the server's, but for the age of sources.
  ///
  /// - Complexity: O(*n*) for *n* items.
  public var image: FeedImage? {
    cursor.map {
      FeedImage(cursor: $0, title: title, sections: snapshot.wireSections, sources: sources)
    }
  }

  /// The checksum of what is held.
  ///
  /// - Complexity: as ``FeedChecksums/update(to:)``.
  public mutating func checksum() -> Checksum {
    hashes.update(to: snapshot)
    return hashes.checksum { _ in true }
  }
}

/// A version that a client shows, and the batch that leads to it from the one before.
public struct WireUpdate: Sendable {
  /// What was held before.
  public var from: WireSnapshot
  /// What is held now.
  public var snapshot: WireSnapshot
  /// What leads from one to the other; empty if only sources fare otherwise.
  public var batch: BatchUpdates
  /// Which version it is.
  public var cursor: Cursor
}

extension FeedState {
  /// What a client is to do after an event.
  public enum Outcome: Sendable {
    /// Show another version.
    case updated(WireUpdate)
    /// Nothing.
    case unchanged
    /// Connect again without a cursor: what is held cannot be trusted any more.
    case needsImage(WireError)
    /// Connect again with the cursor, after a while.
    case goodbye(Bye)
  }

  /// Goes on with an event; those of unknown names are ignored.
  ///
  /// - Parameter event: The event, whatever it is: nothing in it can do more than ask for an image.
  /// - Returns: What to do.
  /// - Complexity: O(*n*) for an image of *n* items, O(*d* log *n*) for a patch of *d* edits.
  public mutating func receive(_ event: ServerSentEvent) -> Outcome {
    do throws(WireError) {
      switch event.name {
      case "image": return try receive(FeedImage(json: event.data, limits: limits))
      case "patch":
        try checkEpoch(event.id)
        return try receive(FeedPatch(json: event.data, limits: limits))
      case "heartbeat": return try receive(Heartbeat(json: event.data, limits: limits))
      case "bye": return .goodbye(try Bye(json: event.data, limits: limits))
      default: return .unchanged
      }
    } catch {
      cursor = nil
      return .needsImage(error)
    }
  }

  private func checkEpoch(_ id: String?) throws(WireError) {
    guard let id, let cursor, let epoch = Cursor(id)?.epoch, epoch != cursor.epoch else { return }
    throw WireError(.otherVersion, "a patch of epoch \(epoch), but \(cursor) is held")
  }

  private mutating func receive(_ image: FeedImage) throws(WireError) -> Outcome {
    let new = try WireSnapshot(image.sections)
    title = image.title
    sources = image.sources
    return show(new, image.cursor, batch: snapshot.updates(to: new))
  }

  private mutating func receive(_ patch: FeedPatch) throws(WireError) -> Outcome {
    guard let held = cursor else {
      throw WireError(.otherVersion, "a patch from \(patch.from), but no version is held")
    }
    guard (held.version...max(held.version, confirmedVersion)).contains(patch.from),
      patch.to > patch.from
    else {
      throw WireError(
        .otherVersion,
        "a patch from \(patch.from) to \(patch.to), but \(held) is held"
      )
    }
    let new = try snapshot.applying(patch)
    if !patch.sources.isEmpty { sources = patch.sources }
    return show(new, Cursor(epoch: held.epoch, version: patch.to), batch: patch.batch)
  }

  private mutating func show(
    _ new: WireSnapshot,
    _ cursor: Cursor,
    batch: BatchUpdates
  ) -> Outcome {
    let update = WireUpdate(from: snapshot, snapshot: new, batch: batch, cursor: cursor)
    snapshot = new
    self.cursor = cursor
    confirmedVersion = cursor.version
    return .updated(update)
  }

  private mutating func receive(_ heartbeat: Heartbeat) throws(WireError) -> Outcome {
    guard let held = cursor else { return .unchanged }
    if !heartbeat.sources.isEmpty { sources = heartbeat.sources }
    guard heartbeat.version >= held.version else { return .unchanged }
    let checksum = checksum()
    guard checksum == heartbeat.checksum else {
      throw WireError(
        .checksumMismatch,
        "the checksum of version \(heartbeat.version) is \(heartbeat.checksum), "
          + "but \(checksum) of what is held"
      )
    }
    confirmedVersion = max(confirmedVersion, heartbeat.version)
    return .unchanged
  }
}
