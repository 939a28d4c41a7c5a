import FeedModel
import FeedStore

extension FragmentCompiler {
  /// Finds a column that must equal a constant for a condition to be true, as in `sport_id = 7`.
  ///
  /// Only one form is recognized: a comparison, alone or joined to others by AND, of a column with a
  /// literal that SQLite compares without conversion.
  ///
  /// - Returns: The first such column and its value, or `nil`.
  func requiredValue(of filter: String) -> RequiredValue? {
    for part in Self.conjuncts(of: SQLToken.tokens(of: filter)) {
      if let found = requiredValue(part) { return found }
    }
    return nil
  }

  /// Returns the parts of a condition that are joined by AND; empty if the form is not recognized.
  static func conjuncts(of tokens: [SQLToken]) -> [[SQLToken]] {
    var parts: [[SQLToken]] = [[]]
    var depth = 0
    var isBetween = false
    for token in tokens {
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      if depth == 0 {
        if token.isKeyword("OR") || token.isKeyword("CASE") { return [] }
        if token.isKeyword("BETWEEN") { isBetween = true }
        if token.isKeyword("AND") {
          if !isBetween { parts.append([]) }
          isBetween = false
          continue
        }
      }
      parts[parts.count - 1].append(token)
    }
    return parts
  }

  private func requiredValue(_ part: [SQLToken]) -> RequiredValue? {
    guard let equals = part.firstIndex(where: { $0.isSign("=") }) else {
      return nil
    }
    // Both `=` and `==` are equality.
    let isDouble = equals + 1 < part.count && part[equals + 1].isSign("=")
    let left = part[..<equals]
    let right = part[(equals + (isDouble ? 2 : 1))...]
    return requiredValue(left, right) ?? requiredValue(right, left)
  }

  private func requiredValue(
    _ name: ArraySlice<SQLToken>,
    _ literal: ArraySlice<SQLToken>
  ) -> RequiredValue? {
    guard literal.count == 1, let literal = literal.first, let last = name.last, last.isName,
      name.count == 1
        || name.count == 3 && name.dropFirst().first?.isSign(".") == true
          && name.first?.text.lowercased() == table.name.lowercased(),
      let column = column(last.text), table.columns[column].collation.uppercased() == "BINARY"
    else { return nil }
    let affinity = table.columns[column].affinity
    switch literal.kind {
    case .number:
      guard affinity != .text, let number = Int64(literal.text) else { return nil }
      return RequiredValue(column: column, value: .integer(number))
    case .literal:
      guard affinity == .text || affinity == .none else { return nil }
      return RequiredValue(column: column, value: .text(Text(literal.text)))
    default: return nil
    }
  }
}
