import FeedStore

extension FragmentCompiler {
  /// Compiles one term of an order.
  ///
  /// - Parameter isGroup: Whether the term orders groups, which SQLite cannot order.
  /// - Returns: The comparison and the source of the value, or `nil` if the term is invalid.
  mutating func term(
    _ sql: String,
    at path: [String],
    isGroup: Bool = false
  ) -> (term: SortTerm, source: ValueSource, expression: String, sql: String)? {
    let order = OrderTerm(sql)
    guard checkTerm(order, sql, at: path), let expression = check(order.expression, at: path) else {
      return nil
    }
    // SQLite looks up a collation only when it compiles a comparison.
    if let name = order.collation,
      check("'' = '' COLLATE \(name.quotedAsIdentifier)", at: path) == nil
    {
      return nil
    }
    let collation = collation(of: order, expression)
    if collation == nil {
      guard !isGroup else {
        errors.append(unsupportedCollation(sql, path))
        return nil
      }
      requeryReason = "'\(sql)' is ordered by a collation that only SQLite knows"
    }
    return (
      SortTerm(
        isDescending: order.isDescending,
        nullsFirst: order.nullsFirst,
        collation: collation ?? .binary
      ),
      source(of: expression),
      expression,
      expression + order.rest
    )
  }

  private mutating func checkTerm(_ order: OrderTerm, _ sql: String, at path: [String]) -> Bool {
    let tokens = SQLToken.tokens(of: order.expression)
    guard tokens.contains(where: { $0.kind != .number && $0.kind != .literal }) else {
      errors.append(
        QueryError(
          .notAnExpression,
          at: path,
          "'\(sql)' is the same for all rows and does not order them",
          hint: "name a column"
        )
      )
      return false
    }
    let terms = Self.terms(of: sql)
    guard terms.count < 2 else {
      errors.append(
        QueryError(
          .notAnExpression,
          at: path,
          "',' separates two expressions; write one",
          hint: "write [\(terms.joined(separator: ", "))]",
          swiftHint: "write [" + terms.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
        )
      )
      return false
    }
    return true
  }

  /// Returns the terms that commas separate in a text, for a hint; empty if a term is empty.
  private static func terms(of sql: String) -> [String] {
    var depth = 0
    var commas: [Int] = []
    for token in SQLToken.tokens(of: sql) where token.kind == .sign {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if token.isComma, depth == 0 { commas.append(token.offset) }
    }
    let bytes = Array(sql.utf8)
    let terms = zip([0] + commas.map { $0 + 1 }, commas + [bytes.count]).map { start, end in
      String(decoding: bytes[start..<end], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    return terms.contains("") ? [] : terms
  }

  private func unsupportedCollation(_ sql: String, _ path: [String]) -> QueryError {
    QueryError(
      .sql,
      at: path,
      "'\(sql)' orders groups by a collation that only SQLite knows",
      hint: Self.collationHint
    )
  }

  static let collationHint =
    "use BINARY, NOCASE or RTRIM, or order by a column that holds the position"

  /// Returns the collation that groups rows by value, or `nil` if only SQLite knows it.
  mutating func collation(ofGroup sql: String, at path: [String]) -> Collation? {
    let order = OrderTerm(sql)
    if let collation = collation(of: order, order.expression) { return collation }
    errors.append(
      QueryError(
        .sql,
        at: path,
        "'\(sql)' groups by a collation that only SQLite knows",
        hint: "name the collation at the end, for example (\(sql)) COLLATE BINARY"
      )
    )
    return nil
  }

  /// Returns the collation of a term by SQLite's rules, or `nil` if only SQLite knows it.
  ///
  /// A column has a collation, even after `+`, in parentheses or in `CAST`. The result of any other
  /// operator or function is compared by bytes.
  ///
  /// - Returns: The collation; `BINARY` for an expression without a collation.
  func collation(of order: OrderTerm, _ expression: String) -> Collation? {
    if order.namesCollationInside { return nil }
    if let name = order.collation { return Collation(rawValue: name.uppercased()) }
    guard let column = collatedColumn(of: SQLToken.tokens(of: expression)[...]) else {
      return .binary
    }
    return Collation(rawValue: column.collation.uppercased())
  }

  /// Returns the column whose collation an expression has.
  private func collatedColumn(of tokens: ArraySlice<SQLToken>) -> StoreSchema.Column? {
    guard let first = tokens.first, let last = tokens.last else { return nil }
    if first.isSign("+") { return collatedColumn(of: tokens.dropFirst()) }
    if first.isSign("("), tokens.isOneParenthesis {
      return collatedColumn(of: tokens.dropFirst().dropLast())
    }
    if first.isKeyword("CAST"), tokens.dropFirst().isOneParenthesis,
      let end = tokens.lastIndex(where: { $0.isKeyword("AS") })
    {
      return collatedColumn(of: tokens[(tokens.startIndex + 2)..<end])
    }
    guard last.isName else { return nil }
    if tokens.count == 1 {
      let rows = [table] + joins.map { schema.tables[$0.table] }
      return rows.lazy.compactMap { $0.column(named: last.text) }.first
    }
    guard tokens.count == 3, first.isName, tokens[tokens.startIndex + 1].isSign(".") else {
      return nil
    }
    let name = first.text.lowercased()
    if name == table.name.lowercased() { return table.column(named: last.text) }
    return joins.first { $0.name.lowercased() == name }
      .flatMap { schema.tables[$0.table].column(named: last.text) }
  }
}

extension ArraySlice<SQLToken> {
  /// Whether one pair of parentheses encloses all tokens.
  fileprivate var isOneParenthesis: Bool {
    guard first?.isSign("(") == true else { return false }
    var depth = 0
    for (index, token) in zip(indices, self) {
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      if depth == 0 { return index == endIndex - 1 }
    }
    return false
  }
}
