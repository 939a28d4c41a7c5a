import FeedModel

extension AdapterCompiler {
  /// Compiles named queries, and makes their rows available to later texts.
  ///
  /// - Parameter path: The keys that lead to them in the feed file.
  func rows(
    of queries: [Adapter.NamedQuery],
    at path: [String],
    in scope: inout Scope
  ) -> [NamedRows] {
    var all: [NamedRows] = []
    for query in queries {
      if let rows = rows(of: query, at: path + [query.name], in: scope) {
        all.append(rows)
        scope.rows.append(rows)
      } else {
        scope.hidden[query.name.lowercased()] = .faulty
      }
    }
    return all
  }

  private func rows(
    of query: Adapter.NamedQuery,
    at path: [String],
    in scope: Scope
  ) -> NamedRows? {
    let name: Void? = collecting(path, sql: "") { try checkName(query.name, in: scope) }
    guard name != nil,
      let asked = compile(query.sql, at: path, in: scope, rules: .query),
      let table = collecting(
        path,
        sql: "",
        {
          try checkColumns(of: asked.statement, query.name)
          return try connection.makeTemporaryTable(
            asked.statement.columnNames.map(\.quotedAsIdentifier)
          )
        }
      ),
      let fill = compile(
        staged(query.sql) ?? query.sql,
        quoting: "INSERT INTO temp.\(table) \(query.sql)",
        at: path,
        in: scope,
        before: "INSERT INTO temp.\(table) ",
        filling: table,
        rules: .message
      )
    else { return nil }
    return collecting(path, sql: "") {
      try NamedRows(name: query.name, table: table, fill: fill, connection: connection)
    }
  }

  /// Throws an error if statements could mean something else by a name.
  private func checkName(_ name: String, in scope: Scope) throws {
    let other: String
    if scope.rows.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      other = "another query of 'let'"
    } else if ["json_each", "json_tree"].contains(name.lowercased()) {
      other = "a function of SQLite"
    } else if let kind = try connection.kind(ofTable: name) {
      other = "a \(kind) of the schema"
    } else {
      return
    }
    throw StoreError(
      .notAllowed,
      "a query of 'let' cannot be named '\(name)', like \(other)",
      hint: "choose another name"
    )
  }

  private func checkColumns(of query: Statement, _ name: String) throws {
    guard query.isReadOnly, query.columnCount > 0 else {
      throw StoreError(.sql, "'\(name)' yields no rows", hint: "write a SELECT")
    }
    var known: Set<String> = []
    for column in query.columnNames where !known.insert(column.lowercased()).inserted {
      throw StoreError(
        .sql,
        "'\(name)' has two columns called '\(column)'",
        hint: "give one of them another name with AS"
      )
    }
  }
}

extension Connection {
  /// Returns the kind of the table or view with a name, in any case, or `nil`.
  fileprivate func kind(ofTable name: String) throws -> String? {
    let rows = try prepare(
      "SELECT type FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE",
      rules: .own
    )
    rows.bind(name, at: 1)
    defer { rows.reset() }
    return try rows.step() ? rows.text(at: 0) : nil
  }
}
