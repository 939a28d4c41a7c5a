import FeedDefinition
import FeedModel
import FeedRendering

extension FeedAppearance {
  /// What a feed looks like, near enough to what the program makes of its file.
  init(_ feed: Feed) {
    self.init(
      title: feed.title,
      items: Dictionary(uniqueKeysWithValues: feed.items.map { (Name($0), $1) }),
      sections: Dictionary(
        feed.sections.map { section in
          let layout = section.layout.flatMap { feed.layouts[$0] }
          return (section.id, SectionAppearance(layout.map { .init($0) } ?? .rows, layout: layout))
        },
        uniquingKeysWith: { first, _ in first }
      ),
      layout: feed.layout
    )
  }
}
