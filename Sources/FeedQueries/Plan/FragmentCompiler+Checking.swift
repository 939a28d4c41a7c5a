import FeedStore

extension FragmentCompiler {
  /// Compiles an expression with SQLite, and records what it reads.
  ///
  /// - Returns: The expression with names that SQLite understands and with numbered time parameters,
  ///   or `nil` if it is invalid.
  mutating func check(_ sql: String, at path: [String]) -> String? {
    if let problem = shapeProblem(of: sql) {
      errors.append(QueryError(.notAnExpression, at: path, problem))
      return nil
    }
    switch resolve(sql) {
    case .refused(let code, let message, let hint, let offset):
      errors.append(QueryError(code, at: path, message, hint: hint, offset: offset))
      return nil
    case .resolved(let fragment, let facts):
      if let parameter = facts.parameters.first(where: { $0 != ":now" || !allowsTime }) {
        errors.append(parameterError(parameter, at: path))
        return nil
      }
      if let impurity = facts.impurity {
        errors.append(
          QueryError(
            .nonDeterministic,
            at: path,
            impurity.message,
            hint: impurity.hint,
            offset: impurity.failure?.offset.map {
              fragment.written($0 - checkPrefix.utf8.count)
            }
          )
        )
        return nil
      }
      return withAggregates(numberingTime(in: noting(facts, of: fragment.sql), facts))
    }
  }

  /// Replaces each `:now` with the parameter for the form of the column that it is compared with.
  private func numberingTime(in sql: String, _ facts: StatementFacts) -> String {
    guard !facts.parameters.isEmpty else { return sql }
    let read = facts.columnsRead.compactMap { read in
      read.column.map { schema.tables[read.table].columns[$0] }
    }
    return TimeUse(sql) { name in
      Set(read.filter { $0.name.lowercased() == name.lowercased() }.map(\.affinity))
    }.numbering(sql)
  }

  /// Records what an expression reads.
  ///
  /// - Returns: The expression, in which look-ups by index replace lists after IN.
  private mutating func noting(_ facts: StatementFacts, of sql: String) -> String {
    usesTime = usesTime || !facts.parameters.isEmpty
    for read in facts.columnsRead where read.table == tableIndex {
      let mask = read.mask(in: sql)
      columns |= mask
      // Only the condition may depend on the time, and SQLite always evaluates it.
      if allowsTime || plainColumn(sql) == nil { askedColumns |= mask }
    }
    readColumns.merge(facts.columnsByTable) { $0.union($1) }
    let tables = Set(facts.columnsRead.map(\.table))
    reads.formUnion(tables)
    let strangers = tables.subtracting(joins.map(\.table)).subtracting([tableIndex])
    // A subquery may read other rows of the query's own table.
    guard !strangers.isEmpty || SQLToken.haveSubquery(sql) else { return sql }
    var compiler = SubqueryCompiler(self, sql: sql, facts: facts)
    switch compiler.compile() {
    case .success(let (plan, sql)):
      subqueries.links += plan.links
      subqueries.lists += plan.lists
      return sql
    case .failure(let refusal):
      requeryReason = refusal.reason
      return sql
    }
  }

  private func parameterError(_ parameter: String, at path: [String]) -> QueryError {
    guard parameter == ":now" else {
      return QueryError(
        .parameter,
        at: path,
        "the parameter '\(parameter)' has no value in a live query",
        hint: "write the value itself, or keep it in a table"
      )
    }
    return QueryError(
      .parameter,
      at: path,
      "':now' is allowed only in the condition of a query",
      hint: "compare with ':now' in 'where', so that a tick inserts and removes rows"
    )
  }

  /// Returns the reason why a text is not one expression, or `nil`.
  private func shapeProblem(of sql: String) -> String? {
    let tokens = SQLToken.tokens(of: sql)
    if tokens.isEmpty { return "there is no expression" }
    var depth = 0
    for token in tokens where token.kind == .sign {
      if token.text == ";" { return "';' is not allowed in an expression" }
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth < 0 { return "a ')' has no matching '('" }
      if token.text == ",", depth == 0 { return "',' separates two expressions; write one" }
    }
    return depth == 0 ? nil : "a parenthesis is not closed"
  }
}
