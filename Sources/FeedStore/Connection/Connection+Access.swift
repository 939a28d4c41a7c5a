import CSQLite

extension Connection {
  /// Runs a body that uses the connection, and closes any transaction that it leaves open.
  func held<T>(_ body: () throws -> T) throws -> T {
    try hold()
    defer { letGo() }
    return try body()
  }

  /// Begins to use the connection.
  ///
  /// - Throws: ``StoreError`` if the connection is closed, or shared and not accessible.
  func hold(_ access: SharedAccess? = nil) throws {
    try checkIsOpen()
    if owner == .program { try checkAccess(access) }
    isHeld = true
  }

  /// Ends the use of the connection, and closes any open transaction.
  func letGo() {
    endStrayTransaction()
    checkpointIfLarge()
    isHeld = false
  }

  /// Rolls back a transaction whose savepoint was not released.
  private func endStrayTransaction() {
    guard isOpen, owner != .program, !isInAutocommit else { return }
    resetStatements()
    unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Copies the log into the file if it is large, without waiting for readers.
  ///
  /// A store in a file does this concurrently with the writer. If that does not keep up, since
  /// commits follow each other without a pause, the writer copies the log between two transactions.
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

  /// Copies the log before a transaction if the writer has run very many without a break.
  func checkpointIfOverdue() throws {
    if log.isOverdue { checkpointIfLarge() }
  }

  /// Copies the log, and closes the database.
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
    // A reader in another program may prevent the log from being emptied, and so does a file that this program may
    // only read; no data is lost.
    guard [SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY].contains(code & 0xFF) else {
      throw StoreError(failure(code, sql: "PRAGMA wal_checkpoint"))
    }
  }

  // MARK: Others

  /// Runs a body that takes the write lock, and waits for the lock only if the store does so.
  ///
  /// - Parameter body: A closure that takes the lock before it changes anything.
  /// - Throws: The error of the body; ``WriteLockTaken`` or `StoreError` if another program has the
  ///   lock.
  func locking(_ body: () throws -> Void) throws {
    do {
      guard !waitsForOthers else { return try body() }
      unsafe sqlite3_busy_timeout(handle, 0)
      defer { unsafe sqlite3_busy_timeout(handle, Int32(StoreOpening.patience * 1000)) }
      try body()
    } catch let error as StoreError where error.code == .busy {
      let error = StoreError(
        .busy,
        "another program has been writing to the store for \(StoreOpening.patience) seconds",
        hint: "try again when it is done, or stop it",
        failure: error.failure
      )
      throw waitsForOthers ? error : WriteLockTaken(error: error) as any Error
    }
  }

  /// Checks whether other connections have committed; needs an open transaction or a prior read.
  ///
  /// SQLite does not report which rows other connections have changed. The cheap counter rules out
  /// most calls. The expensive one is read only if it has changed, by commits of other connections
  /// or by this one's outside a transaction.
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

  /// Marks the current state of the file as known.
  func forgetOutside() throws {
    outside = OutsideChanges(
      pagerVersion: pagerVersion,
      dataVersion: try dataVersion(),
      schemaVersion: owner == .program ? try schemaVersion() : 0
    )
  }

  /// Reads one row, so that SQLite notices commits and schema changes of other connections.
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

  func schemaVersion() throws -> Int64 { try number("PRAGMA main.schema_version") }

  /// Returns the number that a statement yields.
  func number(_ sql: String) throws -> Int64 {
    let statement = try prepare(sql, rules: .own)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(at: 0) : 0
  }
}

/// The known commits of other connections.
struct OutsideChanges {
  /// SQLite's change counter of the file after the last transaction, counting all changes.
  var pagerVersion: UInt32 = 0
  /// SQLite's number for the content of the file, which only other connections change.
  var dataVersion: Int64 = 0
  /// SQLite's number for the schema, read only for a shared connection.
  var schemaVersion: Int64 = 0
  /// Whether other connections have committed since the last query of this flag.
  var areThere = false
  /// Whether the change log was not read yet for the changed rows.
  var areUnread = false
  /// Whether a full refresh is needed, since the changed rows cannot be determined.
  var areUnknown = false
  /// The number of times that commits of other connections were found since the store was opened.
  var count = 0
}
