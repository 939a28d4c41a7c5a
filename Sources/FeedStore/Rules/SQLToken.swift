/// A token of SQL: enough of the grammar to compare declarations and to find calls of functions.
struct SQLToken: Equatable {
  enum Kind { case word, quotedName, string, other }

  let kind: Kind
  /// Words in lower case; names and strings without their quotes; other characters as they are.
  let text: String
  /// Where the token begins, in bytes.
  let offset: Int

  /// Whether two tokens mean the same to SQLite, quoted or not.
  func matches(_ other: SQLToken) -> Bool {
    switch (kind, other.kind) {
    case (.word, .quotedName), (.quotedName, .word), (.quotedName, .quotedName):
      text.lowercased() == other.text.lowercased()
    default: kind == other.kind && text == other.text
    }
  }
}

extension SQLToken {
  /// Splits SQL into tokens, leaving out white space and comments.
  ///
  /// - Parameter sql: The text; anything that is not SQL becomes tokens of one character.
  /// - Returns: The tokens, in order.
  /// - Complexity: O(*length*).
  static func tokens(of sql: String) -> [SQLToken] {
    var scanner = Scanner(bytes: ContiguousArray(sql.utf8))
    var tokens: [SQLToken] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }

  private struct Scanner {
    let bytes: ContiguousArray<UInt8>
    var position = 0

    func peek(_ distance: Int = 0) -> UInt8? {
      position + distance < bytes.count ? bytes[position + distance] : nil
    }

    mutating func next() -> SQLToken? {
      skipBlanks()
      guard let byte = peek() else { return nil }
      let start = position
      switch byte {
      case UInt8(ascii: "'"): return quoted(.string, until: byte)
      case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(.quotedName, until: byte)
      case UInt8(ascii: "["): return quoted(.quotedName, until: UInt8(ascii: "]"))
      case _ where Self.isPartOfWord(byte):
        while let byte = peek(), Self.isPartOfWord(byte) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        return SQLToken(kind: .word, text: word.lowercased(), offset: start)
      default:
        position += 1
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return SQLToken(kind: .other, text: text, offset: start)
      }
    }

    private mutating func skipBlanks() {
      while let byte = peek() {
        if [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) {
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

    private mutating func quoted(_ kind: Kind, until end: UInt8) -> SQLToken {
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
      return SQLToken(kind: kind, text: String(decoding: content, as: UTF8.self), offset: start)
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
      default: byte >= 0x80
      }
    }
  }
}
