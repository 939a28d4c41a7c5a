/// Reads a JSON text strictly by RFC 8259, with limits of depth and of the size of numbers.
package struct JSONReader {
  /// A mistake in the text.
  package struct Failure: Error {
    /// The message.
    package let message: String
    /// The position in the bytes.
    package let offset: Int
    /// Whether the text may be JSON, but is beyond a limit of the reader.
    var isLimit = false

    /// The predicate of a sentence about the text, without its reason.
    package var verdict: String { isLimit ? "cannot be read" : "is not JSON" }
  }

  /// The maximum number of nested lists and objects.
  static let mostLevels = 256

  let bytes: [UInt8]
  var position = 0

  /// Reads a text.
  ///
  /// - Parameter bytes: The text in UTF-8.
  /// - Throws: ``Failure`` if the text is not JSON.
  package static func read(_ bytes: [UInt8]) throws(Failure) -> JSONNode {
    var reader = JSONReader(bytes: bytes)
    // A byte order mark is not allowed by the standard, but common.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    reader.skipBlanks()
    let node = try reader.value(level: 0)
    reader.skipBlanks()
    guard reader.position == bytes.count else {
      throw reader.failure("the text continues after its value")
    }
    return node
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  func failure(_ message: String) -> Failure { Failure(message: message, offset: position) }

  func limit(_ message: String) -> Failure {
    Failure(message: message, offset: position, isLimit: true)
  }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(level: Int) throws(Failure) -> JSONNode {
    guard level < Self.mostLevels else {
      throw limit("lists and objects are nested too deep; \(Self.mostLevels) levels are the most")
    }
    let start = position
    let kind: JSONNode.Kind
    switch next {
    case UInt8(ascii: "{"): kind = .object(try members(level: level))
    case UInt8(ascii: "["): kind = .array(try elements(level: level))
    case UInt8(ascii: "\""): kind = .scalar(.text(Text(try string())))
    case UInt8(ascii: "t"): kind = try word("true", .boolean(true))
    case UInt8(ascii: "f"): kind = try word("false", .boolean(false))
    case UInt8(ascii: "n"): kind = try word("null", .scalar(.null))
    case UInt8(ascii: "-"): kind = .scalar(try number())
    case let byte? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
      kind = .scalar(try number())
    case nil: throw failure("the text ends where a value is expected")
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
      throw failure("a value is missing here")
    default: throw failure("no value begins with this character")
    }
    return JSONNode(kind: kind, range: start..<position)
  }

  private mutating func word(
    _ word: String,
    _ kind: JSONNode.Kind
  ) throws(Failure) -> JSONNode.Kind {
    guard bytes[position...].starts(with: word.utf8) else {
      throw failure("no value begins with this character")
    }
    position += word.utf8.count
    return kind
  }

  private mutating func elements(level: Int) throws(Failure) -> [JSONNode] {
    position += 1
    var elements: [JSONNode] = []
    skipBlanks()
    if take("]") { return elements }
    while true {
      skipBlanks()
      elements.append(try value(level: level + 1))
      skipBlanks()
      if take("]") { return elements }
      guard take(",") else { throw failure("',' or ']' is missing in a list") }
    }
  }

  private mutating func members(level: Int) throws(Failure) -> [JSONNode.Member] {
    position += 1
    var members: [JSONNode.Member] = []
    skipBlanks()
    if take("}") { return members }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw failure("a name in double quotes is missing") }
      let name = try string()
      skipBlanks()
      guard take(":") else { throw failure("':' is missing after a name") }
      skipBlanks()
      members.append(JSONNode.Member(name: name, value: try value(level: level + 1)))
      skipBlanks()
      if take("}") { return members }
      guard take(",") else { throw failure("',' or '}' is missing in an object") }
    }
  }
}
