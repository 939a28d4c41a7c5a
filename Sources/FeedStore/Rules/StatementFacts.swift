import CSQLite

/// What a statement reads and does, as SQLite sees it when it compiles it.
public struct StatementFacts: Sendable, Equatable {
  /// A column that a statement reads.
  public struct ColumnRead: Hashable, Sendable {
    /// The table's place in the schema.
    public let table: Int
    /// The column's place in its table, or `nil` if only the rows are counted, or the row id read.
    public let column: Int?

    /// Names a column.
    ///
    /// - Parameters:
    ///   - table: The table's place in the schema.
    ///   - column: The column's place in its table.
    public init(table: Int, column: Int?) {
      self.table = table
      self.column = column
    }
  }

  /// The columns that are read, by the statement itself or by views and subqueries, each once.
  public let columnsRead: [ColumnRead]
  /// Whether the statement changes nothing.
  public let isReadOnly: Bool
  /// Whether the statement gives the same answer whenever and wherever the same rows are asked.
  public var isDeterministic: Bool { impurity == nil }
  /// What makes the statement depend on more than the rows, with a hint and its place.
  public let impurity: StoreError?
  /// The functions that are called, in alphabetical order.
  public let functions: [String]
  /// The names of the parameters, with their prefixes; one without a name is `?`.
  public let parameters: [String]
  /// The names of the columns of the result.
  public let columnNames: [String]
}

extension Writer {
  /// Compiles a statement that is to be used as a live query, and says what it reads and does.
  ///
  /// - Parameter sql: One statement.
  /// - Returns: What it reads and does. Whether that is acceptable is for the caller to decide.
  /// - Throws: ``StoreError`` with SQLite's message and the offset of the mistake, if the statement
  ///   does not compile, or does more than reading and writing rows of the schema's tables.
  public func inspect(_ sql: String) throws -> StatementFacts {
    do {
      return try inspect(sql, on: connection.inspector ?? connection)
    } catch let error as StoreError {
      // "no such table: …", since what cannot be followed is left out of the copy of a shared
      // connection's tables, or "vtable constructor failed: …", by our own rules.
      let name = error.failure?.message.split(separator: ": ").last.map(String.init)
      throw name.flatMap { schema.refusal(ofTable: $0) } ?? schema.suggestingTable(for: error)
    }
  }

  private func inspect(_ sql: String, on connection: Connection) throws -> StatementFacts {
    var impurity: StoreError?
    let statement: Statement
    do {
      statement = try connection.prepare(sql, rules: .query)
    } catch let error as StoreError where error.code == .nonDeterministic {
      // Compiled again by rules that let functions pass, to say what else there is.
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
      functions: findings.functions.sorted(),
      parameters: statement.parameterNames,
      columnNames: statement.columnNames
    )
  }

  /// The declaration of a view.
  ///
  /// - Parameter name: The name of the view, in any case.
  /// - Returns: The statement that made it, or `nil` if there is none of that name.
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
