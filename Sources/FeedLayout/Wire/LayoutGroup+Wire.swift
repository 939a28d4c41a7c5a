extension SupplementaryItem: Decodable {
  /// Reads an anchored view from JSON.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: ["kind", "size", "containerAnchor", "itemAnchor", "contentInsets", "zIndex"]
    )
    self.init(
      kind: try fields.required("kind"),
      size: try fields.required("size"),
      containerAnchor: try fields.value("containerAnchor") ?? LayoutAnchor(),
      itemAnchor: try fields.value("itemAnchor"),
      contentInsets: try fields.value("contentInsets") ?? .zero,
      zIndex: try fields.whole("zIndex") ?? 1
    )
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

extension LayoutGroup: Decodable {
  private enum Arranged: String, CaseIterable { case horizontal, vertical, custom }

  /// Reads a group from JSON.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: [
        "type", "axis", "size", "items", "count", "repeat", "interItemSpacing", "edgeSpacing",
        "contentInsets", "frames", "supplementary", "supplementaries",
      ]
    )
    guard let arranged: Arranged = try fields.word("axis") else {
      throw LayoutError(
        .missingKey,
        "'axis' is missing",
        hint: "known: horizontal, vertical, custom",
        path: fields.path()
      )
    }
    let arrangement: Arrangement
    switch arranged {
    case .horizontal: arrangement = .horizontal(try fields.required("items"))
    case .vertical: arrangement = .vertical(try fields.required("items"))
    case .custom: arrangement = .custom(try fields.required("frames"))
    }
    var filling = Filling.untilFull
    if let count = try fields.count("repeat") { filling = .repeating(count) }
    if let count = try fields.count("count") { filling = .equally(count) }
    self.init(
      arrangement,
      size: try fields.required("size"),
      filling: filling,
      interItemSpacing: try fields.value("interItemSpacing"),
      contentInsets: try fields.value("contentInsets") ?? .zero,
      edgeSpacing: try fields.value("edgeSpacing") ?? .none,
      supplementaries: try fields.value("supplementary") ?? fields.value("supplementaries") ?? []
    )
  }
}
