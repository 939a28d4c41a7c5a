import FeedFormatting
import FeedLayout
import FeedModel
import FeedQueries
import FeedStore

extension FeedFile {
  /// Warnings about keys without an effect, inputs whose failure no source would show, and alerts that miss rows.
  var lintsOfEffects: [FeedFileProblem] {
    lintsOfTimeZone + lintsOfBoundaries + lintsOfInputs + lintsOfAlerts
  }

  private func warning(
    _ code: String,
    _ message: String,
    hint: String,
    at position: FeedFilePosition
  ) -> FeedFileProblem {
    source.problem(.warning, code, message, hint: hint, at: position)
  }

  /// Warns of a time zone that no date is written in.
  private var lintsOfTimeZone: [FeedFileProblem] {
    guard let entry = root.entry(\FeedKeys.timezone), !feed.writesDates else { return [] }
    return [
      warning(
        "unused-timezone",
        "'timezone' has no effect, since no text writes a date",
        hint: "remove it, or write a date with its format, for example {at:d MMM HH:mm}",
        at: entry.keyPosition
      )
    ]
  }

  /// Warns of settings of boundary items in layouts and variants without any.
  private var lintsOfBoundaries: [FeedFileProblem] {
    (root[\FeedKeys.layouts]?.entries ?? []).flatMap { layout -> [FeedFileProblem] in
      guard let section = feed.layouts[layout.key] else { return [] }
      var bare: [YAMLNode] = []
      if section.boundaryItems.isEmpty,
        section.variants.allSatisfy(\.section.boundaryItems.isEmpty)
      {
        bare.append(layout.value)
      }
      let variants = layout.value[\LayoutSectionKeys.variants]?.list ?? []
      for (variant, node) in zip(section.variants, variants)
      where variant.section.boundaryItems.isEmpty {
        bare.append(node)
      }
      let entries = bare.flatMap { node in
        [
          node.entry(\LayoutSectionKeys.common.boundaryFollowsInsets),
          node.entry(\LayoutSectionKeys.common.boundaryInsetsReference),
        ]
      }
      return entries.compactMap(\.self).map { entry in
        warning(
          "unused-boundary",
          "'\(entry.key)' has no effect, since the layout '\(layout.key)' has no boundary items",
          hint: "remove it, or add 'boundary'",
          at: entry.keyPosition
        )
      }
    }
  }

  /// Warns of inputs whose adapter writes the table of a source, which would look current after they have failed.
  private var lintsOfInputs: [FeedFileProblem] {
    let nodes = root[\FeedKeys.inputs]?.entries ?? []
    return zip(feed.inputs, nodes).compactMap { input, node in
      guard node.value[\InputKeys.sources] == nil, input.kind != .listen || input.stale != nil,
        let table = input.adapter.flatMap({ feed.adapters[$0]?.adapter.onlyTable })
      else { return nil }
      let shown = feed.sources.filter { $0.query.from.lowercased() == table.lowercased() }
        .map { "\($0.id)" }
      guard let first = shown.first else { return nil }
      return warning(
        "untied-source",
        "source '\(first)' shows '\(table)', which input '\(input.name)' writes, and would look current "
          + "after the input has failed",
        hint: "add 'sources: [\(shown.joined(separator: ", "))]' to the input, or 'sources: []'",
        at: node.keyPosition
      )
    }
  }
}

extension FeedFile {
  /// Warns of alerts on items of which a limit hides some, unless another source shows all rows of the table.
  private var lintsOfAlerts: [FeedFileProblem] {
    let nodes = root[\FeedKeys.alerts]?.entries ?? []
    return zip(feed.alerts, nodes).compactMap { alert, node in
      let shown = feed.sections.compactMap {
        section -> (source: Name, table: String, isLimited: Bool)? in
        guard let source = feed.sources.first(where: { $0.id == section.source }),
          let (table, isLimited) = section.template.rows(of: alert.kind, source.query)
        else { return nil }
        return (source.id, table.lowercased(), isLimited)
      }
      let complete = Set(shown.filter { !$0.isLimited }.map(\.table))
      guard let limited = shown.first(where: { $0.isLimited && !complete.contains($0.table) })
      else {
        return nil
      }
      return warning(
        "limited-alert",
        "alert '\(alert.name)' does not see the rows that the limit of source '\(limited.source)' hides",
        hint: "remove 'limit' and 'offset', or show all rows in another section",
        at: node.keyPosition
      )
    }
  }
}

extension ObjectTemplate {
  /// Returns the table whose rows the items of a kind show, and whether a limit hides some of them.
  fileprivate func rows(of kind: Name, _ query: LiveQuery) -> (table: String, isLimited: Bool)? {
    let isLimited = query.limit != nil || query.offset > 0
    if items.contains(.item(kind: kind)) || when.contains(where: { $0.kind == kind }) {
      return (query.from, isLimited)
    }
    for case .each(let children) in items {
      if let included = query.include.first(where: { $0.name == children.include }),
        let rows = children.template.rows(of: kind, included.query)
      {
        return (rows.table, rows.isLimited || isLimited)
      }
    }
    return nil
  }
}

extension Adapter {
  /// The table that the adapter writes; `nil` if it may write several.
  fileprivate var onlyTable: String? {
    guard statements.count == 1, cases.isEmpty else { return nil }
    let verbs = [
      "INSERT", "REPLACE", "UPDATE", "OR", "IGNORE", "ABORT", "FAIL", "ROLLBACK", "INTO",
    ]
    let tokens = SQLToken.tokens(of: statements[0])
    let rest = tokens.drop { token in verbs.contains(where: token.isKeyword) }
    guard rest.startIndex > 0, let table = rest.first, table.isName, !table.isKeyword("WITH"),
      replacements.allSatisfy({ $0.table.lowercased() == table.text.lowercased() })
    else { return nil }
    return table.text
  }
}
