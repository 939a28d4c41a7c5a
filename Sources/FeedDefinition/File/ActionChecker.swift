import FeedFormatting
import FeedModel
import FeedStore

/// Compares the actions, alerts, folds and reorderings with the kinds, sections and sources of the file.
struct ActionChecker {
  let problems: ProblemCollector
  let root: YAMLNode

  private var sections: [YAMLNode] { root[\FeedKeys.sections]?.list ?? [] }

  func check() {
    var collector = KindCollector()
    for section in sections { collector.add(section) }
    let ids = sections.compactMap { $0[\SectionKeys.id]?.string }
    let known = Set(ids)
    for entry in root[\FeedKeys.actions]?.entries ?? [] {
      check(entry, collector)
      checkSections(of: entry, ids, known)
      checkParameters(of: entry)
      ViewerChecker(problems: problems, root: root).check(entry)
    }
    for alert in root[\FeedKeys.alerts]?.entries ?? [] {
      if let node = alert.value[\AlertKeys.item] {
        checkKind(node, "the alert '\(alert.key)'", collector)
      }
    }
    for section in sections {
      let source = section[\SectionKeys.source]?.string.flatMap {
        root[\FeedKeys.sources]?.entry($0)?.value
      }
      checkFold(of: section, source)
      checkReordering(of: section, source)
    }
  }

  // MARK: Actions

  private func check(_ action: YAMLNode.Entry, _ collector: KindCollector) {
    if let question = action.value[\ActionKeys.confirm], question.string?.contains("{") == true {
      problems.error(
        "unknown-field",
        "the question of action '\(action.key)' has no fields",
        hint: "leave the braces out; the title of the item stands above the question",
        at: question.position
      )
    }
    if root[\FeedKeys.store] == nil {
      problems.error(
        "missing-store",
        "the action '\(action.key)' needs a store, but the file declares no store",
        hint: "add 'store: {schema: FILE.sql}', or {file: FILE.sqlite} for one that exists",
        at: action.keyPosition
      )
    }
    for node in action.value[\ActionKeys.item]?.listOrSingle ?? [] {
      checkKind(node, "the action '\(action.key)'", collector)
    }
  }

  private func checkKind(_ node: YAMLNode, _ subject: String, _ collector: KindCollector) {
    guard let kind = node.string, !collector.known.contains(kind) else { return }
    problems.error(
      "unknown-item",
      "\(subject) applies to items of the kind '\(kind)', which no section shows",
      hint: Suggestion.hint(for: kind, among: collector.kinds, called: "kinds in sections")
        ?? "name a kind that a section shows",
      at: node.position
    )
  }

  private func checkSections(of action: YAMLNode.Entry, _ ids: [String], _ known: Set<String>) {
    for node in action.value[\ActionKeys.section]?.listOrSingle ?? [] {
      guard let id = node.string, !known.contains(id) else { continue }
      problems.error(
        "unknown-section",
        "the action '\(action.key)' applies to section '\(id)', which is not declared",
        hint: Suggestion.hint(for: id, among: ids, called: "declared") ?? "declare it first",
        at: node.position
      )
    }
  }

  private func checkParameters(of action: YAMLNode.Entry) {
    let needs = (action.value[\ActionKeys.needs]?.listOrSingle ?? []).compactMap { node in
      node.string.map { (name: $0, position: node.position) }
    }
    let set = (action.value[\ActionKeys.set]?.entries ?? []).map {
      (name: $0.key, position: $0.keyPosition)
    }
    checkConditions(of: action, parameters: (needs + set).map(\.name))
    var seen: Set<String> = []
    for parameter in needs + set {
      if ["id", "group", "now"].contains(parameter.name) {
        problems.error(
          "reserved-parameter",
          "the parameter ':\(parameter.name)' is given to every action",
          hint: "leave it out, or choose another name",
          at: parameter.position
        )
      } else if !seen.insert(parameter.name).inserted {
        problems.error(
          "duplicate-parameter",
          "the parameter ':\(parameter.name)' is declared twice",
          hint: "keep it under 'needs' if it must be given, or under 'set' if it may",
          at: parameter.position
        )
      }
    }
  }

  private func checkConditions(of action: YAMLNode.Entry, parameters: [String]) {
    for node in action.value[\ActionKeys.check]?.listOrSingle ?? [] {
      guard let condition = node.string.map({ RowCondition(sql: $0) }) else { continue }
      for token in SQLToken.tokens(of: condition.sql) where token.kind == .parameter {
        problems.error(
          "unknown-parameter",
          "the action '\(action.key)' checks '\(token.text)', but a check names parameters without a sign before them",
          hint: "write '\(token.text.dropFirst())'",
          at: problems.source.position(
            of: node,
            offset: condition.sql.scalarOffset(ofByte: token.offset)
          )
        )
      }
      for name in condition.columns where !parameters.contains(name) {
        problems.error(
          "unknown-parameter",
          "the action '\(action.key)' checks '\(name)', which is not one of its parameters",
          hint: Suggestion.hint(for: name, among: parameters, called: "parameters")
            ?? "declare it under 'needs' or 'set'",
          at: problems.source.position(of: node, offset: condition.offset(ofColumn: name) ?? 0)
        )
      }
    }
  }

  // MARK: Sections

  private func checkFold(of section: YAMLNode, _ source: YAMLNode?) {
    guard let fold = section[\SectionKeys.folded], let source else { return }
    if source[\QueryKeys.group]?[\GroupingKeys.folded] == nil {
      problems.error(
        "missing-fold",
        "section '\(section.title)' shows folded groups, but its source folds no groups",
        hint: "add 'folded: EXPRESSION' to the group of the source",
        at: fold.position
      )
    }
    guard let node = fold[\FoldKeys.text], let text = node.string,
      let template = try? TextTemplate(text)
    else { return }
    let fields = GroupFields.own + GroupFields.aggregates(of: source)
    for name in template.fieldNames where !fields.contains(name) {
      problems.error(
        "unknown-field",
        "a folded group has no field '\(name)'",
        hint: Suggestion.hint(for: name, among: fields, called: "fields"),
        at: node.position
      )
    }
  }

  private func checkReordering(of section: YAMLNode, _ source: YAMLNode?) {
    guard let source else { return }
    let isDocument = source[\DocumentKeys.document] != nil
    for key in [\SectionKeys.reorder, \SectionKeys.insert] where isDocument {
      guard let entry = section.entry(key) else { continue }
      problems.error(
        "not-a-query",
        "'\(entry.key)' changes rows, and the source of section '\(section.title)' is a document",
        hint: "keep the objects in a table to change them",
        at: entry.keyPosition
      )
    }
    guard let reorder = section[\SectionKeys.reorder], !isDocument else { return }
    if let across = reorder[\ReorderingKeys.across], across.boolean == true,
      source[\QueryKeys.group] == nil
    {
      problems.error(
        "not-grouped",
        "'across' lets objects change their group, but the source has no groups",
        hint: "leave 'across' out",
        at: across.position
      )
    }
    for (key, noun) in [(\QueryKeys.rows.limit, "a limit"), (\.rows.offset, "an offset")] {
      guard let window = source.entry(key), window.value.integer != 0 else { continue }
      problems.error(
        "limited",
        "section '\(section.title)' cannot be reordered, since its source has \(noun)",
        hint:
          "rows outside the window would have to move; leave '\(window.key)' or 'reorder' out",
        at: window.value.position
      )
    }
  }
}

/// The kinds of all items that sections may show, in the order of the file.
struct KindCollector {
  private(set) var kinds: [String] = []
  private(set) var known: Set<String> = []

  mutating func add(_ node: YAMLNode) {
    for item in node[\SectionKeys.yield.item].map({ [$0] }) ?? node[\SectionKeys.yield.items]?.list
      ?? []
    {
      if item.string != nil { add(kind: item) } else { add(item) }
    }
    for condition in node[\SectionKeys.yield.when]?.listOrSingle ?? [] {
      add(kind: condition[\ConditionKeys.item])
    }
    add(kind: node[\SectionKeys.placeholder]?[\NoticeKeys.item])
    add(kind: node[\ChildrenKeys.empty]?[\NoticeKeys.item])
    add(kind: node[\SectionKeys.folded]?[\FoldKeys.item])
    add(kind: node[\ChildrenKeys.fill])
  }

  private mutating func add(kind: YAMLNode?) {
    if let name = kind?.string, known.insert(name).inserted { kinds.append(name) }
  }
}
