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

extension Axis {
  /// The name of a length along the axis.
  var lengthName: String { self == .horizontal ? "width" : "height" }
}
