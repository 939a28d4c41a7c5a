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

extension LayoutDimension {
  /// The fraction, or zero for other lengths.
  var fraction: Double {
    switch self {
    case .fractionalWidth(let fraction), .fractionalHeight(let fraction): fraction
    case .absolute, .estimated, .uniformAcrossSiblings: 0
    }
  }
}

extension LayoutSize: Decodable {
  /// Reads a size from JSON.
  ///
  /// - Throws: ``LayoutError`` if a length cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder, known: ["width", "height"])
    self.init(
      width: try fields.required("width", as: WireWidth.self).dimension,
      height: try fields.required("height", as: WireHeight.self).dimension
    )
  }
}

extension LayoutDimension: Encodable {
  /// Writes a length with its form as the key.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    switch self {
    case .fractionalWidth(let fraction): try object.write("fractionalWidth", fraction)
    case .fractionalHeight(let fraction): try object.write("fractionalHeight", fraction)
    case .absolute(let points): try object.write("absolute", points)
    case .estimated(let points): try object.write("estimated", points)
    case .uniformAcrossSiblings(let points): try object.write("uniformAcrossSiblings", points)
    }
  }
}

extension LayoutSize: Encodable {
  /// Writes a size.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("width", width)
    try object.write("height", height)
  }
}
