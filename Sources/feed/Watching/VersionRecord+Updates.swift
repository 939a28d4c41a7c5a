import FeedEngine
import FeedModel
import FeedSnapshots
import FeedTerminal

extension VersionRecord {
  /// A version with its batch, and what led to it.
  init(_ update: FeedUpdate, cause: String = "") {
    self.init(from: update.from, to: update.snapshot, update.updates, cause: cause)
  }

  /// The version that a run begins with, and the batch that leads there from an empty feed.
  ///
  /// Whoever reads the versions from there on needs nothing else, wherever a run before has ended.
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
