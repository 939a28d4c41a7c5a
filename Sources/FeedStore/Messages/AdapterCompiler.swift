import FeedModel

/// Compiles the parts of adapters, and collects the errors in them.
final class AdapterCompiler {
  let connection: Connection
  let schema: StoreSchema
  /// The locations of statements in the feed file, by the keys that lead to them.
  let declared: [[String]: StoreError.Location]
  private(set) var errors: [AdapterError] = []
  /// Replaces expressions that can be computed before the transaction of a message, if requested.
  var staging: Staging?

  /// The names that a text may use in addition to the tables of the schema.
  struct Scope {
    var parameters: [String]
    /// The rows of named queries.
    var rows: [NamedRows] = []
    /// The named queries that cannot be read here, by name in lower case.
    var hidden: [String: Hidden] = [:]

    enum Hidden { case elsewhere, faulty }

    init(_ parameters: [String]) { self.parameters = parameters }
  }

  init(
    connection: Connection,
    schema: StoreSchema,
    declared: [[String]: StoreError.Location]
  ) {
    self.connection = connection
    self.schema = schema
    self.declared = declared
  }

  /// Compiles a statement that writes rows.
  ///
  /// - Parameters:
  ///   - declared: The text that messages quote, if it differs.
  ///   - path: The keys that lead to it in the feed file.
  /// - Returns: The statement, or `nil` if it does not compile or is not allowed.
  func statement(
    _ sql: String,
    quoting declared: String? = nil,
    at path: [String],
    in scope: Scope
  ) -> AdapterStep? {
    let moved = moving(sql)
    return compile(
      moved ?? sql,
      quoting: declared ?? moved.map { _ in sql },
      at: path,
      in: scope,
      rules: .message
    )
  }

  /// Compiles a condition, which yields 1 or 0.
  func condition(_ sql: String, at path: [String], in scope: Scope) -> AdapterStep? {
    let (before, after) = ("SELECT (", "\n) IS TRUE")
    let step = compile(sql, at: path, in: scope, before: before, after: after, rules: .query)
    guard let step, step.statement.columnCount != 1 else { return step }
    return collecting(path, sql: sql) {
      throw StoreError(.sql, "a condition is one expression", hint: "join several by AND or OR")
    }
  }

  /// Runs a body, and forgets the errors that it collects.
  func trying<T>(_ body: () -> T?) -> T? {
    let known = errors.count
    defer { errors.removeLast(errors.count - known) }
    return body()
  }

  /// Runs a body, and collects its error as an error in a text.
  ///
  /// - Parameters:
  ///   - path: The keys that lead to the text in the feed file.
  ///   - start: The start of the text in the compiled SQL, in bytes.
  /// - Returns: The result of the body, or `nil` if it has thrown.
  func collecting<T>(
    _ path: [String],
    sql: String,
    from start: Int = 0,
    _ body: () throws -> T
  ) -> T? {
    do { return try body() } catch let error as StoreError {
      errors.append(AdapterError(error, path: path, in: sql, at: start))
    } catch {
      errors.append(AdapterError(StoreError(.sql, "\(error)"), path: path, in: sql))
    }
    return nil
  }

  /// Compiles a text between a prefix and a suffix.
  func compile(
    _ sql: String,
    quoting declared: String? = nil,
    at path: [String],
    in scope: Scope,
    before: String = "",
    after: String = "",
    filling table: String? = nil,
    rules: Authorizer.Rules
  ) -> AdapterStep? {
    guard !SQLToken.tokens(of: sql).contains(where: { scope.isFaulty($0) }) else { return nil }
    let (text, rows, shift) = (before + sql + after).naming(scope.rows)
    return collecting(path, sql: sql, from: before.utf8.count + shift) {
      let readable = Set(rows.map(\.table) + (staging?.tables.map(\.name) ?? []))
      connection.authorizer.temporary = .init(readable: readable, filled: table)
      defer { connection.authorizer.temporary = .init() }
      let statement: Statement
      do { statement = try connection.prepare(text, rules: rules) } catch let error as StoreError {
        throw explaining(error, in: scope)
      }
      try Determinism.check(text, functions: connection.authorizer.findings.functions)
      for name in statement.parameterNames where !scope.parameters.contains(name) {
        let known = scope.parameters.map { "'\($0)'" }
        throw StoreError(
          .sql,
          "there is no parameter '\(name)'",
          hint: known.count == 1
            ? "the only parameter is \(known[0])"
            : "the parameters are \(known.joined(separator: ", "))"
        )
      }
      let place = self.declared[["adapters"] + path]
      return AdapterStep(statement, path: path, at: place, quoting: declared)
    }
  }

  /// Adds a suggestion to the error of a missing table or column.
  private func explaining(_ error: StoreError, in scope: Scope) -> StoreError {
    guard let name = error.missingTable else { return schema.suggestingName(for: error) }
    if scope.rows.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      return error.hinting("'\(name)' names the rows of a query of 'let', which are read-only")
    }
    if scope.hidden[name.lowercased()] == .elsewhere {
      return error.hinting(
        "'\(name)' belongs to a 'let' that applies elsewhere, and cannot be used here"
      )
    }
    return schema.suggestingName(for: error, or: scope.rows.map(\.name))
  }
}

extension AdapterCompiler.Scope {
  /// Returns whether a token names a query that does not compile and has its own error.
  fileprivate func isFaulty(_ token: SQLToken) -> Bool {
    !hidden.isEmpty && token.isName && hidden[token.text.lowercased()] == .faulty
  }
}

extension AdapterCompiler {
  /// The replacements of queries that read only the message.
  final class Staging {
    let queries: MessageQueries
    fileprivate(set) var tables: [StagedAdapter.Table] = []

    init(queries: MessageQueries) { self.queries = queries }
  }

  /// Returns a query of the rows that another query has returned before the transaction.
  ///
  /// - Parameter keyed: The table whose keys the rows are, or `nil`.
  /// - Returns: The query, or `nil` if nothing is staged or the other query needs more than the
  ///   message.
  func staged(_ query: String, keysOf keyed: StoreSchema.Table? = nil) -> String? {
    // A table of the schema with such a name would take precedence over the function.
    guard let staging, !schema.tables.contains(where: { $0.name.lowercased().hasPrefix("json_") }),
      let columns = staging.queries.add(query)
    else { return nil }
    let table = collecting([], sql: query) {
      if let keyed { return try StagedAdapter.Table(keysOf: keyed, connection: connection) }
      return try StagedAdapter.Table(columns: columns, connection: connection)
    }
    guard let table else { return nil }
    staging.tables.append(table)
    return table.query(columns: columns)
  }

  /// Returns an `INSERT` of staged rows; `nil` for any other statement.
  func moving(_ sql: String) -> String? {
    guard staging != nil, let insert = InsertFromQuery(sql), let query = staged(insert.query)
    else { return nil }
    return insert.head + query + insert.tail
  }
}
