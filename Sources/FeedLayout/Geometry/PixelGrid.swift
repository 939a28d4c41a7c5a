/// A grid that frames are aligned to, with a number of lines per point on each axis.
///
/// A screen has two or three pixels per point on both axes. A terminal whose container is measured
/// in cells has a grid of scale 1. A terminal whose cells measure 8 × 16 points has 1/8 line per
/// point horizontally and 1/16 line per point vertically.
public struct PixelGrid: Hashable, Sendable {
  /// The number of lines per point, horizontally.
  public let horizontalScale: Double
  /// The number of lines per point, vertically.
  public let verticalScale: Double

  /// Creates a grid with the same scale on both axes.
  ///
  /// - Precondition: The scale is a positive number.
  /// - Parameter scale: The number of lines per point.
  public init(scale: Double = 1) {
    self.init(horizontalScale: scale, verticalScale: scale)
  }

  /// Creates a grid with a scale for each axis.
  ///
  /// - Precondition: Both scales are positive numbers.
  /// - Parameters:
  ///   - horizontalScale: The number of lines per point, horizontally.
  ///   - verticalScale: The number of lines per point, vertically.
  public init(horizontalScale: Double, verticalScale: Double) {
    precondition(
      horizontalScale > 0 && horizontalScale.isFinite && verticalScale > 0
        && verticalScale.isFinite,
      "a grid needs a positive number of lines per point, not \(horizontalScale) × \(verticalScale)"
    )
    self.horizontalScale = horizontalScale
    self.verticalScale = verticalScale
  }

  /// Creates the grid of a terminal whose cells are measured in points.
  ///
  /// - Precondition: Both lengths are positive numbers.
  /// - Parameter cell: The size of one cell in points.
  public init(cell: Extent) {
    self.init(horizontalScale: 1 / cell.width, verticalScale: 1 / cell.height)
  }

  subscript(axis: Axis) -> PixelScale {
    PixelScale(scale: axis == .horizontal ? horizontalScale : verticalScale)
  }
}

/// The scale of a grid on one axis, with conversions between points and integer units.
///
/// A unit is 2⁻²⁰ pixel. Sums of integers do not depend on their order, so an edited layout equals
/// a fresh layout bit for bit. A length on the grid is exact at any scale, so a million thirds of a
/// point do not drift.
struct PixelScale {
  private static let bits = 20
  private static let half = 1 << (bits - 1)
  private static let largest = Double(1 << 56)
  /// The fraction of a pixel by which a length may miss a grid line.
  private static let hair = 0.001

  let scale: Double

  /// The length of one pixel, in units.
  static let pixel = 1 << bits

  /// Rounds a length down to the grid.
  func floor(_ length: Double) -> Double {
    (length * scale + Self.hair).rounded(.down) / scale
  }

  /// Converts points to units.
  func units(_ points: Double) -> Int {
    let units = (points * scale * Double(Self.pixel)).rounded()
    guard units.magnitude < Self.largest else {
      return units.isNaN ? 0 : Int(units < 0 ? -Self.largest : Self.largest)
    }
    return Int(units)
  }

  /// Multiplies a length in units by a count, limited to 2⁵⁸ units in magnitude.
  static func times(_ count: Int, _ units: Int) -> Int {
    let (product, overflow) = count.multipliedReportingOverflow(by: units)
    guard overflow || product.magnitude > 1 << 58 else { return product }
    return (count < 0) == (units < 0) ? 1 << 58 : -(1 << 58)
  }

  /// Converts units to points without rounding to the grid.
  func points(_ units: Int) -> Double {
    Double(units) / (scale * Double(Self.pixel))
  }

  /// Converts units to points on the nearest grid line; halves round away from zero.
  func snapped(_ units: Int) -> Double {
    let pixels =
      units < 0
      ? -((-units + Self.half) >> Self.bits) : (units + Self.half) >> Self.bits
    return Double(pixels) / scale
  }
}
