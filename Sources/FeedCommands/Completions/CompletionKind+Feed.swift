import ArgumentParser
import FeedDefinition
import FeedStore

/// Suggestions that depend on the feed file on the command line.
extension CompletionKind {
  /// The actions that the feed declares.
  static let feedActions = names { $0.actions.map(\.name) }

  /// The inputs that the feed declares.
  static let feedInputs = names { $0.inputs.map(\.name) }

  /// The adapters that the feed declares.
  static let feedAdapters = names { $0.adapters.keys.sorted() }

  /// The ways to align recordings: the built-in ones, and the moments that the adapters mark.
  static let feedMoments = names { feed in
    ["clock", "start"] + Set(feed.adapters.values.flatMap(\.adapter.marks.keys)).sorted()
  }

  /// The tables of the feed's store.
  static let feedTables = CompletionKind.custom { words, _, _ in CommandWords(words).tables }

  /// The objects of the items that the feed shows.
  static let feedObjects = CompletionKind.custom { words, _, prefix in
    CommandWords(words).objects(startingWith: prefix)
  }

  /// The possible targets of the action on the command line.
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
