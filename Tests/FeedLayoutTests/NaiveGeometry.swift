import FeedLayout

// Helpers for axes in the naive solver.

extension Axis {
  var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

extension Extent {
  func of(_ axis: Axis) -> Double { axis == .horizontal ? width : height }
  mutating func set(_ axis: Axis, _ length: Double) {
    if axis == .horizontal { width = length } else { height = length }
  }
}

extension Point {
  func of(_ axis: Axis) -> Double { axis == .horizontal ? x : y }
}

extension Frame {
  func end(_ axis: Axis) -> Double { axis == .horizontal ? x + width : y + height }
  mutating func move(_ axis: Axis, _ distance: Double) {
    if axis == .horizontal { x += distance } else { y += distance }
  }
  mutating func set(_ axis: Axis, _ place: Double, _ length: Double) {
    if axis == .horizontal { (x, width) = (place, length) } else { (y, height) = (place, length) }
  }
}

extension EdgeSpacing {
  func before(_ axis: Axis) -> LayoutSpacing? { axis == .horizontal ? leading : top }
  func after(_ axis: Axis) -> LayoutSpacing? { axis == .horizontal ? trailing : bottom }
}

extension DirectionalInsets {
  func before(_ axis: Axis) -> Double { axis == .horizontal ? leading : top }
  func after(_ axis: Axis) -> Double { axis == .horizontal ? trailing : bottom }
}

extension LayoutSize {
  func fraction(across axis: Axis) -> Bool {
    switch (axis == .horizontal ? height : width, axis) {
    case (.fractionalWidth, .horizontal), (.fractionalHeight, .vertical): true
    default: false
    }
  }
}

extension BoundaryAlignment {
  /// −1 at the start of an axis, 0 in the middle, 1 at its end.
  func side(_ axis: Axis) -> Int {
    let name = rawValue.lowercased()
    if axis == .vertical { return name.hasPrefix("top") ? -1 : name.hasPrefix("bottom") ? 1 : 0 }
    return name.hasSuffix("leading") ? -1 : name.hasSuffix("trailing") ? 1 : 0
  }
}
