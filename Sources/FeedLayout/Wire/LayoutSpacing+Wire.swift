extension LayoutSpacing: Decodable {
  /// Reads a spacing from JSON: `{"fixed": 8}`, `{"flexible": 8}`, or bare points.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let path = decoder.codingPath.map(\.wireName)
    if let number = try? decoder.singleValueContainer().decode(Double.self) {
      self = .fixed(try WireNumber.checked(number, path: path))
      return
    }
    let fields = try WireFields(decoder, known: ["fixed", "flexible"])
    if let points = try fields.number("fixed") {
      self = .fixed(points)
    } else if let points = try fields.number("flexible") {
      self = .flexible(points)
    } else {
      throw LayoutError(
        .missingKey,
        "a spacing is neither fixed nor flexible",
        hint: "known: fixed, flexible",
        path: path
      )
    }
  }
}
