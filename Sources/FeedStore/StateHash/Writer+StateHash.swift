extension Writer {
  /// The hash of all rows, read one by one.
  ///
  /// - Returns: The hash.
  /// - Throws: ``StoreError`` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* rows.
  package func stateHash() throws -> StateHash {
    StateHash(try currentRows().sum(of: schema.tables))
  }

  /// The hash of all rows after the changes of the transaction that is running.
  ///
  /// The changed rows are read twice: as the transaction has left them, and on another connection as the last
  /// commit has. So nothing depends on the way from the one to the other, with its triggers, cascades and
  /// savepoints. A store in memory has no other connection, and sums all rows.
  ///
  /// - Parameters:
  ///   - changes: All that the transaction has touched, in its parts.
  ///   - old: The hash before the transaction.
  /// - Returns: The hash.
  /// - Throws: ``StoreError`` if the store cannot be read.
  /// - Complexity: O(*k* · log *n*) for *k* touched rows among *n*.
  package func stateHash(after changes: [ChangeSet], from old: StateHash) throws -> StateHash {
    guard let changes = ChangeSet(joining: changes) else {
      return old
    }
    // Others may have changed any row, and what was changed before the transaction is committed already.
    guard !changes.hasOthers, !changes.needsFullRefresh, !hadChanges,
      let committed = try committedRows()
    else { return try stateHash() }
    let current = currentRows()
    var hash = old
    for change in changes.tables {
      let table = schema.tables[change.table]
      hash.value &+= try current.sum(of: change.keys, in: table, at: change.table)
      hash.value &-= try committed.held {
        try committed.rows.sum(of: change.keys, in: table, at: change.table)
      }
    }
    return hash
  }

  private func currentRows() -> RowSums {
    if let rowSums { return rowSums }
    let sums = RowSums(connection)
    rowSums = sums
    return sums
  }

  /// What reads the rows as the last commit has left them, or `nil` for a store in memory.
  private func committedRows() throws -> CommittedRows? {
    if let rows = connection.committedRows { return rows }
    guard connection.owner == .store, let path = connection.filePath else { return nil }
    let rows = try CommittedRows(at: path)
    connection.committedRows = rows
    return rows
  }
}

/// Reads the rows of a store's file as the last commit has left them.
final class CommittedRows {
  private let connection: Connection
  let rows: RowSums

  /// Opens the file once more.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``StoreError`` if it cannot be opened.
  init(at path: String) throws {
    let database = try Database(path: path, isReadOnly: true, mustExist: true)
    let watch = StatementWatch(timeout: nil, flag: InterruptFlag())
    connection = Connection(database: database, owner: .others, watch: watch)
    rows = RowSums(connection)
  }

  func held<T>(_ body: () throws -> T) throws -> T { try connection.held(body) }

  /// Closes the file.
  func release() { connection.release() }
}
