import FeedModel

/// Compiles the parts of adapters, and collects what is wrong with them.
final class AdapterCompiler {
  let connection: Connection
  let schema: StoreSchema
  /// Where statements stand in the feed file, by the keys that lead to them.
  let declared: [[String]: StoreError.Location]
  private(set) var errors: [AdapterError] = []
  /// Takes the place of what can be read of a message before its transaction, if that is wanted.
  var staging: Staging?

  /// What a text may name beside the tables of the schema.
  struct Scope {
    var parameters: [String]
    /// The rows of named queries.
    var rows: [NamedRows] = []
    /// The named queries whose rows cannot be read here, in lower case: those of other places, and those
    /// that do not compile.
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
  ///   - sql: The statement.
  ///   - declared: What messages quote, if that is another text.
  ///   - path: Where it stands.
  ///   - scope: What it may name.
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

  /// Runs a body, and notes what it throws as a mistake in a text.
  ///
  /// - Parameters:
  ///   - path: Where the text stands.
  ///   - sql: The text.
  ///   - start: Where it begins in what is compiled, in bytes.
  ///   - body: What may throw.
  /// - Returns: What the body returns, or `nil` if it has thrown.
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

  /// Compiles a text within what surrounds it.
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

  /// Says what was probably meant by the name of a table that is not there.
  private func explaining(_ error: StoreError, in scope: Scope) -> StoreError {
    guard let name = error.missingTable else { return error }
    if scope.rows.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      return error.hinting("'\(name)' stands for the rows of a query of 'let', which are only read")
    }
    if scope.hidden[name.lowercased()] == .elsewhere {
      return error.hinting(
        "'\(name)' stands under a 'let' for the statements and cases beside it, and not for this"
      )
    }
    return schema.suggestingTable(for: error, or: scope.rows.map(\.name))
  }
}

extension AdapterCompiler.Scope {
  /// Whether a token names a query that does not compile, so that there is nothing more to say.
  fileprivate func isFaulty(_ token: SQLToken) -> Bool {
    !hidden.isEmpty && token.isName && hidden[token.text.lowercased()] == .faulty
  }
}
