import FeedSnapshots
import FeedWire

/// A version that a reader has not taken yet.
struct HeldVersion: Sendable {
  var snapshot: WireSnapshot
  /// What leads to it from the version that the reader was handed last; `nil` if versions lie between.
  var batch: BatchUpdates?
  var cursor: Cursor
  var title: String
  var sources: [WireSource]
}
