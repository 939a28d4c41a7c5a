/// The container sizes at which a variant applies.
public struct SizeCondition: Hashable, Sendable {
  /// The smallest width, inclusive.
  public var minWidth: Double?
  /// The largest width, inclusive.
  public var maxWidth: Double?
  /// The smallest height, inclusive.
  public var minHeight: Double?
  /// The largest height, inclusive.
  public var maxHeight: Double?

  /// Creates a condition; a `nil` bound does not limit the size.
  public init(
    minWidth: Double? = nil,
    maxWidth: Double? = nil,
    minHeight: Double? = nil,
    maxHeight: Double? = nil
  ) {
    self.minWidth = minWidth
    self.maxWidth = maxWidth
    self.minHeight = minHeight
    self.maxHeight = maxHeight
  }

  /// Returns whether a container size meets the condition.
  ///
  /// - Parameter size: The container's size in points; the height is infinite if the page grows
  ///   with its content.
  /// - Returns: Whether the variant applies.
  public func holds(for size: Extent) -> Bool {
    (minWidth ?? -.infinity) <= size.width && size.width <= (maxWidth ?? .infinity)
      && (minHeight ?? -.infinity) <= size.height && size.height <= (maxHeight ?? .infinity)
  }
}

/// A section that replaces another section at some container sizes.
public struct SectionVariant: Hashable, Sendable {
  /// The container sizes at which the variant applies.
  public var when: SizeCondition
  /// The replacing section; its own variants are ignored.
  public var section: LayoutSection

  /// Creates a variant.
  public init(when: SizeCondition, section: LayoutSection) {
    self.when = when
    self.section = section
  }
}

extension SectionVariant: Encodable {
  /// Writes the section of the variant with its condition at `when`.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try section.encode(to: encoder)
    var object = WireObject(encoder)
    try object.write("when", when)
  }
}

extension SizeCondition: Encodable {
  /// Writes the sizes of a variant.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("minWidth", optional: minWidth)
    try object.write("maxWidth", optional: maxWidth)
    try object.write("minHeight", optional: minHeight)
    try object.write("maxHeight", optional: maxHeight)
  }
}

extension SectionVariant: Decodable {
  /// Reads a variant from JSON: a section with its condition at `when`.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder, known: ["when"])
    self.init(
      when: try fields.required("when"),
      section: try LayoutSection(from: decoder)
    )
  }
}

extension SizeCondition: Decodable {
  /// Reads the sizes of a variant from JSON.
  ///
  /// - Throws: ``LayoutError`` if a size cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: ["minWidth", "maxWidth", "minHeight", "maxHeight"]
    )
    self.init(
      minWidth: try fields.number("minWidth"),
      maxWidth: try fields.number("maxWidth"),
      minHeight: try fields.number("minHeight"),
      maxHeight: try fields.number("maxHeight")
    )
  }
}
