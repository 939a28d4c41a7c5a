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
            hint: facts.hint(inCondition: allowsTime),
            swiftHint: facts.swiftHint(inCondition: allowsTime),
            offset: impurity.failure?.offset.map {
              fragment.written($0 - checkPrefix.utf8.count)
            }
          )
        )
        return nil
      }
      if !facts.parameters.isEmpty {
        let plan = timePlan(of: fragment.sql, facts)
        time = time?.joined(plan) ?? plan
      }
      return withAggregates(numberingTime(in: noting(facts, of: fragment.sql), facts))
    }
  }

  /// Compiles the condition of a view, which has no place in the query.
  mutating func checkView(_ sql: String, at path: [String]) -> String? {
    let count = errors.count
    let named = aggregates
    // A view knows no aggregates of the query: a word in it is the name of a column.
    aggregates = []
    defer { aggregates = named }
    let checked = check(sql, at: path)
    errors[count...] = ArraySlice(
      errors[count...].map {
        QueryError($0.code, at: $0.path, $0.message, hint: $0.hint, swiftHint: $0.swiftHint)
      }
    )
    return checked
  }

  /// Replaces each `:now` with the parameter for the form of the column that it is compared with.
  private func numberingTime(in sql: String, _ facts: StatementFacts) -> String {
    facts.parameters.isEmpty ? sql : timeUse(of: sql, facts).numbering(sql)
  }

  private func timeUse(of sql: String, _ facts: StatementFacts) -> TimeUse {
    let read = facts.columnsRead.compactMap { read in
      read.column.map { schema.tables[read.table].columns[$0] }
    }
    return TimeUse(sql) { name in
      Set(read.filter { $0.name.lowercased() == name.lowercased() }.map(\.affinity))
    }
  }

  /// Returns the statements that find the rows of which a tick may decide otherwise.
  private func timePlan(of sql: String, _ facts: StatementFacts) -> TimePlan {
    let use = timeUse(of: sql, facts)
    let key = table.primaryKey.map { table.qualified($0) }.joined(separator: ", ")
    var due: [DueRows] = []
    switch use.comparisons() {
    case .failure(let refusal): return .whole(refusal.reason)
    case .success(let comparisons):
      for comparison in comparisons {
        let compared = use.text(of: comparison.other, in: sql)
        let bounds = ["?1", "?2"].map { use.text(of: comparison.time, in: sql, time: $0) }
        let statement =
          "SELECT \(key) FROM \(from) WHERE (\(compared)\n) BETWEEN (\(bounds[0])\n) AND (\(bounds[1])\n)"
        guard (try? writer.inspect(statement)) != nil else {
          return .whole("':now' is not compared with a value of the row")
        }
        let sample = """
          SELECT value FROM (SELECT \(compared) AS value FROM \(from)) WHERE typeof(value) = 'text'
          AND (value GLOB '????-??-?? *' OR value GLOB '????-??-??T*[-+]??:??') LIMIT 1
          """
        due.append(
          DueRows(
            sql: statement,
            form: comparison.form,
            compared: compared,
            misorderedTime: sample
          )
        )
      }
      return .due(due)
    }
  }

  /// Records what an expression reads.
  ///
  /// - Returns: The expression, in which look-ups by index replace lists after IN.
  private mutating func noting(_ facts: StatementFacts, of sql: String) -> String {
    for read in facts.columnsRead where read.table == tableIndex {
      let mask = read.mask(in: sql)
      columns |= mask
      // A row that is written again with the same values can have another row id.
      if read.column == nil, mask != 0 { requeryReason = "reads the row id, which is not the key" }
      if part == .condition || plainColumn(sql) == nil { askedColumns |= mask }
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
        hint: "write the value itself, a text as a literal of SQL, or keep it in a table"
      )
    }
    return QueryError(
      .parameter,
      at: path,
      "':now' is allowed only in the conditions and the order of a query",
      hint:
        "compare with ':now' in 'where' or 'order', so that a tick inserts, removes and moves rows",
      swiftHint:
        "compare with ':now' in 'filter' or 'order', so that 'tick(to:)' inserts, removes and moves rows"
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
