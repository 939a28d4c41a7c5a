import ArgumentParser
import FeedDefinition
import FeedStore

/// What a shell suggests of the feed file that stands on the command line.
extension CompletionKind {
  /// The actions that the feed declares.
  static let feedActions = names { $0.actions.map(\.name) }

  /// The inputs that the feed declares.
  static let feedInputs = names { $0.inputs.map(\.name) }

  /// The adapters that the feed declares.
  static let feedAdapters = names { $0.adapters.keys.sorted() }

  /// How recordings are aligned: the moments that the adapters mark, beside those that there are always.
  static let feedMoments = names { feed in
    ["clock", "start"] + Set(feed.adapters.values.flatMap(\.adapter.marks.keys)).sorted()
  }

  /// The tables of the feed's store.
  static let feedTables = CompletionKind.custom { words, _, _ in CommandWords(words).tables }

  /// The objects of the items that the feed shows.
  static let feedObjects = CompletionKind.custom { words, _, prefix in
    CommandWords(words).objects(startingWith: prefix)
  }

  /// What the action that stands on the command line is done to.
  static let feedTargets = CompletionKind.custom { words, _, prefix in
    let words = CommandWords(words)
    guard let action = words.action else { return [] }
    let objects = action.items.isEmpty ? [] : words.objects(of: action.items, startingWith: prefix)
    return objects + words.sections(of: action.sections)
  }

  private static func names(_ names: @escaping @Sendable (Feed) -> [String]) -> CompletionKind {
    .custom { words, _, _ in CommandWords(words).feed.map(names) ?? [] }
  }
}
