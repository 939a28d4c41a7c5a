import FeedSnapshots
import FeedStore

extension FragmentCompiler {
  /// Has SQLite compile an expression, and notes what it reads.
  ///
  /// - Parameters:
  ///   - sql: The expression.
  ///   - path: Where it stands, for messages.
  /// - Returns: Whether it can be used.
  mutating func check(_ sql: String, at path: [String]) -> Bool {
    check(sql, from: from, at: path) { compiler, tables in
      let strangers = tables.subtracting(compiler.joins.map(\.table)).subtracting([
        compiler.tableIndex
      ])
      compiler.reads.formUnion(tables)
      // A subquery may read the query's own table, too, and then other rows than the one at hand.
      guard !strangers.isEmpty || SQLToken.haveSubquery(sql) else { return true }
      let read = strangers.min() ?? compiler.tableIndex
      compiler.requeryReason = "a subquery reads '\(compiler.schema.tables[read].name)'"
      return true
    }
  }

  mutating func check(
    _ sql: String,
    from: String,
    at path: [String],
    accept: (inout FragmentCompiler, Set<Int>) -> Bool
  ) -> Bool {
    if let problem = shapeProblem(of: sql) {
      errors.append(QueryError(.notAnExpression, at: path, problem))
      return false
    }
    // In a WHERE clause, so that aggregates are refused; on lines of its own because of comments.
    let prefix = "SELECT 1 FROM \(from) WHERE (\n"
    do {
      let facts = try writer.inspect("\(prefix)\(sql)\n) IS NULL")
      if let parameter = facts.parameters.first(where: { $0 != ":now" || !allowsTime }) {
        errors.append(parameterError(parameter, at: path))
        return false
      }
      if let impurity = facts.impurity { throw impurity }
      usesTime = usesTime || !facts.parameters.isEmpty
      for read in facts.columnsRead where read.table == tableIndex {
        let mask = read.column.map { 1 << UInt64(min($0, 63)) } ?? UInt64.max
        columns |= mask
        // Only the condition may depend on the time, and its answer is always SQLite's.
        if allowsTime || plainColumn(sql) == nil { askedColumns |= mask }
      }
      return accept(&self, Set(facts.columnsRead.map(\.table)))
    } catch let error as StoreError {
      // That it is not joined has been said.
      guard !namesAmbiguousParent(error) else { return false }
      errors.append(queryError(for: error, path: path, prefixLength: prefix.utf8.count))
      return false
    } catch {
      errors.append(QueryError(.sql, at: path, "\(error)"))
      return false
    }
  }

  /// Whether SQLite misses a column of a parent table that more than one foreign key leads to.
  private func namesAmbiguousParent(_ error: StoreError) -> Bool {
    let missing = "no such column: "
    guard let message = error.failure?.message, message.hasPrefix(missing),
      let name = message.dropFirst(missing.count).split(separator: ".").first
    else { return false }
    return ambiguousParents.contains(name.lowercased())
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
      "':now' may only stand in the condition of a query",
      hint: "compare with ':now' in 'where', so that a tick finds the rows that come and go"
    )
  }

  private func queryError(for error: StoreError, path: [String], prefixLength: Int) -> QueryError {
    let code: QueryError.Code = error.code == .nonDeterministic ? .nonDeterministic : .sql
    let message = code == .sql ? error.failure?.message ?? error.message : error.message
    var hint = error.hint
    let missing = "no such column: "
    if message.hasPrefix(missing) {
      let name = message.dropFirst(missing.count).split(separator: ".").last.map(String.init) ?? ""
      hint =
        Suggestion.question(for: name, among: table.columns.map(\.name))
        ?? "'\(table.name)' has: \(table.columns.map(\.name).joined(separator: ", "))"
    }
    let ambiguous = "ambiguous column name: "
    if message.hasPrefix(ambiguous) {
      hint = "write '\(table.name).\(message.dropFirst(ambiguous.count))'"
    }
    let offset = error.failure?.offset.map { max(0, $0 - prefixLength) }
    return QueryError(code, at: path, message, hint: hint, offset: offset)
  }

  /// What keeps a text from being one expression, before SQLite sees it.
  private func shapeProblem(of sql: String) -> String? {
    let tokens = SQLToken.tokens(of: sql)
    if tokens.isEmpty { return "there is no expression" }
    var depth = 0
    for token in tokens where token.kind == .sign {
      if token.text == ";" { return "';' cannot stand in an expression" }
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth < 0 { return "a parenthesis is closed that was not opened" }
      if token.text == ",", depth == 0 { return "',' makes two expressions of one" }
    }
    return depth == 0 ? nil : "a parenthesis is not closed"
  }
}
