/// A set of edges, named by reading direction.
public struct DirectionalEdges: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  ///
  /// - Parameter rawValue: The bits of the set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The top edge.
  public static let top = DirectionalEdges(rawValue: 1)
  /// The leading edge.
  public static let leading = DirectionalEdges(rawValue: 2)
  /// The bottom edge.
  public static let bottom = DirectionalEdges(rawValue: 4)
  /// The trailing edge.
  public static let trailing = DirectionalEdges(rawValue: 8)
  /// All four edges, which cancel to the centre.
  public static let all: DirectionalEdges = [.top, .leading, .bottom, .trailing]
}

/// A point of a rectangle, named by edges and moved by an offset.
///
/// No edge names the centre, one edge its middle, two neighbours their corner. Opposite edges cancel.
public struct LayoutAnchor: Hashable, Sendable {
  /// The edges that name the point.
  public var edges: DirectionalEdges
  /// The offset in points.
  public var absoluteOffset: Point
  /// The offset in fractions of the size of the view that is placed.
  public var fractionalOffset: Point

  /// Declares a point of a rectangle.
  ///
  /// - Parameters:
  ///   - edges: The edges that name the point.
  ///   - absoluteOffset: An offset in points.
  ///   - fractionalOffset: An offset in fractions of the size of the view that is placed.
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
