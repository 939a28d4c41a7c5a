/// The space between two items, or next to an item.
public enum LayoutSpacing: Hashable, Sendable {
  /// Exactly the given number of points.
  case fixed(Double)
  /// At least the given number of points; flexible spacings share the free space of a row equally.
  case flexible(Double)

  /// The minimum number of points.
  public var minimum: Double {
    switch self {
    case .fixed(let points), .flexible(let points): points
    }
  }

  /// Whether it takes a share of the free space.
  public var isFlexible: Bool {
    if case .flexible = self { true } else { false }
  }
}

/// The space around an item, outside its frame.
public struct EdgeSpacing: Hashable, Sendable {
  /// The space before the item.
  public var leading: LayoutSpacing?
  /// The space above the item.
  public var top: LayoutSpacing?
  /// The space after the item.
  public var trailing: LayoutSpacing?
  /// The space below the item.
  public var bottom: LayoutSpacing?

  /// Creates the space around an item.
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

  /// No space around the item.
  public static let none = EdgeSpacing()

  func before(_ axis: Axis) -> LayoutSpacing? { axis == .horizontal ? leading : top }
  func after(_ axis: Axis) -> LayoutSpacing? { axis == .horizontal ? trailing : bottom }
}

/// The insets of an item, a group or a section.
public struct DirectionalInsets: Hashable, Sendable {
  /// The inset from the top edge.
  public var top: Double
  /// The inset from the leading edge.
  public var leading: Double
  /// The inset from the bottom edge.
  public var bottom: Double
  /// The inset from the trailing edge.
  public var trailing: Double

  /// Creates insets.
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

  /// No insets.
  public static let zero = DirectionalInsets()

  func before(_ axis: Axis) -> Double { axis == .horizontal ? leading : top }
  func after(_ axis: Axis) -> Double { axis == .horizontal ? trailing : bottom }
  func sum(_ axis: Axis) -> Double { before(axis) + after(axis) }
}
