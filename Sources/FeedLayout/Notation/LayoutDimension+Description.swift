extension LayoutDimension {
  /// Returns the short form of a length.
  ///
  /// - Returns: The short form, which parses to the same length up to four decimals.
  public func shorthand(axis: Axis) -> String {
    switch self {
    case .fractionalWidth(let fraction):
      "\(decimal(fraction * 100))%" + (axis == .horizontal ? "" : "w")
    case .fractionalHeight(let fraction):
      "\(decimal(fraction * 100))%" + (axis == .vertical ? "" : "h")
    case .absolute(let points): decimal(points)
    case .estimated(let points): "~\(decimal(points))"
    case .uniformAcrossSiblings(let points): "=\(decimal(points))"
    }
  }
}

extension LayoutSize: CustomStringConvertible {
  /// The short forms of the width and height, for example `50% × ~44`.
  public var description: String {
    "\(width.shorthand(axis: .horizontal)) × \(height.shorthand(axis: .vertical))"
  }
}

extension LayoutSpacing: CustomStringConvertible {
  /// The short form, for example `8` or `>=8`.
  public var description: String {
    (isFlexible ? ">=" : "") + decimal(minimum)
  }
}
