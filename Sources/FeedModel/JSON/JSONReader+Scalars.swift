extension JSONReader {
  mutating func string() throws(Failure) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
      case ..<0x20: throw failure("a text contains a control character")
      default:
        text.append(byte)
        position += 1
      }
    }
    position = start
    throw failure("no quote closes this text")
  }

  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    position += 1
    defer { position += 1 }
    switch next {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default:
      position -= 1
      throw failure("this escape does not exist")
    }
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair.
  private mutating func unicodeEscape() throws(Failure) -> Unicode.Scalar {
    let first = try hexadecimal()
    guard first != 0 else {
      // As in messages, whose texts SQLite's JSON functions would end here.
      position -= 5
      throw failure("'\\u0000' denotes a zero byte, which no text may contain")
    }
    guard (0xD800...0xDFFF).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    guard first < 0xDC00, bytes[(position + 1)...].starts(with: [0x5C, 0x75]) else {
      return "\u{FFFD}"
    }
    let rest = position
    position += 2
    let second = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(second) else {
      position = rest
      return "\u{FFFD}"
    }
    let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(Failure) -> UInt16 {
    let digits = bytes.dropFirst(position + 1).prefix(4)
    guard digits.count == 4, !digits.contains(where: { $0 == 0x2B || $0 == 0x2D }),
      let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else {
      position -= 1
      throw failure("four hexadecimal digits must follow '\\u'")
    }
    position += 4
    return value
  }

  /// Reads an integer of at most 64 bits as an integer, and all other numbers as reals.
  mutating func number() throws(Failure) -> Value {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    var isInteger = true
    if take(".") {
      isInteger = false
      try digits()
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let real = Double(text), real.isFinite else {
      position = start
      throw limit("the number is too large; write one below 1.8e308, or a text")
    }
    return .real(real)
  }

  private mutating func digits() throws(Failure) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw failure("a digit is missing in a number") }
  }
}
