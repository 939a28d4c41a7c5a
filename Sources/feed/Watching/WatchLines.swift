import FeedEngine
import FeedFormatting
import FeedModel
import FeedRendering
import FeedReplay
import FeedSnapshots

/// A watched feed as lines, for pipes and for people who read lines: one a version.
struct WatchLines: ~Copyable {
  private let appearance: FeedAppearance
  private let isJSON: Bool
  private var output = OutputBuffer()
  private var json = JSONWriter()
  private var latest: FeedSnapshot
  private static let mostItems = 8

  init(_ snapshot: FeedSnapshot, _ appearance: FeedAppearance, isJSON: Bool) throws {
    self.appearance = appearance
    self.isJSON = isJSON
    latest = snapshot
    try write(snapshot, FeedSnapshot.Composition().updates(to: snapshot.composition), isFirst: true)
  }

  /// Writes a version, and lets it be read at once.
  mutating func write(_ update: FeedUpdate) throws {
    guard update.snapshot.version > latest.version else { return }
    // Versions in between came from elsewhere, as from another program at the same store.
    let updates =
      update.from.version == latest.version
      ? update.updates : latest.composition.updates(to: update.snapshot.composition)
    try write(update.snapshot, updates, isFirst: false)
  }

  private mutating func write(
    _ snapshot: FeedSnapshot,
    _ updates: BatchUpdates,
    isFirst: Bool
  ) throws {
    if isJSON {
      json.removeAll()
      json.object { json in
        json.key("version")
        json.integer(snapshot.version)
        json.key("updates")
        json.updates(updates)
        if isFirst {
          json.key("snapshot")
          json.snapshot(snapshot)
        } else if snapshot.status != latest.status {
          json.key("status")
          json.status(snapshot.status)
        }
      }
      json.endLine()
      try output.write(json)
    } else {
      let lines = ChangeLines(from: latest, to: snapshot, updates, appearance)
      // The parts of a line, which are inert, are told apart by tabs.
      try output.write(rendered: lines.text(most: isFirst ? 0 : Self.mostItems) + "\n")
    }
    latest = snapshot
    try output.flush()
  }
}
