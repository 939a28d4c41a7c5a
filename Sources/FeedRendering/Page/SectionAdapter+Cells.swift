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
    section.group = onCells(section.group, width: Double(columns(of: section)) * cell.width)
    for index in section.boundaryItems.indices {
      section.boundaryItems[index].size = onCells(section.boundaryItems[index].size)
    }
    return section
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

  private func onCells(_ insets: DirectionalInsets) -> DirectionalInsets {
    DirectionalInsets(
      top: rounded(insets.top, cell.height),
      leading: rounded(insets.leading, cell.width),
      bottom: rounded(insets.bottom, cell.height),
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
