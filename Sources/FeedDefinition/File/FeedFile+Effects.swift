import FeedFormatting
import FeedLayout
import FeedModel
import FeedQueries
import FeedStore

extension FeedFile {
  /// Warnings about keys without an effect, inputs whose failure no source would show, and alerts that miss rows.
  var lintsOfEffects: [FeedFileProblem] {
    lintsOfTimeZone + lintsOfLayouts + lintsOfQueries + lintsOfParameters + lintsOfInputs
      + lintsOfAlerts
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

  /// Warns of settings of boundary items and of orthogonal scrolling in layouts and variants without any.
  private var lintsOfLayouts: [FeedFileProblem] {
    (root[\FeedKeys.layouts]?.entries ?? []).flatMap { entry -> [FeedFileProblem] in
      guard let layout = feed.layouts[entry.key] else { return [] }
      let nodes = entry.value[\LayoutSectionKeys.variants]?.list ?? []
      let variants = zip(layout.variants.map(\.section), nodes)
      // Before another variant, such a one keeps it from applying.
      let unchanged = variants.reversed().prefix { section, _ in
        var base = layout
        base.variants = section.variants
        return section == base
      }
      /// The maps whose settings have no effect; a variant inherits those of its layout.
      func maps(where lacks: (LayoutSection) -> Bool) -> [YAMLNode] {
        let isBare = lacks(layout) && layout.variants.map(\.section).allSatisfy(lacks)
        return (isBare ? [entry.value] : []) + variants.filter { lacks($0.0) }.map(\.1)
      }
      let boundaries = maps(where: \.boundaryItems.isEmpty).flatMap { map in
        [
          map.entry(\LayoutSectionKeys.common.boundaryFollowsInsets),
          map.entry(\LayoutSectionKeys.common.boundaryInsetsReference),
        ]
      }
      let feels = maps { $0.orthogonalScrolling == .none }
        .map { $0.entry(\LayoutSectionKeys.common.feel) }
      func warn(
        _ code: String,
        _ setting: YAMLNode.Entry,
        _ lack: String,
        _ key: String
      )
        -> FeedFileProblem
      {
        warning(
          code,
          "'\(setting.key)' has no effect, since the layout '\(entry.key)' \(lack)",
          hint: "remove it, or add '\(key)'",
          at: setting.keyPosition
        )
      }
      let same = unchanged.map { _, node in
        warning(
          "unused-variant",
          "a variant of the layout '\(entry.key)' changes nothing",
          hint: "remove it, or add a setting, such as columns: 2",
          at: node.position
        )
      }
      return same
        + boundaries.compactMap(\.self).map {
          warn("unused-boundary", $0, "has no boundary items", "boundary")
        }
        + feels.compactMap(\.self).map {
          warn("unused-feel", $0, "does not scroll across the feed", "scroll")
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
  /// Warns of includes that no section shows, and of aggregates that nothing names.
  private var lintsOfQueries: [FeedFileProblem] {
    let names = namedFields
    return zip(feed.sources, root[\FeedKeys.sources]?.entries ?? []).flatMap { source, entry in
      let templates = feed.sections.filter { $0.source == source.id }.map(\.template)
      return templates.isEmpty
        ? [] : lints(of: source.query, at: entry.value, templates, naming: names)
    }
  }

  private func lints(
    of query: LiveQuery,
    at node: YAMLNode,
    _ templates: [ObjectTemplate],
    naming names: Set<String>?
  ) -> [FeedFileProblem] {
    let children = templates.flatMap(\.items).compactMap { item -> ChildrenTemplate? in
      if case .each(let children) = item { children } else { nil }
    }
    let includes = node[\QueryKeys.rows.include]?.entries ?? []
    let unused = includes.flatMap { include -> [FeedFileProblem] in
      let shown = children.filter { $0.include == include.key }.map(\.template)
      let included = query.include.first { $0.name == include.key }
      if let included, !shown.isEmpty {
        return lints(of: included.query, at: include.value, shown, naming: names)
      }
      return [
        warning(
          "unused-include",
          "no section shows the include '\(include.key)'",
          hint: "remove it, or add '{each: \(include.key), item: KIND}' to 'items' of the section",
          at: include.keyPosition
        )
      ]
    }
    guard let names else { return unused }
    let aggregates = [
      node[\QueryKeys.rows.aggregates], node[\QueryKeys.group]?[\GroupingKeys.aggregates],
    ].flatMap { $0?.entries ?? [] }
    let read = query.namesInSQL
    return unused
      + aggregates.filter { !names.contains($0.key) && !read.contains($0.key.lowercased()) }.map {
        aggregate in
        warning(
          "unused-aggregate",
          "nothing shows the aggregate '\(aggregate.key)'",
          hint: "remove it, or write '{\(aggregate.key)}' in a text",
          at: aggregate.keyPosition
        )
      }
  }

  /// The fields that items, sections, rules and alerts name; `nil` if a kind of items shows all fields.
  private var namedFields: Set<String>? {
    let read = feed.itemFields
    guard read.allSatisfy({ $0.names != nil }) else { return nil }
    let texts = feed.sections.flatMap { [$0.title, $0.header?.text, $0.folded?.text] }
    return Set(
      read.flatMap { $0.names ?? [] } + texts.flatMap { $0?.fieldNames ?? [] }
        + feed.alerts.flatMap(\.condition.columns)
    )
  }

  /// Warns of parameters that the statements and conditions of their action do not read.
  private var lintsOfParameters: [FeedFileProblem] {
    let nodes = root[\FeedKeys.actions]?.entries ?? []
    return zip(feed.actions, nodes).flatMap { action, node -> [FeedFileProblem] in
      guard action.viewer == nil else { return [] }
      let tokens = (action.statements + action.undo).flatMap(SQLToken.tokens)
      let read = Set(
        tokens.filter { $0.kind == .parameter }.map { String($0.text.dropFirst()) }
          + action.checks.flatMap(\.columns)
      )
      let needs = (node.value[\ActionKeys.needs]?.listOrSingle ?? []).compactMap { need in
        need.string.map { (name: $0, place: need.position) }
      }
      let set = (node.value[\ActionKeys.set]?.entries ?? []).map {
        (name: $0.key, place: $0.keyPosition)
      }
      return (needs + set).filter { !read.contains($0.name) }.map { parameter in
        warning(
          "unused-parameter",
          "the action '\(action.name)' does not read its parameter '\(parameter.name)'",
          hint: "remove it, or write ':\(parameter.name)' in 'sql'",
          at: parameter.place
        )
      }
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

extension LiveQuery {
  /// The names in the condition, the order and the grouping, in lower case.
  fileprivate var namesInSQL: Set<String> {
    let parts = [filter, group?.by, group?.title, group?.folded].compactMap(\.self) + order
    let tokens = (parts + (group?.order ?? [])).flatMap(SQLToken.tokens)
    return Set(tokens.filter(\.isName).map { $0.text.lowercased() })
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
