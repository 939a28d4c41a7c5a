public import FeedDefinition
import FeedStore

extension FeedEngine {
  /// The statements of adapters that read a table from end to end for each message.
  ///
  /// SQLite is asked how it would run each of them; nothing is written.
  ///
  /// - Returns: The statements by the names of their adapters, each with a table that lacks an index.
  /// - Throws: `StoreError` if the store cannot be read.
  public func scanningStatements() throws -> [DeclarationError] {
    let statements = core.messages.adapterStatements
    return try core.store.withWriter { writer in
      try statements.flatMap { path, sql in
        try writer.tablesScanned(by: sql).map { table in
          DeclarationError(
            "scans-table",
            at: ["adapters"] + path,
            "the statement reads all rows of '\(table)' for each message",
            hint: "add an index on the columns that its condition compares"
          )
        }
      }
    }
  }
}

extension Writer {
  /// The tables that a statement reads from end to end, by SQLite's own plan.
  fileprivate func tablesScanned(by sql: String) throws -> [String] {
    var tables: [String] = []
    for step in try plan(of: sql) {
      let words = step.split(separator: " ").map(String.init)
      guard words.first == "SCAN", words.count > 1, !words.contains("VIRTUAL"),
        let table = schema.table(named: words[1])?.name, !tables.contains(table)
      else { continue }
      tables.append(table)
    }
    return tables
  }
}
