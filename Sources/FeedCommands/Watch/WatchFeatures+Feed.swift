import FeedDefinition
import FeedModel
import FeedTerminal

extension WatchFeatures {
  /// Creates the possible actions of a reader, as the feed file declares them.
  init(_ feed: Feed) {
    self.init(
      actions: feed.actions.map { action in
        Action(
          name: action.name,
          title: action.title,
          key: action.key,
          kinds: action.items,
          sections: action.sections,
          parameters: action.needs.map { .init(name: $0) }
            + action.defaults.map { .init(name: $0.name, initial: $0.value.written) }
        )
      },
      reorderable: Set(feed.sections.filter { $0.reorder != nil }.map(\.id))
    )
  }
}
