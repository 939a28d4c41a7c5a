/// Walks over a declaration and notes what is hardly meant.
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
          "'\(item.kind)' stands at a side that nothing is scrolled past",
          hint: "align it with the start or the end of the section",
          path: path + ["pinToVisibleBounds"]
        )
      } else if !item.extendsBoundary {
        note(
          .pinnedInside,
          "'\(item.kind)' is pinned over the items of its section",
          hint: "let it extend the section",
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
          "\(decimal(fraction * 100))% is more than the whole of what contains it",
          hint: fraction > 10 ? "write \(decimal(fraction)) points without %" : "100% is the whole",
          path: path + ["size", axis.lengthName]
        )
      default: continue
      }
    }
  }

  /// Notes a group as wide as the view where the insets leave less.
  private mutating func visitRow(_ section: LayoutSection, path: [String]) {
    guard section.orthogonalScrolling != .none else { return }
    let axis = scrollAxis.crossing
    let dimension = section.group.size[axis]
    guard dimension.fractionAxis == axis, section.contentInsets.sum(axis) > 0,
      dimension == .fractionalWidth(1) || dimension == .fractionalHeight(1)
    else { return }
    note(
      .widerThanRow,
      "a group of 100% is as wide as the view, wider than what the insets leave",
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
          "this variant stands in at no size",
          hint: "put the narrower condition first",
          path: path + ["when"]
        )
      }
      // One that stands in at some heights only leaves its widths to those behind it.
      if heights == (0, .infinity) { covered.add(range) }
      visit(variant.section, path: path)
    }
    if covered.contains((0, .infinity)) {
      note(
        .unreachableSection,
        "the variants stand in at every width, the section itself at none",
        hint: "leave out the last variant's condition by making it the section",
        path: path + ["variants"]
      )
    }
  }
}

/// The widths at which some variant stands in.
private struct WidthCover {
  private var ranges: [(Double, Double)] = []

  mutating func add(_ range: (Double, Double)) {
    guard range.0 <= range.1 else { return }
    ranges.append(range)
    ranges.sort { $0.0 < $1.0 }
  }

  /// Whether every width of a range is covered; a gap between two ranges is a gap however small.
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

extension Axis {
  /// What a length along the axis is called.
  var lengthName: String { self == .horizontal ? "width" : "height" }
}
