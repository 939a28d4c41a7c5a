/// A position in points, from the top left corner.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge.
  public var x: Double
  /// The distance from the top edge.
  public var y: Double

  /// Creates a point.
  public init(x: Double = 0, y: Double = 0) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in points.
public struct Extent: Hashable, Sendable {
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates an extent.
  public init(width: Double = 0, height: Double = 0) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in points, such as the position and size of an element in a solved layout.
public struct Frame: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a rectangle from its top left corner and its size.
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
  /// The width and height.
  public var size: Extent { Extent(width: width, height: height) }
}

extension Frame {
  /// Returns whether this rectangle intersects another rectangle.
  ///
  /// Rectangles that only share an edge do not intersect. An empty rectangle intersects a rectangle
  /// that contains its origin.
  ///
  /// - Returns: Whether the rectangles intersect.
  public func meets(_ other: Frame) -> Bool {
    Self.meets(x, maxX, other.x, other.maxX) && Self.meets(y, maxY, other.y, other.maxY)
  }

  /// Returns whether two intervals of one axis intersect.
  static func meets(_ low: Double, _ high: Double, _ otherLow: Double, _ otherHigh: Double) -> Bool
  {
    if low < otherHigh, otherLow < high { return true }
    if low == high { return otherLow <= low && low < otherHigh }
    return otherLow == otherHigh && low <= otherLow && otherLow < high
  }
}

extension Frame: CustomStringConvertible {
  /// The origin and the size, for example `(4, 3) 155 × 40`.
  public var description: String {
    "(\(decimal(x)), \(decimal(y))) \(decimal(width)) × \(decimal(height))"
  }
}

extension Extent: CustomStringConvertible {
  /// The width and height, for example `155 × 40`.
  public var description: String { "\(decimal(width)) × \(decimal(height))" }
}

extension Extent {
  /// The length along an axis.
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  init(_ axis: Axis, along: Double, across: Double) {
    self =
      axis == .horizontal
      ? Extent(width: along, height: across) : Extent(width: across, height: along)
  }
}

extension Frame {
  init(origin: Point, size: Extent) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The left or top edge.
  func low(_ axis: Axis) -> Double { axis == .horizontal ? x : y }

  /// The right or bottom edge.
  func high(_ axis: Axis) -> Double { axis == .horizontal ? maxX : maxY }

  /// The length along an axis.
  func length(_ axis: Axis) -> Double { axis == .horizontal ? width : height }
}

extension Point {
  /// The coordinate on an axis.
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }
}

extension Extent {
  /// Whether both lengths are unmeasured.
  var isUnknown: Bool { width.isNaN && height.isNaN }
}

extension Frame {
  /// Sets the position and the length on an axis.
  mutating func set(_ axis: Axis, _ low: Double, _ length: Double) {
    if axis == .horizontal { (x, width) = (low, length) } else { (y, height) = (low, length) }
  }
}
