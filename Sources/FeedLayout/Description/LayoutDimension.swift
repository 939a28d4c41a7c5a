/// A declared width or height of an item or a group.
public enum LayoutDimension: Hashable, Sendable {
  /// A fraction of the container's width; 1 is the whole width.
  case fractionalWidth(Double)
  /// A fraction of the container's height; 1 is the whole height.
  case fractionalHeight(Double)
  /// A number of points, not rounded to the grid.
  case absolute(Double)
  /// An estimate in points, used until the cell is measured.
  case estimated(Double)
  /// An estimate in points; once measured, all siblings take the largest length.
  case uniformAcrossSiblings(estimate: Double)
}

extension LayoutDimension {
  /// Whether the length is measured.
  public var isMeasured: Bool {
    switch self {
    case .estimated, .uniformAcrossSiblings: true
    case .fractionalWidth, .fractionalHeight, .absolute: false
    }
  }

  /// The container's axis of a fractional length, or `nil` for other lengths.
  public var fractionAxis: Axis? {
    switch self {
    case .fractionalWidth: .horizontal
    case .fractionalHeight: .vertical
    case .absolute, .estimated, .uniformAcrossSiblings: nil
    }
  }
}

/// The declared width and height of an item or a group.
public struct LayoutSize: Hashable, Sendable {
  /// The declared width.
  public var width: LayoutDimension
  /// The declared height.
  public var height: LayoutDimension

  /// Creates a size, by default the size of the container.
  public init(
    width: LayoutDimension = .fractionalWidth(1),
    height: LayoutDimension = .fractionalHeight(1)
  ) {
    self.width = width
    self.height = height
  }

  subscript(axis: Axis) -> LayoutDimension { axis == .horizontal ? width : height }
}
