public import FeedModel
public import FeedSnapshots

/// The state of a client that follows a served feed, updated by each event.
///
/// It is a pure state machine: pass it the events of a stream, and act on the outcome of each.
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
  /// The version that the client holds; `nil` before the first image and after an error.
  public private(set) var cursor: Cursor?
  /// The newest version that, according to the server, does not differ from the held one.
  public private(set) var confirmedVersion = 0
  /// The title of the feed; empty if it has none.
  public private(set) var title = ""
  /// The sections and items.
  public private(set) var snapshot = WireSnapshot()
  /// The places of the windows by the ids of their sections; sections without one are whole.
  public private(set) var windows: [Text: WireWindow] = [:]
  /// The states of the sources.
  public private(set) var sources: [WireSource] = []
  /// The revision of the layouts and actions; empty if the server sends no revision.
  public private(set) var layouts = ""

  private let limits: WireLimits
  private var hashes = ContentHashes<Text, WireHeader, Text, WireLook>(
    header: { Checksum.hash(of: $1, id: $0.string) },
    item: { Checksum.hash(of: $1, id: $0.string) }
  )

  /// Creates a state without a version.
  public init(limits: WireLimits = WireLimits()) { self.limits = limits }

  /// Creates a state that resumes from a version that was held before.
  public init(
    holding snapshot: WireSnapshot,
    cursor: Cursor,
    title: String = "",
    sources: [WireSource] = [],
    windows: [Text: WireWindow] = [:],
    layouts: String = "",
    limits: WireLimits = WireLimits()
  ) {
    self.limits = limits
    self.windows = windows
    (self.snapshot, self.cursor, self.title, self.sources) = (snapshot, cursor, title, sources)
    self.layouts = layouts
    confirmedVersion = cursor.version
  }

  /// The held version as an image; except for the ages of sources, its bytes equal the server's.
  ///
  /// - Complexity: O(*n*) for *n* items.
  public var image: FeedImage? {
    cursor.map { cursor in
      let sections = snapshot.wireSections.map { section in
        var section = section
        section.window = windows[Text(section.id)]
        return section
      }
      return FeedImage(
        cursor: cursor,
        title: title,
        sections: sections,
        sources: sources,
        layouts: layouts
      )
    }
  }

  /// Returns the checksum of the held version.
  ///
  /// - Complexity: as ``FeedChecksums/update(to:)``.
  public mutating func checksum() -> Checksum {
    hashes.update(to: snapshot)
    return hashes.checksum { _ in true }
  }
}

/// A change of the version that a client shows, with the batch between the two snapshots.
public struct WireUpdate: Sendable {
  /// The previous snapshot.
  public var from: WireSnapshot
  /// The new snapshot.
  public var snapshot: WireSnapshot
  /// The batch from the previous to the new snapshot; empty if only the sources have changed.
  public var batch: BatchUpdates
  /// The cursor of the new snapshot.
  public var cursor: Cursor
  /// The windows with a new place, with the numbers of items that have arrived outside them.
  public var windows: [WireWindowChange] = []
}

extension FeedState {
  /// The action that a client must take after an event.
  public enum Outcome: Sendable {
    /// Show a new version.
    case updated(WireUpdate)
    /// No action is needed.
    case unchanged
    /// Reconnect without a cursor, because the held version may be wrong.
    case needsImage(WireError)
    /// Reconnect with the cursor after a wait.
    case goodbye(Bye)
  }

  /// Processes an event; ignores events with unknown names.
  ///
  /// - Parameter event: The event; an invalid one only requests an image.
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
    throw WireError(
      .otherVersion,
      "the patch has the epoch \(epoch), but the client holds \(cursor)"
    )
  }

  private mutating func receive(_ image: FeedImage) throws(WireError) -> Outcome {
    let new = try WireSnapshot(image.sections)
    title = image.title
    sources = image.sources
    windows = Self.windows(of: image.sections)
    layouts = image.layouts
    return show(new, image.cursor, batch: snapshot.updates(to: new))
  }

  private mutating func receive(_ patch: FeedPatch) throws(WireError) -> Outcome {
    guard let held = cursor else {
      throw WireError(
        .otherVersion,
        "a patch from version \(patch.from), but the client holds no version"
      )
    }
    guard (held.version...max(held.version, confirmedVersion)).contains(patch.from),
      patch.to > patch.from || patch.to == patch.from && !patch.windows.isEmpty
    else {
      throw WireError(
        .otherVersion,
        "a patch from version \(patch.from) to \(patch.to), but the client holds \(held)"
      )
    }
    let new = try snapshot.applying(patch)
    try moveWindows(patch, in: new)
    if !patch.sources.isEmpty { sources = patch.sources }
    let cursor = Cursor(epoch: held.epoch, version: patch.to)
    return show(new, cursor, batch: patch.batch, windows: patch.windows)
  }

  private static func windows(of sections: [WireSection]) -> [Text: WireWindow] {
    var windows: [Text: WireWindow] = [:]
    for section in sections { windows[Text(section.id)] = section.window }
    return windows
  }

  /// Moves the windows of a patch, and forgets those of deleted sections.
  private mutating func moveWindows(
    _ patch: FeedPatch,
    in new: WireSnapshot
  ) throws(WireError) {
    guard patch.windows.allSatisfy({ (0..<new.sectionCount).contains($0.at) }) else {
      throw WireError(.invalidBatch, "a window is in none of the \(new.sectionCount) sections")
    }
    for index in patch.batch.deleteSections { windows[snapshot.sectionID(at: index)] = nil }
    windows.merge(Self.windows(of: patch.sections)) { $1 }
    for change in patch.windows { windows[new.sectionID(at: change.at)] = change.window }
  }

  private mutating func show(
    _ new: WireSnapshot,
    _ cursor: Cursor,
    batch: BatchUpdates,
    windows: [WireWindowChange] = []
  ) -> Outcome {
    let update = WireUpdate(
      from: snapshot,
      snapshot: new,
      batch: batch,
      cursor: cursor,
      windows: windows
    )
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
        "the server's checksum of version \(heartbeat.version) is \(heartbeat.checksum), "
          + "but the client's is \(checksum)"
      )
    }
    confirmedVersion = max(confirmedVersion, heartbeat.version)
    return .unchanged
  }
}
