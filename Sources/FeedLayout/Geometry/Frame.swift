/// A place in points, counted from the top left corner.
public struct Point: Hashable, Sendable {
  /// The distance from the left.
  public var x: Double
  /// The distance from the top.
  public var y: Double

  /// Names a place.
  ///
  /// - Parameters:
  ///   - x: The distance from the left.
  ///   - y: The distance from the top.
  public init(x: Double = 0, y: Double = 0) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in points.
public struct Extent: Hashable, Sendable {
  /// The length from left to right.
  public var width: Double
  /// The length from top to bottom.
  public var height: Double

  /// Names an extent.
  ///
  /// - Parameters:
  ///   - width: The length from left to right.
  ///   - height: The length from top to bottom.
  public init(width: Double = 0, height: Double = 0) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in points: where an element stands once its layout is solved.
public struct Frame: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The length from left to right.
  public var width: Double
  /// The length from top to bottom.
  public var height: Double

  /// Names a rectangle by its top left corner and its lengths.
  ///
  /// - Parameters:
  ///   - x: The left edge.
  ///   - y: The top edge.
  ///   - width: The length from left to right.
  ///   - height: The length from top to bottom.
  public init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }
  /// The top left corner.
  public var origin: Point { Point(x: x, y: y) }
  /// The width and the height.
  public var size: Extent { Extent(width: width, height: height) }
}

extension Frame {
  /// Tells whether this rectangle shares any area with another one.
  ///
  /// Edges that only touch share nothing. A rectangle without area meets one that its place lies in.
  ///
  /// - Parameter other: The other rectangle.
  /// - Returns: Whether the two meet.
  public func meets(_ other: Frame) -> Bool {
    Self.meets(x, maxX, other.x, other.maxX) && Self.meets(y, maxY, other.y, other.maxY)
  }

  /// Tells whether two stretches of one axis meet.
  static func meets(_ low: Double, _ high: Double, _ otherLow: Double, _ otherHigh: Double) -> Bool
  {
    if low < otherHigh, otherLow < high { return true }
    if low == high { return otherLow <= low && low < otherHigh }
    return otherLow == otherHigh && low <= otherLow && otherLow < high
  }
}

extension Frame: CustomStringConvertible {
  /// The corner and the lengths, for example `(4, 3) 155 × 40`.
  public var description: String {
    "(\(decimal(x)), \(decimal(y))) \(decimal(width)) × \(decimal(height))"
  }
}

extension Extent: CustomStringConvertible {
  /// The width and the height, for example `155 × 40`.
  public var description: String { "\(decimal(width)) × \(decimal(height))" }
}
