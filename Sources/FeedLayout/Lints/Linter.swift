/// A visitor of declarations that collects warnings.
struct Linter {
  let scrollAxis: Axis
  private(set) var lints: [LayoutLint] = []

  init(scrollAxis: Axis) { self.scrollAxis = scrollAxis }

  mutating func note(
    _ code: LayoutLint.Code,
    _ message: String,
    hint: String,
    path: [String]
  ) {
    lints.append(LayoutLint(code, message, hint: hint, path: path))
  }

  mutating func visit(_ section: LayoutSection, path: [String]) {
    visit(section.group, path: path + ["group"])
    visit(section.boundaryItems, path: path)
    visitRow(section, path: path)
    visitVariants(section, path: path)
  }

  mutating func visit(_ items: [BoundaryItem], path: [String]) {
    for (index, item) in items.enumerated() {
      let path = path + ["boundaryItems", "\(index)"]
      visitFractions(item.size, path: path)
      guard item.pinToVisibleBounds else { continue }
      if item.alignment.side(scrollAxis) == .centre {
        note(
          .pinnedAtSide,
          "'\(item.kind)' is pinned at a side across the scroll direction",
          hint: "align it with the start or the end of the section",
          path: path + ["pinToVisibleBounds"]
        )
      } else if !item.extendsBoundary {
        note(
          .pinnedInside,
          "'\(item.kind)' is pinned over the items of its section",
          hint: "make it extend the section",
          path: path + ["extendsBoundary"]
        )
      }
    }
  }

  mutating func visitFractions(_ size: LayoutSize, path: [String]) {
    for axis in Axis.allCases {
      switch size[axis] {
      case .fractionalWidth(let fraction) where fraction > 1,
        .fractionalHeight(let fraction) where fraction > 1:
        note(
          .fractionOverOne,
          "\(decimal(fraction * 100))% is larger than the container",
          hint: fraction > 10 ? "write \(decimal(fraction)) points without %" : "use at most 100%",
          path: path + ["size", axis.lengthName]
        )
      default: continue
      }
    }
  }

  /// Warns about a group as wide as the view in a section with insets.
  private mutating func visitRow(_ section: LayoutSection, path: [String]) {
    guard section.orthogonalScrolling != .none else { return }
    let axis = scrollAxis.crossing
    let dimension = section.group.size[axis]
    guard dimension.fractionAxis == axis, section.contentInsets.sum(axis) > 0,
      dimension == .fractionalWidth(1) || dimension == .fractionalHeight(1)
    else { return }
    note(
      .widerThanRow,
      "a group of 100% is as wide as the view, wider than the space inside the insets",
      hint: "in an orthogonal section, give the insets to the group",
      path: path + ["group", "size", axis.lengthName]
    )
  }

  private mutating func visitVariants(_ section: LayoutSection, path: [String]) {
    var covered = WidthCover()
    for (index, variant) in section.variants.enumerated() {
      let path = path + ["variants", "\(index)"]
      let range = (variant.when.minWidth ?? 0, variant.when.maxWidth ?? .infinity)
      let heights = (variant.when.minHeight ?? 0, variant.when.maxHeight ?? .infinity)
      if range.0 > range.1 || heights.0 > heights.1 || covered.contains(range) {
        note(
          .unreachableVariant,
          "this variant never applies",
          hint: "put the narrower condition first",
          path: path + ["when"]
        )
      }
      // A variant with a condition on the height does not cover its widths.
      if heights == (0, .infinity) { covered.add(range) }
      visit(variant.section, path: path)
    }
    if covered.contains((0, .infinity)) {
      note(
        .unreachableSection,
        "the variants apply at every width, so the section itself never does",
        hint: "replace the section by its last variant",
        path: path + ["variants"]
      )
    }
  }
}

/// The widths at which some variant applies.
private struct WidthCover {
  private var ranges: [(Double, Double)] = []

  mutating func add(_ range: (Double, Double)) {
    guard range.0 <= range.1 else { return }
    ranges.append(range)
    ranges.sort { $0.0 < $1.0 }
  }

  /// Returns whether every width of a range is covered; any gap between two ranges counts.
  func contains(_ range: (Double, Double)) -> Bool {
    var reached = range.0
    var isReached = false
    for (low, high) in ranges {
      guard isReached ? low <= reached : low <= range.0 else { break }
      guard high >= reached else { continue }
      reached = high
      isReached = true
    }
    return isReached && reached >= range.1
  }
}
