/// A direction of layout or scrolling.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical

  /// The other axis.
  public var crossing: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// The reading direction, which determines the leading and trailing edges.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// Leading is left.
  case leftToRight
  /// Leading is right; the whole layout is mirrored.
  case rightToLeft
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

extension Point {
  /// The coordinate on an axis.
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
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
