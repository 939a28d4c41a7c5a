/// The smallest part of a layout: the space of one cell.
public struct LayoutItem: Hashable, Sendable {
  /// Its size.
  public var size: LayoutSize
  /// Its insets, applied after layout; ignored on an axis of estimated length.
  public var contentInsets: DirectionalInsets
  /// The spacing around it.
  public var edgeSpacing: EdgeSpacing
  /// The views anchored to it.
  public var supplementaries: [SupplementaryItem]

  /// Creates an item, by default as large as its group.
  public init(
    size: LayoutSize = LayoutSize(),
    contentInsets: DirectionalInsets = .zero,
    edgeSpacing: EdgeSpacing = .none,
    supplementaries: [SupplementaryItem] = []
  ) {
    self.size = size
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaries = supplementaries
  }
}

/// A member of a group: an item or a nested group.
public enum LayoutMember: Hashable, Sendable {
  /// An item.
  case item(LayoutItem)
  /// A nested group.
  indirect case group(LayoutGroup)

  /// The declared size.
  public var size: LayoutSize {
    switch self {
    case .item(let item): item.size
    case .group(let group): group.size
    }
  }

  /// The declared spacing around it.
  public var edgeSpacing: EdgeSpacing {
    switch self {
    case .item(let item): item.edgeSpacing
    case .group(let group): group.edgeSpacing
    }
  }
}
