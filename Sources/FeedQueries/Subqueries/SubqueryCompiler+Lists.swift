import FeedStore

/// Lists after IN that are the same for all rows.
extension SubqueryCompiler {
  /// Keeps a subquery as a list, if it is the right side of `column IN (SELECT column FROM table …)`.
  ///
  /// - Returns: Whether the subquery has this form.
  mutating func makeList(of scope: Int) -> Bool {
    let subquery = tree.scopes[scope]
    guard let tested = subquery.tested, subquery.instances.count == 1,
      Set(subquery.clauses.keys).isSubset(of: ["SELECT", "FROM", "WHERE", "ORDER"]),
      let compared = operand(tree.tokens[tested], in: subquery.parent),
      isReachable(compared.row), let value = listed(scope), compares(value, compared),
      !tree.tokens[subquery.tokens].contains(where: { $0.kind == .parameter }),
      isIndependent(scope)
    else { return false }
    lists[scope] = compared
    return true
  }

  private func isReachable(_ row: Row) -> Bool {
    guard case .inner(let instance) = row else { return true }
    return edges[instance] != nil || isListed(instance)
  }

  /// Returns the only result column of a subquery of one table, if it is a column of the table.
  func listed(_ scope: Int) -> Operand? {
    let subquery = tree.scopes[scope]
    guard let result = subquery.clauses["SELECT"],
      let value = operand(tree.tokens[result], in: scope),
      value.row == .inner(subquery.instances[0])
    else { return nil }
    return value
  }

  /// Returns whether a subquery names no row around it.
  private func isIndependent(_ scope: Int) -> Bool {
    let range = tree.scopes[scope].tokens
    guard let facts = try? writer.inspect("SELECT 1 FROM (\(text(range))\n)"), facts.impurity == nil
    else { return false }
    // An unknown name in double quotes would be a text.
    let tables = tree.instances.filter { range.contains(tree.scopes[$0.scope].tokens.lowerBound) }
    return tree.tokens[range].allSatisfy { token in
      token.kind != .quotedName
        || tables.contains { instance in
          let table = schema.tables[instance.table]
          return table.columnIndex(ofAnyCase: token.text) != nil
            || [table.name.lowercased(), instance.name.lowercased()].contains(
              token.text.lowercased()
            )
        }
    }
  }

  /// Returns a list's plan; all dependencies inside the list lead to its members.
  func list(_ scope: Int, comparing compared: Operand) -> ListPlan? {
    let subquery = tree.scopes[scope]
    guard let value = listed(scope), let instance = subquery.instances.first else { return nil }
    let row = tree.instances[instance]
    let table = schema.tables[row.table]
    let name = row.name.quotedAsIdentifier
    let keys = table.primaryKey.map { "\(name).\(table.columns[$0].name.quotedAsIdentifier)" }
    let from = source(of: scope)
    let key = keys.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: " AND ")
    let result = "\(name).\(table.columns[value.column].name.quotedAsIdentifier)"
    let filter = condition(of: scope)
    return ListPlan(
      table: row.table,
      columns: reads[row.table] ?? [],
      member: "SELECT \(result) FROM \(from) WHERE \(filter)\(key)",
      members: "SELECT \(keys.joined(separator: ", ")), \(result) FROM \(from) WHERE \(filter)1",
      sql: statement(
        finding: compared,
        for: enclosingList(of: compared.row),
        "\(place(of: compared)) = ?1"
      ),
      comparesNull: !isNotNull(compared),
      inner: plan(of: scope),
      sought: described(compared),
      listed: described(value)
    )
  }

  private func source(of scope: Int) -> String {
    tree.scopes[scope].clauses["FROM"].map { text($0) } ?? ""
  }

  /// Returns the condition of a subquery, followed by AND; empty if there is none.
  private func condition(of scope: Int) -> String {
    tree.scopes[scope].clauses["WHERE"].map { "(\(text($0))\n) AND " } ?? ""
  }

  private func isNotNull(_ operand: Operand) -> Bool {
    guard operand.row == .own || joinsNothing(operand.row) else { return false }
    let table = schema.tables[self.table(of: operand.row)]
    return column(operand).isNotNull
      || table.hasIntegerPrimaryKey && table.primaryKey == [operand.column]
  }

  /// Returns whether a row is never a row of NULLs.
  private func joinsNothing(_ row: Row) -> Bool {
    guard case .inner(let instance) = row else { return row == .own }
    return tree.instances[instance].leftJoin == nil
  }

  // MARK: Evaluation

  /// The expression, in which look-ups by index replace the lists.
  var rewritten: String { text(tree.tokens.indices) }

  /// Returns the text of tokens, in which look-ups by index replace the lists.
  ///
  /// SQLite reads a whole list for each row that it compares. If an index leads to the compared value,
  /// an equivalent expression is evaluated instead.
  private func text(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    let isWhole = range == tree.tokens.indices
    let bytes = Array(sql.utf8)
    var position = isWhole ? 0 : tree.tokens[first].offset
    let end = isWhole ? bytes.count : tree.tokens[last].end
    var result = ""
    for scope in lists.keys.sorted() {
      guard let tested = tree.scopes[scope].tested, range.lowerBound <= tested.lowerBound,
        tree.scopes[scope].tokens.upperBound < range.upperBound,
        tree.tokens[tested.lowerBound].offset >= position, let lookup = lookup(scope)
      else { continue }
      let start = tree.tokens[tested.lowerBound].offset
      result += String(decoding: bytes[position..<start], as: UTF8.self) + lookup
      position = tree.tokens[tree.scopes[scope].tokens.upperBound].end
    }
    return result + String(decoding: bytes[position..<end], as: UTF8.self)
  }

  /// Returns an expression that is equal to the comparison with a list, or `nil` without an index.
  private func lookup(_ scope: Int) -> String? {
    guard let compared = lists[scope], let value = listed(scope) else { return nil }
    let instance = tree.instances[tree.scopes[scope].instances[0]]
    let outer = written(compared.row)
    // The name must mean the same row inside the list.
    guard instance.name.lowercased() != outer.lowercased() else { return nil }
    let table = schema.tables[self.table(of: compared.row)]
    let left = "\(outer.quotedAsIdentifier).\(column(compared).name.quotedAsIdentifier)"
    let right = "\(instance.name.quotedAsIdentifier).\(column(value).name.quotedAsIdentifier)"
    let rows = "SELECT 1 FROM \(source(of: scope)) WHERE \(condition(of: scope))"
    let found = "EXISTS (\(rows)\(left) = \(right))"
    let trial =
      "SELECT \(found) FROM \(table.name.quotedAsIdentifier) AS \(outer.quotedAsIdentifier)"
    guard let steps = try? writer.plan(of: trial), steps.count(where: { $0.contains("SCAN") }) == 1,
      !steps.contains(where: { $0.contains("AUTOMATIC") })
    else { return nil }
    var sql = "CASE WHEN \(found) THEN 1"
    if !isNotNull(value) { sql += " WHEN EXISTS (\(rows)\(right) IS NULL) THEN NULL" }
    if !isNotNull(compared) { sql += " WHEN \(left) IS NULL AND EXISTS (\(rows)1) THEN NULL" }
    return "(\(tree.scopes[scope].isNegated ? "NOT " : "")\(sql) ELSE 0 END)"
  }
}
