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
