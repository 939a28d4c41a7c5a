/// Steps over the pieces of a JSON text without building values of them.
struct JSONScanner {
  let bytes: ArraySlice<UInt8>
  var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The next byte, or `nil` at the end.
  var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Steps over a text in quotes.
  ///
  /// - Returns: The text between the quotes with its escapes as they are written, or `nil` if no text
  ///   starts here.
  mutating func takeString() -> ArraySlice<UInt8>? {
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

  /// Steps over a number or a word, up to the comma or bracket behind it.
  mutating func takeValue() -> ArraySlice<UInt8> {
    let start = position
    skipValue()
    var end = position
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return bytes[start..<end]
  }

  /// Steps over any value, up to the comma or bracket behind it.
  mutating func skipValue() {
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
}
