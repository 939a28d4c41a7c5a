/// A JSON object of a declaration, written without the keys that have their defaults.
struct WireObject {
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

// MARK: - Groups and items

// MARK: - Lengths

extension LayoutSection: Decodable {
  /// Reads a section from JSON: with its group, or as a list.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: [
        "group", "list", "contentInsets", "interGroupSpacing", "orthogonalScrolling",
        "orthogonalScrollingProperties", "boundaryItems", "decorations",
        "supplementariesFollowContentInsets", "contentInsetsReference",
        "supplementaryContentInsetsReference", "variants", "when",
      ]
    )
    if let list: ListConfiguration = try fields.value("list") {
      self = .list(list)
    } else {
      self.init(group: try fields.required("group"))
    }
    contentInsets = try fields.value("contentInsets") ?? contentInsets
    interGroupSpacing = try fields.number("interGroupSpacing") ?? 0
    orthogonalScrolling = try fields.word("orthogonalScrolling") ?? .none
    orthogonalScrollingProperties = try fields.value("orthogonalScrollingProperties") ?? .init()
    boundaryItems += try fields.value("boundaryItems") ?? []
    decorations += try fields.value("decorations") ?? []
    supplementariesFollowContentInsets =
      try fields.value("supplementariesFollowContentInsets") ?? true
    contentInsetsReference = try fields.word("contentInsetsReference") ?? .automatic
    supplementaryContentInsetsReference =
      try fields.word("supplementaryContentInsetsReference") ?? .automatic
    variants = try fields.value("variants") ?? []
  }
}
