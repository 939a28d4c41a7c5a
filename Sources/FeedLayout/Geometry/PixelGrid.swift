/// The grid that frames are aligned to: so many lines a point, on each axis.
///
/// A screen has two or three pixels a point on both axes. A terminal whose container is counted in
/// cells has a grid of scale 1; one whose cells are counted as 8 × 16 points has an eighth of a line a
/// point from side to side and a sixteenth from top to bottom.
public struct PixelGrid: Hashable, Sendable {
  /// The lines a point from side to side.
  public let horizontalScale: Double
  /// The lines a point from top to bottom.
  public let verticalScale: Double

  /// Makes a grid that is the same on both axes.
  ///
  /// - Precondition: The scale is a positive number.
  /// - Parameter scale: The lines a point.
  public init(scale: Double = 1) {
    self.init(horizontalScale: scale, verticalScale: scale)
  }

  /// Makes a grid that differs between the axes.
  ///
  /// - Precondition: Both scales are positive numbers.
  /// - Parameters:
  ///   - horizontalScale: The lines a point from side to side.
  ///   - verticalScale: The lines a point from top to bottom.
  public init(horizontalScale: Double, verticalScale: Double) {
    precondition(
      horizontalScale > 0 && horizontalScale.isFinite && verticalScale > 0
        && verticalScale.isFinite,
      "a grid has a positive number of lines a point, not \(horizontalScale) × \(verticalScale)"
    )
    self.horizontalScale = horizontalScale
    self.verticalScale = verticalScale
  }

  /// Makes the grid of a terminal whose cells are counted in points.
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

/// The lines of a grid on one axis, and the whole numbers in which lengths are added up.
///
/// Lengths are stacked in units of a 2²⁰th of a pixel. Sums of whole numbers do not depend on the
/// order in which they are made, so an edited layout equals a fresh one bit by bit; and a length that
/// lies on the grid is exact at any scale, so a million thirds of a point do not drift.
struct PixelScale {
  private static let bits = 20
  private static let half = 1 << (bits - 1)
  private static let largest = Double(1 << 56)
  /// What is so little below a pixel that it counts as on it.
  private static let hair = 0.001

  let scale: Double

  /// The length of one pixel, in units.
  static let pixel = 1 << bits

  /// Rounds a length down to the grid.
  func floor(_ length: Double) -> Double {
    (length * scale + Self.hair).rounded(.down) / scale
  }

  /// Turns points into units.
  func units(_ points: Double) -> Int {
    let units = (points * scale * Double(Self.pixel)).rounded()
    guard units.magnitude < Self.largest else {
      return units.isNaN ? 0 : Int(units < 0 ? -Self.largest : Self.largest)
    }
    return Int(units)
  }

  /// So many lengths one behind the other, no longer than can be counted.
  static func times(_ count: Int, _ units: Int) -> Int {
    let (product, overflow) = count.multipliedReportingOverflow(by: units)
    guard overflow || product.magnitude > 1 << 58 else { return product }
    return (count < 0) == (units < 0) ? 1 << 58 : -(1 << 58)
  }

  /// Turns units into points, not rounded to the grid.
  func points(_ units: Int) -> Double {
    Double(units) / (scale * Double(Self.pixel))
  }

  /// Turns units into points on the nearest line of the grid, halves away from zero.
  func snapped(_ units: Int) -> Double {
    let pixels =
      units < 0
      ? -((-units + Self.half) >> Self.bits) : (units + Self.half) >> Self.bits
    return Double(pixels) / scale
  }
}
