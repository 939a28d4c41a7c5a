import FeedDefinition
import FeedFormatting
import FeedModel
import FeedRendering
import FeedWire

extension DescribedActions {
  /// Selects the actions.
  ///
  /// An action that concerns only hidden sections, or the whole feed, does not exist for a client that may
  /// not read every section. Other actions have only the kinds and sections that it may read.
  init(_ feed: Feed, _ appearance: FeedAppearance, for view: FeedView) {
    guard view.isLimited else {
      self.init(feed.actions)
      return
    }
    var kinds: Set<Name> = []
    for section in feed.sections where view.mayKnow(section.id) {
      let look = appearance.sections[section.id]
      kinds.formUnion(look.map { SectionMarkup(section.id, $0).kinds } ?? [])
    }
    let actions = feed.actions.compactMap { action in
      var action = action
      action.items.removeAll { !kinds.contains($0) }
      action.sections.removeAll { !view.mayKnow($0) }
      return action.isForTheWhole ? nil : action
    }
    self.init(actions)
  }
}
