import FeedModel

extension AdapterCompiler {
  /// Compiles the statement that deletes the rows that a message does not mention.
  func deletion(
    _ replacement: Adapter.Replacement,
    at path: [String],
    in scope: Scope
  ) -> AdapterStep? {
    let table = collecting(path, sql: "") { try self.table(named: replacement.table) }
    guard let table else { return nil }
    // Each part is compiled separately first, so that it cannot extend into the next part.
    let keys = compile(replacement.keys, at: path + ["keys"], in: scope, rules: .query)
    let hasKeys: Void? = keys.flatMap { keys in
      collecting(path + ["keys"], sql: replacement.keys) { try check(keys.statement, table) }
    }
    let part = replacement.scope ?? "TRUE"
    let name = table.name.quotedAsIdentifier
    let condition = compile(
      part,
      at: path + ["where"],
      in: scope,
      before: "SELECT 1 FROM \(name) WHERE (",
      after: "\n)",
      rules: .query
    )
    guard hasKeys != nil, condition != nil else { return nil }
    let columns = table.primaryKey.map { table.columns[$0].name.quotedAsIdentifier }
    let mentioned = columns.indices.map { "k\($0)" }
    // With a NULL among the keys, 'NOT IN' would never hold.
    let notNull = mentioned.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let rows =
      "DELETE FROM \(name) WHERE (\(part)\n) AND (\(columns.joined(separator: ", "))) NOT IN "
    let declared = """
      WITH mentioned (\(mentioned.joined(separator: ", "))) AS (\(replacement.keys)
      )
      \(rows)(SELECT \(mentioned.joined(separator: ", ")) FROM mentioned WHERE \(notNull))
      """
    // SQLite finds staged keys by their index, if no other columns are selected.
    let staged = staged(replacement.keys, keysOf: table).map { "\(rows)(\($0))" }
    return statement(staged ?? declared, quoting: declared, at: path, in: scope)
  }

  private func table(named name: String) throws -> StoreSchema.Table {
    if let table = schema.table(named: name) { return table }
    throw StoreError(
      .unknownTable,
      "there is no table '\(name)'",
      hint: Suggestion.hint(for: name, among: schema.tables.map(\.name), kind: "tables")
    )
  }

  private func check(_ keys: Statement, _ table: StoreSchema.Table) throws {
    guard keys.columnCount != table.primaryKey.count else { return }
    throw StoreError(
      .missingKey,
      "the query yields \(keys.columnCount) columns, and the key of '\(table.name)' has "
        + "\(table.primaryKey.count)",
      hint: "select the primary key"
    )
  }
}
