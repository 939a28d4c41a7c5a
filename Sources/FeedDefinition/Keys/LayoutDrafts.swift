import FeedLayout

/// A group whose size may depend on its container.
struct LayoutGroupDraft: Sendable {
  enum Arrangement: Sendable {
    case horizontal([LayoutMemberDraft])
    case vertical([LayoutMemberDraft])
    case custom([CustomPlace])
  }

  var arrangement = Arrangement.custom([])
  var size: LayoutSize?
  /// The other settings.
  var group = LayoutGroup(.custom([]))

  func group(in parent: LayoutSize? = nil) -> LayoutGroup {
    var group = group
    let size = size ?? parent?.filled ?? LayoutSize(height: .estimated(44))
    group.size = size
    group.arrangement =
      switch arrangement {
      case .horizontal(let members): .horizontal(members.map { $0.member(in: size) })
      case .vertical(let members): .vertical(members.map { $0.member(in: size) })
      case .custom(let places): .custom(places)
      }
    return group
  }
}

/// An item whose size may depend on its group.
struct LayoutItemDraft: Sendable {
  var size: LayoutSize?
  /// The other settings.
  var item = LayoutItem()
}

enum LayoutMemberDraft: Sendable {
  case item(LayoutItemDraft)
  case group(LayoutGroupDraft)

  func member(in size: LayoutSize) -> LayoutMember {
    switch self {
    case .group(let draft): return .group(draft.group(in: size))
    case .item(let draft):
      var item = draft.item
      item.size = draft.size ?? size.filled
      return .item(item)
    }
  }
}

/// A layout of sections, or a variant that replaces some settings of a layout at some sizes.
struct LayoutSectionDraft: Sendable {
  /// By default rows of equal columns.
  var section = LayoutSection(group: Self.grid(height: .estimated(44)))
  var isGrid = true
  var when = SizeCondition()
  /// Whether boundary items and decorations replace those of the section, which the layout declares.
  var isInherited = false

  /// The draft of a variant before its keys are read: all settings of the layout.
  var inherited: LayoutSectionDraft {
    var draft = self
    draft.isInherited = true
    draft.section.variants = []
    return draft
  }

  /// Makes the groups rows of equal columns, unless they are.
  mutating func makeGrid() {
    guard !isGrid else { return }
    section.group = Self.grid(height: .estimated(44))
    section.group.interItemSpacing = .fixed(section.interGroupSpacing)
    isGrid = true
  }

  /// Sets the height of the rows of a grid, and keeps its columns.
  mutating func setHeight(_ height: LayoutDimension) {
    makeGrid()
    let group = section.group
    section.group = Self.grid(height: height)
    section.group.filling = group.filling
    section.group.interItemSpacing = group.interItemSpacing
  }

  static func grid(height: LayoutDimension) -> LayoutGroup {
    let item = LayoutItem(
      size: LayoutSize(height: height.isMeasured ? height : .fractionalHeight(1))
    )
    return LayoutGroup(.horizontal([.item(item)]), size: LayoutSize(height: height))
  }
}

extension LayoutSize {
  /// The size that fills a container; it is measured along the axes of measured lengths.
  fileprivate var filled: LayoutSize {
    LayoutSize(
      width: width.isMeasured ? width : .fractionalWidth(1),
      height: height.isMeasured ? height : .fractionalHeight(1)
    )
  }
}
