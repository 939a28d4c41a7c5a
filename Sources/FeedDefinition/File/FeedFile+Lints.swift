import FeedLayout

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
    return problems + lintsOfSharedItems
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
