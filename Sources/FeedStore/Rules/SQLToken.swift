/// One word or sign of SQL.
///
/// The scanner knows enough of SQLite's grammar to compare declarations, to find names and calls,
/// and to find the end of a term. Errors in a text are left to SQLite.
package struct SQLToken: Equatable, Sendable {
  /// The kinds of tokens.
  package enum Kind: Sendable {
    /// A keyword or a name without quotes.
    case word
    /// A name in double quotes, brackets or backquotes.
    case quotedName
    /// A text in single quotes; for a blob, the part after its `x`.
    case literal
    /// A number.
    case number
    /// A parameter, such as `:now`.
    case parameter
    /// Any other sign, of one character.
    case sign
  }

  /// The kind of token.
  package let kind: Kind
  /// The text of the token; quoted names and texts are without their quotes.
  package let text: String
  /// The start of the token, in bytes of the text's UTF-8.
  package let offset: Int
  /// The end of the token: the offset of the byte after its last one.
  package let end: Int

  /// Returns whether the token is a keyword, in any case.
  ///
  /// - Returns: Whether it is that keyword, and not a name in quotes.
  package func isKeyword(_ keyword: String) -> Bool {
    kind == .word && text.uppercased() == keyword
  }

  /// Returns whether the token is a sign, and not a quoted one.
  ///
  /// - Returns: Whether it is that sign.
  package func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

  /// Returns whether the token separates the parts of a list.
  package var isComma: Bool { isSign(",") }

  /// Whether the token can be the name of a table or column.
  package var isName: Bool { kind == .word || kind == .quotedName }

  /// Returns whether two tokens are equal to SQLite: names and words in any case, quoted or not.
  ///
  /// - Returns: Whether they are equal.
  package func matches(_ other: SQLToken) -> Bool {
    switch (kind, other.kind) {
    case (.word, .word), (.word, .quotedName), (.quotedName, .word), (.quotedName, .quotedName),
      (.number, .number):
      text.lowercased() == other.text.lowercased()
    default: kind == other.kind && text == other.text
    }
  }
}

extension SQLToken {
  /// Splits SQL into tokens, without white space and comments.
  ///
  /// - Parameter sql: The text; characters outside SQL become tokens of one character.
  /// - Complexity: O(*length*).
  package static func tokens(of sql: String) -> [SQLToken] {
    var scanner = SQLScanner(sql)
    var tokens: [SQLToken] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }
}
