/// A comparison of one column in a condition of a statement.
struct Comparison {
  /// The text that names the column, with the name of its table if it is given.
  let column: String
  /// The text of the comparison.
  let sql: String
  /// Its position in the statement, in bytes.
  let range: Range<Int>
  /// The sign or word between the two sides, in upper case; empty for the column alone.
  let sign: String
  /// The text of the right side.
  let operand: String
  let hasParameter: Bool

  /// Reads the comparison whose left side is the column at a position.
  ///
  /// - Returns: The comparison, or `nil` if its right side is more than parameters and literals.
  init?(at place: Int, of text: StatementText) {
    let tokens = text.tokens
    let start = text.isSign(".", at: place - 1) ? place - 2 : place
    guard start >= 0 else { return nil }
    var next = place + 1
    var sign = ""
    while next < tokens.count, tokens[next].kind == .sign,
      ["=", "<", ">", "!"].contains(tokens[next].text)
    {
      sign += tokens[next].text
      next += 1
    }
    for word in ["IS", "NOT"] where sign.isEmpty || sign == "IS" {
      guard text.isKeyword(word, at: next) else { break }
      sign += sign.isEmpty ? word : " \(word)"
      next += 1
    }
    let end = Self.end(of: text, from: next)
    let operand = tokens[next..<end]
    guard sign.isEmpty == operand.isEmpty else { return nil }
    hasParameter = operand.contains { $0.kind == .parameter }
    guard hasParameter || operand.allSatisfy({ Self.isPlain($0) }) else { return nil }
    column = text.sql.bytes(tokens[start].offset..<tokens[place].end)
    range = tokens[start].offset..<tokens[end - 1].end
    sql = text.sql.bytes(range)
    self.sign = sign == "==" ? "=" : sign
    self.operand = operand.isEmpty ? "" : text.sql.bytes(tokens[next].offset..<tokens[end - 1].end)
  }

  private static let ends: Set<String> = [
    "AND", "OR", "ORDER", "GROUP", "LIMIT", "RETURNING", "ON", "UNION", "EXCEPT", "INTERSECT",
    "HAVING", "WINDOW", "THEN", "WHEN", "ELSE", "END", "COLLATE", "WHERE", "JOIN", "LEFT", "INNER",
  ]

  private static func end(of text: StatementText, from start: Int) -> Int {
    var depth = 0
    for index in start..<max(start, text.tokens.count) {
      let token = text.tokens[index]
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      let isEnd =
        token.isSign(",") || token.isSign(";")
        || token.kind == .word && ends.contains(token.text.uppercased())
      if depth < 0 || depth == 0 && isEnd { return index }
    }
    return text.tokens.count
  }

  private static func isPlain(_ token: SQLToken) -> Bool {
    switch token.kind {
    case .literal, .number: true
    case .sign: token.text == "-" || token.text == "+"
    case .word: ["TRUE", "FALSE", "NULL"].contains(token.text.uppercased())
    default: false
    }
  }
}
