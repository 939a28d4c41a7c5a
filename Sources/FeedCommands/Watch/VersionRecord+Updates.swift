import FeedEngine
import FeedModel
import FeedSnapshots
import FeedTerminal

extension VersionRecord {
  /// A version with its batch and its cause.
  init(_ update: FeedUpdate, cause: String = "") {
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
