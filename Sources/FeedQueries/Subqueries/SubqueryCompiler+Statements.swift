import FeedStore

/// The statements that lead from a changed row to the rows that depend on it.
extension SubqueryCompiler {
  /// Returns the dependencies of the query's rows, or of the members of a list.
  func plan(of list: Int?) -> SubqueryPlan {
    var plan = SubqueryPlan()
    for (instance, edge) in edges.sorted(by: { $0.key < $1.key })
    where enclosingList(of: .inner(instance)) == list {
      plan.links.append(link(instance, edge, to: list))
    }
    for (scope, compared) in lists.sorted(by: { $0.key < $1.key })
    where enclosingList(of: compared.row) == list {
      if let list = self.list(scope, comparing: compared) { plan.lists.append(list) }
    }
    return plan
  }

  /// Returns the list whose members depend on a row, or `nil` for the query's own rows.
  func enclosingList(of row: Row) -> Int? {
    guard case .inner(let instance) = row else { return nil }
    if let edge = edges[instance] { return enclosingList(of: edge.other) }
    return tree.instances[instance].scope
  }

  private func link(_ instance: Int, _ edge: Edge, to list: Int?) -> RowLink {
    let described = tree.instances[instance]
    let conditions = edge.pairs.enumerated().map { index, pair in
      let other = Operand(row: edge.other, column: pair.other)
      let own = column(other).collation
      let collate =
        own.uppercased() == pair.comparison.collation.uppercased()
        ? "" : " COLLATE \(pair.comparison.collation.quotedAsIdentifier)"
      return "\(place(of: other))\(collate) \(pair.comparison.sign) ?\(index + 1)"
    }
    let others = edge.pairs.map { Operand(row: edge.other, column: $0.other) }
    return RowLink(
      table: described.table,
      columns: (reads[described.table] ?? []).union(edge.pairs.map(\.column)),
      parameters: edge.pairs.map(\.column),
      sql: statement(
        finding: others[0],
        for: list,
        conditions.joined(separator: " AND ")
      ),
      name: described.name,
      sought: others.map { self.described($0) }.joined(separator: " and ")
    )
  }

  /// Returns the statement that finds the dependent rows of a row with a condition.
  ///
  /// The rows between it and the dependent row are joined by their equalities.
  func statement(finding operand: Operand, for list: Int?, _ condition: String) -> String {
    let target: Row = list.map { .inner(tree.scopes[$0].instances[0]) } ?? .own
    let table = schema.tables[self.table(of: target)]
    var sources: [String] = []
    var conditions = [condition]
    var row = operand.row
    while case .inner(let instance) = row, row != target, let edge = edges[instance] {
      sources.append(
        "\(schema.tables[self.table(of: row)].name.quotedAsIdentifier) AS \(name(of: row))"
      )
      for pair in edge.pairs {
        let mine = place(of: Operand(row: row, column: pair.column))
        let other = place(of: Operand(row: edge.other, column: pair.other))
        conditions.append(
          "\(mine) COLLATE \(pair.comparison.collation.quotedAsIdentifier) "
            + "\(pair.comparison.sign) \(other)"
        )
      }
      row = edge.other
    }
    var from = [table.name.quotedAsIdentifier]
    if list != nil { from[0] += " AS \(name(of: target))" }
    if case .joined(let last) = row { from += joins[...last].map(\.sql) }
    let keys = table.primaryKey.map { place(of: Operand(row: target, column: $0)) }
    return "SELECT \(keys.joined(separator: ", ")) FROM "
      + ([from.joined(separator: " ")] + sources).joined(separator: ", ")
      + " WHERE \(conditions.joined(separator: " AND "))"
  }

  // MARK: Names

  /// Returns the name of a row in the statement of a dependency, in quotes.
  private func name(of row: Row) -> String {
    switch row {
    case .own: schema.tables[table].name.quotedAsIdentifier
    case .joined(let join): joins[join].name.quotedAsIdentifier
    case .inner(let instance): "feed row \(instance)".quotedAsIdentifier
    }
  }

  /// Returns a column in the statement of a dependency.
  func place(of operand: Operand) -> String {
    "\(name(of: operand.row)).\(column(operand).name.quotedAsIdentifier)"
  }

  /// Returns the name of a row in the expression.
  func written(_ row: Row) -> String {
    switch row {
    case .own: schema.tables[table].name
    case .joined(let join): joins[join].name
    case .inner(let instance): tree.instances[instance].name
    }
  }

  /// Returns a column with its table, for a person.
  func described(_ operand: Operand) -> String {
    "'\(schema.tables[table(of: operand.row)].name).\(column(operand).name)'"
  }
}
