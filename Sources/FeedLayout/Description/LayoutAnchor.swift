/// A set of edges, relative to the reading direction.
public struct DirectionalEdges: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The top edge.
  public static let top = DirectionalEdges(rawValue: 1)
  /// The leading edge.
  public static let leading = DirectionalEdges(rawValue: 2)
  /// The bottom edge.
  public static let bottom = DirectionalEdges(rawValue: 4)
  /// The trailing edge.
  public static let trailing = DirectionalEdges(rawValue: 8)
  /// All four edges, which cancel out to the centre.
  public static let all: DirectionalEdges = [.top, .leading, .bottom, .trailing]
}

/// A point of a rectangle, given by edges and an offset.
///
/// No edges give the centre, one edge gives its middle, and two adjacent edges give their corner.
/// Opposite edges cancel out.
public struct LayoutAnchor: Hashable, Sendable {
  /// The edges that determine the point.
  public var edges: DirectionalEdges
  /// The offset in points.
  public var absoluteOffset: Point
  /// The offset as a fraction of the placed view's size.
  public var fractionalOffset: Point

  /// Creates an anchor.
  ///
  /// - Parameters:
  ///   - absoluteOffset: The offset in points.
  ///   - fractionalOffset: The offset as a fraction of the placed view's size.
  public init(
    edges: DirectionalEdges = [],
    absoluteOffset: Point = Point(),
    fractionalOffset: Point = Point()
  ) {
    self.edges = edges
    self.absoluteOffset = absoluteOffset
    self.fractionalOffset = fractionalOffset
  }
}
