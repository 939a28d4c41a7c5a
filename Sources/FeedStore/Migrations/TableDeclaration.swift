import FeedModel

/// The text of a `CREATE TABLE`, split into parts that can be compared.
struct TableDeclaration {
  /// A column or a constraint: its tokens and its text.
  struct Part {
    let tokens: [SQLToken]
    let text: String

    /// Returns whether two parts differ only in blanks, comments, case and quotes.
    func isSame(as other: Part) -> Bool {
      tokens.count == other.tokens.count && zip(tokens, other.tokens).allSatisfy { $0.matches($1) }
    }
  }

  /// The columns, each beginning with its name.
  private(set) var columns: [Part] = []
  /// The constraints of the table, which follow the columns.
  private(set) var constraints: [Part] = []
  /// The text after the parenthesis: `STRICT`, `WITHOUT ROWID`.
  let options: Part

  /// Splits a declaration.
  init(sql: String) {
    let tokens = SQLToken.tokens(of: sql)
    var depth = 0
    var part: [SQLToken] = []
    var parts: [Part] = []
    var end = tokens.count
    for (index, token) in tokens.enumerated() {
      let before = depth
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      if before == 1, token.isSign(",") || depth == 0 {
        parts.append(Self.part(part, of: sql))
        part = []
        if depth == 0 {
          end = index + 1
          break
        }
      } else if before > 0 {
        part.append(token)
      }
    }
    options = Self.part(Array(tokens.dropFirst(end)), of: sql)
    for part in parts {
      // The first word of a constraint cannot be the name of a column, unless it is in quotes.
      if !constraints.isEmpty || part.tokens.first.map(Self.beginsConstraint) == true {
        constraints.append(part)
      } else {
        columns.append(part)
      }
    }
  }

  /// Returns the column of a name, compared by bytes; `nil` if there is none.
  func column(named name: String) -> Part? {
    columns.first { $0.tokens.first.map { Text($0.text) } == Text(name) }
  }

  private static func part(_ tokens: [SQLToken], of sql: String) -> Part {
    guard let first = tokens.first, let last = tokens.last else {
      return Part(tokens: [], text: "")
    }
    let bytes = sql.utf8.dropFirst(first.offset).prefix(last.end - first.offset)
    return Part(tokens: tokens, text: String(decoding: bytes, as: UTF8.self))
  }

  private static func beginsConstraint(_ token: SQLToken) -> Bool {
    ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains { token.isKeyword($0) }
  }
}
