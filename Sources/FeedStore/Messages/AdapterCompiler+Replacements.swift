import FeedModel

extension AdapterCompiler {
  /// Compiles the statement that deletes the rows that a message does not mention.
  ///
  /// - Parameter queries: The named queries that the query for the keys may read.
  func deletion(
    _ replacement: Adapter.Replacement,
    reading queries: [Adapter.NamedQuery],
    at path: [String],
    in scope: Scope
  ) -> ReplacedRows? {
    let table = collecting(path, sql: "") { try self.table(named: replacement.table) }
    guard let table else { return nil }
    // Each part is compiled separately first, so that it cannot extend into the next part.
    let keys = compile(replacement.keys, at: path + ["keys"], in: scope, rules: .query)
    let hasKeys: Void? = keys.flatMap { keys in
      collecting(path + ["keys"], sql: replacement.keys) { try check(keys.statement, table) }
    }
    // 'TRUE' would be the column of that name, if the table has one.
    let part = replacement.scope ?? "1"
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
    let deletion = statement(staged ?? declared, quoting: declared, at: path, in: scope)
    guard let deletion else { return nil }
    return ReplacedRows(
      deletion: deletion,
      lists: listsRead(by: replacement.keys, queries).compactMap { list in
        // A list whose condition does not compile is not checked; the query itself is valid.
        trying { self.condition(list.isMissing, at: path + ["keys"], in: scope) }
          .map { (list, $0) }
      },
      table: table.name
    )
  }

  /// Returns the lists of the message that a query for keys and the named queries in it read.
  private func listsRead(by keys: String, _ queries: [Adapter.NamedQuery]) -> [MentionedList] {
    let names = Set(SQLToken.tokens(of: keys).lazy.filter(\.isName).map { $0.text.lowercased() })
    let read = queries.lazy.filter { names.contains($0.name.lowercased()) }.map(\.sql)
    return ([keys] + read).flatMap(MentionedList.lists)
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
