import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedTerminal
import FeedWire

extension VersionRecord {
  /// A version with its batch and its cause.
  init(_ update: FeedUpdate, cause: VersionCause = "") {
    self.init(from: update.from, to: update.snapshot, update.updates, cause: cause)
  }

  /// Creates the record of a run's first version, with the batch from an empty feed.
  ///
  /// A reader of the trace needs nothing else, wherever a previous run ended.
  init(opening snapshot: FeedSnapshot) {
    let empty = FeedSnapshot(version: 0, composition: .init(), status: snapshot.status)
    self.init(
      from: empty,
      to: snapshot,
      empty.composition.updates(to: snapshot.composition),
      cause: "as it was opened"
    )
  }
}

extension VersionRecord {
  /// The version as clients of a server receive it: an image if it starts from an empty feed, otherwise a patch.
  ///
  /// - Returns: The data of the event, and a line end; nothing if clients do not see the version.
  func event(_ appearance: FeedAppearance, of feed: Feed) -> [UInt8] {
    let encoder = WireEncoder(epoch: Epoch(of: ["trace"]), appearance: appearance)
    let newline = UInt8(ascii: "\n")
    guard before.version > 0 else {
      return encoder.image(of: ViewVersion(after), layouts: feed.layoutsRevision) + [newline]
    }
    switch encoder.patch(from: ViewVersion(before), to: ViewVersion(after)) {
    case .patch(let json): return json + [newline]
    case .unchanged, .tooLarge: return []
    }
  }
}

extension Feed {
  /// The revision of the layouts and actions for clients that may read all sections.
  fileprivate var layoutsRevision: String {
    var json = JSONWriter()
    json.object { DescribedLayouts(self).write(nil, DescribedActions(actions), into: &$0) }
    return Checksum.revision(of: json.bytes)
  }
}
