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

  /// The collation of a term by SQLite's rules, or nothing where they are not plain to see.
  func collation(of order: OrderTerm, in table: StoreSchema.Table) -> Collation? {
    if order.namesCollationInside { return nil }
    if let name = order.collation { return Collation(rawValue: name.uppercased()) }
    let tables = [table] + joins.map { schema.tables[$0.table] }
    for table in tables {
      guard let name = plainName(order.expression, in: table),
        let column = table.columns.first(where: { $0.name.lowercased() == name.lowercased() })
      else { continue }
      return Collation(rawValue: column.collation.uppercased())
    }
    // An expression can carry along the collation of a column that it names.
    let names = Set(
      SQLToken.tokens(of: order.expression).filter(\.isName).map { $0.text.lowercased() }
    )
    let columns = tables.flatMap(\.columns).filter { names.contains($0.name.lowercased()) }
    return columns.allSatisfy { $0.collation.uppercased() == "BINARY" } ? .binary : nil
  }
}
