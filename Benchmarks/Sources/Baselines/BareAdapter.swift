import CSQLiteBare

/// SQLite alone for foreign messages: the same statements of the adapter for the same elements of
/// the same messages, in the same transactions with the same position.
public final class BareAdapter {
  private let connection: BareConnection
  private var steps: [(statement: BareConnection.Statement, item: Int32, message: Int32)] = []
  private let elements: BareConnection.Statement
  private let position: BareConnection.Statement
  private let path: String

  /// Opens a database and makes its tables.
  ///
  /// - Parameters:
  ///   - file: The file, or `:memory:`.
  ///   - schema: The statements that make the tables.
  ///   - statements: The adapter's statements.
  ///   - each: The JSON path of the elements that they are run for.
  /// - Throws: `BareConnection.Failure` if SQLite refuses something.
  public init(path file: String, schema: String, statements: [String], each: String) throws {
    path = each
    connection = try BareConnection(
      path: file,
      schema: BareConnection.positionSchema(of: "cricket.jsonl") + schema
    )
    elements = try connection.prepare("SELECT value FROM json_each(?1, ?2)")
    position = try connection.preparePosition(of: "cricket.jsonl")
    for sql in statements {
      let statement = try connection.prepare(sql)
      steps.append(
        (
          statement, sqlite3_bind_parameter_index(statement, ":item"),
          sqlite3_bind_parameter_index(statement, ":message")
        )
      )
    }
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
      for item in items {
        for step in steps {
          if step.item > 0 { connection.bind(step.statement, step.item, item) }
          if step.message > 0 { connection.bind(step.statement, step.message, message) }
          try connection.step(step.statement)
        }
      }
      try connection.run(position, with: Int64(line))
    }
  }

  /// All rows of the tables as text, to compare what two sides have come to.
  public func dump(_ tables: [String]) throws -> [String] {
    try tables.flatMap { try connection.rows(of: "SELECT * FROM \($0)").sorted() }
  }
}
