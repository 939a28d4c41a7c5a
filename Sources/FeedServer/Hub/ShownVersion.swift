import FeedModel
import FeedWire

/// A version as the clients of a view see it.
enum ShownVersion {
  /// All sections of the feed; the view selects some of them.
  case whole(FeedSnapshot)
  /// The items in the windows of the view.
  case part(WindowedVersion)

  var snapshot: FeedSnapshot {
    switch self {
    case .whole(let snapshot): snapshot
    case .part(let part): part.shown
    }
  }
}
