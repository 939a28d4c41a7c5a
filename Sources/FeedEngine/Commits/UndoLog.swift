import FeedModel
import FeedStore

/// The recent actions, and the way to undo each of them.
struct UndoLog {
  struct Entry {
    enum Way {
      /// The `undo` statements of the feed file, with the parameters of the action.
      case statements([ActionStatement], [String: Value])
      case rows(RowRecord)
      /// The changes of the action are unknown.
      case none
    }

    /// The displayed title of the action.
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
  /// Runs the statements in the current transaction.
  func run(_ parameters: [String: Value]) throws {
    for statement in self { try statement.run { parameters[$0] ?? .null } }
  }
}
