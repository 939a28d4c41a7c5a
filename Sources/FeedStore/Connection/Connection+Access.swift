import CSQLite

extension Connection {
  /// Runs a body that uses the connection, and leaves no transaction open behind it.
  func held<T>(_ body: () throws -> T) throws -> T {
    try hold()
    defer { letGo() }
    return try body()
  }

  /// Begins to use the connection.
  ///
  /// - Parameter access: Shows that the program that shares the connection has it at hand.
  /// - Throws: ``StoreError`` if it is closed, or shared and not at hand.
  func hold(_ access: SharedAccess? = nil) throws {
    try checkIsOpen()
    if owner == .program { try checkAccess(access) }
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
    guard isOpen, owner != .program, !isInAutocommit else { return }
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
    if let sharedHook { return try unsafe sharedHook.remove(from: handle) }
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
