import FeedModel

/// The objects and first rows that the SQL of a schema creates in an empty store.
struct DeclaredSchema {
  let image: SchemaImage
  /// The statements that insert the first rows of a table, by its name.
  let firstRows: [String: [String]]

  /// Runs the SQL in memory.
  ///
  /// - Throws: ``StoreError`` with line and column if it does not run.
  init(_ source: SchemaSource, _ limits: StoreLimits) throws {
    let connection = StoreMigration.connection(to: try Database(path: nil), limits)
    (image, firstRows) = try connection.held { connection in
      try connection.boundMemory()
      try connection.apply(source)
      let image = try SchemaImage.read(from: connection)
      var rows: [String: [String]] = [:]
      for table in image.schema.tables {
        rows[table.name] = try connection.insertions(into: table)
      }
      return (image, rows)
    }
  }

  /// Returns the declaration of a table, view, index or trigger; `nil` if there is none.
  func object(_ type: String, _ name: String) -> SchemaImage.Object? {
    image.object(type, name)
  }
}

extension SchemaImage {
  /// Returns the object of a type and a name, compared by bytes; `nil` if there is none.
  func object(_ type: String, _ name: String) -> Object? {
    objects.first { $0.type == type && Text($0.name) == Text(name) }
  }
}

extension Connection {
  /// The maximum number of rows that one statement inserts.
  private static let rowsPerStatement = 200

  /// Returns statements that insert the rows of a table.
  fileprivate func insertions(into table: StoreSchema.Table) throws -> [String] {
    let names = table.columns.filter { !$0.isGenerated }.map(\.name.quotedAsIdentifier)
    let list = names.joined(separator: ", ")
    let values = names.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
    let rows = try prepare(
      "SELECT \(values) FROM \(table.name.quotedAsIdentifier)",
      rules: .own
    )
    var lines: [String] = []
    while try rows.step() { lines.append("  (\(rows.text(at: 0)))") }
    return stride(from: 0, to: lines.count, by: Self.rowsPerStatement).map { first in
      let lines = lines[first..<min(first + Self.rowsPerStatement, lines.count)]
      return "INSERT INTO \(table.name.quotedAsIdentifier) (\(list)) VALUES\n"
        + lines.joined(separator: ",\n")
    }
  }

  /// Runs a body with the connection as its argument.
  func held<T>(_ body: (Connection) throws -> T) throws -> T { try held { try body(self) } }

  /// Rolls back any open transaction.
  func rollBack() {
    resetStatements()
    try? run("ROLLBACK")
  }
}
