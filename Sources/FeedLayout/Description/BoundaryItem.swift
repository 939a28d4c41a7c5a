/// The edge or corner of a section or layout to which a view is aligned.
public enum BoundaryAlignment: String, Hashable, Sendable, CaseIterable {
  /// The middle of the top edge.
  case top
  /// The top leading corner.
  case topLeading
  /// The top trailing corner.
  case topTrailing
  /// The middle of the leading edge.
  case leading
  /// The middle of the trailing edge.
  case trailing
  /// The middle of the bottom edge.
  case bottom
  /// The bottom leading corner.
  case bottomLeading
  /// The bottom trailing corner.
  case bottomTrailing
}

/// A view at the boundary of a section or of the layout, for example a header.
public struct BoundaryItem: Hashable, Sendable {
  /// The kind of view.
  public var kind: String
  /// Its size.
  public var size: LayoutSize
  /// The edge or corner to which it is aligned.
  public var alignment: BoundaryAlignment
  /// The offset from the aligned position.
  public var offset: Point
  /// Whether it lies outside the content and extends the section.
  public var extendsBoundary: Bool
  /// Whether it stays in view while its section is in view.
  public var pinToVisibleBounds: Bool
  /// The insets of its frame.
  public var contentInsets: DirectionalInsets
  /// Its order among overlapping elements.
  public var zIndex: Int

  /// Creates a boundary item.
  ///
  /// - Parameters:
  ///   - alignment: The edge or corner to which it is aligned.
  ///   - extendsBoundary: Whether it lies outside the content and extends the section.
  ///   - pinToVisibleBounds: Whether it stays in view while its section is in view.
  public init(
    kind: String,
    size: LayoutSize,
    alignment: BoundaryAlignment = .top,
    offset: Point = Point(),
    extendsBoundary: Bool = true,
    pinToVisibleBounds: Bool = false,
    contentInsets: DirectionalInsets = .zero,
    zIndex: Int = 1
  ) {
    self.kind = kind
    self.size = size
    self.alignment = alignment
    self.offset = offset
    self.extendsBoundary = extendsBoundary
    self.pinToVisibleBounds = pinToVisibleBounds
    self.contentInsets = contentInsets
    self.zIndex = zIndex
  }
}

/// A background of a whole section.
public struct DecorationItem: Hashable, Sendable {
  /// The kind of view.
  public var kind: String
  /// The insets of the background from the edges of the section.
  public var contentInsets: DirectionalInsets
  /// Its order among overlapping elements.
  public var zIndex: Int

  /// Creates a background.
  public init(kind: String, contentInsets: DirectionalInsets = .zero, zIndex: Int = 0) {
    self.kind = kind
    self.contentInsets = contentInsets
    self.zIndex = zIndex
  }
}

extension BoundaryAlignment {
  /// Returns the position of the alignment on an axis.
  func side(_ axis: Axis) -> BoundarySolver.Side {
    switch (self, axis) {
    case (.top, .vertical), (.topLeading, .vertical), (.topTrailing, .vertical): .start
    case (.bottom, .vertical), (.bottomLeading, .vertical), (.bottomTrailing, .vertical): .end
    case (.leading, .horizontal), (.topLeading, .horizontal), (.bottomLeading, .horizontal):
      .start
    case (.trailing, .horizontal), (.topTrailing, .horizontal), (.bottomTrailing, .horizontal):
      .end
    default: .centre
    }
  }
}

extension BoundaryItem: Encodable {
  /// Writes a boundary item.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("kind", kind)
    try object.write("size", size)
    try object.write("alignment", word: alignment, unless: .top)
    try object.write("offset", point: offset)
    try object.write("extendsBoundary", extendsBoundary, unless: true)
    try object.write("pinToVisibleBounds", pinToVisibleBounds, unless: false)
    try object.write("contentInsets", contentInsets, unless: .zero)
    try object.write("zIndex", zIndex, unless: 1)
  }
}

extension DecorationItem: Encodable {
  /// Writes a background.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("kind", kind)
    try object.write("contentInsets", contentInsets, unless: .zero)
    try object.write("zIndex", zIndex, unless: 0)
  }
}

extension BoundaryItem: Decodable {
  /// Reads a boundary item from JSON.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: [
        "kind", "size", "alignment", "offset", "extendsBoundary", "pinToVisibleBounds",
        "contentInsets", "zIndex",
      ]
    )
    let offset = try fields.pair("offset") ?? (0, 0)
    self.init(
      kind: try fields.required("kind"),
      size: try fields.required("size"),
      alignment: try fields.word("alignment") ?? .top,
      offset: Point(x: offset.0, y: offset.1),
      extendsBoundary: try fields.value("extendsBoundary") ?? true,
      pinToVisibleBounds: try fields.value("pinToVisibleBounds") ?? false,
      contentInsets: try fields.value("contentInsets") ?? .zero,
      zIndex: try fields.whole("zIndex") ?? 1
    )
  }
}

extension DecorationItem: Decodable {
  /// Reads a background from JSON.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder, known: ["kind", "contentInsets", "zIndex"])
    self.init(
      kind: try fields.required("kind"),
      contentInsets: try fields.value("contentInsets") ?? .zero,
      zIndex: try fields.whole("zIndex") ?? 0
    )
  }
}
