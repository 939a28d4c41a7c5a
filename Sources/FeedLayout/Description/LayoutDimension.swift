/// One length of an item or a group, as it is declared.
public enum LayoutDimension: Hashable, Sendable {
  /// A fraction of the width of what contains it; 1 is the whole width.
  case fractionalWidth(Double)
  /// A fraction of the height of what contains it; 1 is the whole height.
  case fractionalHeight(Double)
  /// A number of points, kept as it is.
  case absolute(Double)
  /// A guess in points, which holds until the cell has been measured.
  case estimated(Double)
  /// A guess in points; once measured, all siblings take the largest.
  case uniformAcrossSiblings(estimate: Double)
}

extension LayoutDimension {
  /// Whether the length is found by measuring.
  public var isMeasured: Bool {
    switch self {
    case .estimated, .uniformAcrossSiblings: true
    case .fractionalWidth, .fractionalHeight, .absolute: false
    }
  }

  /// The axis whose length it is a fraction of, if it is one.
  public var fractionAxis: Axis? {
    switch self {
    case .fractionalWidth: .horizontal
    case .fractionalHeight: .vertical
    case .absolute, .estimated, .uniformAcrossSiblings: nil
    }
  }
}

/// The width and the height of an item or a group, as they are declared.
public struct LayoutSize: Hashable, Sendable {
  /// The declared width.
  public var width: LayoutDimension
  /// The declared height.
  public var height: LayoutDimension

  /// Declares a size, by default the whole of what contains it.
  ///
  /// - Parameters:
  ///   - width: The width.
  ///   - height: The height.
  public init(
    width: LayoutDimension = .fractionalWidth(1),
    height: LayoutDimension = .fractionalHeight(1)
  ) {
    self.width = width
    self.height = height
  }

  subscript(axis: Axis) -> LayoutDimension { axis == .horizontal ? width : height }
}
