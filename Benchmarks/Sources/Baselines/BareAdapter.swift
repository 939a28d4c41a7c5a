import CSQLiteBare

/// SQLite alone for foreign messages: the same statements of the adapter for the same elements of
/// the same messages, in the same transactions with the same position.
///
/// Conditions are asked before the first statement runs, and what queries have found stands in temporary tables.
public final class BareAdapter {
  /// Statements that run where a condition holds.
  public struct Case {
    /// The condition; `nil` for what always runs.
    public var condition: String?
    /// Queries whose rows the statements read as tables of their names.
    public var queries: [(name: String, sql: String)]
    /// The statements, in their order.
    public var statements: [String]

    /// Describes a case.
    public init(
      condition: String?,
      queries: [(name: String, sql: String)],
      statements: [String]
    ) {
      self.condition = condition
      self.queries = queries
      self.statements = statements
    }
  }

  /// A statement and which of its parameters are the message and its element; zero if it has none.
  private struct Step {
    let statement: BareConnection.Statement
    let item: Int32
    let message: Int32

    init(_ sql: String, _ connection: BareConnection) throws {
      statement = try connection.prepare(sql)
      item = sqlite3_bind_parameter_index(statement, ":item")
      message = sqlite3_bind_parameter_index(statement, ":message")
    }

    func bind(_ item: String, _ message: String, _ connection: BareConnection) {
      if self.item > 0 { connection.bind(statement, self.item, item) }
      if self.message > 0 { connection.bind(statement, self.message, message) }
    }
  }

  private struct PreparedCase {
    var condition: Step?
    var steps: [Step] = []

    init(_ described: Case, _ connection: BareConnection) throws {
      condition = try described.condition.map { try Step("SELECT (\($0))", connection) }
      for query in described.queries {
        let table = "CREATE TEMP TABLE \(query.name) AS SELECT * FROM (\(query.sql)) LIMIT 0"
        try connection.step(connection.prepare(table))
        steps.append(try Step("DELETE FROM temp.\(query.name)", connection))
        steps.append(try Step("INSERT INTO temp.\(query.name) \(query.sql)", connection))
      }
      for sql in described.statements { steps.append(try Step(sql, connection)) }
    }
  }

  private let connection: BareConnection
  private let cases: [PreparedCase]
  private let elements: BareConnection.Statement
  private let position: BareConnection.Statement
  private let path: String

  /// Opens a database and makes its tables.
  ///
  /// - Parameters:
  ///   - cases: The adapter's statements, and the conditions under which they run.
  ///   - each: The JSON path of the elements that they are run for.
  /// - Throws: `BareConnection.Failure` if SQLite refuses something.
  public init(path file: String, schema: String, cases: [Case], each: String) throws {
    path = each
    let connection = try BareConnection(
      path: file,
      schema: BareConnection.positionSchema(of: "cricket.jsonl") + schema
    )
    self.connection = connection
    elements = try connection.prepare("SELECT value FROM json_each(?1, ?2)")
    position = try connection.preparePosition(of: "cricket.jsonl")
    self.cases = try cases.map { try PreparedCase($0, connection) }
  }

  /// Runs one message as one transaction.
  public func apply(_ message: String, line: Int) throws {
    try connection.transaction {
      connection.bind(elements, 1, message)
      connection.bind(elements, 2, path)
      var items: [String] = []
      while sqlite3_step(elements) == SQLITE_ROW {
        items.append(BareConnection.text(elements, 0))
      }
      sqlite3_reset(elements)
      for item in items { try apply(message, item) }
      try connection.run(position, with: Int64(line))
    }
  }

  private func apply(_ message: String, _ item: String) throws {
    let holding = cases.map { each in
      guard let condition = each.condition else { return true }
      condition.bind(item, message, connection)
      defer { sqlite3_reset(condition.statement) }
      return sqlite3_step(condition.statement) == SQLITE_ROW
        && sqlite3_column_int64(condition.statement, 0) != 0
    }
    for (each, holds) in zip(cases, holding) where holds {
      for step in each.steps {
        step.bind(item, message, connection)
        try connection.step(step.statement)
      }
    }
  }

  /// All rows of the tables as text, to compare what two sides have come to.
  public func dump(_ tables: [String]) throws -> [String] {
    try tables.flatMap { try connection.rows(of: "SELECT * FROM \($0)").sorted() }
  }
}
