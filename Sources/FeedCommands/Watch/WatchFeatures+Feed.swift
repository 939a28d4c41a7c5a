import FeedDefinition
import FeedModel
import FeedStore
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

extension Feed {
  /// A notice that inputs and alerts of the feed do not run in this process; `nil` if the feed declares none.
  var idleNotice: String? {
    let hasDocuments = sources.contains { $0.document?.address != nil }
    let parts = [
      inputs.isEmpty ? nil : "inputs", hasDocuments ? "fetched documents" : nil,
      alerts.isEmpty ? nil : "alerts",
    ].compactMap(\.self)
    guard let last = parts.last else { return nil }
    let names = parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
    return "the \(names) of the feed do not run here; --inputs runs them, as 'feed serve' does"
  }
}
