/// The room between two items, or beside one.
public enum LayoutSpacing: Hashable, Sendable {
  /// Exactly so many points.
  case fixed(Double)
  /// At least so many points; what is left of a row is shared among all flexible spacings.
  case flexible(Double)

  /// The points that it takes at the least.
  public var minimum: Double {
    switch self {
    case .fixed(let points), .flexible(let points): points
    }
  }

  /// Whether it takes a share of what is left.
  public var isFlexible: Bool {
    if case .flexible = self { true } else { false }
  }
}

/// The room around an item, outside of it.
public struct EdgeSpacing: Hashable, Sendable {
  /// The room before the item.
  public var leading: LayoutSpacing?
  /// The room above the item.
  public var top: LayoutSpacing?
  /// The room after the item.
  public var trailing: LayoutSpacing?
  /// The room below the item.
  public var bottom: LayoutSpacing?

  /// Declares the room around an item, none where nothing is given.
  ///
  /// - Parameters:
  ///   - leading: The room before the item.
  ///   - top: The room above it.
  ///   - trailing: The room after it.
  ///   - bottom: The room below it.
  public init(
    leading: LayoutSpacing? = nil,
    top: LayoutSpacing? = nil,
    trailing: LayoutSpacing? = nil,
    bottom: LayoutSpacing? = nil
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }

  /// No room around the item.
  public static let none = EdgeSpacing()

  func before(_ axis: Axis) -> LayoutSpacing? { axis == .horizontal ? leading : top }
  func after(_ axis: Axis) -> LayoutSpacing? { axis == .horizontal ? trailing : bottom }
}

/// The room inside the edges of an item, a group or a section.
public struct DirectionalInsets: Hashable, Sendable {
  /// The room below the top edge.
  public var top: Double
  /// The room after the leading edge.
  public var leading: Double
  /// The room above the bottom edge.
  public var bottom: Double
  /// The room before the trailing edge.
  public var trailing: Double

  /// Declares the room inside each edge.
  ///
  /// - Parameters:
  ///   - top: The room below the top edge.
  ///   - leading: The room after the leading edge.
  ///   - bottom: The room above the bottom edge.
  ///   - trailing: The room before the trailing edge.
  public init(
    top: Double = 0,
    leading: Double = 0,
    bottom: Double = 0,
    trailing: Double = 0
  ) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// No room.
  public static let zero = DirectionalInsets()

  func before(_ axis: Axis) -> Double { axis == .horizontal ? leading : top }
  func after(_ axis: Axis) -> Double { axis == .horizontal ? trailing : bottom }
  func sum(_ axis: Axis) -> Double { before(axis) + after(axis) }
}
