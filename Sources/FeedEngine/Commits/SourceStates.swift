import FeedDefinition
import FeedModel
import FeedQueries
import FeedStore

/// The states of a feed's sources, and a comparison that ignores invisible differences.
struct SourceStates {
  /// The state of each source, in the order of their declarations.
  var status: [SourceStatus] = []
  /// The sources that claim items which are already shown elsewhere.
  var contested: Set<Name> = []

  /// Returns whether a reader sees a difference between the states and the given ones.
  ///
  /// If a source claims several contested items, its note names one of them. Naming a different one is
  /// not a change.
  func differ(from others: SourceStates) -> Bool {
    guard status.count == others.status.count else { return true }
    return zip(status, others.status).contains { new, old in
      new != old && !(contested.contains(new.source) && others.contested.contains(old.source))
    }
  }
}
