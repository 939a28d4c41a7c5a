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
