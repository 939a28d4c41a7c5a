import FeedModel
import FeedSnapshots
import FeedStore
public import Foundation

/// An error of an engine, other than the errors of its store.
public struct EngineError: Error, Hashable, Sendable {
  /// The kind of mistake; the same word in every release, safe for metrics.
  public let code: Code
  /// The message, with the names of its objects.
  public let message: String
  /// The one likely remedy.
  public let hint: String?

  /// The kinds of mistake.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A message or a call names a document that the feed does not declare.
    case unknownDocument = "unknown-document"
    /// A rejected text of a document is not its newest one.
    case answerReplaced = "answer-replaced"
    /// Only the beginning of a rejected message was stored.
    case cutMessage = "cut-message"
    /// A line of the seed cannot be applied.
    case badSeed = "bad-seed"
    /// A call names an action that the feed does not declare.
    case unknownAction = "unknown-action"
    /// A call names an item that the feed does not show.
    case unknownItem = "unknown-item"
    /// A call names a section that the feed does not show.
    case unknownSection = "unknown-section"
    /// A call names a row that the store does not have.
    case unknownObject = "unknown-object"
    /// An action is done to something that it is not for, or to nothing.
    case wrongTarget = "wrong-target"
    /// An action is given a parameter that it does not take.
    case unknownParameter = "unknown-parameter"
    /// An action or a new row is not given what it needs.
    case missingParameter = "missing-parameter"
    /// The parameters of an action do not meet its checks.
    case failedCheck = "failed-check"
    /// There is nothing to undo, or it cannot be undone any more.
    case notUndone = "not-undone"
    /// An item has no changeable place.
    case notReorderable = "not-reorderable"
    /// An item is moved to where it cannot go.
    case wrongPlace = "wrong-place"
    /// A handler has refused a reordering.
    case refused = "refused"
    /// A row is not the JSON it should be.
    case malformedRow = "malformed-row"
    /// The documents of a message are not a map of names to documents.
    case malformedMessage = "malformed-message"
    /// A store cannot be migrated, since its feed declares no schema.
    case noSchema = "no-schema"
    /// An entry of a log is not what this program can read.
    case malformedEntry = "malformed-entry"
    /// A log is not the one that the store has applied, or lacks the next entry.
    case otherLog = "other-log"
    /// No server of the log answers, so that nothing can be written.
    case logUnreachable = "log-unreachable"
    /// A replica has entries of the log to apply before it can say whether something is there.
    case replicaBehind = "replica-behind"
    /// An entry is longer than the log takes.
    case entryTooLarge = "entry-too-large"
  }

  /// Describes a mistake.
  package init(code: Code, message: String, hint: String?) {
    (self.code, self.message, self.hint) = (code, message, hint)
  }

  static func badSeed(_ path: String, line: Int, cause: any Error) -> EngineError {
    let words = "\(cause)".split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
    return EngineError(
      code: .badSeed,
      message: "\(path):\(line): \(words.joined(separator: "; "))",
      hint: "the store was left empty; mend the line and try again"
    )
  }

  static let answerReplaced = EngineError(
    code: .answerReplaced,
    message: "the document has a newer text",
    hint: "nothing to do: --clear forgets the old text"
  )

  static let cutMessage = EngineError(
    code: .cutMessage,
    message: "only the first 64 KiB of the message are stored",
    hint: "let the source send it again; --clear forgets it"
  )

  static let malformedDocuments = EngineError(
    code: .malformedMessage,
    message: "'document' is not an object, by name a document",
    hint: #"for example {"at":0.4,"document":{"ads":{"ads":[{"id":"a1"}]}}}"#
  )

  static func repeatedDocument(_ name: String) -> EngineError {
    EngineError(
      code: .malformedMessage,
      message: "the message has the document '\(name)' twice",
      hint: "leave one of them out"
    )
  }

  static func unknownDocument(_ name: String, known: [Name]) -> EngineError {
    let names = known.map(\.description)
    let near = Suggestion.question(for: name, among: names)
    return EngineError(
      code: .unknownDocument,
      message: "the feed has no document '\(name)'",
      hint: near
        ?? (names.isEmpty
          ? "declare it as a source with 'document:'"
          : "there are: \(names.joined(separator: ", "))")
    )
  }
}

extension EngineError: CustomStringConvertible {
  /// The error as the commands print it, with the hint on a separate line.
  public var description: String {
    String(error: code.rawValue, message, hint: hint)
  }
}

extension EngineError {
  static func malformedRow(_ what: String) -> EngineError {
    EngineError(
      code: .malformedRow,
      message: "the row \(what)",
      hint: #"a row names its columns, each with one value, for example {"title":"Night bus"}"#
    )
  }

  static func unknownObject(_ id: ObjectID, near: String?) -> EngineError {
    EngineError(
      code: .unknownObject,
      message: "the store has no '\(id)'",
      hint: near.map { "did you mean '\($0)'?" }
    )
  }
}

extension EngineError {
  /// The error of an entry that no replica can read.
  package static func malformedEntry(_ message: String) -> EngineError {
    EngineError(code: .malformedEntry, message: message, hint: nil)
  }

  static func otherLog(_ known: String, _ found: String) -> EngineError {
    EngineError(
      code: .otherLog,
      message: "the store has applied the log '\(known)', not '\(found)'",
      hint: "begin with a new store, or a copy of one that has applied this log"
    )
  }

  static func missingEntry(_ expected: UInt64, found: UInt64) -> EngineError {
    EngineError(
      code: .otherLog,
      message: "entry \(expected) is missing: the log continues with entry \(found)",
      hint: "begin with a newer copy of the store"
    )
  }
}

extension EngineError: LocalizedError {
  /// The same as the description, with the remedy, for `localizedDescription`.
  public var errorDescription: String? { description }
}
