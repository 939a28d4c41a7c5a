import FeedFormatting
import FeedLayout

/// Adapts the declared layout of a section to a page of text.
struct SectionAdapter {
  let cell: Extent
  /// The page's size in points; paper is as high as what it shows.
  let size: Extent

  var isUnrolled: Bool { size.height == .infinity }
  private var width: Double { size.width }

  static let header = "header"

  /// The layout as the page uses it.
  ///
  /// - Parameters:
  ///   - look: The arrangement of the section, and its layout if one is declared.
  ///   - hasTitle: Whether it has a title, which needs a header.
  ///   - lines: The greatest number of lines of a row in a list.
  /// - Returns: The layout, without variants.
  func layout(of look: SectionAppearance, hasTitle: Bool, lines: Int) -> LayoutSection {
    var section = (look.layout ?? standard(look.arrangement)).variant(for: size)
    section.variants = []
    if look.arrangement == .rows { section = compact(section, lines: lines) }
    section = onCells(section)
    if hasTitle && !section.boundaryItems.contains(where: { $0.kind == Self.header }) {
      section.boundaryItems.append(
        BoundaryItem(
          kind: Self.header,
          size: LayoutSize(height: .absolute(2 * cell.height)),
          pinToVisibleBounds: look.pinsHeader
        )
      )
    }
    for index in section.boundaryItems.indices {
      if look.pinsHeader && section.boundaryItems[index].kind == Self.header {
        section.boundaryItems[index].pinToVisibleBounds = true
      }
      if isUnrolled { section.boundaryItems[index].pinToVisibleBounds = false }
    }
    if isUnrolled && section.orthogonalScrolling != .none { unroll(&section, look.arrangement) }
    return section
  }

  /// The columns between the insets of a section.
  func columns(of section: LayoutSection) -> Int {
    func points(_ inset: Double) -> Double { inset > 0 && inset < 1 ? inset * width : inset }
    let insets = section.contentInsets
    return max(Int((width - points(insets.leading) - points(insets.trailing)) / cell.width), 4)
  }

  /// Returns the columns of one of several places in a row.
  func columns(of section: LayoutSection, across: Int) -> Int {
    let gap = Int(((section.group.interItemSpacing?.minimum ?? 0) / cell.width).rounded())
    return max((columns(of: section) - gap * (across - 1)) / across, 1)
  }

  /// Wraps the groups of a row into lines, with as many in each as fit.
  private func unroll(_ section: inout LayoutSection, _ arrangement: SectionAppearance.Arrangement)
  {
    let group = section.group
    section.orthogonalScrolling = .none
    if arrangement == .chips {
      section.group = row(lines: 1)
      section.interGroupSpacing = 0
      return
    }
    section.group = LayoutGroup(
      .horizontal([.group(group)]),
      size: LayoutSize(width: .fractionalWidth(1), height: group.size.height),
      interItemSpacing: .fixed(section.interGroupSpacing)
    )
    section.group = widened(section.group, group)
    section.interGroupSpacing = 0
  }

  /// A height that is a share of the row's becomes a share of the page's, so it is made the item's.
  private func widened(_ row: LayoutGroup, _ group: LayoutGroup) -> LayoutGroup {
    var (row, group) = (row, group)
    switch group.size.height {
    case .absolute: group.size.height = .fractionalHeight(1)
    case .fractionalWidth, .fractionalHeight, .estimated, .uniformAcrossSiblings: break
    }
    row.arrangement = .horizontal([.group(group)])
    return row
  }

  /// The layout of a section that declares none.
  private func standard(_ arrangement: SectionAppearance.Arrangement) -> LayoutSection {
    var insets = DirectionalInsets.zero
    insets.bottom = cell.height
    switch arrangement {
    case .rows: return LayoutSection(group: row(lines: nil))
    case .columns(let count):
      var group = row(lines: 1)
      group.filling = .equally(max(count, 1))
      group.interItemSpacing = .fixed(2 * cell.width)
      return LayoutSection(group: group)
    case .chips:
      var group = row(lines: 1)
      group.size.width = .estimated(12 * cell.width)
      group.arrangement = .horizontal([
        .item(LayoutItem(size: LayoutSize(width: .estimated(12 * cell.width))))
      ])
      return LayoutSection(
        group: group,
        contentInsets: insets,
        interGroupSpacing: cell.width,
        orthogonalScrolling: .continuous
      )
    case .cards, .banners:
      var group = row(lines: 4)
      group.size.width =
        arrangement == .banners ? .fractionalWidth(0.9) : .absolute(36 * cell.width)
      return LayoutSection(
        group: group,
        contentInsets: insets,
        interGroupSpacing: cell.width,
        orthogonalScrolling: .groupPaging
      )
    }
  }

  /// Returns one item over the whole width, with the given number of lines or as many as it needs.
  private func row(lines: Int?) -> LayoutGroup {
    let height =
      lines.map { LayoutDimension.absolute(Double($0) * cell.height) }
      ?? .estimated(cell.height)
    let item = LayoutItem(size: LayoutSize(height: lines == nil ? height : .fractionalHeight(1)))
    return LayoutGroup(.horizontal([.item(item)]), size: LayoutSize(height: height))
  }
}
