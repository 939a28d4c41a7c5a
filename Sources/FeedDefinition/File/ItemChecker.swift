import FeedModel

/// Checks the items of sections: children must be included, and no item may appear twice.
final class ItemChecker {
  private let problems: ProblemCollector
  private let root: YAMLNode
  /// The first place of each kind, in the order of the file.
  private var kinds: [(name: String, place: FeedFilePosition, isShown: Bool)] = []
  private var known: [Bool: Set<String>] = [:]
  /// The place at which each kind of item was named, by source, include and kind.
  private var places: [String: FeedFilePosition] = [:]
  /// Whether items of a kind about objects of a table are notices, and the place that decides it.
  private var meanings: [String: (isNotice: Bool, place: FeedFilePosition)] = [:]

  init(problems: ProblemCollector, root: YAMLNode) {
    self.problems = problems
    self.root = root
  }

  func check() {
    for section in root[\FeedKeys.sections]?.list ?? [] {
      let name = section[\SectionKeys.source]?.string
      let source = name.flatMap { root[\FeedKeys.sources]?.entry($0)?.value }
      check(section, in: source, path: name ?? "?")
      if let kind = section[\SectionKeys.placeholder]?[\NoticeKeys.item] {
        use(kind, isShown: false)
      }
      if let kind = section[\SectionKeys.folded]?[\FoldKeys.item] {
        use(kind, isShown: false)
      }
    }
    checkAppearances()
  }

  private func check(_ node: YAMLNode, in source: YAMLNode?, path: String) {
    var previous: YAMLNode?
    for item in node[\SectionKeys.yield.item].map({ [$0] }) ?? node[\SectionKeys.yield.items]?.list
      ?? []
    {
      if item.string != nil {
        use(item, isShown: true)
        if claim(item, at: path) { mean(item, about: entity(of: source), isNotice: false) }
      } else if item.entries != nil {
        checkChildren(item, in: source, path: path)
        checkHeads(of: item, behind: previous)
      }
      previous = item
    }
    for condition in node[\SectionKeys.yield.when]?.listOrSingle ?? [] {
      if let kind = condition[\ConditionKeys.item] {
        use(kind, isShown: false)
        mean(kind, about: entity(of: source), isNotice: false)
      }
    }
  }

  private func checkChildren(_ node: YAMLNode, in source: YAMLNode?, path: String) {
    if let fill = node[\ChildrenKeys.fill] {
      use(fill, isShown: false)
      claim(fill, at: path + " fill")
    }
    if let empty = node[\ChildrenKeys.empty]?[\NoticeKeys.item] {
      use(empty, isShown: false)
      if claim(empty, at: path) { mean(empty, about: entity(of: source), isNotice: true) }
    }
    guard let each = node[\ChildrenKeys.each], let name = each.string else { return }
    let children = source?[\QueryKeys.rows.include]?.entry(name)?.value
    if let source, children == nil {
      let known = source[\QueryKeys.rows.include]?.entries?.map(\.key) ?? []
      problems.error(
        "unknown-include",
        "no include of '\(path.replacing(" ", with: "."))' is called '\(name)'",
        hint: Suggestion.hint(for: name, among: known, called: "includes")
          ?? "add 'include: {\(name): {from: …, on: …}}' to the source",
        at: each.position
      )
    }
    check(node, in: children, path: "\(path) \(name)")
  }

  /// Checks the heads and the label of children, which need an item before the children.
  private func checkHeads(of children: YAMLNode, behind previous: YAMLNode?) {
    if previous?.string == nil, let label = children.entry(\ChildrenKeys.label) {
      problems.error(
        "missing-item",
        "'label' needs an item before the children",
        hint: "name an item before 'each', for example a header",
        at: label.keyPosition
      )
    }
    guard let heads = children.entry(\ChildrenKeys.heads) else { return }
    if previous?.string == nil {
      problems.error(
        "missing-item",
        "'heads' needs an item before the children",
        hint: "name an item before 'each', for example a header",
        at: heads.keyPosition
      )
    }
    let items =
      children[\ChildrenKeys.yield.item].map { [$0] } ?? children[\ChildrenKeys.yield.items]?.list
      ?? []
    for kind in items.compactMap(\.string) {
      guard let look = root[\FeedKeys.items]?.entry(kind)?.value else { continue }
      for head in heads.value.entries ?? [] where look.entry(head.key) == nil {
        problems.error(
          "unknown-role",
          "items of the kind '\(kind)' have no '\(head.key)' for the head",
          hint: "add '\(head.key)' to the item, or leave the head out",
          at: head.keyPosition
        )
      }
    }
  }

  private func use(_ node: YAMLNode, isShown: Bool) {
    guard let name = node.string, known[isShown, default: []].insert(name).inserted else { return }
    kinds.append((name, node.position, isShown))
  }

  private func entity(of source: YAMLNode?) -> String? {
    (source?[\QueryKeys.from] ?? source?[\DocumentKeys.document])?.string?.lowercased()
  }

  /// Reports a kind whose items would be both objects and notices about the same objects.
  private func mean(_ node: YAMLNode, about entity: String?, isNotice: Bool) {
    guard let kind = node.string, let entity else { return }
    guard let first = meanings["\(entity) \(kind)"] else {
      meanings["\(entity) \(kind)"] = (isNotice, node.position)
      return
    }
    guard first.isNotice != isNotice else { return }
    problems.error(
      "duplicate-item",
      "an item of the kind '\(kind)' would be a row of '\(entity)' and a notice about one",
      hint: "the other is at \(first.place); rename one of the two kinds",
      at: node.position
    )
  }

  /// Reports a second item of the same kind for the same object, which would be the same item.
  ///
  /// - Returns: Whether the item is the first one of its kind and object.
  @discardableResult
  private func claim(_ node: YAMLNode, at path: String) -> Bool {
    guard let kind = node.string else { return false }
    let key = "\(path) \(kind)"
    let first = places[key]
    if let first {
      problems.error(
        "duplicate-item",
        "an object would have two items of the kind '\(kind)'",
        hint: "the first is at \(first); rename one of the two kinds",
        at: node.position
      )
    }
    places[key] = first ?? node.position
    return first == nil
  }

  private func checkAppearances() {
    guard let appearances = root[\FeedKeys.items]?.entries else { return }
    let names = appearances.map(\.key)
    let declared = Set(names)
    var named: Set<String> = []
    let used = kinds.map(\.name).filter { named.insert($0).inserted }
    let undeclared = used.filter { !declared.contains($0) }
    for appearance in appearances where !named.contains(appearance.key) {
      // The misspelt kind of a section has the hint already.
      if undeclared.contains(where: { $0.nearest(among: names) == appearance.key }) { continue }
      problems.warning(
        "unused-item",
        "no section has items of the kind '\(appearance.key)'",
        hint: "remove it, or name it in a section",
        at: appearance.keyPosition
      )
    }
    for appearance in appearances where appearance.value[\AppearanceKeys.link] != nil {
      let fields = appearance.value[\AppearanceKeys.fields]?.list ?? []
      guard let node = fields.first(where: { $0.string == "link" }) else { continue }
      problems.error(
        "reserved-field",
        "items of the kind '\(appearance.key)' carry their address as the field 'link'",
        hint: "leave 'link' out of 'fields', or leave the item's 'link' out",
        at: node.position
      )
    }
    for kind in kinds where kind.isShown && !declared.contains(kind.name) {
      problems.warning(
        "undeclared-item",
        "'items' does not declare the kind '\(kind.name)'",
        hint: Suggestion.hint(for: kind.name, among: names, called: "declared"),
        at: kind.place
      )
    }
  }
}
