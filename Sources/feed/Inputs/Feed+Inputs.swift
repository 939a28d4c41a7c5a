import FeedDefinition
import FeedDocuments
import FeedEngine

/// An input of a feed as commands list it: a declared one, or the fetching of a document.
struct ListedInput {
  /// What the store calls it.
  var name: String
  /// `stream`, `poll`, `follow`, `listen` or `document`.
  var kind: String
  /// How long it may be silent before it is late.
  var stale: Duration?
}

extension Feed {
  /// All that receives messages while the feed runs, in the order of the file.
  var runInputs: [ListedInput] {
    inputs.map { ListedInput(name: $0.name, kind: $0.kind.word, stale: $0.stale) }
      + sources.compactMap(\.document).filter { $0.address != nil }
      .map { ListedInput(name: $0.inputName, kind: "document") }
  }
}
