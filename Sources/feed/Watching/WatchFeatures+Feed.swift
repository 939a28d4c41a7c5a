import FeedDefinition
import FeedModel
import FeedTerminal

extension WatchFeatures {
  /// What a reader may do to a feed, as its file declares it.
  init(_ feed: Feed) {
    self.init(
      // What needs parameters is for the command line, which can ask for them.
      actions: feed.actions.filter(\.needs.isEmpty).map { action in
        Action(
          name: action.name,
          title: action.title,
          key: action.key,
          kinds: action.items,
          sections: action.sections
        )
      },
      reorderable: Set(feed.sections.filter { $0.reorder != nil }.map(\.id))
    )
  }
}
