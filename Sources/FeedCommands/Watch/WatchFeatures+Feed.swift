import FeedDefinition
import FeedEngine
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
          confirm: action.confirm,
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

extension FeedEngine {
  /// Returns a notice about inputs and alerts that no process runs; `nil` if there are none.
  package func idleNotice() -> String? {
    let hasDocuments = feed.sources.contains { $0.document?.address != nil }
    let parts = [
      feed.inputs.isEmpty ? nil : "inputs", hasDocuments ? "fetched documents" : nil,
      feed.alerts.isEmpty ? nil : "alerts",
    ].compactMap(\.self)
    let names = feed.runInputs.map(\.name) + feed.alerts.map(\.inputName)
    guard let last = parts.last, !names.contains(where: { (try? isRunning(input: $0)) == true })
    else { return nil }
    let list = parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
    return "the \(list) do not run here; --inputs runs them"
  }
}
