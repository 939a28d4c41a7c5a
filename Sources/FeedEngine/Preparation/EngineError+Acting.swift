import FeedDefinition
import FeedFormatting
import FeedModel
import FeedStore

extension EngineError {
  static func unknownAction(_ name: String, known: [String]) -> EngineError {
    EngineError(
      code: .unknownAction,
      message: "the feed has no action '\(name)'",
      hint: Suggestion.question(for: name, among: known)
        ?? (known.isEmpty
          ? "declare it under 'actions'" : "there are: \(known.joined(separator: ", "))")
    )
  }

  static func unknownItem(_ name: String, near: [String]) -> EngineError {
    EngineError(
      code: .unknownItem,
      message: "the feed shows no item '\(name)'",
      hint: near.isEmpty
        ? "it may have gone, or be folded away"
        : "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    )
  }

  static func unknownSection(_ name: String, near: String?) -> EngineError {
    EngineError(
      code: .unknownSection,
      message: "the feed shows no section '\(name)'",
      hint: near.map { "did you mean '\($0)'?" } ?? "a section without items is absent"
    )
  }

  static func missingTarget(_ action: ActionDeclaration) -> EngineError {
    EngineError(
      code: .wrongTarget,
      message: "the action '\(action.name)' is done to nothing",
      hint: "name \(action.targets)"
    )
  }

  static func wrongTarget(_ target: ActionTarget, of action: ActionDeclaration) -> EngineError {
    EngineError(
      code: .wrongTarget,
      message: "the action '\(action.name)' cannot be done to '\(target)'",
      hint: action.isForTheWhole
        ? "it is done to the feed as a whole; name nothing" : "it is done to \(action.targets)"
    )
  }

  static func unknownParameter(
    _ name: String,
    of action: String,
    known: [String]
  ) -> EngineError {
    EngineError(
      code: .unknownParameter,
      message: "the action '\(action)' has no parameter '\(name)'",
      hint: Suggestion.question(for: name, among: known)
        ?? (known.isEmpty
          ? "it has no parameters" : "there are: \(known.joined(separator: ", "))")
    )
  }

  static func missingParameter(_ name: String, of action: String) -> EngineError {
    EngineError(
      code: .missingParameter,
      message: "the action '\(action)' needs the parameter '\(name)'",
      hint: "give it a value"
    )
  }

  static func failedCheck(
    _ check: RowCondition,
    of action: String,
    _ parameters: [String: Value]
  ) -> EngineError {
    let given = check.columns.map { "'\($0)' is \(parameters[$0] ?? .null)" }
    return EngineError(
      code: .failedCheck,
      message: "the action '\(action)' was refused: \(given.joined(separator: ", "))",
      hint: "this must be true: \(check.sql)"
    )
  }

  static let nothingToUndo = EngineError(
    code: .notUndone,
    message: "there is nothing to undo",
    hint: "only changes of this run can be undone, the latest first"
  )

  static func notUndone(_ title: String, _ change: RowsHaveChanged) -> EngineError {
    EngineError(
      code: .notUndone,
      message: "'\(title)' is not undone: '\(change.row)' \(change.reason)",
      hint: "change the row itself, or declare 'undo' for the action"
    )
  }

  static func unrecorded(_ title: String) -> EngineError {
    EngineError(
      code: .notUndone,
      message:
        "'\(title)' is not undone: it changed rows of a table without a key, or too many rows",
      hint: "declare 'undo' for the action"
    )
  }
}

extension ActionDeclaration {
  /// The targets of the action, in words.
  fileprivate var targets: String {
    let kinds = items.map { "'\($0)'" }.joined(separator: " or ")
    let ids = sections.map { "'\($0)'" }.joined(separator: " or ")
    let item = items.isEmpty ? nil : "an item of the kind \(kinds)"
    let section = sections.isEmpty ? nil : "a section of \(ids)"
    return [item, section].compactMap { $0 }.joined(separator: ", or ")
  }
}
