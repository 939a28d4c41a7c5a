/// One word or sign of an SQL fragment.
struct SQLToken: Equatable {
  enum Kind: Equatable {
    /// A keyword or a name without quotes.
    case word
    /// A name in double quotes, brackets or backquotes.
    case quotedName
    /// A text or blob literal.
    case literal
    /// A number.
    case number
    /// A parameter, as `:now`.
    case parameter
    /// Any other sign, one character each.
    case sign
  }

  var kind: Kind
  /// The token as written; a quoted name without its quotes.
  var text: String
  /// Where the token begins, in bytes of the fragment's UTF-8.
  var offset: Int
  /// The byte after its last one.
  var end: Int

  /// Whether the token is a keyword, in any case.
  func isKeyword(_ keyword: String) -> Bool {
    kind == .word && text.uppercased() == keyword
  }

  /// Whether the token can be the name of a table or column.
  var isName: Bool { kind == .word || kind == .quotedName }
}

/// Splits an SQL fragment into its tokens, leaving out white space and comments.
///
/// It knows as much of SQLite's grammar as is needed to find names and the end of a term; what is
/// wrong with a fragment is for SQLite to say.
struct SQLTokens {
  private let bytes: [UInt8]
  private var position = 0

  private init(_ sql: String) { bytes = Array(sql.utf8) }

  /// Splits a fragment.
  static func tokens(of sql: String) -> [SQLToken] {
    var scanner = SQLTokens(sql)
    var tokens: [SQLToken] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }

  /// Whether a fragment reads rows by itself: with a `SELECT`, or with `IN` and a table's name.
  static func haveSubquery(_ sql: String) -> Bool {
    let tokens = tokens(of: sql)
    return tokens.indices.contains { index in
      tokens[index].isKeyword("SELECT")
        || tokens[index].isKeyword("IN") && index + 1 < tokens.count && tokens[index + 1].isName
    }
  }

  private mutating func next() -> SQLToken? {
    skipBlanks()
    guard position < bytes.count else { return nil }
    let start = position
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "'"):
      skipQuoted(by: byte)
      return token(.literal, from: start)
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return name(quotedBy: byte, from: start)
    case UInt8(ascii: "["):
      while position < bytes.count, bytes[position] != UInt8(ascii: "]") { position += 1 }
      position = min(position + 1, bytes.count)
      return SQLToken(
        kind: .quotedName,
        text: String(decoding: bytes[(start + 1)..<max(start + 1, position - 1)], as: UTF8.self),
        offset: start,
        end: position
      )
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "?"):
      position += 1
      while position < bytes.count, isWordByte(bytes[position]) { position += 1 }
      return token(.parameter, from: start)
    case _ where isDigit(byte):
      while position < bytes.count, isWordByte(bytes[position]) || bytes[position] == 46 {
        position += 1
      }
      return token(.number, from: start)
    case _ where isWordByte(byte):
      while position < bytes.count, isWordByte(bytes[position]) { position += 1 }
      return token(.word, from: start)
    default:
      position += 1
      return token(.sign, from: start)
    }
  }

  private mutating func name(quotedBy quote: UInt8, from start: Int) -> SQLToken {
    skipQuoted(by: quote)
    var name: [UInt8] = []
    var index = start + 1
    while index < position - 1 {
      name.append(bytes[index])
      index += bytes[index] == quote ? 2 : 1
    }
    return SQLToken(
      kind: .quotedName,
      text: String(decoding: name, as: UTF8.self),
      offset: start,
      end: position
    )
  }

  private mutating func skipQuoted(by quote: UInt8) {
    position += 1
    while position < bytes.count {
      if bytes[position] == quote {
        position += 1
        guard position < bytes.count, bytes[position] == quote else { return }
      }
      position += 1
    }
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 32 || (9...13).contains(byte) {
        position += 1
      } else if byte == UInt8(ascii: "-"), bytes[position...].starts(with: "--".utf8) {
        while position < bytes.count, bytes[position] != 10 { position += 1 }
      } else if byte == UInt8(ascii: "/"), bytes[position...].starts(with: "/*".utf8) {
        position += 2
        while position < bytes.count, !bytes[position...].starts(with: "*/".utf8) { position += 1 }
        position = min(position + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private func token(_ kind: SQLToken.Kind, from start: Int) -> SQLToken {
    SQLToken(
      kind: kind,
      text: String(decoding: bytes[start..<position], as: UTF8.self),
      offset: start,
      end: position
    )
  }

  private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
      || byte == 36 || byte >= 128
  }
}
