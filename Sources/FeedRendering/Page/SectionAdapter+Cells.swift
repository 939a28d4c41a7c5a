import FeedLayout

extension SectionAdapter {
  /// The layout with all lengths that are declared in points made whole cells.
  ///
  /// Rounding each edge by itself would leave gaps of different widths between things that are alike.
  func onCells(_ declared: LayoutSection) -> LayoutSection {
    var section = declared
    section.contentInsets = onCells(section.contentInsets)
    let isRow = section.orthogonalScrolling != .none
    section.interGroupSpacing = rounded(section.interGroupSpacing, isRow ? cell.width : cell.height)
    let width = Double(columns(of: section)) * cell.width
    section.group = onCells(section.group, width: width)
    for index in section.boundaryItems.indices {
      section.boundaryItems[index].size = onLines(section.boundaryItems[index].size, width)
    }
    return section
  }

  /// The layout of a list whose rows have at most the given number of lines: a height in points leaves room around a text,
  /// which a terminal does not need.
  func compact(_ declared: LayoutSection, lines: Int) -> LayoutSection {
    var section = declared
    let most = Double(lines) * cell.height
    if section.interGroupSpacing < cell.height { section.interGroupSpacing = 0 }
    guard case .absolute(let height) = section.group.size.height, height > most else {
      return section
    }
    section.group.size.height = .absolute(most)
    switch section.group.arrangement {
    case .horizontal(let members):
      section.group.arrangement = .horizontal(members.map { compact($0, most) })
    case .vertical(let members) where members.count == 1:
      section.group.arrangement = .vertical(members.map { compact($0, most) })
    case .vertical, .custom: return declared
    }
    return section
  }

  private func compact(_ member: LayoutMember, _ most: Double) -> LayoutMember {
    guard case .item(var item) = member, case .absolute(let height) = item.size.height else {
      return member
    }
    item.size.height = .absolute(min(height, most))
    return .item(item)
  }

  private func onCells(_ declared: LayoutGroup, width: Double?) -> LayoutGroup {
    var group = declared
    group.size = onCells(group.size)
    // A height that is a share of the width is a whole number of lines too.
    if case .fractionalWidth(let share) = group.size.height, let width {
      group.size.height = .absolute(atLeastOne(share * width, cell.height))
    }
    group.contentInsets = onCells(group.contentInsets)
    if case .fixed(let points)? = group.interItemSpacing {
      let unit = group.axis == .horizontal ? cell.width : cell.height
      group.interItemSpacing = .fixed(rounded(points, unit))
    }
    switch group.arrangement {
    case .horizontal(let members): group.arrangement = .horizontal(members.map(onCells))
    case .vertical(let members): group.arrangement = .vertical(members.map(onCells))
    case .custom: break
    }
    return group
  }

  private func onCells(_ member: LayoutMember) -> LayoutMember {
    switch member {
    case .group(let group): return .group(onCells(group, width: nil))
    case .item(var item):
      item.size = onCells(item.size)
      item.contentInsets = onCells(item.contentInsets)
      return .item(item)
    }
  }

  private func onCells(_ size: LayoutSize) -> LayoutSize {
    var size = size
    if case .absolute(let points) = size.width {
      size.width = .absolute(atLeastOne(points, cell.width))
    }
    if case .absolute(let points) = size.height {
      size.height = .absolute(atLeastOne(points, cell.height))
    }
    return size
  }

  /// The size of a header or footer, with whole lines, so that it covers no line of a row: nothing measures an estimated one.
  private func onLines(_ declared: LayoutSize, _ width: Double) -> LayoutSize {
    var size = onCells(declared)
    switch declared.height {
    case .estimated(let points), .uniformAcrossSiblings(let points):
      size.height = .absolute(atLeastOne(points, cell.height))
    case .fractionalWidth(let share):
      size.height = .absolute(atLeastOne(share * width, cell.height))
    case .fractionalHeight(let share) where !isUnrolled:
      size.height = .absolute(atLeastOne(share * self.size.height, cell.height))
    case .absolute, .fractionalHeight: break
    }
    return size
  }

  private func onCells(_ insets: DirectionalInsets) -> DirectionalInsets {
    DirectionalInsets(
      top: rounded(insets.top, cell.height),
      leading: rounded(insets.leading, cell.width),
      // Half a line above and half a line below are one line.
      bottom: rounded(insets.bottom < 1 ? insets.bottom : insets.bottom - 0.001, cell.height),
      trailing: rounded(insets.trailing, cell.width)
    )
  }

  /// A length in whole cells; a share, which is below one point, stays one.
  private func rounded(_ points: Double, _ unit: Double) -> Double {
    points > 0 && points < 1 ? points : (points / unit).rounded() * unit
  }

  private func atLeastOne(_ points: Double, _ unit: Double) -> Double {
    points > 0 ? max(rounded(points, unit), unit) : points
  }
}
