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

extension OrthogonalScrollingProperties: Decodable {
  /// Reads the scrolling behaviour of an orthogonal section from JSON.
  ///
  /// - Throws: ``LayoutError`` if a word is not known.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder, known: ["bounce", "decelerationRate"])
    self.init(
      bounce: try fields.word("bounce") ?? .automatic,
      decelerationRate: try fields.word("decelerationRate") ?? .automatic
    )
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

extension ListConfiguration: Decodable {
  /// Reads a list from JSON.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: [
        "appearance", "headerMode", "footerMode", "headerTopPadding", "estimatedRowHeight",
        "showsSeparators",
      ]
    )
    self.init(
      appearance: try fields.word("appearance") ?? .plain,
      headerMode: try fields.word("headerMode") ?? .none,
      footerMode: try fields.word("footerMode") ?? .none,
      headerTopPadding: try fields.number("headerTopPadding") ?? 0,
      estimatedRowHeight: try fields.number("estimatedRowHeight") ?? 44,
      showsSeparators: try fields.value("showsSeparators") ?? true
    )
  }
}

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

extension LayoutDescription: Decodable {
  private enum Direction: String, CaseIterable {
    case leftToRight, rightToLeft, ltr, rtl
  }

  /// Reads a layout from JSON.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: [
        "scrollDirection", "interSectionSpacing", "boundaryItems", "contentInsetsReference",
        "direction", "sections",
      ]
    )
    let direction: Direction? = try fields.word("direction")
    self.init(
      sections: try fields.required("sections"),
      scrollDirection: try fields.word("scrollDirection") ?? .vertical,
      interSectionSpacing: try fields.number("interSectionSpacing") ?? 0,
      boundaryItems: try fields.value("boundaryItems") ?? [],
      contentInsetsReference: try fields.word("contentInsetsReference") ?? .safeArea,
      direction: direction == .rightToLeft || direction == .rtl ? .rightToLeft : .leftToRight
    )
  }
}
