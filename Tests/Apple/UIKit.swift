// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
// The parts of UIKit that the examples use, declared from Apple's public documentation, so that the examples can be
// type-checked where there is no SDK of Apple's. They have no behaviour, and nothing is linked with them.

@_exported import Foundation

// MARK: - Views and controllers

@MainActor open class UIResponder {}

@MainActor open class UIView: UIResponder {}

@MainActor open class UIScrollView: UIView {}

@MainActor open class UIViewController: UIResponder {
  public required init?(coder: NSCoder) {}
  public init(nibName: String?, bundle: Bundle?) {}
  open func viewDidLoad() {}
  public var contentUnavailableConfiguration: (any UIContentConfiguration)?
}

@MainActor open class UICollectionViewController: UIViewController {
  public var collectionView: UICollectionView! { nil }
  public init(collectionViewLayout layout: UICollectionViewLayout) {
    super.init(nibName: nil, bundle: nil)
  }
  public required init?(coder: NSCoder) { nil }
  open func numberOfSections(in collectionView: UICollectionView) -> Int { 0 }
  open func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int { 0 }
  open func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell { UICollectionViewCell() }
}

@MainActor open class UICollectionReusableView: UIView {}

@MainActor open class UICollectionViewCell: UICollectionReusableView {
  public override init() {}
  public var contentConfiguration: (any UIContentConfiguration)?
}

@MainActor open class UICollectionViewListCell: UICollectionViewCell {}

public protocol UIContentConfiguration {}

public struct UIListContentConfiguration: UIContentConfiguration, Sendable {
  public static func valueCell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public var text: String?
  public var secondaryText: String?
}

public struct UIContentUnavailableConfiguration: UIContentConfiguration, Sendable {
  public static func empty() -> UIContentUnavailableConfiguration {
    UIContentUnavailableConfiguration()
  }
  public var text: String?
  public var secondaryText: String?
}

@MainActor open class UICollectionView: UIScrollView {
  public func deleteSections(_ sections: IndexSet) {}
  public func insertSections(_ sections: IndexSet) {}
  public func reloadSections(_ sections: IndexSet) {}
  public func moveSection(_ section: Int, toSection newSection: Int) {}
  public func deleteItems(at indexPaths: [IndexPath]) {}
  public func insertItems(at indexPaths: [IndexPath]) {}
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
  public func reloadItems(at indexPaths: [IndexPath]) {}
  public func reconfigureItems(at indexPaths: [IndexPath]) {}
  public func reloadData() {}
  public func performBatchUpdates(
    _ updates: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {}
  public func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {}
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UICollectionViewCell { UICollectionViewCell() }
}

extension IndexPath {
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var item: Int { self[1] }
  public var section: Int { self[0] }
}

// MARK: - Compositional layout

@MainActor open class UICollectionViewLayout {}

@MainActor open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  public static func list(
    using configuration: UICollectionLayoutListConfiguration
  ) -> UICollectionViewCompositionalLayout { UICollectionViewCompositionalLayout() }
}

public struct UICollectionLayoutListConfiguration {
  public enum Appearance: Int { case plain, grouped, insetGrouped, sidebar, sidebarPlain }
  public init(appearance: Appearance) {}
}

public protocol NSCollectionLayoutContainer {
  var effectiveContentSize: CGSize { get }
}

public protocol NSCollectionLayoutEnvironment {
  var container: any NSCollectionLayoutContainer { get }
}

@MainActor open class NSCollectionLayoutSection {
  public init(group: NSCollectionLayoutGroup) {}
  public var contentInsets = NSDirectionalEdgeInsets()
  public var interGroupSpacing = CGFloat()
  public var contentInsetsReference = UIContentInsetsReference.automatic
  public var supplementaryContentInsetsReference = UIContentInsetsReference.automatic
  public var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
  public let orthogonalScrollingProperties =
    UICollectionLayoutSectionOrthogonalScrollingProperties()
  public var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  public var decorationItems: [NSCollectionLayoutDecorationItem] = []
}

public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
  case none, continuous, continuousGroupLeadingBoundary, paging, groupPaging, groupPagingCentered
}

@MainActor public final class UICollectionLayoutSectionOrthogonalScrollingProperties {
  public enum Bounce: Int, Sendable { case automatic, always, never }
  public struct DecelerationRate: Sendable {
    public static let automatic = DecelerationRate()
    public static let normal = DecelerationRate()
    public static let fast = DecelerationRate()
  }
  public var bounce = Bounce.automatic
  public var decelerationRate = DecelerationRate.automatic
}

public enum UIContentInsetsReference: Int, Sendable {
  case automatic, none, safeArea, layoutMargins, readableContent
}

@MainActor open class NSCollectionLayoutItem {
  public init(
    layoutSize: NSCollectionLayoutSize,
    supplementaryItems: [NSCollectionLayoutSupplementaryItem] = []
  ) {}
  public var contentInsets = NSDirectionalEdgeInsets()
  public var edgeSpacing: NSCollectionLayoutEdgeSpacing?
}

@MainActor open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
  public static func custom(
    layoutSize: NSCollectionLayoutSize,
    itemProvider:
      @escaping (any NSCollectionLayoutEnvironment) -> [NSCollectionLayoutGroupCustomItem]
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize: layoutSize) }
  public static func horizontal(
    layoutSize: NSCollectionLayoutSize,
    subitem: NSCollectionLayoutItem,
    count: Int
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize: layoutSize) }
  public static func vertical(
    layoutSize: NSCollectionLayoutSize,
    subitem: NSCollectionLayoutItem,
    count: Int
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize: layoutSize) }
  public static func horizontal(
    layoutSize: NSCollectionLayoutSize,
    repeatingSubitem: NSCollectionLayoutItem,
    count: Int
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize: layoutSize) }
  public static func vertical(
    layoutSize: NSCollectionLayoutSize,
    repeatingSubitem: NSCollectionLayoutItem,
    count: Int
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize: layoutSize) }
  public static func horizontal(
    layoutSize: NSCollectionLayoutSize,
    subitems: [NSCollectionLayoutItem]
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize: layoutSize) }
  public static func vertical(
    layoutSize: NSCollectionLayoutSize,
    subitems: [NSCollectionLayoutItem]
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize: layoutSize) }
  public var interItemSpacing: NSCollectionLayoutSpacing?
  public var supplementaryItems: [NSCollectionLayoutSupplementaryItem] = []
}

@MainActor public final class NSCollectionLayoutGroupCustomItem {
  nonisolated public init(frame: CGRect, zIndex: Int) {}
}

@MainActor open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
  public init(
    layoutSize: NSCollectionLayoutSize,
    elementKind: String,
    containerAnchor: NSCollectionLayoutAnchor
  ) { super.init(layoutSize: layoutSize) }
  public init(
    layoutSize: NSCollectionLayoutSize,
    elementKind: String,
    containerAnchor: NSCollectionLayoutAnchor,
    itemAnchor: NSCollectionLayoutAnchor
  ) { super.init(layoutSize: layoutSize) }
  public var zIndex = 0
}

@MainActor
public final class NSCollectionLayoutBoundarySupplementaryItem:
  NSCollectionLayoutSupplementaryItem
{
  public init(
    layoutSize: NSCollectionLayoutSize,
    elementKind: String,
    alignment: NSRectAlignment,
    absoluteOffset: CGPoint
  ) {
    super.init(
      layoutSize: layoutSize,
      elementKind: elementKind,
      containerAnchor: NSCollectionLayoutAnchor(edges: [])
    )
  }
  public var extendsBoundary = true
  public var pinToVisibleBounds = false
}

@MainActor public final class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
  public static func background(elementKind: String) -> NSCollectionLayoutDecorationItem {
    NSCollectionLayoutDecorationItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .absolute(0),
        heightDimension: .absolute(0)
      )
    )
  }
  public var zIndex = 0
}

@MainActor public final class NSCollectionLayoutAnchor {
  public convenience init(edges: NSDirectionalRectEdge) {
    self.init(edges: edges, absoluteOffset: CGPoint())
  }
  public init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) {}
  public init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {}
}

@MainActor public final class NSCollectionLayoutSize {
  public init(
    widthDimension width: NSCollectionLayoutDimension,
    heightDimension height: NSCollectionLayoutDimension
  ) {}
}

@MainActor public final class NSCollectionLayoutDimension {
  private init() {}
  public static func fractionalWidth(_ fraction: CGFloat) -> NSCollectionLayoutDimension { .init() }
  public static func fractionalHeight(_ fraction: CGFloat) -> NSCollectionLayoutDimension {
    .init()
  }
  public static func absolute(_ points: CGFloat) -> NSCollectionLayoutDimension { .init() }
  public static func estimated(_ points: CGFloat) -> NSCollectionLayoutDimension { .init() }
  public static func uniformAcrossSiblings(estimate: CGFloat) -> NSCollectionLayoutDimension {
    .init()
  }
}

@MainActor public final class NSCollectionLayoutSpacing {
  private init() {}
  public static func flexible(_ points: CGFloat) -> NSCollectionLayoutSpacing { .init() }
  public static func fixed(_ points: CGFloat) -> NSCollectionLayoutSpacing { .init() }
}

@MainActor public final class NSCollectionLayoutEdgeSpacing {
  public init(
    leading: NSCollectionLayoutSpacing?,
    top: NSCollectionLayoutSpacing?,
    trailing: NSCollectionLayoutSpacing?,
    bottom: NSCollectionLayoutSpacing?
  ) {}
}

public struct NSDirectionalEdgeInsets: Sendable {
  public init() {}
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {}
}

public struct NSDirectionalRectEdge: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let top = NSDirectionalRectEdge(rawValue: 1)
  public static let leading = NSDirectionalRectEdge(rawValue: 2)
  public static let bottom = NSDirectionalRectEdge(rawValue: 4)
  public static let trailing = NSDirectionalRectEdge(rawValue: 8)
}

public enum NSRectAlignment: Int, Sendable {
  case none, top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing, topTrailing
}
