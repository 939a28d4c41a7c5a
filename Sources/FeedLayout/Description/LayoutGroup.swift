/// A container that arranges its members, repeated until it holds all cells of a section.
public struct LayoutGroup: Hashable, Sendable {
  /// The arrangement of the members of a group.
  public enum Arrangement: Hashable, Sendable {
    /// From the leading to the trailing edge.
    case horizontal([LayoutMember])
    /// From the top to the bottom.
    case vertical([LayoutMember])
    /// At given frames, relative to the group's top left corner.
    case custom([CustomPlace])
  }

  /// The rule for the number of members of a group.
  public enum Filling: Hashable, Sendable {
    /// Repeats the members until the group is full, or holds each once if its length is estimated.
    case untilFull
    /// The given number of members of equal length; declared lengths are ignored.
    case equally(Int)
    /// The given number of members with their declared lengths, even if they do not fit.
    case repeating(Int)
  }

  /// The arrangement of the members.
  public var arrangement: Arrangement
  /// The size of the group.
  public var size: LayoutSize
  /// The rule for the number of members.
  public var filling: Filling
  /// The spacing between adjacent members.
  public var interItemSpacing: LayoutSpacing?
  /// The insets of the group; a value between 0 and 1 is a fraction of the group's length.
  public var contentInsets: DirectionalInsets
  /// The spacing around the group.
  public var edgeSpacing: EdgeSpacing
  /// The views anchored to the group.
  public var supplementaries: [SupplementaryItem]

  /// Creates a group, by default as large as its container.
  public init(
    _ arrangement: Arrangement,
    size: LayoutSize = LayoutSize(),
    filling: Filling = .untilFull,
    interItemSpacing: LayoutSpacing? = nil,
    contentInsets: DirectionalInsets = .zero,
    edgeSpacing: EdgeSpacing = .none,
    supplementaries: [SupplementaryItem] = []
  ) {
    self.arrangement = arrangement
    self.size = size
    self.filling = filling
    self.interItemSpacing = interItemSpacing
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaries = supplementaries
  }
}

/// The position of one cell in a custom group.
public struct CustomPlace: Hashable, Sendable {
  /// The frame relative to the group's top left corner; it may lie outside the group.
  public var frame: Frame
  /// The order of the cell among overlapping elements.
  public var zIndex: Int

  /// Creates the position of one cell.
  ///
  /// - Parameters:
  ///   - frame: The frame relative to the group's top left corner.
  ///   - zIndex: The order of the cell among overlapping elements.
  public init(frame: Frame, zIndex: Int = 0) {
    self.frame = frame
    self.zIndex = zIndex
  }
}

extension LayoutGroup {
  /// The axis along which the members are arranged, or `nil` for a custom group.
  public var axis: Axis? {
    switch arrangement {
    case .horizontal: .horizontal
    case .vertical: .vertical
    case .custom: nil
    }
  }

  /// The members; empty for a custom group.
  public var members: [LayoutMember] {
    switch arrangement {
    case .horizontal(let members), .vertical(let members): members
    case .custom: []
    }
  }
}

extension LayoutGroup {
  /// The kind of the group, in one word.
  var kindName: String {
    switch arrangement {
    case .horizontal: "row"
    case .vertical: "column"
    case .custom: "custom"
    }
  }
}

extension CustomPlace: Decodable {
  /// Reads the place of a cell from JSON.
  ///
  /// - Throws: ``LayoutError`` if it is not four numbers.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder, known: ["frame", "zIndex"])
    let numbers: [Double] = try fields.required("frame")
    guard numbers.count == 4 else {
      throw LayoutError(
        .wrongType,
        "'frame' has \(numbers.count) numbers",
        hint: "it is x, y, width and height",
        path: fields.path(WireKey("frame"))
      )
    }
    for number in numbers {
      _ = try WireNumber.checked(number, path: fields.path(WireKey("frame")))
    }
    self.init(
      frame: Frame(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
      zIndex: try fields.whole("zIndex") ?? 0
    )
  }
}

extension CustomPlace: Encodable {
  /// Writes the place of a cell.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("frame", [frame.x, frame.y, frame.width, frame.height])
    try object.write("zIndex", zIndex, unless: 0)
  }
}

extension LayoutGroup: Encodable {
  /// Writes a group.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    switch arrangement {
    case .horizontal(let members):
      try object.write("axis", "horizontal")
      try object.write("items", members)
    case .vertical(let members):
      try object.write("axis", "vertical")
      try object.write("items", members)
    case .custom(let places):
      try object.write("axis", "custom")
      try object.write("frames", places)
    }
    try object.write("size", size)
    switch filling {
    case .untilFull: break
    case .equally(let count): try object.write("count", count)
    case .repeating(let count): try object.write("repeat", count)
    }
    try object.write("interItemSpacing", optional: interItemSpacing)
    try object.write("contentInsets", contentInsets, unless: .zero)
    try object.write("edgeSpacing", edgeSpacing, unless: EdgeSpacing.none)
    try object.write("supplementaries", list: supplementaries)
  }
}
