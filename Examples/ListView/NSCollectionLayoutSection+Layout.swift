#if canImport(UIKit)
import FeedLayout
import UIKit

// Linux has no UIKit: Scripts/type-check-examples checks the file there against the declarations in Tests/Apple. It was
// never compiled with Apple's SDK. The declarations of
// FeedLayout correspond to those of UIKit.

extension NSCollectionLayoutSection {
  /// Creates a section from a layout of a served feed.
  ///
  /// ```swift
  /// let layouts = try await client.layouts().layouts
  /// let layout = UICollectionViewCompositionalLayout { index, environment in
  ///   let name = source.shown?.sections[index].content.layout ?? ""
  ///   return layouts[name].map { .init($0, in: environment) } ?? .list(using: list, layoutEnvironment: environment)
  /// }
  /// ```
  convenience init(_ layout: LayoutSection, in environment: any NSCollectionLayoutEnvironment) {
    let size = environment.container.effectiveContentSize
    let layout = layout.variant(for: Extent(width: size.width, height: size.height))
    self.init(group: .make(layout.group))
    contentInsets = NSDirectionalEdgeInsets(layout.contentInsets)
    interGroupSpacing = layout.interGroupSpacing
    orthogonalScrollingBehavior = layout.orthogonalScrolling.behavior
    if #available(iOS 17, tvOS 17, *) {
      let properties = layout.orthogonalScrollingProperties
      orthogonalScrollingProperties.bounce = properties.bounce.behavior
      orthogonalScrollingProperties.decelerationRate = properties.decelerationRate.rate
    }
    boundarySupplementaryItems = layout.boundaryItems.map { .make($0) }
    decorationItems = layout.decorations.map { .make($0) }
    contentInsetsReference = layout.contentInsetsReference.reference
    let reference = layout.supplementaryContentInsetsReference
    let follows = layout.supplementariesFollowContentInsets
    supplementaryContentInsetsReference =
      reference == .automatic && !follows ? .none : reference.reference
  }
}

extension NSCollectionLayoutGroup {
  fileprivate static func make(_ group: LayoutGroup) -> NSCollectionLayoutGroup {
    let size = NSCollectionLayoutSize(group.size)
    let made: NSCollectionLayoutGroup
    switch (group.arrangement, group.filling) {
    case (.custom(let places), _):
      made = .custom(layoutSize: size) { _ in
        places.map { NSCollectionLayoutGroupCustomItem(frame: CGRect($0.frame), zIndex: $0.zIndex) }
      }
    case (.horizontal(let members), .equally(let count)):
      // A count gives each member the same width, whatever its own says.
      made = .horizontal(layoutSize: size, subitem: .make(members[0]), count: count)
    case (.vertical(let members), .equally(let count)):
      made = .vertical(layoutSize: size, subitem: .make(members[0]), count: count)
    case (.horizontal(let members), .repeating(let count)):
      made = .horizontal(layoutSize: size, repeatingSubitem: .make(members[0]), count: count)
    case (.vertical(let members), .repeating(let count)):
      made = .vertical(layoutSize: size, repeatingSubitem: .make(members[0]), count: count)
    case (.horizontal(let members), .untilFull):
      made = .horizontal(layoutSize: size, subitems: members.map { .make($0) })
    case (.vertical(let members), .untilFull):
      made = .vertical(layoutSize: size, subitems: members.map { .make($0) })
    }
    made.interItemSpacing = group.interItemSpacing.map { .make($0) }
    made.contentInsets = NSDirectionalEdgeInsets(group.contentInsets)
    made.edgeSpacing = .make(group.edgeSpacing)
    made.supplementaryItems = group.supplementaries.map { .make($0) }
    return made
  }
}

extension NSCollectionLayoutItem {
  fileprivate static func make(_ member: LayoutMember) -> NSCollectionLayoutItem {
    guard case .item(let item) = member else {
      if case .group(let group) = member { return NSCollectionLayoutGroup.make(group) }
      preconditionFailure("a member is an item or a group")
    }
    let made = NSCollectionLayoutItem(
      layoutSize: NSCollectionLayoutSize(item.size),
      supplementaryItems: item.supplementaries.map { .make($0) }
    )
    made.contentInsets = NSDirectionalEdgeInsets(item.contentInsets)
    made.edgeSpacing = .make(item.edgeSpacing)
    return made
  }
}

// MARK: - Views

extension NSCollectionLayoutBoundarySupplementaryItem {
  fileprivate static func make(_ item: BoundaryItem) -> NSCollectionLayoutBoundarySupplementaryItem
  {
    let made = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: NSCollectionLayoutSize(item.size),
      elementKind: item.kind,
      alignment: item.alignment.rectAlignment,
      absoluteOffset: CGPoint(x: item.offset.x, y: item.offset.y)
    )
    made.extendsBoundary = item.extendsBoundary
    made.pinToVisibleBounds = item.pinToVisibleBounds
    made.contentInsets = NSDirectionalEdgeInsets(item.contentInsets)
    made.zIndex = item.zIndex
    return made
  }
}

extension NSCollectionLayoutDecorationItem {
  fileprivate static func make(_ item: DecorationItem) -> NSCollectionLayoutDecorationItem {
    let made = NSCollectionLayoutDecorationItem.background(elementKind: item.kind)
    made.contentInsets = NSDirectionalEdgeInsets(item.contentInsets)
    made.zIndex = item.zIndex
    return made
  }
}

extension NSCollectionLayoutSupplementaryItem {
  fileprivate static func make(_ item: SupplementaryItem) -> NSCollectionLayoutSupplementaryItem {
    let size = NSCollectionLayoutSize(item.size)
    let anchor = NSCollectionLayoutAnchor.make(item.containerAnchor)
    let made =
      item.itemAnchor.map {
        NSCollectionLayoutSupplementaryItem(
          layoutSize: size,
          elementKind: item.kind,
          containerAnchor: anchor,
          itemAnchor: .make($0)
        )
      }
      ?? NSCollectionLayoutSupplementaryItem(
        layoutSize: size,
        elementKind: item.kind,
        containerAnchor: anchor
      )
    made.contentInsets = NSDirectionalEdgeInsets(item.contentInsets)
    made.zIndex = item.zIndex
    return made
  }
}

extension NSCollectionLayoutAnchor {
  fileprivate static func make(_ anchor: LayoutAnchor) -> NSCollectionLayoutAnchor {
    let edges = NSDirectionalRectEdge(anchor.edges)
    guard anchor.fractionalOffset == Point() else {
      let offset = CGPoint(x: anchor.fractionalOffset.x, y: anchor.fractionalOffset.y)
      return NSCollectionLayoutAnchor(edges: edges, fractionalOffset: offset)
    }
    let offset = CGPoint(x: anchor.absoluteOffset.x, y: anchor.absoluteOffset.y)
    return NSCollectionLayoutAnchor(edges: edges, absoluteOffset: offset)
  }
}

// MARK: - Lengths

extension NSCollectionLayoutSize {
  fileprivate convenience init(_ size: LayoutSize) {
    self.init(widthDimension: .make(size.width), heightDimension: .make(size.height))
  }
}

extension NSCollectionLayoutDimension {
  fileprivate static func make(_ dimension: LayoutDimension) -> NSCollectionLayoutDimension {
    switch dimension {
    case .fractionalWidth(let fraction): .fractionalWidth(fraction)
    case .fractionalHeight(let fraction): .fractionalHeight(fraction)
    case .absolute(let points): .absolute(points)
    case .estimated(let points): .estimated(points)
    case .uniformAcrossSiblings(let points):
      if #available(iOS 17, tvOS 17, *) {
        .uniformAcrossSiblings(estimate: points)
      } else {
        .estimated(points)
      }
    }
  }
}

extension NSCollectionLayoutSpacing {
  fileprivate static func make(_ spacing: LayoutSpacing) -> NSCollectionLayoutSpacing {
    spacing.isFlexible ? .flexible(spacing.minimum) : .fixed(spacing.minimum)
  }
}

extension NSCollectionLayoutEdgeSpacing {
  fileprivate static func make(_ spacing: EdgeSpacing) -> NSCollectionLayoutEdgeSpacing {
    NSCollectionLayoutEdgeSpacing(
      leading: spacing.leading.map { .make($0) },
      top: spacing.top.map { .make($0) },
      trailing: spacing.trailing.map { .make($0) },
      bottom: spacing.bottom.map { .make($0) }
    )
  }
}

extension NSDirectionalEdgeInsets {
  fileprivate init(_ insets: DirectionalInsets) {
    self.init(
      top: insets.top,
      leading: insets.leading,
      bottom: insets.bottom,
      trailing: insets.trailing
    )
  }
}

extension NSDirectionalRectEdge {
  fileprivate init(_ edges: DirectionalEdges) {
    self = []
    if edges.contains(.top) { insert(.top) }
    if edges.contains(.leading) { insert(.leading) }
    if edges.contains(.bottom) { insert(.bottom) }
    if edges.contains(.trailing) { insert(.trailing) }
  }
}

extension CGRect {
  fileprivate init(_ frame: Frame) {
    self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
  }
}

// MARK: - Words

extension OrthogonalScrolling {
  fileprivate var behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior {
    switch self {
    case .none: .none
    case .continuous: .continuous
    case .continuousGroupLeadingBoundary: .continuousGroupLeadingBoundary
    case .paging: .paging
    case .groupPaging: .groupPaging
    case .groupPagingCentered: .groupPagingCentered
    }
  }
}

extension ContentInsetsReference {
  fileprivate var reference: UIContentInsetsReference {
    switch self {
    case .automatic: .automatic
    case .none: .none
    case .safeArea: .safeArea
    case .layoutMargins: .layoutMargins
    case .readableContent: .readableContent
    }
  }
}

extension BoundaryAlignment {
  fileprivate var rectAlignment: NSRectAlignment {
    switch self {
    case .top: .top
    case .topLeading: .topLeading
    case .topTrailing: .topTrailing
    case .leading: .leading
    case .trailing: .trailing
    case .bottom: .bottom
    case .bottomLeading: .bottomLeading
    case .bottomTrailing: .bottomTrailing
    }
  }
}

@available(iOS 17, tvOS 17, *)
extension OrthogonalScrollingProperties.Bounce {
  fileprivate var behavior: UICollectionLayoutSectionOrthogonalScrollingProperties.Bounce {
    switch self {
    case .automatic: .automatic
    case .always: .always
    case .never: .never
    }
  }
}

@available(iOS 17, tvOS 17, *)
extension OrthogonalScrollingProperties.DecelerationRate {
  fileprivate var rate: UICollectionLayoutSectionOrthogonalScrollingProperties.DecelerationRate {
    switch self {
    case .automatic: .automatic
    case .normal: .normal
    case .fast: .fast
    }
  }
}
#endif
