extension Writer {
  /// Computes the hash of all rows in the file, read one by one.
  ///
  /// - Throws: ``StoreError`` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* rows.
  package func stateHash() throws -> StateHash {
    StateHash(try currentRows().sum(of: schema.rowTables))
  }

  /// Computes the hash of all rows after the changes of the current transaction.
  ///
  /// The changed rows are read twice: in the state of the transaction, and on another connection in
  /// the state of the last commit. So the hash does not depend on the way from one state to the
  /// other, with its triggers, cascades and savepoints. A store in memory has no other connection,
  /// and sums all rows.
  ///
  /// - Throws: ``StoreError`` if the store cannot be read.
  /// - Complexity: O(*k* · log *n*) for *k* touched rows among *n*.
  package func stateHash(after changes: [ChangeSet], from old: StateHash) throws -> StateHash {
    guard let changes = ChangeSet(joining: changes) else {
      return old
    }
    // Other programs may have changed any row, and earlier changes of this one are committed
    // already.
    guard !changes.hasOthers, !changes.needsFullRefresh, !hadChanges,
      let committed = try committedRows()
    else { return try stateHash() }
    let current = currentRows()
    var hash = old
    for change in changes.tables where !schema.tables[change.table].isDocument {
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

  /// Returns a reader of the rows of the last commit, or `nil` for a store in memory.
  private func committedRows() throws -> CommittedRows? {
    if let rows = connection.committedRows { return rows }
    guard connection.owner == .store, let path = connection.filePath else { return nil }
    let rows = try CommittedRows(at: path)
    connection.committedRows = rows
    return rows
  }
}

/// A reader of the rows of a store's file in the state of the last commit.
final class CommittedRows {
  private let connection: Connection
  let rows: RowSums

  /// Opens the file a second time.
  ///
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
