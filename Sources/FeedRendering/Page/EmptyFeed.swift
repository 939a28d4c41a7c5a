package import FeedModel
import FeedSnapshots

/// Why a version shows nothing.
package enum EmptyFeed {
  /// Says why there is nothing to show, in lines for people; empty if there is something.
  package static func reasons(_ snapshot: FeedSnapshot) -> [String] {
    guard snapshot.composition.sections.isEmpty else { return [] }
    let problems = snapshot.status.compactMap { source in
      source.problem.map { "\(source.source): \($0)" }
    }
    if !problems.isEmpty { return ["Nothing to show, because sources have failed:"] + problems }
    if snapshot.status.isEmpty { return ["Nothing to show: the feed file declares no sources."] }
    return ["Nothing to show yet: no source of the feed has any rows."]
  }

  /// Whether rows are all that is missing.
  package static func lacksRows(_ snapshot: FeedSnapshot) -> Bool {
    snapshot.composition.sections.isEmpty && !snapshot.status.isEmpty
      && snapshot.status.allSatisfy { $0.problem == nil }
  }
}
