/// One of the two directions in which things are lined up or scrolled.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// From side to side.
  case horizontal
  /// From top to bottom.
  case vertical

  /// The other axis.
  public var crossing: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// The direction in which a line is read; it decides where leading and trailing lie.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// Leading is left.
  case leftToRight
  /// Leading is right, and the whole layout is mirrored.
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

  /// The nearest edge on an axis.
  func low(_ axis: Axis) -> Double { axis == .horizontal ? x : y }

  /// The farthest edge on an axis.
  func high(_ axis: Axis) -> Double { axis == .horizontal ? maxX : maxY }

  /// The length along an axis.
  func length(_ axis: Axis) -> Double { axis == .horizontal ? width : height }
}
