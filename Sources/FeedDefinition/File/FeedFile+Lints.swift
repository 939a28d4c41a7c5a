import FeedFormatting
import FeedLayout
import FeedQueries

extension FeedFile {
  /// Warnings about layouts and sections that are valid but probably not intended.
  ///
  /// - Complexity: O(*n*) for a file of *n* values.
  public var lints: [FeedFileProblem] {
    var problems: [FeedFileProblem] = []
    for entry in root[\FeedKeys.layouts]?.entries ?? [] {
      guard let section = feed.layouts[entry.key] else { continue }
      let lints = LayoutLint.lints(of: section, scrollDirection: feed.layout.scrollDirection)
      problems += lints.map { problem($0, in: entry.value) }
    }
    if let whole = root[\FeedKeys.layout] {
      problems += LayoutLint.lints(of: feed.layout).map { problem($0, in: whole) }
    }
    let layouts = feed.layouts.keys.sorted().joined(separator: ", ")
    let sections = root[\FeedKeys.sections]?.list ?? []
    for (section, node) in zip(feed.sections, sections) where section.layout == nil {
      problems.append(
        source.problem(
          .warning,
          "no-layout",
          "section '\(section.id)' has no layout and becomes a plain list",
          hint: feed.layouts.isEmpty
            ? "declare one under 'layouts:' and name it with 'layout:'"
            : "there are: \(layouts)",
          at: node.position
        )
      )
    }
    return problems + lintsOfTitles + lintsOfPlaceholders + lintsOfSharedItems + lintsOfEffects
  }

  /// Warnings about placeholders of sections with groups: without rows there is no group, and so no section.
  private var lintsOfPlaceholders: [FeedFileProblem] {
    let nodes = root[\FeedKeys.sections]?.list ?? []
    return zip(feed.sections, nodes).compactMap { section, node in
      guard let placeholder = node[\SectionKeys.placeholder],
        feed.sources.first(where: { $0.id == section.source })?.query.group != nil
      else { return nil }
      return source.problem(
        .warning,
        "unused-placeholder",
        "the placeholder of '\(section.id)' is never shown: '\(section.source)' has groups, and a group "
          + "without rows has no section",
        hint: "remove it, or show the placeholder in a section whose source has no 'group'",
        at: placeholder.position
      )
    }
  }

  /// Warnings about groups that all have the same title.
  private var lintsOfTitles: [FeedFileProblem] {
    let nodes = root[\FeedKeys.sections]?.list ?? []
    return zip(feed.sections, nodes).compactMap { section, node in
      let texts = [section.header?.text, section.title].compactMap(\.self)
      guard let text = texts.first, texts.allSatisfy(\.fieldNames.isEmpty),
        let group = feed.sources.first(where: { $0.id == section.source })?.query.group
      else { return nil }
      let title = group.title ?? group.by
      return source.problem(
        .warning,
        "same-title",
        "all sections of '\(section.id)', one for each group of '\(section.source)', have the title "
          + "'\(text.text { _ in nil })'",
        hint: group.title == nil
          ? "write 'title: \(title)' in the 'group' of the source, and '{title}' in the title of the section"
          : "write '{title}' for the title of the group, which is \(title)",
        at: (node[\SectionKeys.header] ?? node[\SectionKeys.title] ?? node).position
      )
    }
  }

  private func problem(_ lint: LayoutLint, in layout: YAMLNode) -> FeedFileProblem {
    source.problem(
      .warning,
      lint.code.rawValue,
      lint.message,
      hint: lint.hint,
      at: layout.deepest(along: lint.path).position
    )
  }
}

extension YAMLNode {
  /// Returns the deepest node of the file on a path that uses the names of the layout solver.
  fileprivate func deepest(along path: [String]) -> YAMLNode {
    var node = self
    for key in path {
      guard let next = node.child(calledBySolver: key) else { break }
      node = next
    }
    return node
  }

  private func child(calledBySolver key: String) -> YAMLNode? {
    if let index = Int(key) {
      return listOrSingle.indices.contains(index) ? listOrSingle[index] : nil
    }
    switch key {
    case "items":
      return self[\LayoutGroupKeys.horizontal] ?? self[\LayoutGroupKeys.vertical]
        ?? self[\LayoutGroupKeys.custom]
    case "contentInsets": return self[\LayoutItemKeys.insets]
    case "boundaryItems": return self[\LayoutWholeKeys.boundary]
    case "supplementary": return self[\LayoutItemKeys.supplementaries]
    case "containerAnchor": return self[\SupplementaryKeys.anchor]
    case "pinToVisibleBounds": return self[\BoundaryItemKeys.pin]
    case "extendsBoundary": return self[\BoundaryItemKeys.extends]
    // A size in short form is a list of two lengths, and a grid has only a height.
    case "size":
      return self[\LayoutItemKeys.size]
        ?? (self[\LayoutSectionKeys.common.height] == nil ? nil : self)
    case "width": return self[\SizeKeys.width] ?? list?.first
    case "height": return self[\SizeKeys.height] ?? list?.dropFirst().first
    default: return entry(key)?.value
    }
  }
}
