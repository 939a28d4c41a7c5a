import CSQLite

extension Connection {
  /// Runs a body that uses the connection, and leaves no transaction open behind it.
  func held<T>(_ body: () throws -> T) throws -> T {
    try hold()
    defer { letGo() }
    return try body()
  }

  /// Begins to use the connection.
  func hold() throws {
    try checkIsOpen()
    isHeld = true
  }

  /// Ends the use of the connection, and leaves no transaction open behind it.
  func letGo() {
    endStrayTransaction()
    checkpointIfLarge()
    isHeld = false
  }

  /// Rolls back what a savepoint has begun and nobody has released.
  private func endStrayTransaction() {
    guard isOpen, !isInAutocommit else { return }
    resetStatements()
    unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Copies the log back into the file if it is large, without waiting for anybody.
  ///
  /// Done between transactions, since it would otherwise hold up a commit. What it cannot do while
  /// somebody reads, it does the next time.
  func checkpointIfLarge() {
    guard isOpen, log.isLarge, (try? checkFiles(atOnce: true)) != nil else { return }
    log.pages = 0
    unsafe sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }

  /// Copies the log back before a transaction if the writer has been held for very many.
  func checkpointIfOverdue() throws {
    if log.isOverdue { checkpointIfLarge() }
  }

  /// Copies the log back, and closes the database.
  func close() throws {
    resetStatements()
    defer { release() }
    try checkFiles(atOnce: true)
    let code = unsafe sqlite3_wal_checkpoint_v2(
      handle,
      "main",
      SQLITE_CHECKPOINT_PASSIVE,
      nil,
      nil
    )
    // A reader in another program may keep the log from being emptied; nothing is lost by that.
    guard [SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) else {
      throw StoreError(failure(code, sql: "PRAGMA wal_checkpoint"))
    }
  }
}
