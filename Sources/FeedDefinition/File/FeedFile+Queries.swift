import FeedFormatting
import FeedModel
public import FeedQueries
public import FeedStore

extension FeedFile {
  /// Returns the mistakes that a store found in the queries, with their places in the file.
  ///
  /// - Parameter errors: The error that `FeedEngine` threw when it opened this file's feed.
  public func problems(for errors: QueryErrors) -> FeedFileErrors {
    FeedFileErrors(
      problems: errors.errors.map { error in
        problem(
          code: error.code.rawValue,
          message: condition(ofQuery: error.path)?.quoted(in: error.message) ?? error.message,
          hint: error.hint,
          at: path(ofQuery: error.path),
          // The length of the opening parenthesis that surrounds each condition of items.
          offset: max(0, (error.offset ?? 0) - (isOfItems(error.path) ? 1 : 0))
        )
      }.uniqued
    )
  }

  /// Returns the keys that lead to a part of a query; conditions of items are declared outside the sources.
  private func path(ofQuery path: [String]) -> [String] {
    guard isOfItems(path), let field = path.last else { return ["sources"] + path }
    if let alert = feed.alerts.first(where: { $0.condition.field == field }) {
      return ["alerts", alert.name, "when"]
    }
    for (kind, appearance) in feed.items.sorted(by: { Text($0.key) < Text($1.key) }) {
      if let rule = appearance.tones.first(where: { $0.condition.field == field }) {
        return ["items", kind, "tone", rule.tone.rawValue]
      }
      if let text = appearance.texts.first(where: { $0.template.fieldNames.contains(field) }) {
        return ["items", kind] + text.path
      }
    }
    return ["sources", path[0]]
  }

  /// Returns the condition of items that leads to a computed value of a query.
  private func condition(ofQuery path: [String]) -> RowCondition? {
    guard isOfItems(path), let field = path.last else { return nil }
    let conditions =
      feed.alerts.map(\.condition) + feed.items.values.flatMap { $0.tones.map(\.condition) }
      + feed.sections.flatMap { $0.template.conditions }
    return conditions.first { $0.field == field }
  }

  private func isOfItems(_ path: [String]) -> Bool { path.dropLast().last == "computed" }

  /// Returns the mistakes that a store found in the adapters, with their places in the file.
  ///
  /// - Parameter errors: The error that `FeedEngine` threw when it opened this file's feed.
  public func problems(for errors: AdapterErrors) -> FeedFileErrors {
    FeedFileErrors(
      problems: errors.errors.map { error in
        problem(
          code: error.code.rawValue,
          message: error.message,
          hint: error.hint,
          at: written(["adapters"] + error.path),
          offset: error.offset ?? 0
        )
      }
    )
  }

  /// Returns warnings about statements that cost more than necessary, with their places.
  public func warnings(for findings: [DeclarationError]) -> [FeedFileProblem] {
    findings.map { finding in
      problem(
        .warning,
        code: finding.code,
        message: finding.message,
        hint: finding.hint,
        at: written(finding.path)
      )
    }
  }

  /// Returns the keys of the file; the statements of an adapter in short form have no key.
  private func written(_ path: [String]) -> [String] {
    guard path.count > 1, path[0] == FeedKeys.shape.keys.adapters.name,
      root[\FeedKeys.adapters]?.entry(path[1])?.value.entries == nil
    else { return path }
    return path.filter { $0 != AdapterKeys.shape.keys.sql.name }
  }

  /// Returns the mistakes that a store found in actions and sections, with their places.
  ///
  /// - Parameter errors: The error that `FeedEngine` threw when it opened this file's feed.
  public func problems(for errors: DeclarationErrors) -> FeedFileErrors {
    FeedFileErrors(
      problems: errors.errors.map { error in
        problem(
          code: error.code,
          message: error.message,
          hint: error.hint,
          at: error.path,
          offset: error.offset ?? 0
        )
      }
    )
  }
}

extension ObjectTemplate {
  /// The conditions that replace the items of the objects and of their children.
  fileprivate var conditions: [RowCondition] {
    let ofChildren = items.flatMap { item -> [RowCondition] in
      if case .each(let children) = item { children.template.conditions } else { [] }
    }
    return when.map(\.row) + ofChildren
  }
}
