/// A scanner that splits SQL into tokens.
struct SQLScanner {
  private let bytes: ContiguousArray<UInt8>
  private var position = 0

  init(_ sql: String) { bytes = ContiguousArray(sql.utf8) }

  /// Returns the next token, or `nil` at the end.
  mutating func next() -> SQLToken? {
    skipBlanks()
    guard let byte = peek() else { return nil }
    switch byte {
    case UInt8(ascii: "'"): return quoted(.literal, until: byte)
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(.quotedName, until: byte)
    case UInt8(ascii: "["): return quoted(.quotedName, until: UInt8(ascii: "]"))
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "?"):
      return token(.parameter) { Self.isPartOfWord($0) }
    case _ where Self.isDigit(byte):
      return token(.number) { Self.isPartOfWord($0) || $0 == UInt8(ascii: ".") }
    case _ where Self.isPartOfWord(byte): return token(.word) { Self.isPartOfWord($0) }
    default: return token(.sign) { _ in false }
    }
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private mutating func skipBlanks() {
    while let byte = peek() {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        position += 1
      } else if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") {
        while let byte = peek(), byte != 0x0A { position += 1 }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        position += 2
        while let byte = peek(), !(byte == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
          position += 1
        }
        position = min(position + 2, bytes.count)
      } else {
        return
      }
    }
  }

  /// Returns a token of the current byte and the following bytes that belong to it.
  private mutating func token(
    _ kind: SQLToken.Kind,
    while belongs: (UInt8) -> Bool
  ) -> SQLToken {
    let start = position
    position += 1
    while let byte = peek(), belongs(byte) { position += 1 }
    return SQLToken(
      kind: kind,
      text: String(decoding: bytes[start..<position], as: UTF8.self),
      offset: start,
      end: position
    )
  }

  /// Returns a token in quotes; a doubled quote is one character, but a bracket has no such escape.
  private mutating func quoted(_ kind: SQLToken.Kind, until end: UInt8) -> SQLToken {
    let start = position
    var content: [UInt8] = []
    position += 1
    while let byte = peek() {
      position += 1
      if byte != end {
        content.append(byte)
      } else if end != UInt8(ascii: "]"), peek() == end {
        content.append(byte)
        position += 1
      } else {
        break
      }
    }
    return SQLToken(
      kind: kind,
      text: String(decoding: content, as: UTF8.self),
      offset: start,
      end: position
    )
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
    default: byte >= 0x80
    }
  }
}
