extension LayoutDimension {
  /// Writes a length in its short form.
  ///
  /// - Parameter axis: The axis of the length, which a bare `%` is counted of.
  /// - Returns: The short form; reading it gives the length again, to four decimals.
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
  /// The short forms of width and height, for example `50% × ~44`.
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
