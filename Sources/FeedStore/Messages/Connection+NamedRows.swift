extension Connection {
  /// Creates a temporary table.
  ///
  /// - Parameter columns: The definitions of its columns: a name in quotes, and a type if it has
  ///   one.
  /// - Throws: ``StoreError`` if SQLite cannot create it.
  func makeTemporaryTable(_ columns: [String], index: [String] = []) throws -> String {
    precondition(isInAutocommit, "an adapter with named queries was compiled in a transaction")
    temporaryTables += 1
    let name = "feed_let_\(temporaryTables)"
    try collector.overlookingSchema {
      try run("CREATE TEMP TABLE \(name) (\(columns.joined(separator: ", ")))")
      guard !index.isEmpty else { return }
      try run("CREATE INDEX temp.\(name)_index ON \(name) (\(index.joined(separator: ", ")))")
    }
    return name
  }
}
