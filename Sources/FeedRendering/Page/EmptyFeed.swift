package import FeedModel
import FeedSnapshots

/// Why a version shows nothing.
package enum EmptyFeed {
  /// Returns the reasons for an empty page, as lines for people; none if the page is not empty.
  package static func reasons(_ snapshot: FeedSnapshot) -> [String] {
    guard snapshot.composition.sections.isEmpty else { return [] }
    let problems = snapshot.status.compactMap { source in
      source.problem.map { "\(source.source): \($0)" }
    }
    if !problems.isEmpty { return ["Nothing to show, because sources have failed:"] + problems }
    if snapshot.status.isEmpty { return ["Nothing to show: the feed file declares no sources."] }
    return ["Nothing to show yet: no source of the feed has any rows."]
  }

  /// Returns whether only rows are missing.
  package static func lacksRows(_ snapshot: FeedSnapshot) -> Bool {
    snapshot.composition.sections.isEmpty && !snapshot.status.isEmpty
      && snapshot.status.allSatisfy { $0.problem == nil }
  }
}
