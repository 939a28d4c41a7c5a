extension WireReader {
  /// Reads a text.
  package mutating func text() throws(WireError) -> String {
    skipSpace()
    guard take(UInt8(ascii: "\"")) else { throw error(.wrongValue, "expected a text") }
    let start = position
    var isEscaped = false
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw error(.invalidJSON, "control character in a text") }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        position += 1
      }
      position += 1
    }
    guard position < bytes.count else {
      position = bytes.count
      throw error(.invalidJSON, "unterminated text")
    }
    try limit(position - start, limits.textBytes, "bytes of a text")
    let content = bytes[start..<position]
    position += 1
    let raw = isEscaped ? try unescaped(content) : content
    guard let text = String(utf8: raw) else { throw error(.invalidJSON, "a text is not UTF-8") }
    return text
  }

  private func unescaped(_ content: ArraySlice<UInt8>) throws(WireError) -> ArraySlice<UInt8> {
    var result: ArraySlice<UInt8> = []
    var rest = content
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\"")?: result.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\")?: result.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "/")?: result.append(UInt8(ascii: "/"))
      case UInt8(ascii: "b")?: result.append(0x08)
      case UInt8(ascii: "f")?: result.append(0x0C)
      case UInt8(ascii: "n")?: result.append(0x0A)
      case UInt8(ascii: "r")?: result.append(0x0D)
      case UInt8(ascii: "t")?: result.append(0x09)
      case UInt8(ascii: "u")?: result.append(contentsOf: try scalar(&rest).utf8)
      default: throw error(.invalidJSON, "unknown escape sequence")
      }
    }
    return result
  }

  /// Decodes the character of an escape sequence or of a surrogate pair.
  private func scalar(_ rest: inout ArraySlice<UInt8>) throws(WireError) -> String {
    var code = try hexadecimal(&rest)
    if (0xD800...0xDBFF).contains(code) {
      guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u") else {
        throw error(.invalidJSON, "unpaired surrogate in an escape sequence")
      }
      let low = try hexadecimal(&rest)
      guard (0xDC00...0xDFFF).contains(low) else {
        throw error(.invalidJSON, "unpaired surrogate in an escape sequence")
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw error(.invalidJSON, "unpaired surrogate in an escape sequence")
    }
    return String(scalar)
  }

  private func hexadecimal(_ rest: inout ArraySlice<UInt8>) throws(WireError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = rest.popFirst(),
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw error(.invalidJSON, "an escape lacks four hexadecimal digits") }
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}

extension String {
  /// Creates a string from bytes, or `nil` if they are not valid UTF-8.
  init?(utf8 bytes: ArraySlice<UInt8>) { self.init(validating: bytes, as: UTF8.self) }
}
