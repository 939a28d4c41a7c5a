/// A JSON object of a declaration, written without the keys that have their defaults.
private struct WireObject {
  private var container: KeyedEncodingContainer<WireKey>

  init(_ encoder: any Encoder) { container = encoder.container(keyedBy: WireKey.self) }

  /// Writes a value, unless it is the default.
  mutating func write<Value: Encodable & Equatable>(
    _ key: String,
    _ value: Value,
    unless usual: Value? = nil
  ) throws {
    guard value != usual else { return }
    try container.encode(value, forKey: WireKey(key))
  }

  /// Writes a value that may be missing.
  mutating func write<Value: Encodable>(_ key: String, optional value: Value?) throws {
    try container.encodeIfPresent(value, forKey: WireKey(key))
  }

  /// Writes a word, unless it is the default.
  mutating func write<Word: RawRepresentable & Equatable>(
    _ key: String,
    word: Word,
    unless usual: Word
  ) throws where Word.RawValue == String {
    guard word != usual else { return }
    try container.encode(word.rawValue, forKey: WireKey(key))
  }

  /// Writes two numbers, unless both are zero.
  mutating func write(_ key: String, point: Point) throws {
    guard point != Point() else { return }
    try container.encode([point.x, point.y], forKey: WireKey(key))
  }

  /// Writes a list, unless it is empty.
  mutating func write<Value: Encodable>(_ key: String, list: [Value]) throws {
    guard !list.isEmpty else { return }
    try container.encode(list, forKey: WireKey(key))
  }
}

extension LayoutSection: Encodable {
  /// Writes the section with its group, in the form that is read.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("group", group)
    try object.write("contentInsets", contentInsets, unless: .zero)
    try object.write("interGroupSpacing", interGroupSpacing, unless: 0)
    try object.write("orthogonalScrolling", word: orthogonalScrolling, unless: .none)
    try object.write(
      "orthogonalScrollingProperties",
      orthogonalScrollingProperties,
      unless: OrthogonalScrollingProperties()
    )
    try object.write("boundaryItems", list: boundaryItems)
    try object.write("decorations", list: decorations)
    try object.write(
      "supplementariesFollowContentInsets",
      supplementariesFollowContentInsets,
      unless: true
    )
    try object.write("contentInsetsReference", word: contentInsetsReference, unless: .automatic)
    try object.write(
      "supplementaryContentInsetsReference",
      word: supplementaryContentInsetsReference,
      unless: .automatic
    )
    try object.write("variants", list: variants)
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

extension OrthogonalScrollingProperties: Encodable {
  /// Writes the scrolling behaviour of an orthogonal section.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("bounce", word: bounce, unless: .automatic)
    try object.write("decelerationRate", word: decelerationRate, unless: .automatic)
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

// MARK: - Groups and items

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

extension LayoutMember: Encodable {
  /// Writes a member of a group.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .item(let item): try item.encode(to: encoder)
    case .group(let group): try group.encode(to: encoder)
    }
  }
}

extension LayoutItem: Encodable {
  /// Writes an item.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("size", size, unless: LayoutSize())
    try object.write("contentInsets", contentInsets, unless: .zero)
    try object.write("edgeSpacing", edgeSpacing, unless: EdgeSpacing.none)
    try object.write("supplementaries", list: supplementaries)
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

extension SupplementaryItem: Encodable {
  /// Writes an anchored view.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("kind", kind)
    try object.write("size", size)
    try object.write("containerAnchor", containerAnchor, unless: LayoutAnchor())
    try object.write("itemAnchor", optional: itemAnchor)
    try object.write("contentInsets", contentInsets, unless: .zero)
    try object.write("zIndex", zIndex, unless: 1)
  }
}

extension LayoutAnchor: Encodable {
  /// Writes an anchor.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    let names: [(DirectionalEdges, String)] = [
      (.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing"),
    ]
    try object.write("edges", list: names.filter { edges.contains($0.0) }.map(\.1))
    try object.write("absoluteOffset", point: absoluteOffset)
    try object.write("fractionalOffset", point: fractionalOffset)
  }
}

// MARK: - Lengths

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

extension LayoutSpacing: Encodable {
  /// Writes a spacing with its form as the key.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write(isFlexible ? "flexible" : "fixed", minimum)
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
