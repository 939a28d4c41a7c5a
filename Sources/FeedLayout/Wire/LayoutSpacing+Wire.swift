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

extension EdgeSpacing: Decodable {
  /// Reads the space around an item from JSON.
  ///
  /// - Throws: ``LayoutError`` if a spacing cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder, known: ["leading", "top", "trailing", "bottom"])
    self.init(
      leading: try fields.value("leading"),
      top: try fields.value("top"),
      trailing: try fields.value("trailing"),
      bottom: try fields.value("bottom")
    )
  }
}

extension DirectionalInsets: Decodable {
  /// Reads insets from JSON: by edge, or as one, two or four numbers.
  ///
  /// - Throws: ``LayoutError`` if a number cannot be read.
  public init(from decoder: any Decoder) throws {
    let path = decoder.codingPath.map(\.wireName)
    let container = try decoder.singleValueContainer()
    let numbers =
      (try? container.decode(Double.self)).map { [$0] } ?? (try? container.decode([Double].self))
    if let numbers {
      for number in numbers { _ = try WireNumber.checked(number, path: path) }
      do {
        try self.init(shorthand: numbers)
      } catch {
        throw LayoutError(error.code, error.message, hint: error.hint, path: path)
      }
      return
    }
    let fields = try WireFields(decoder, known: ["top", "leading", "bottom", "trailing"])
    self.init(
      top: try fields.number("top") ?? 0,
      leading: try fields.number("leading") ?? 0,
      bottom: try fields.number("bottom") ?? 0,
      trailing: try fields.number("trailing") ?? 0
    )
  }
}

extension LayoutAnchor: Decodable {
  /// Reads an anchor from JSON.
  ///
  /// - Throws: ``LayoutError`` if an edge or an offset cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder, known: ["edges", "absoluteOffset", "fractionalOffset"])
    let names: [String] = try fields.value("edges") ?? []
    var edges: DirectionalEdges = []
    for name in names {
      switch name {
      case "top": edges.insert(.top)
      case "leading": edges.insert(.leading)
      case "bottom": edges.insert(.bottom)
      case "trailing": edges.insert(.trailing)
      case "all": edges.formUnion(.all)
      default:
        throw LayoutError(
          .unknownWord,
          "'\(name)' is not an edge",
          hint: "known: top, leading, bottom, trailing, all",
          path: fields.path(WireKey("edges"))
        )
      }
    }
    let absolute = try fields.pair("absoluteOffset") ?? (0, 0)
    let fractional = try fields.pair("fractionalOffset") ?? (0, 0)
    self.init(
      edges: edges,
      absoluteOffset: Point(x: absolute.0, y: absolute.1),
      fractionalOffset: Point(x: fractional.0, y: fractional.1)
    )
  }
}
