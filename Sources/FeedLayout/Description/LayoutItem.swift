/// The smallest part of a layout: the place of one cell.
public struct LayoutItem: Hashable, Sendable {
  /// Its size.
  public var size: LayoutSize
  /// The room inside its edges, taken off after all is laid out; none on an estimated axis.
  public var contentInsets: DirectionalInsets
  /// The room around it.
  public var edgeSpacing: EdgeSpacing
  /// The views anchored to it.
  public var supplementaries: [SupplementaryItem]

  /// Declares the place of one cell, by default the whole of its group.
  ///
  /// - Parameters:
  ///   - size: Its size.
  ///   - contentInsets: The room inside its edges.
  ///   - edgeSpacing: The room around it.
  ///   - supplementaries: The views anchored to it.
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

/// What a group holds: a cell's place, or another group.
public enum LayoutMember: Hashable, Sendable {
  /// The place of one cell.
  case item(LayoutItem)
  /// A group within the group.
  indirect case group(LayoutGroup)

  /// The declared size.
  public var size: LayoutSize {
    switch self {
    case .item(let item): item.size
    case .group(let group): group.size
    }
  }

  /// The declared room around it.
  public var edgeSpacing: EdgeSpacing {
    switch self {
    case .item(let item): item.edgeSpacing
    case .group(let group): group.edgeSpacing
    }
  }
}
