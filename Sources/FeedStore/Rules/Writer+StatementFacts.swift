import CSQLite

extension Writer {
  /// Compiles the statement of a live query, and returns its reads and effects.
  ///
  /// - Returns: The facts; the caller decides whether they are acceptable.
  /// - Throws: ``StoreError`` with SQLite's message and the offset of the error, if the statement
  ///   does not compile, or does more than reading and writing rows of the schema's tables.
  public func inspect(_ sql: String) throws -> StatementFacts {
    do {
      return try inspect(sql, on: connection.inspector ?? connection)
    } catch let error as StoreError {
      // The message is "no such table: …" for a shared connection, whose inspector lacks tables
      // that cannot be followed, or "vtable constructor failed: …", by the store's own rules.
      let name = error.failure?.message.split(separator: ": ").last.map(String.init)
      throw name.flatMap { schema.refusal(ofTable: $0) } ?? schema.suggestingName(for: error)
    }
  }

  private func inspect(_ sql: String, on connection: Connection) throws -> StatementFacts {
    var impurity: StoreError?
    let statement: Statement
    do {
      statement = try connection.prepare(sql, rules: .query)
    } catch let error as StoreError where error.code == .nonDeterministic {
      // Compiled again without the rules for functions, to find the other facts.
      impurity = error
      statement = try connection.prepare(sql, rules: .impureQuery)
    }
    let findings = connection.authorizer.findings
    if impurity == nil {
      do { try Determinism.check(sql, functions: findings.functions) } catch let error as StoreError
      {
        impurity = error
      }
    }
    if let refusal = findings.reads.lazy.compactMap({ self.schema.refusal(ofTable: $0.table) })
      .first
    {
      throw refusal
    }
    return StatementFacts(
      columnsRead: columns(findings.reads),
      isReadOnly: statement.isReadOnly,
      impurity: impurity,
      impurityCause: impurity.flatMap {
        Determinism.cause(of: $0, in: sql, functions: findings.functions)
      },
      functions: findings.functions.sorted(),
      parameters: statement.parameterNames,
      columnNames: statement.columnNames
    )
  }

  /// Returns the number of changes of the schema, by all connections.
  package func schemaVersion() throws -> Int64 { try connection.schemaVersion() }

  /// Returns the statements that created the views, by name.
  package func viewTexts() throws -> [String: String] {
    let sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'view'"
    let rows = try connection.prepare(sql, rules: .own)
    defer { rows.reset() }
    var texts: [String: String] = [:]
    while try rows.step() { texts[rows.text(at: 0)] = rows.text(at: 1) }
    return texts
  }

  /// Returns the declaration of a view.
  ///
  /// - Returns: The statement that created it, or `nil` if there is no such view.
  package func text(ofView name: String) -> String? {
    let sql = "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = ?1 COLLATE NOCASE"
    guard let rows = try? connection.prepare(sql, rules: .own) else { return nil }
    rows.bind(name, at: 1)
    defer { rows.reset() }
    return (try? rows.step()) == true ? rows.text(at: 0) : nil
  }

  private func columns(_ reads: [Authorizer.ColumnRead]) -> [StatementFacts.ColumnRead] {
    var seen: Set<Authorizer.ColumnRead> = []
    return reads.compactMap { read in
      guard seen.insert(read).inserted, let table = schema.index(of: read.table) else { return nil }
      return StatementFacts.ColumnRead(
        table: table,
        column: schema.tables[table].columnIndex(of: read.column)
      )
    }
  }
}

extension Writer {
  /// Makes statements fail if their date functions read the clock or the time zone.
  ///
  /// Call it once, before any statement is kept.
  ///
  /// - Throws: ``StoreError`` with the message of SQLite.
  package func refuseClock() throws { try unsafe PureDates().install(on: connection.handle) }
}
