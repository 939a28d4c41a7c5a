/// The smallest part of a layout: the space of one cell.
public struct LayoutItem: Hashable, Sendable {
  /// Its size.
  public var size: LayoutSize
  /// Its insets, applied after layout; ignored on an axis of estimated length.
  public var contentInsets: DirectionalInsets
  /// The spacing around it.
  public var edgeSpacing: EdgeSpacing
  /// The views anchored to it.
  public var supplementaries: [SupplementaryItem]

  /// Creates an item, by default as large as its group.
  public init(
    size: LayoutSize = LayoutSize(),
    contentInsets: DirectionalInsets = .zero,
    edgeSpacing: EdgeSpacing = .none,
    supplementaries: [SupplementaryItem] = []
  ) {
    self.size = size
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaries = supplementaries
  }
}

/// A member of a group: an item or a nested group.
public enum LayoutMember: Hashable, Sendable {
  /// An item.
  case item(LayoutItem)
  /// A nested group.
  indirect case group(LayoutGroup)

  /// The declared size.
  public var size: LayoutSize {
    switch self {
    case .item(let item): item.size
    case .group(let group): group.size
    }
  }

  /// The declared spacing around it.
  public var edgeSpacing: EdgeSpacing {
    switch self {
    case .item(let item): item.edgeSpacing
    case .group(let group): group.edgeSpacing
    }
  }
}

extension LayoutItem: Decodable {
  /// Reads an item from JSON.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: ["type", "size", "contentInsets", "edgeSpacing", "supplementary", "supplementaries"]
    )
    self.init(
      size: try fields.value("size") ?? LayoutSize(),
      contentInsets: try fields.value("contentInsets") ?? .zero,
      edgeSpacing: try fields.value("edgeSpacing") ?? .none,
      supplementaries: try fields.value("supplementary") ?? fields.value("supplementaries") ?? []
    )
  }
}

extension LayoutMember: Decodable {
  private enum Kind: String, CaseIterable { case item, group }

  /// Reads a member of a group from JSON; a member with an axis is a group.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder, known: [])
    let kind: Kind? = try fields.word("type")
    self =
      (kind ?? (fields.has("axis") ? .group : .item)) == .group
      ? .group(try LayoutGroup(from: decoder)) : .item(try LayoutItem(from: decoder))
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
