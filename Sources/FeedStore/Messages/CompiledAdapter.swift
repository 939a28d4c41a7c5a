import FeedModel

/// An adapter whose SQL was compiled and judged.
struct CompiledAdapter {
  /// A statement with the places of its parameters, which are looked up once.
  private struct Step {
    let statement: Statement
    let message: Int?
    let item: Int?
  }

  private let elements: Statement?
  private let whole: Statement?
  private var steps: [Step] = []
  private var deletions: [Step] = []
  private var marks: [String: Step] = [:]
  /// Where statements stand in the feed file, for messages.
  private var places: [ObjectIdentifier: StoreError.Location] = [:]

  /// Compiles an adapter.
  ///
  /// - Parameters:
  ///   - adapter: The declaration.
  ///   - path: Its place, for messages.
  ///   - connection: Where it will run.
  ///   - schema: The tables that it may write.
  ///   - declared: Where statements stand in the feed file, by the keys that lead to them.
  ///   - errors: Receives all that is wrong.
  init(
    _ adapter: Adapter,
    path: [String],
    connection: Connection,
    schema: StoreSchema,
    declared: [[String]: StoreError.Location],
    errors: inout [AdapterError]
  ) {
    elements = adapter.each.flatMap { each in
      Self.collecting(path + ["each"], sql: each, &errors) {
        let statement = try connection.prepare(
          "SELECT value, typeof(key) FROM json_each(?1, ?2)",
          rules: .own
        )
        // SQLite says whether it can read the path when it is first used.
        statement.bind("{}", at: 1)
        statement.bind(each, at: 2)
        _ = try statement.step()
        statement.reset()
        return statement
      }
    }
    whole =
      elements == nil
      ? nil : try? connection.prepare("SELECT json_extract(?1, ?2)", rules: .own)
    let names: Set<String> = adapter.each == nil ? [":message"] : [":message", ":item"]
    for (place, sql) in adapter.statements.enumerated() {
      let path = path + ["sql", String(place)]
      let step = Self.collecting(path, sql: sql, &errors) {
        try Self.compile(sql, connection: connection, schema: schema, parameters: names)
      }
      if let step { steps.append(note(step, at: declared[["adapters"] + path])) }
    }
    for replacement in adapter.replacements {
      let path = path + ["replace", replacement.table]
      if let deletion = Self.deletion(replacement, path, connection, schema, &errors) {
        deletions.append(note(deletion, at: declared[["adapters"] + path]))
      }
    }
    for (name, condition) in adapter.marks.sorted(by: { $0.key < $1.key }) {
      let before = "SELECT ("
      let mark = Self.collecting(
        path + ["marks", name],
        sql: condition,
        at: before.utf8.count,
        &errors
      ) {
        try Self.compile(
          "\(before)\(condition)\n)",
          connection: connection,
          schema: schema,
          parameters: [":message"],
          isReadOnly: true
        )
      }
      marks[name] = mark.map { note($0, at: declared[["adapters"] + path + ["marks", name]]) }
    }
  }

  private mutating func note(_ step: Step, at place: StoreError.Location?) -> Step {
    places[ObjectIdentifier(step.statement)] = place
    return step
  }

  /// An error of a step, with the place at which the step is declared.
  private func located(_ error: StoreError, _ step: Step) -> StoreError {
    error.located(at: error.location ?? places[ObjectIdentifier(step.statement)])
  }

  private static func collecting<T>(
    _ path: [String],
    sql: String,
    at start: Int = 0,
    _ errors: inout [AdapterError],
    _ body: () throws -> T
  ) -> T? {
    do { return try body() } catch let error as StoreError {
      errors.append(AdapterError(error, path: path, in: sql, at: start))
    } catch {
      errors.append(AdapterError(StoreError(.sql, "\(error)"), path: path, in: sql))
    }
    return nil
  }

  private static func compile(
    _ sql: String,
    connection: Connection,
    schema: StoreSchema,
    parameters: Set<String>,
    isReadOnly: Bool = false
  ) throws -> Step {
    let statement = try connection.prepare(
      sql,
      rules: isReadOnly ? .query : .message,
      suggestingTablesOf: schema
    )
    try Determinism.check(sql, functions: connection.authorizer.findings.functions)
    for name in statement.parameterNames where !parameters.contains(name) {
      let known = parameters.sorted().map { "'\($0)'" }
      throw StoreError(
        .sql,
        "there is no parameter '\(name)'",
        hint: known.count == 1
          ? "the only parameter is \(known[0])"
          : "the parameters are \(known.joined(separator: ", "))"
      )
    }
    return Step(
      statement: statement,
      message: statement.parameterIndex(of: ":message"),
      item: statement.parameterIndex(of: ":item")
    )
  }

  /// The statement that deletes what a message should have mentioned and did not.
  private static func deletion(
    _ replacement: Adapter.Replacement,
    _ path: [String],
    _ connection: Connection,
    _ schema: StoreSchema,
    _ errors: inout [AdapterError]
  ) -> Step? {
    guard let table = schema.table(named: replacement.table) else {
      let error = StoreError(
        .unknownTable,
        "there is no table '\(replacement.table)'",
        hint: Suggestion.hint(
          for: replacement.table,
          among: schema.tables.map(\.name),
          kind: "tables"
        )
      )
      errors.append(AdapterError(error, path: path, in: ""))
      return nil
    }
    let count = errors.count
    // Each part is compiled by itself first, so that no part can reach beyond its place.
    let isQuery: Bool? = collecting(path + ["keys"], sql: replacement.keys, &errors) {
      let step = try compile(
        replacement.keys,
        connection: connection,
        schema: schema,
        parameters: [":message"],
        isReadOnly: true
      )
      guard step.statement.columnCount == table.primaryKey.count else {
        throw StoreError(
          .missingKey,
          "the query yields \(step.statement.columnCount) columns, and the key of "
            + "'\(table.name)' has \(table.primaryKey.count)",
          hint: "select the primary key"
        )
      }
      return true
    }
    let scope = replacement.scope ?? "TRUE"
    let name = table.name.quotedAsIdentifier
    let before = "SELECT 1 FROM \(name) WHERE ("
    let isCondition: Bool? = collecting(
      path + ["where"],
      sql: scope,
      at: before.utf8.count,
      &errors
    ) {
      _ = try compile(
        "\(before)\(scope)\n)",
        connection: connection,
        schema: schema,
        parameters: [":message"],
        isReadOnly: true
      )
      return true
    }
    guard isQuery == true, isCondition == true, errors.count == count else { return nil }
    let keys = table.primaryKey.map { table.columns[$0].name.quotedAsIdentifier }
    let mentioned = keys.indices.map { "k\($0)" }
    // A NULL among the keys would make 'NOT IN' hold for nothing at all.
    let notNull = mentioned.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let sql = """
      WITH mentioned (\(mentioned.joined(separator: ", "))) AS (\(replacement.keys)
      )
      DELETE FROM \(name) WHERE (\(scope)
      ) AND (\(keys.joined(separator: ", "))) NOT IN (
        SELECT \(mentioned.joined(separator: ", ")) FROM mentioned WHERE \(notNull)
      )
      """
    return collecting(path, sql: "", &errors) {
      try compile(sql, connection: connection, schema: schema, parameters: [":message"])
    }
  }
}

extension CompiledAdapter {
  /// Writes the rows of a message.
  func run(_ message: String, each path: String?) throws {
    if let elements, let path {
      elements.bind(message, at: 1)
      elements.bind(path, at: 2)
      var items: [String] = []
      while try elements.step() {
        // What is no list is an element itself, and not what its members are.
        if elements.text(at: 1) == "text", let whole {
          elements.reset()
          items = [try Self.value(whole, message, path)]
          break
        }
        items.append(elements.text(at: 0))
      }
      for item in items {
        for step in steps { try run(step, message, item: item) }
      }
    } else {
      for step in steps { try run(step, message) }
    }
    for deletion in deletions { try run(deletion, message) }
  }

  /// Whether a message is the moment that a mark describes; `nil` if there is no such mark.
  func isMarked(_ mark: String, _ message: String) throws -> Bool? {
    guard let step = marks[mark] else { return nil }
    if let place = step.message { step.statement.bind(message, at: place) }
    defer { step.statement.reset() }
    do { return try step.statement.step() && step.statement.integer(at: 0) != 0 } catch let error
      as StoreError
    {
      throw located(error, step)
    }
  }

  private static func value(
    _ statement: Statement,
    _ message: String,
    _ path: String
  ) throws -> String {
    statement.bind(message, at: 1)
    statement.bind(path, at: 2)
    defer { statement.reset() }
    return try statement.step() ? statement.text(at: 0) : ""
  }

  private func run(_ step: Step, _ message: String, item: String? = nil) throws {
    if let place = step.message { step.statement.bind(message, at: place) }
    if let place = step.item, let item { step.statement.bind(item, at: place) }
    do { try step.statement.run() } catch let error as StoreError { throw located(error, step) }
  }
}
