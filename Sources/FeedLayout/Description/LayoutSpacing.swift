/// The space between two items, or next to an item.
public enum LayoutSpacing: Hashable, Sendable {
  /// Exactly the given number of points.
  case fixed(Double)
  /// At least the given number of points; flexible spacings share the free space of a row equally.
  case flexible(Double)

  /// The minimum number of points.
  public var minimum: Double {
    switch self {
    case .fixed(let points), .flexible(let points): points
    }
  }

  /// Whether it takes a share of the free space.
  public var isFlexible: Bool {
    if case .flexible = self { true } else { false }
  }
}

/// The space around an item, outside its frame.
public struct EdgeSpacing: Hashable, Sendable {
  /// The space before the item.
  public var leading: LayoutSpacing?
  /// The space above the item.
  public var top: LayoutSpacing?
  /// The space after the item.
  public var trailing: LayoutSpacing?
  /// The space below the item.
  public var bottom: LayoutSpacing?

  /// Creates the space around an item.
  public init(
    leading: LayoutSpacing? = nil,
    top: LayoutSpacing? = nil,
    trailing: LayoutSpacing? = nil,
    bottom: LayoutSpacing? = nil
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }

  /// No space around the item.
  public static let none = EdgeSpacing()

  func before(_ axis: Axis) -> LayoutSpacing? { axis == .horizontal ? leading : top }
  func after(_ axis: Axis) -> LayoutSpacing? { axis == .horizontal ? trailing : bottom }
}

/// The insets of an item, a group or a section.
public struct DirectionalInsets: Hashable, Sendable {
  /// The inset from the top edge.
  public var top: Double
  /// The inset from the leading edge.
  public var leading: Double
  /// The inset from the bottom edge.
  public var bottom: Double
  /// The inset from the trailing edge.
  public var trailing: Double

  /// Creates insets.
  public init(
    top: Double = 0,
    leading: Double = 0,
    bottom: Double = 0,
    trailing: Double = 0
  ) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// No insets.
  public static let zero = DirectionalInsets()

  func before(_ axis: Axis) -> Double { axis == .horizontal ? leading : top }
  func after(_ axis: Axis) -> Double { axis == .horizontal ? trailing : bottom }
  func sum(_ axis: Axis) -> Double { before(axis) + after(axis) }
}

extension LayoutSpacing: CustomStringConvertible {
  /// The short form, for example `8` or `>=8`.
  public var description: String {
    (isFlexible ? ">=" : "") + decimal(minimum)
  }
}

extension DirectionalInsets {
  /// Creates insets from one, two or four numbers.
  ///
  /// One number applies to all edges. Two numbers apply to top and bottom, and to leading and
  /// trailing. Four numbers apply to top, leading, bottom and trailing.
  ///
  /// - Throws: ``LayoutError`` with code ``LayoutError/Code/badShorthand`` for any other count.
  public init(shorthand numbers: [Double]) throws(LayoutError) {
    switch numbers.count {
    case 1:
      self.init(
        top: numbers[0],
        leading: numbers[0],
        bottom: numbers[0],
        trailing: numbers[0]
      )
    case 2:
      self.init(
        top: numbers[0],
        leading: numbers[1],
        bottom: numbers[0],
        trailing: numbers[1]
      )
    case 4:
      self.init(
        top: numbers[0],
        leading: numbers[1],
        bottom: numbers[2],
        trailing: numbers[3]
      )
    default:
      throw LayoutError(
        .badShorthand,
        "\(numbers.count) numbers are not valid insets",
        hint: "give one, two or four"
      )
    }
  }
}

extension LayoutSpacing {
  /// Parses the short form of a spacing: `8` is exactly 8 points, `>=8` at least 8 points.
  ///
  /// - Throws: ``LayoutError`` with code ``LayoutError/Code/badShorthand`` if it is invalid.
  public init(shorthand text: String) throws(LayoutError) {
    let trimmed = text.trimmingSpaces()
    let isFlexible = trimmed.hasPrefix(">=")
    guard let points = Double(plain: isFlexible ? trimmed.dropFirst(2) : trimmed),
      points <= WireNumber.lengths.upperBound
    else {
      throw LayoutError(
        .badShorthand,
        "'\(text)' is not a spacing",
        hint: "use 8 for exactly 8 points, or >=8 for at least 8"
      )
    }
    self = isFlexible ? .flexible(points) : .fixed(points)
  }
}

extension DirectionalInsets {
  /// Returns the sum with the insets of a reference across the scroll axis.
  func adding(_ other: DirectionalInsets, across axis: Axis) -> DirectionalInsets {
    var insets = self
    if axis == .vertical {
      insets.leading += other.leading
      insets.trailing += other.trailing
    } else {
      insets.top += other.top
      insets.bottom += other.bottom
    }
    return insets
  }
}

extension DirectionalInsets: Encodable {
  /// Writes insets by edge.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("top", top, unless: 0)
    try object.write("leading", leading, unless: 0)
    try object.write("bottom", bottom, unless: 0)
    try object.write("trailing", trailing, unless: 0)
  }
}

extension EdgeSpacing: Encodable {
  /// Writes the space around an item.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("leading", optional: leading)
    try object.write("top", optional: top)
    try object.write("trailing", optional: trailing)
    try object.write("bottom", optional: bottom)
  }
}

extension LayoutSpacing: Encodable {
  /// Writes a spacing with its form as the key.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write(isFlexible ? "flexible" : "fixed", minimum)
  }
}

extension DirectionalInsets: Decodable {
  /// Reads insets from JSON: by edge, or as one, two or four numbers.
  ///
  /// - Throws: ``LayoutError`` if a number cannot be read.
  public init(from decoder: any Decoder) throws {
    let path = decoder.codingPath.map(\.wireName)
    let container = try decoder.singleValueContainer()
    let numbers =
      (try? container.decode(Double.self)).map { [$0] } ?? (try? container.decode([Double].self))
    if let numbers {
      for number in numbers { _ = try WireNumber.checked(number, path: path) }
      do {
        try self.init(shorthand: numbers)
      } catch {
        throw LayoutError(error.code, error.message, hint: error.hint, path: path)
      }
      return
    }
    let fields = try WireFields(decoder, known: ["top", "leading", "bottom", "trailing"])
    self.init(
      top: try fields.number("top") ?? 0,
      leading: try fields.number("leading") ?? 0,
      bottom: try fields.number("bottom") ?? 0,
      trailing: try fields.number("trailing") ?? 0
    )
  }
}

extension EdgeSpacing: Decodable {
  /// Reads the space around an item from JSON.
  ///
  /// - Throws: ``LayoutError`` if a spacing cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder, known: ["leading", "top", "trailing", "bottom"])
    self.init(
      leading: try fields.value("leading"),
      top: try fields.value("top"),
      trailing: try fields.value("trailing"),
      bottom: try fields.value("bottom")
    )
  }
}
