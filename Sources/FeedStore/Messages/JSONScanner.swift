/// A scanner for JSON texts that builds no values.
///
/// The scanner does not check the text; SQLite's `json_valid` does.
package struct JSONScanner {
  package let bytes: ArraySlice<UInt8>
  package private(set) var position: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The next byte, or `nil` at the end.
  package var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  package mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Skips a text in quotes.
  ///
  /// - Returns: The text between the quotes with its escapes unchanged, or `nil` if no text starts
  ///   here.
  package mutating func takeString() -> ArraySlice<UInt8>? {
    guard peek == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    var index = start
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        position = index + 1
        return bytes[start..<index]
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    position = bytes.endIndex
    return nil
  }

  /// Skips a number or a word, up to the comma or bracket after it.
  package mutating func takeValue() -> ArraySlice<UInt8> {
    let start = position
    skipValue()
    var end = position
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return bytes[start..<end]
  }

  /// Skips any value, up to the comma or bracket after it.
  package mutating func skipValue() {
    var depth = 0
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        _ = takeString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return
      default: break
      }
      position += 1
    }
  }

  /// Skips one value, up to its end.
  ///
  /// - Returns: The value; `nil` if no value starts here, or if it is incomplete.
  package mutating func takeOneValue() -> ArraySlice<UInt8>? {
    skipSpace()
    let start = position
    switch peek {
    case nil: return nil
    case UInt8(ascii: "\""):
      guard takeString() != nil else { return nil }
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard skipBrackets() else { return nil }
    default:
      while let byte = peek, !Self.endsWords(byte) { position += 1 }
      guard position > start else { return nil }
    }
    return bytes[start..<position]
  }

  /// Skips an object or a list.
  private mutating func skipBrackets() -> Bool {
    var depth = 0
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        guard takeString() != nil else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return true }
    }
    return false
  }

  private static func endsWords(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }

  /// Skips a list.
  ///
  /// - Returns: The unchanged texts of the elements, or `nil` if the value is not a list or is
  ///   incomplete.
  package mutating func takeElements() -> [ArraySlice<UInt8>]? {
    skipSpace()
    guard take("[") else { return nil }
    var elements: [ArraySlice<UInt8>] = []
    skipSpace()
    if take("]") { return elements }
    while let element = takeOneValue() {
      elements.append(element)
      skipSpace()
      if take("]") { return elements }
      guard take(",") else { return nil }
    }
    return nil
  }

  /// Skips an object.
  ///
  /// - Returns: The members in their order: the unchanged texts of the names, without quotes, and
  ///   of the values; `nil` if the value is not an object or is incomplete.
  package mutating func takeMembers() -> [Member]? {
    skipSpace()
    guard take("{") else { return nil }
    var members: [Member] = []
    skipSpace()
    if take("}") { return members }
    while true {
      skipSpace()
      guard let name = takeString() else { return nil }
      skipSpace()
      guard take(":"), let value = takeOneValue() else { return nil }
      members.append((name, value))
      skipSpace()
      if take("}") { return members }
      guard take(",") else { return nil }
    }
  }

  /// The unchanged texts of the name and value of a member.
  package typealias Member = (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

  /// Decodes a text.
  ///
  /// - Returns: The text without escapes; half a surrogate pair becomes U+FFFD.
  package static func text(_ literal: ArraySlice<UInt8>) -> String {
    guard literal.contains(UInt8(ascii: "\\")) else {
      return String(decoding: literal, as: UTF8.self)
    }
    var units: [UInt16] = []
    var rest = literal
    while let byte = rest.first {
      guard byte == UInt8(ascii: "\\") else {
        let plain = rest.prefix { $0 != UInt8(ascii: "\\") }
        units += String(decoding: plain, as: UTF8.self).utf16
        rest = rest[plain.endIndex...]
        continue
      }
      let code = rest.dropFirst().first
      rest = rest.dropFirst(2)
      switch code {
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "u"):
        units.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0xFFFD)
        rest = rest.dropFirst(4)
      case let other?: units.append(UInt16(other))
      case nil: break
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
