import FeedModel

extension Connection {
  /// The maximum number of rows that one statement inserts.
  private static let rowsPerStatement = 200

  /// Returns statements that insert the rows of a table.
  func insertions(into table: StoreSchema.Table) throws -> [String] {
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
