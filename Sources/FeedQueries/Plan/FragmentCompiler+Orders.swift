import FeedStore

extension FragmentCompiler {
  /// Compiles one term of an order.
  ///
  /// - Parameters:
  ///   - sql: The term as written.
  ///   - path: Where it stands, for messages.
  ///   - isGroup: Whether groups are ordered by it, which has no other way than comparing here.
  /// - Returns: How it compares and where its value comes from, or nothing if it is wrong.
  mutating func term(
    _ sql: String,
    at path: [String],
    isGroup: Bool = false
  ) -> (term: SortTerm, source: ValueSource, expression: String)? {
    let order = OrderTerm(sql)
    guard checkTerm(order, sql, at: path), check(order.expression, at: path) else { return nil }
    // SQLite looks a collation up where values are compared.
    if let name = order.collation,
      !check("'' = '' COLLATE \(name.quotedAsIdentifier)", at: path)
    {
      return nil
    }
    let collation = collation(of: order, in: table)
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
      source(of: order.expression),
      order.expression
    )
  }

  private mutating func checkTerm(_ order: OrderTerm, _ sql: String, at path: [String]) -> Bool {
    let tokens = SQLToken.tokens(of: order.expression)
    guard tokens.contains(where: { $0.kind != .number && $0.kind != .literal }) else {
      errors.append(
        QueryError(
          .notAnExpression,
          at: path,
          "'\(sql)' is the same for all rows and orders nothing",
          hint: "name a column"
        )
      )
      return false
    }
    return true
  }

  private func unsupportedCollation(_ sql: String, _ path: [String]) -> QueryError {
    QueryError(
      .sql,
      at: path,
      "'\(sql)' orders groups by a collation that only SQLite knows",
      hint: "use BINARY, NOCASE or RTRIM, or order by a column that holds the position"
    )
  }

  /// The collation by which rows with one value are one group, or `nil` if only SQLite knows it.
  mutating func collation(ofGroup sql: String, at path: [String]) -> Collation? {
    if let collation = collation(of: OrderTerm(sql), in: table) { return collation }
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

  /// The collation of a term by SQLite's rules, or nothing where they are not plain to see.
  func collation(of order: OrderTerm, in table: StoreSchema.Table) -> Collation? {
    if order.namesCollationInside { return nil }
    if let name = order.collation { return Collation(rawValue: name.uppercased()) }
    // Only a column has one to carry along, and only through parentheses, a plus sign and a cast.
    let name = SQLToken.bare(SQLToken.tokens(of: order.expression)[...])
    for table in [table] + joins.map({ schema.tables[$0.table] }) {
      guard let name = plainName(name, in: table),
        let column = table.columns.first(where: { $0.name.lowercased() == name.lowercased() })
      else { continue }
      return Collation(rawValue: column.collation.uppercased())
    }
    return .binary
  }
}

extension SQLToken {
  /// An expression without what leaves it the collation that it has.
  fileprivate static func bare(_ tokens: ArraySlice<SQLToken>) -> ArraySlice<SQLToken> {
    guard let first = tokens.first else { return tokens }
    if first.isSign("+") { return bare(tokens.dropFirst()) }
    if first.isSign("("), tokens.isEnclosed { return bare(tokens.dropFirst().dropLast()) }
    let rest = tokens.dropFirst()
    guard first.isKeyword("CAST"), rest.isEnclosed,
      let end = rest.lastIndex(where: { $0.isKeyword("AS") })
    else { return tokens }
    return bare(rest[..<end].dropFirst())
  }
}

extension ArraySlice<SQLToken> {
  /// Whether the first token is a parenthesis that the last one closes.
  fileprivate var isEnclosed: Bool {
    guard first?.isSign("(") == true else { return false }
    var depth = 0
    for index in indices {
      if self[index].isSign("(") { depth += 1 }
      if self[index].isSign(")") { depth -= 1 }
      if depth == 0 { return index == endIndex - 1 }
    }
    return false
  }
}
