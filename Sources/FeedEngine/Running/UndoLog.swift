import FeedModel
import FeedStore

/// What was done of late, and how each of it is undone.
struct UndoLog {
  struct Entry {
    enum Way {
      /// By what the feed file declares, with the parameters of the action.
      case statements([ActionStatement], [String: Value])
      case rows(RowRecord)
      /// What it changed is not known.
      case none
    }

    /// What was done, in words for people.
    var title: String
    var way: Way
  }

  private static let most = 50
  private var entries: [Entry] = []

  var last: Entry? { entries.last }

  mutating func append(_ entry: Entry) {
    entries = (entries + [entry]).suffix(Self.most)
  }

  mutating func removeLast() { entries.removeLast() }
}

extension [ActionStatement] {
  /// Runs the statements in the transaction that is running.
  func run(_ parameters: [String: Value]) throws {
    for statement in self { try statement.run { parameters[$0] ?? .null } }
  }
}
