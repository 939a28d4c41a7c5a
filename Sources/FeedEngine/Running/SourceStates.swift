import FeedDefinition
import FeedDocuments
import FeedModel
import FeedQueries

/// The states of a feed's sources, and a comparison that ignores invisible differences.
struct SourceStates {
  /// The state of each source, in the order of their declarations.
  var status: [SourceStatus] = []
  /// The sources that claim items which are already shown elsewhere.
  var contested: Set<Name> = []

  /// Returns whether a reader sees a difference between the states and the given ones.
  ///
  /// If a source claims several contested items, its status names one of them. Naming a different one is
  /// not a change.
  func differ(from others: SourceStates) -> Bool {
    guard status.count == others.status.count else { return true }
    return zip(status, others.status).contains { new, old in
      new != old && !(contested.contains(new.source) && others.contested.contains(old.source))
    }
  }
}

extension EngineCore {
  /// Returns the current states of all sources.
  func sourceStates() -> SourceStates {
    var states = SourceStates()
    for source in feed.sources {
      var state = SourceStatus.State.ok
      if let name = source.document?.name,
        let document = documents.first(where: { $0.declaration.name == name })
      {
        state = document.state
      }
      if let inputs = inputState(of: source) { state = inputs }
      let shown = composer.sections.filter { $0.declaration.source == source.id }
      if let failure = shown.lazy.compactMap({ $0.query.failure }).first {
        state = .failed(failure)
      }
      if let contest = composer.contestedItem(of: source.id) {
        states.contested.insert(source.id)
        state = .failed(
          "'\(contest.item)' is claimed more than once, by section '\(contest.section)' too; it is "
            + "shown where it comes first"
        )
      }
      states.status.append(SourceStatus(source: source.id, state: state))
    }
    return states
  }
}
