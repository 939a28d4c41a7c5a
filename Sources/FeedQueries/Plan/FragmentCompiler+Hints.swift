import FeedStore

// Hints for mistakes that SQLite reports without a correction.
extension FragmentCompiler {
  /// Returns the correction of a usual mistake in a fragment that SQLite cannot parse, or `nil`.
  static func hint(forSyntaxOf sql: String) -> String? {
    let tokens = SQLToken.tokens(of: sql)
    guard let first = tokens.first, let last = tokens.last else { return nil }
    if first.isKeyword("WHERE") { return "leave out 'WHERE'" }
    if first.isKeyword("ORDER"), tokens.dropFirst().first?.isKeyword("BY") == true {
      return "leave out 'ORDER BY'"
    }
    if last.isKeyword("DESCENDING") { return "write 'DESC'" }
    if last.isKeyword("ASCENDING") { return "write 'ASC'" }
    return SQLToken.hint(forOperatorsIn: sql)
  }

  /// Returns a hint for a name in double quotes that is not a column, or `nil` for another name.
  ///
  /// SQLite reads a name in double quotes as a column, and a text only in single quotes.
  static func hint(forQuotedName chain: NameChain, in sql: String) -> String? {
    let bytes = Array(sql.utf8)
    guard chain.start < bytes.count, bytes[chain.start] == UInt8(ascii: "\"") else { return nil }
    return "a text is in single quotes: '\(chain.column.replacing("'", with: "''"))'"
  }
}

extension StatementFacts {
  /// The hint for a live query with an impurity, which has no parameter but `:now`.
  ///
  /// - Parameter inCondition: Whether the fragment may depend on the time.
  func hint(inCondition: Bool) -> String? {
    switch impurityCause {
    case .clock where inCondition: "write ':now'"
    case .clock:
      "leave it out; only the conditions and the order of a query may depend on the time, with ':now'"
    case .timeZone: "leave it out, or keep the local time in a column"
    case .chance: "leave it out, or keep the value in a column"
    case .connection, .library, nil: impurity?.hint
    }
  }

  /// The hint for a query that is declared in Swift, or `nil` if it is the same.
  func swiftHint(inCondition: Bool) -> String? {
    impurityCause == .clock && inCondition ? "write ':now', and call 'tick(to:)'" : nil
  }
}
