import FeedStore

/// A condition that a `where` joins to others with AND, split at its comparison.
struct SQLCondition {
  /// The words of the condition; names are in lower case.
  private let words: [SQLToken]
  /// The place of the comparison outside parentheses, or `nil`.
  private let comparison: Range<Int>?

  /// Returns the conditions that SQL joins with AND; empty if it joins them in another way.
  static func conjuncts(of sql: String) -> [SQLCondition] {
    var conditions: [SQLCondition] = []
    var words: [SQLToken] = []
    var depth = 0
    for token in SQLToken.tokens(of: sql) {
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      guard depth == 0 else {
        words.append(token)
        continue
      }
      if ["OR", "CASE", "BETWEEN"].contains(where: token.isKeyword) { return [] }
      if token.isKeyword("AND") {
        conditions.append(SQLCondition(words))
        words = []
      } else {
        words.append(token)
      }
    }
    return conditions + [SQLCondition(words)]
  }

  private init(_ words: [SQLToken]) {
    self.words = words
    var depth = 0
    let start = words.firstIndex { word in
      if word.isSign("(") { depth += 1 }
      if word.isSign(")") { depth -= 1 }
      return depth == 0
        && (word.isKeyword("IS") || ["<", ">", "=", "!"].contains(where: word.isSign))
    }
    comparison = start.map { start in
      let rest = words[(start + 1)...]
      let end = rest.firstIndex { word in
        !(words[start].isKeyword("IS")
          ? word.isKeyword("NOT") : [">", "="].contains(where: word.isSign))
      }
      return start..<(end ?? words.endIndex)
    }
  }

  /// Returns whether no row meets both conditions.
  func excludes(_ other: SQLCondition) -> Bool {
    if isNegation(of: other) || other.isNegation(of: self) { return true }
    guard let (left, sign, right) = parts, let (otherLeft, otherSign, otherRight) = other.parts,
      left.matches(otherLeft), !left.contains(where: { $0.isKeyword("NOT") })
    else { return false }
    if right.matches(otherRight) { return Self.opposites[sign]?.contains(otherSign) == true }
    guard sign == "=", otherSign == "=" else { return false }
    return right.differs(from: otherRight)
  }

  private func isNegation(of other: SQLCondition) -> Bool {
    words.first?.isKeyword("NOT") == true && other.comparison == nil
      && words.dropFirst().matches(other.words[...])
  }

  private typealias Words = ArraySlice<SQLToken>

  private var parts: (left: Words, sign: String, right: Words)? {
    guard let comparison else { return nil }
    let sign = words[comparison].map { $0.text.uppercased() }.joined()
    return (
      words[..<comparison.lowerBound], sign == "==" ? "=" : sign,
      words[comparison.upperBound...]
    )
  }

  private static let opposites: [String: Set] = [
    "=": ["<>", "!=", "<", ">"], "<>": ["="], "!=": ["="], "<": [">=", ">", "="],
    ">": ["<=", "<", "="], ">=": ["<"], "<=": [">"], "IS": ["ISNOT"], "ISNOT": ["IS"],
  ]
}

extension ArraySlice<SQLToken> {
  /// Returns whether two texts are equal to SQLite: names in any case, quoted or not.
  fileprivate func matches(_ other: Self) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.matches($1) }
  }

  /// Returns whether two constants differ under every collation and in every column.
  fileprivate func differs(from other: Self) -> Bool {
    guard count == 1, other.count == 1, let own = first, let others = other.first,
      own.kind == others.kind
    else { return false }
    switch own.kind {
    case .literal: return own.text.folded != others.text.folded
    case .number: return Double(own.text) != Double(others.text)
    default: return false
    }
  }
}

extension String {
  /// The text without differences that a collation of SQLite ignores.
  fileprivate var folded: String {
    String(lowercased().reversed().drop { $0 == " " }.reversed())
  }
}
