import FeedModel
import FeedSnapshots
import FeedWire

/// A version that a reader has not taken yet.
struct HeldVersion: Sendable {
  var snapshot: WireSnapshot
  /// The batch from the last version that the reader got; `nil` if versions were skipped.
  var batch: BatchUpdates?
  var cursor: Cursor
  var title: String
  var sources: [WireSource]
  var windows: [Text: WireWindow]
  /// The revision of the layouts.
  var layouts: String
}
