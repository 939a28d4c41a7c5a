import FeedModel

extension Document {
  /// The maximum size of a document in bytes.
  static let mostBytes = 256 << 20

  /// Reads a JSON text.
  ///
  /// Lists and inner objects are kept as JSON texts, true as 1 and false as 0, as in SQLite. The members of inner
  /// objects are fields as well, by their paths: `customer.name`.
  ///
  /// - Parameter declaration: The path of the list, and the field of the ids.
  /// - Throws: ``DocumentError`` if the text is not JSON, if the declared path leads to no list, or if
  ///   an object in it has no id, an id that is neither text nor integer, the id of another object, or an
  ///   integer of more than 64 bits.
  public init(_ text: String, as declaration: DocumentDeclaration) throws(DocumentError) {
    try self.init(Array(text.utf8), as: declaration)
  }

  /// Reads the bytes of a JSON text.
  ///
  /// - Parameters:
  ///   - bytes: The text, as UTF-8.
  ///   - declaration: The path of the list, and the field of the ids.
  /// - Throws: ``DocumentError``, for the reasons above and if the bytes are not UTF-8.
  public init(_ bytes: [UInt8], as declaration: DocumentDeclaration) throws(DocumentError) {
    var source = DocumentSource(bytes: bytes, declaration: declaration)
    guard bytes.count <= Self.mostBytes else {
      throw source.error(.tooLarge, "the document has \(bytes.count) bytes", at: nil)
    }
    if let form = ForeignForm(of: bytes) {
      throw source.error(
        .invalidUTF8,
        "the document \(form.predicate)",
        hint: form.remedy(for: declaration.file ?? "FILE"),
        at: 0
      )
    }
    if let offset = Self.firstInvalidByte(bytes) {
      throw source.error(
        .invalidUTF8,
        "the document is not UTF-8",
        hint: "save it as UTF-8",
        at: offset
      )
    }
    try source.convert()
    let root: JSONNode
    do throws(JSONReader.Failure) {
      root = try JSONReader.read(source.bytes)
    } catch {
      throw source.error(
        .malformedJSON,
        "the document \(error.verdict): \(error.message)",
        at: error.offset
      )
    }
    let list = try source.list(in: root)
    var shapes = ShapeCache()
    var places: [ObjectKey: Int] = [:]
    var objects: [Object] = []
    objects.reserveCapacity(list.count)
    for (index, node) in list.enumerated() {
      let key = try source.key(of: node, at: index)
      if let first = places.updateValue(index, forKey: key) {
        throw source.error(
          .duplicateID,
          "the objects at \(source.place(first, of: list[first])) and "
            + "\(source.place(index, of: node)) have the same id '\(key)'",
          hint: "ids must differ",
          at: node.range.lowerBound
        )
      }
      objects.append(
        Object(
          id: ObjectID(entity: declaration.name, key: key),
          content: try source.content(of: node, at: index, &shapes)
        )
      )
    }
    self.init(name: declaration.name, objects: objects)
  }

  private static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var offset = 0
    while offset < bytes.count {
      let length =
        switch bytes[offset] {
        case ..<0x80: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
      let character = bytes[offset..<min(offset + length, bytes.count)]
      guard length > 0, length == 1 || String(validating: character, as: UTF8.self) != nil else {
        break
      }
      offset += length
    }
    return offset
  }
}

/// The shapes of the contents so far; most objects of a document have the same shape.
struct ShapeCache {
  private var shapes: [[String]: Content.Shape] = [:]

  mutating func shape(_ names: [String]) -> Content.Shape {
    if let shape = shapes[names], zip(shape.names, names).allSatisfy({ Text($0) == Text($1) }) {
      return shape
    }
    let shape = Content.Shape(names)
    shapes[names] = shape
    return shape
  }
}
