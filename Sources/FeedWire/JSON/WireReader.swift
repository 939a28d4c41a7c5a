package import FeedModel

/// A pull parser for JSON with limits.
///
/// For any input, it either returns a value or throws an error with the position.
package struct WireReader {
  let bytes: [UInt8]
  var position = 0
  private var depth = 0
  /// The keys and indices that lead to the current value, for messages.
  private var steps: [Step] = []
  let limits: WireLimits
  /// The number of items that were read in all sections.
  var itemCount = 0

  private enum Step {
    case key(String)
    case index(Int)
  }

  /// Reads one value, which must be the entire input.
  package static func read<Result>(
    _ bytes: [UInt8],
    limits: WireLimits,
    _ body: (inout WireReader) throws(WireError) -> Result
  ) throws(WireError) -> Result {
    var reader = WireReader(bytes: bytes, limits: limits)
    try reader.limit(bytes.count, limits.bytes, "bytes")
    let result = try body(&reader)
    reader.skipSpace()
    guard reader.peek == nil else {
      throw reader.error(.invalidJSON, "unexpected bytes after the end")
    }
    return result
  }

  private init(bytes: [UInt8], limits: WireLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  // MARK: Errors

  /// Returns an error at the current position.
  package func error(_ code: WireError.Code, _ what: String, hint: String? = nil) -> WireError {
    var place = ""
    for step in steps {
      switch step {
      case .key(""): break
      case .key(let key): place += (place.isEmpty ? "" : ".") + key
      case .index(let index): place += "[\(index)]"
      }
    }
    return WireError(
      code,
      what + (place.isEmpty ? "" : ", at \(place)") + ", byte \(position)",
      hint: hint
    )
  }

  /// Throws an error if a limit is exceeded.
  func limit(_ count: Int, _ most: Int, _ what: String) throws(WireError) {
    guard count > most else { return }
    throw error(.overLimit, "more than \(most) \(what)")
  }

  // MARK: Arrays and objects

  /// Reads an object; the body must read or skip the value of each key.
  package mutating func object(
    _ body: (inout WireReader, String) throws(WireError) -> Void
  ) throws(WireError) {
    try open(UInt8(ascii: "{"), "object")
    steps.append(.key(""))
    var isFirst = true
    while !close(UInt8(ascii: "}")) {
      if !isFirst { try comma() }
      isFirst = false
      skipSpace()
      let key = try text()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error(.invalidJSON, "a colon is missing") }
      steps[steps.count - 1] = .key(key)
      try body(&self, key)
    }
    steps.removeLast()
    depth -= 1
  }

  /// Reads an array; the body must read or skip each element.
  mutating func array(
    _ most: Int,
    _ what: String,
    _ body: (inout WireReader) throws(WireError) -> Void
  ) throws(WireError) {
    try open(UInt8(ascii: "["), "array")
    steps.append(.index(0))
    var count = 0
    while !close(UInt8(ascii: "]")) {
      if count > 0 { try comma() }
      steps[steps.count - 1] = .index(count)
      count += 1
      try limit(count, most, what)
      try body(&self)
    }
    steps.removeLast()
    depth -= 1
  }

  /// Reads an array of values.
  mutating func list<Element>(
    _ most: Int,
    _ what: String,
    _ element: (inout WireReader) throws(WireError) -> Element
  ) throws(WireError) -> [Element] {
    var result: [Element] = []
    try array(most, what) { json throws(WireError) in result.append(try element(&json)) }
    return result
  }

  /// Skips a value of any kind.
  package mutating func skip() throws(WireError) {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): try object { json, _ throws(WireError) in try json.skip() }
    case UInt8(ascii: "["):
      try array(.max, "elements") { json throws(WireError) in try json.skip() }
    case UInt8(ascii: "\""): _ = try text()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: _ = try number()
    }
  }

  private mutating func open(_ bracket: UInt8, _ what: String) throws(WireError) {
    skipSpace()
    guard take(bracket) else { throw error(.wrongValue, "expected an \(what)") }
    depth += 1
    try limit(depth, limits.depth, "levels")
  }

  private mutating func close(_ bracket: UInt8) -> Bool {
    skipSpace()
    return take(bracket)
  }

  private mutating func comma() throws(WireError) {
    guard take(UInt8(ascii: ",")) else { throw error(.invalidJSON, "a comma is missing") }
    skipSpace()
  }

  // MARK: Words and numbers

  /// Reads `true` or `false`.
  mutating func bool() throws(WireError) -> Bool {
    skipSpace()
    let isTrue = peek == UInt8(ascii: "t")
    guard isTrue || peek == UInt8(ascii: "f") else {
      throw error(.wrongValue, "expected true or false")
    }
    try word(isTrue ? "true" : "false")
    return isTrue
  }

  /// Reads a non-negative integer.
  package mutating func count() throws(WireError) -> Int {
    guard case .integer(let integer) = try number(), let count = Int(exactly: integer), count >= 0
    else { throw error(.wrongValue, "expected a non-negative integer") }
    return count
  }

  /// Reads a number: an integer if it is written as one and fits into 64 bits, otherwise a real.
  package mutating func number() throws(WireError) -> Value {
    skipSpace()
    let start = position
    var isInteger = true
    _ = take(UInt8(ascii: "-"))
    let digits = takeDigits()
    guard digits > 0, digits == 1 || bytes[position - digits] != UInt8(ascii: "0") else {
      throw error(.invalidJSON, "expected a value")
    }
    if take(UInt8(ascii: ".")) {
      isInteger = false
      guard takeDigits() > 0 else {
        throw error(.invalidJSON, "expected a digit after the decimal point")
      }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard takeDigits() > 0 else { throw error(.invalidJSON, "expected a digit in the exponent") }
    }
    try limit(position - start, 400, "bytes of a number")
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let real = Double(text) else { throw error(.invalidJSON, "expected a number") }
    return .real(real)
  }

  private mutating func takeDigits() -> Int {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func word(_ word: String) throws(WireError) {
    guard bytes[position...].starts(with: word.utf8) else {
      throw error(.invalidJSON, "expected a value")
    }
    position += word.utf8.count
  }

  // MARK: Bytes

  package var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  package mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }
}
