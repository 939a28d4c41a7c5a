import FeedFormatting
import FeedModel

/// Checks that the flags, headers and sections of actions on the page exist.
struct ViewerChecker {
  let problems: ProblemCollector
  let root: YAMLNode

  private var sections: [YAMLNode] { root[\FeedKeys.sections]?.list ?? [] }

  func check(_ action: YAMLNode.Entry) {
    guard let viewer = action.value[\ActionKeys.viewer] else { return }
    let items = action.value[\ActionKeys.item]?.listOrSingle ?? []
    if let flag = viewer[\ViewerKeys.toggle] { checkFlag(flag, of: items, action) }
    if let fold = viewer[\ViewerKeys.fold] { checkFold(fold, of: items, action) }
    for pattern in viewer[\ViewerKeys.show]?.listOrSingle ?? [] {
      check(pattern: pattern, isOfItem: !items.isEmpty)
    }
  }

  private func checkFlag(_ flag: YAMLNode, of items: [YAMLNode], _ action: YAMLNode.Entry) {
    guard let name = flag.string else { return }
    if items.isEmpty {
      problems.error(
        "missing-item",
        "the action '\(action.key)' toggles a flag, but applies to no item",
        hint: "add 'item: KIND'",
        at: flag.position
      )
    }
    for kind in items.compactMap(\.string) {
      let appearance = root[\FeedKeys.items]?.entry(kind)?.value
      let flags = appearance?[\AppearanceKeys.flags]?.entries?.map(\.key) ?? []
      guard !flags.contains(name) else { continue }
      problems.error(
        "unknown-flag",
        "items of the kind '\(kind)' have no flag '\(name)'",
        hint: Suggestion.hint(for: name, among: flags, called: "flags")
          ?? "declare it under 'flags' of the item",
        at: flag.position
      )
    }
  }

  /// Checks that a section that an action folds has a header, which unfolds it again.
  private func checkFold(_ fold: YAMLNode, of items: [YAMLNode], _ action: YAMLNode.Entry) {
    let ids = Set((action.value[\ActionKeys.section]?.listOrSingle ?? []).compactMap(\.string))
    if items.isEmpty, ids.isEmpty {
      problems.error(
        "missing-item",
        "the action '\(action.key)' folds a section, but applies to no item and no section",
        hint: "add 'item: KIND' or 'section: ID'",
        at: fold.position
      )
    }
    for section in sections where ids.isEmpty || ids.contains(section.title) {
      var collector = KindCollector()
      collector.add(section)
      let isMeant =
        ids.contains(section.title)
        || items.contains { $0.string.map(collector.known.contains) ?? false }
      guard isMeant, section[\SectionKeys.title] == nil, section[\SectionKeys.header] == nil else {
        continue
      }
      problems.error(
        "missing-header",
        "section '\(section.title)' has no header that would unfold it",
        hint: "add 'header' to the section, or name others under 'section'",
        at: fold.position
      )
    }
  }

  private func check(pattern node: YAMLNode, isOfItem: Bool) {
    guard let pattern = node.string else { return }
    for match in pattern.matches(of: /\{([^}]*)\}/) {
      let name = String(match.output.1)
      guard name != "group", name != "id" || !isOfItem else { continue }
      problems.error(
        "unknown-field",
        name == "id"
          ? "'{id}' is the key of an item, and the action applies to no item"
          : "'{\(name)}' has no value in 'show'",
        hint: name == "id"
          ? "add 'item: KIND', or write '*'" : "write {id}, {group} or '*'",
        at: node.position
      )
    }
    let ids = sections.compactMap { $0[\SectionKeys.id]?.string }
    let declaration = String(pattern.prefix { $0 != "/" })
    guard !ids.contains(where: { Glob(declaration).matches($0) }) else { return }
    problems.error(
      "unknown-section",
      "'show' names section '\(declaration)', which is not declared",
      hint: Suggestion.hint(for: declaration, among: ids, called: "declared")
        ?? "declare it first",
      at: node.position
    )
  }
}
