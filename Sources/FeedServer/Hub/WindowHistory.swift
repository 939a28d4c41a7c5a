import FeedModel
import FeedSnapshots
import FeedWire

/// The items in the windows of a view at the last versions that changed them.
struct WindowHistory {
  private struct Entry {
    /// The first version that showed the part.
    let since: Int
    var part: WindowedVersion
  }

  /// The maximum number of kept parts; a client that holds an older one gets an image.
  private static let most = 256

  /// The parts, oldest first; never empty.
  private var entries: [Entry]
  private var checksums: FeedChecksums

  init(_ first: WindowedVersion, _ encoder: FeedEncoder) {
    entries = [Entry(since: first.shown.version, part: first)]
    checksums = encoder.checksums()
  }

  /// The part at the newest version.
  var newest: WindowedVersion { entries[entries.count - 1].part }

  /// Returns the part that clients show at a version; `nil` if it is not kept.
  subscript(version: Int) -> WindowedVersion? {
    guard version <= newest.shown.version else { return nil }
    return entries.last { $0.since <= version }?.part
  }

  /// Follows the edits between two versions of the feed.
  ///
  /// - Returns: Whether the windows show something else, or at another place.
  mutating func advance(by step: WindowStep) -> Bool {
    var part = newest
    part.advance(by: step)
    guard !part.isIdentical(to: newest) else {
      entries[entries.count - 1].part = part
      return false
    }
    entries.append(Entry(since: part.shown.version, part: part))
    if entries.count > Self.most { entries.removeFirst(Self.most / 4) }
    return true
  }

  /// Moves the window of a section.
  ///
  /// - Parameters:
  ///   - id: The id of the section, as text.
  ///   - whole: The newest version of the feed.
  /// - Returns: Whether the view has the section.
  mutating func move(
    _ id: String,
    to start: FeedWindow.Start,
    count: Int,
    in whole: FeedSnapshot
  ) -> Bool {
    let sections = whole.composition.sections
    guard let section = sections.first(where: { $0.id.description.utf8.elementsEqual(id.utf8) })
    else { return false }
    var part = newest
    guard part.move(section.id, to: start, count: count, in: whole) else { return false }
    // The view has no other clients.
    entries = [Entry(since: whole.version, part: part)]
    return true
  }

  /// Returns the checksum of a part.
  mutating func checksum(of part: WindowedVersion) -> Checksum {
    checksums.update(to: part.shown)
    return checksums.checksum()
  }
}
