/// A container that lines up its members and is repeated until all cells of a section have a place.
public struct LayoutGroup: Hashable, Sendable {
  /// How the members of a group are arranged.
  public enum Arrangement: Hashable, Sendable {
    /// From the leading to the trailing edge.
    case horizontal([LayoutMember])
    /// From the top to the bottom.
    case vertical([LayoutMember])
    /// At given places, counted from the group's own corner.
    case custom([CustomPlace])
  }

  /// How often a group holds its members.
  public enum Filling: Hashable, Sendable {
    /// Over and over until the group is full, or once each where its length is estimated.
    case untilFull
    /// So many members that share the length equally, whatever they ask for.
    case equally(Int)
    /// So many members that keep their own length, whether they fit or not.
    case repeating(Int)
  }

  /// How the members are arranged.
  public var arrangement: Arrangement
  /// The size of the group.
  public var size: LayoutSize
  /// How often the group holds its members.
  public var filling: Filling
  /// The room between neighbours.
  public var interItemSpacing: LayoutSpacing?
  /// The room inside the group's edges; a value between 0 and 1 is a fraction of the group's length.
  public var contentInsets: DirectionalInsets
  /// The room around the group.
  public var edgeSpacing: EdgeSpacing
  /// The views anchored to the group.
  public var supplementaries: [SupplementaryItem]

  /// Declares a group, by default as large as what contains it.
  ///
  /// - Parameters:
  ///   - arrangement: How the members are arranged.
  ///   - size: The size of the group.
  ///   - filling: How often the group holds its members.
  ///   - interItemSpacing: The room between neighbours.
  ///   - contentInsets: The room inside the group's edges.
  ///   - edgeSpacing: The room around the group.
  ///   - supplementaries: The views anchored to the group.
  public init(
    _ arrangement: Arrangement,
    size: LayoutSize = LayoutSize(),
    filling: Filling = .untilFull,
    interItemSpacing: LayoutSpacing? = nil,
    contentInsets: DirectionalInsets = .zero,
    edgeSpacing: EdgeSpacing = .none,
    supplementaries: [SupplementaryItem] = []
  ) {
    self.arrangement = arrangement
    self.size = size
    self.filling = filling
    self.interItemSpacing = interItemSpacing
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaries = supplementaries
  }
}

/// The place of one cell in a custom group.
public struct CustomPlace: Hashable, Sendable {
  /// The frame, counted from the group's own corner; it may lie outside the group.
  public var frame: Frame
  /// The cell's place among the elements that overlap.
  public var zIndex: Int

  /// Declares the place of one cell.
  ///
  /// - Parameters:
  ///   - frame: The frame, counted from the group's own corner.
  ///   - zIndex: The cell's place among the elements that overlap.
  public init(frame: Frame, zIndex: Int = 0) {
    self.frame = frame
    self.zIndex = zIndex
  }
}

extension LayoutGroup {
  /// The axis along which the members are lined up, or `nil` for a custom group.
  public var axis: Axis? {
    switch arrangement {
    case .horizontal: .horizontal
    case .vertical: .vertical
    case .custom: nil
    }
  }

  /// The members that are lined up; none for a custom group.
  public var members: [LayoutMember] {
    switch arrangement {
    case .horizontal(let members), .vertical(let members): members
    case .custom: []
    }
  }
}
