import CSQLite

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

extension Connection {
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
