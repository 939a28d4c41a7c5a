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

  /// Has the log copied back into the file if it is large, without waiting for readers.
  ///
  /// Done beside the writer, where there is a file. Where that does not keep up, since commits leave no pause
  /// between them, the writer does it between two transactions.
  func checkpointIfLarge() {
    guard log.isLarge else {
      log.requestedPages = 0
      return
    }
    guard isOpen else { return }
    guard let checkpointer else { return checkpoint() }
    if log.isHuge { return checkpointer.stopped { checkpoint() } }
    guard log.hasGrown, !checkpointer.isRunning, (try? checkFiles(atOnce: true)) != nil else {
      return
    }
    log.requestedPages = log.pages
    checkpointer.request()
  }

  private func checkpoint() {
    guard (try? checkFiles(atOnce: true)) != nil else { return }
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

  // MARK: Others

  /// Runs a body that asks for a lock, and waits for whoever has it only if that is wanted.
  ///
  /// - Parameter body: Asks for the lock before it changes anything.
  /// - Throws: What the body throws; ``WriteLockTaken`` or `StoreError` if another program has the lock.
  func locking(_ body: () throws -> Void) throws {
    do {
      guard !waitsForOthers else { return try body() }
      unsafe sqlite3_busy_timeout(handle, 0)
      defer { unsafe sqlite3_busy_timeout(handle, Int32(Opening.patience * 1000)) }
      try body()
    } catch let error as StoreError where error.code == .busy {
      let error = StoreError(
        .busy,
        "another program has been writing to the store for \(Opening.patience) seconds",
        hint: "try again when it is done, or stop it",
        failure: error.failure
      )
      throw waitsForOthers ? error : WriteLockTaken(error: error) as any Error
    }
  }

  /// Looks whether others have committed; to be called with a transaction open, or after a read.
  ///
  /// SQLite cannot say which rows others have changed. The cheap count rules most calls out; only if
  /// it has moved, by commits of others or by ours outside a transaction, the costly one is asked.
  func lookOutside() throws {
    guard pagerVersion != outside.pagerVersion else { return }
    let version = try dataVersion()
    if version != outside.dataVersion {
      outside.areThere = true
      outside.areUnread = true
      outside.count += 1
      try glance()
    }
    outside.dataVersion = version
    outside.pagerVersion = pagerVersion
    guard let sharedHook else { return }
    if unsafe sharedHook.hasMissedRows(on: handle) {
      outside.areThere = true
      outside.areUnknown = true
    }
    let schemaVersion = try schemaVersion()
    if schemaVersion != outside.schemaVersion { collector.schemaDidChange() }
    outside.schemaVersion = schemaVersion
  }

  /// Takes the file as it is now for known.
  func forgetOutside() throws {
    outside = OutsideChanges(
      pagerVersion: pagerVersion,
      dataVersion: try dataVersion(),
      schemaVersion: owner == .program ? try schemaVersion() : 0
    )
  }

  /// Reads a little, whereby SQLite notices what others have committed, and what they have declared.
  func glance() throws {
    let statement = try prepare("SELECT 1 FROM sqlite_schema LIMIT 1", rules: .own)
    _ = try statement.step()
    statement.reset()
  }

  /// The path of the file, or `nil` for a database in memory.
  var filePath: String? {
    guard let name = unsafe sqlite3_db_filename(handle, "main") else { return nil }
    let path = unsafe String(cString: name)
    return path.isEmpty ? nil : path
  }

  var pagerVersion: UInt32 {
    var version: UInt32 = 0
    unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  private func dataVersion() throws -> Int64 { try number("PRAGMA data_version") }

  private func schemaVersion() throws -> Int64 { try number("PRAGMA main.schema_version") }

  /// The number that a statement yields.
  func number(_ sql: String) throws -> Int64 {
    let statement = try prepare(sql, rules: .own)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(at: 0) : 0
  }
}

/// What is known of commits that came through other connections.
struct OutsideChanges {
  /// SQLite's count of changes of the file, ours among them, after the last transaction.
  var pagerVersion: UInt32 = 0
  /// SQLite's number for the file's content, which only commits of others change.
  var dataVersion: Int64 = 0
  /// SQLite's number for the schema, which is asked for where others' statements are not seen.
  var schemaVersion: Int64 = 0
  /// Whether others have committed since somebody asked.
  var areThere = false
  /// Whether the change log has not been asked yet which rows they have changed.
  var areUnread = false
  /// Whether everything is to be read again, since nobody can tell which rows they have changed.
  var areUnknown = false
  /// How often others were found to have committed since the store was opened.
  var count = 0
}
