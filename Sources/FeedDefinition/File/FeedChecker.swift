import FeedFormatting
import FeedModel

/// Compares the parts of a file with each other: everything that they name must be declared.
struct FeedChecker {
  let problems: ProblemCollector
  let root: YAMLNode
  let sources: [YAMLNode.Entry]
  let sections: [YAMLNode]
  let layouts: [YAMLNode.Entry]

  init(problems: ProblemCollector, root: YAMLNode) {
    self.problems = problems
    self.root = root
    sources = root[\FeedKeys.sources]?.entries ?? []
    sections = root[\FeedKeys.sections]?.list ?? []
    layouts = root[\FeedKeys.layouts]?.entries ?? []
  }

  func check() {
    checkFirstKey()
    checkSources()
    checkSections()
    ActionChecker(problems: problems, root: root).check()
    InputChecker(problems: problems, root: root).check()
    checkUse()
  }

  private func checkFirstKey() {
    guard let first = root.entries?.first, let version = root.entry(\FeedKeys.feed),
      first.key != version.key
    else { return }
    problems.warning(
      "version-not-first",
      "'feed' should be the first key",
      hint: "move it to the top",
      at: version.keyPosition
    )
  }

  private func checkSources() {
    let names = Set(sources.compactMap { $0.value[\DocumentKeys.document]?.string?.lowercased() })
    var documents: [String: FeedFilePosition] = [:]
    for source in sources {
      if let table = source.value[\QueryKeys.from]?.string, root[\FeedKeys.store] == nil,
        !names.contains(table.lowercased())
      {
        problems.error(
          "missing-store",
          "the query '\(source.key)' needs a store, but the file declares no store",
          hint: "add 'store: {schema: FILE.sql}', or {file: FILE.sqlite} for one that exists",
          at: source.keyPosition
        )
      }
      GroupFields.check(source.value, problems)
      guard let node = source.value[\DocumentKeys.document], let name = node.string else {
        continue
      }
      if let first = documents[name] {
        problems.error(
          "duplicate-id",
          "the document '\(name)' is declared twice",
          hint: "the first is at \(first); let both sections name one source",
          at: node.position
        )
      }
      documents[name] = documents[name] ?? node.position
    }
  }

  private func checkSections() {
    var ids: [String: FeedFilePosition] = [:]
    for section in sections {
      if let node = section[\SectionKeys.id], let id = node.string {
        if let first = ids[id] {
          problems.error(
            "duplicate-id",
            "the section '\(id)' is declared twice",
            hint: "the first is at \(first); give this one another id",
            at: node.position
          )
        }
        ids[id] = ids[id] ?? node.position
      }
      checkLayout(of: section)
      checkSource(of: section)
      checkHeader(of: section)
    }
    ItemChecker(problems: problems, root: root).check()
  }

  private func checkLayout(of section: YAMLNode) {
    guard let node = section[\SectionKeys.layout], let name = node.string,
      root[\FeedKeys.layouts]?.entry(name) == nil
    else { return }
    problems.error(
      "unknown-layout",
      "section '\(section.title)' names layout '\(name)', which is not declared",
      hint: Suggestion.hint(for: name, among: layouts.map(\.key), called: "declared")
        ?? "declare it under 'layouts'",
      at: node.position
    )
  }

  private func checkSource(of section: YAMLNode) {
    guard let node = section[\SectionKeys.source], let name = node.string else { return }
    guard let source = root[\FeedKeys.sources]?.entry(name)?.value else {
      problems.error(
        "unknown-source",
        "section '\(section.title)' names source '\(name)', which is not declared",
        hint: Suggestion.hint(for: name, among: sources.map(\.key), called: "declared")
          ?? "declare it under 'sources'",
        at: node.position
      )
      return
    }
    let header = section[\SectionKeys.header]
    for text in [
      section[\SectionKeys.title], header?.entries == nil ? header : header?[\HeaderKeys.text],
    ] {
      if let text { checkFields(of: text, source, called: name) }
    }
  }

  /// Warns of a header whose text is hidden by the title of its section.
  private func checkHeader(of section: YAMLNode) {
    guard let header = section[\SectionKeys.header],
      let title = section[\SectionKeys.title]?.string,
      let node = header.entries == nil ? header : header[\HeaderKeys.text], let text = node.string,
      text != title
    else { return }
    problems.warning(
      "unseen-header",
      "the header of section '\(section.title)' shows its title '\(title)', and never '\(text)'",
      hint: "leave 'title' out, or write the same in both",
      at: node.position
    )
  }

  /// Checks the fields of a section's text; a section has only the fields of its group.
  private func checkFields(of node: YAMLNode, _ source: YAMLNode, called name: String) {
    guard let text = node.string, let template = try? TextTemplate(text) else { return }
    let group = source[\QueryKeys.group]
    let fields = GroupFields.own + GroupFields.aggregates(of: source)
    for field in template.fieldNames {
      if !fields.contains(field) {
        problems.error(
          "unknown-field",
          "a section has no field '\(field)'",
          hint: Suggestion.hint(for: field, among: fields, called: "fields"),
          at: node.position
        )
      } else if field == "title", group?[\GroupingKeys.title] == nil {
        problems.error(
          "unknown-field",
          "'{title}' has no value: "
            + (group == nil
              ? "source '\(name)' has no groups" : "the groups of '\(name)' have no title"),
          hint: group == nil
            ? "add 'group' to the source, or write a text without fields"
            : "add 'title' to the group of the source",
          at: node.position
        )
      }
    }
  }

  private func checkUse() {
    let named = Set(sections.compactMap { $0[\SectionKeys.source]?.string })
    for source in sources where !named.contains(source.key) {
      problems.warning(
        "unused-source",
        "no section shows the source '\(source.key)'",
        hint: "remove it, or add a section",
        at: source.keyPosition
      )
    }
    let used = Set(sections.compactMap { $0[\SectionKeys.layout]?.string })
    for layout in layouts where !used.contains(layout.key) {
      problems.warning(
        "unused-layout",
        "no section uses the layout '\(layout.key)'",
        hint: "remove it, or name it in a section",
        at: layout.keyPosition
      )
    }
    let items = root[\FeedKeys.items]?.entries ?? []
    if !items.contains(where: { $0.value[\AppearanceKeys.image] != nil }) {
      let unused = [root.entry(\FeedKeys.pictures), root.entry(\FeedKeys.images)]
      for entry in unused.compactMap({ $0 }) {
        problems.warning(
          "unused-pictures",
          "no item has an 'image' that names a picture",
          hint: "remove '\(entry.key)', or add 'image' to an item",
          at: entry.keyPosition
        )
      }
    }
    if sections.isEmpty {
      problems.warning(
        "no-sections",
        "the feed shows nothing, since it has no sections",
        hint: "add 'sections'",
        at: root.position
      )
    }
  }
}
