import CSQLite
import FeedModel

/// Whose a database is, and the connection to it.
enum Owner {
  /// Both are the store's: it has made the tables, and sets the connection up as it likes.
  case store
  /// The database is somebody else's, and left as it is; the connection is the store's.
  case others
  /// Both are the program's that shares its connection, of which nothing is changed.
  case program
}

/// The one connection of a store, with what belongs to it: hooks, statements and the dirty keys.
///
/// Not Sendable: it stays in the isolation of the store's owner, or behind the store's lock, and what
/// belongs to it with it.
@safe
final class Connection {
  /// The database; `nil` once it is closed.
  private var database: Database?
  let handle: OpaquePointer
  let owner: Owner
  /// The hook of a connection that is shared.
  let sharedHook: SharedHook?
  /// Where statements are compiled to see what they read, if the connection itself cannot tell.
  var inspector: Connection?
  /// The statements that were prepared and not finalised.
  private var statements: Set<OpaquePointer> = unsafe []
  let collector: ChangeCollector
  let authorizer = Authorizer()
  let log = WriteAheadLog()
  let watch: StatementWatch
  /// Whether somebody holds the writer at this moment.
  var isHeld = false
  /// Whether a transaction waits for another program that writes.
  var waitsForOthers = true
  /// Whether the store has not been closed.
  var isOpen = true
  /// Whether the body of a transaction is running.
  var isInTransaction = false
  /// Whether SQLite has ended the transaction whose body is running.
  var hasLostTransaction = false

  /// Reads the rows as the last commit has left them, once that was asked for.
  var committedRows: CommittedRows?
  /// The files of the store, unless it is in memory.
  var files: StoreFiles?
  /// Copies the log back beside the writer, unless the store is in memory.
  var checkpointer: Checkpointer?
  /// What others have done to the file.
  var outside = OutsideChanges()
  /// The views that stand for more queries than SQLite can compile in reasonable time.
  var heavyViews: Set<Text> = []
  /// How many temporary tables were made, each with its number in its name.
  var temporaryTables = 0
  /// Whether a part of a message may have been written, and the rest not.
  var mustRollBack = false

  /// Takes over a connection, before any statement has been prepared on it.
  ///
  /// A statement that is prepared before the hook is set keeps the shortcut by which
  /// `DELETE FROM t` reports no rows.
  ///
  /// - Parameters:
  ///   - database: The database, of which no statement has been prepared.
  ///   - owner: Whose the database is.
  ///   - watch: What ends long statements.
  init(database: Database, owner: Owner, watch: StatementWatch) {
    self.database = database
    self.owner = owner
    unsafe handle = unsafe database.handle
    sharedHook = nil
    collector = ChangeCollector()
    self.watch = watch
    unsafe sqlite3_preupdate_hook(
      handle,
      { context, connection, operation, database, table, oldKey, newKey in
        guard let context = unsafe context, let connection = unsafe connection,
          let database = unsafe database, let table = unsafe table
        else { return }
        unsafe Unmanaged<ChangeCollector>.fromOpaque(context)._withUnsafeGuaranteedRef {
          unsafe $0.rowWillChange(
            RowChange(
              connection: connection,
              operation: operation,
              oldKey: oldKey,
              newKey: newKey
            ),
            database: database,
            table: table
          )
        }
      },
      Unmanaged.passUnretained(collector).toOpaque()
    )
    unsafe sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context = unsafe context else { return SQLITE_OK }
        unsafe Unmanaged<WriteAheadLog>.fromOpaque(context)._withUnsafeGuaranteedRef {
          $0.pages = Int(pages)
        }
        return SQLITE_OK
      },
      Unmanaged.passUnretained(log).toOpaque()
    )
    unsafe authorizer.install(on: handle)
    restrict()
  }

  /// Takes part in a connection that a program shares, which has the hook already.
  init(sharing handle: OpaquePointer, hook: SharedHook, watch: StatementWatch) {
    unsafe self.handle = unsafe handle
    owner = .program
    sharedHook = hook
    self.watch = watch
    collector = hook.collector
  }

  /// Whether no transaction is open, by SQLite's own account.
  var isInAutocommit: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

  /// The number of rows that the last statement itself has changed.
  var changedRows: Int { Int(unsafe sqlite3_changes64(handle)) }

  /// Whether rows refer to others that are not there, for which a commit would be refused.
  var hasOpenReferences: Bool {
    var (current, highest): (Int32, Int32) = (0, 0)
    let code = unsafe sqlite3_db_status(
      handle,
      SQLITE_DBSTATUS_DEFERRED_FKS,
      &current,
      &highest,
      0
    )
    return code == SQLITE_OK && current != 0
  }

  /// What SQLite says about the last call, which returned a code.
  func failure(_ code: Int32, sql: String) -> StoreError.Failure {
    if code & 0xFF == SQLITE_INTERRUPT {
      return StoreError.Failure(
        code: watch.isTimedOut ? InterruptCode.timeout : code,
        message: watch.reason,
        sql: sql,
        offset: nil
      )
    }
    let offset = unsafe sqlite3_error_offset(handle)
    return StoreError.Failure(
      code: code,
      message: unsafe String(cString: sqlite3_errmsg(handle)),
      sql: sql,
      offset: offset < 0 ? nil : Int(offset)
    )
  }

  func add(_ statement: OpaquePointer) { unsafe statements.insert(statement) }

  /// Finalises a statement that nobody refers to any more.
  func finalize(_ statement: OpaquePointer) {
    if unsafe statements.remove(statement) != nil { unsafe sqlite3_finalize(statement) }
  }

  /// Resets every statement, so that none stands in the way of a rollback.
  func resetStatements() {
    var rest = unsafe statements.makeIterator()
    while let statement = unsafe rest.next() { unsafe sqlite3_reset(statement) }
  }

  /// Finalises all statements, which are of no use from here on, and closes the database.
  func release() {
    isOpen = false
    checkpointer?.close()
    closeCommittedRows()
    var rest = unsafe statements.makeIterator()
    while let statement = unsafe rest.next() { unsafe sqlite3_finalize(statement) }
    unsafe statements = []
    database = nil
  }

  func closeCommittedRows() {
    committedRows?.release()
    committedRows = nil
  }

  /// Called when a statement has failed: SQLite may have rolled everything back.
  func statementDidFail() {
    if isInTransaction, isInAutocommit { hasLostTransaction = true }
  }

  func checkIsOpen() throws {
    guard isOpen else {
      throw StoreError(.closed, "the store is closed", hint: "open it again")
    }
  }
}

/// The size of the write-ahead log, as SQLite reports it after each commit.
final class WriteAheadLog {
  var pages = 0
  var pageSize = 4096
  /// The size when it was asked last to be copied back.
  var requestedPages = 0

  private var bytes: Int { pages * pageSize }

  /// Whether the log is to be copied back into the file as soon as nobody waits for it.
  var isLarge: Bool { bytes >= 4 << 20 }

  /// Whether so much was written since the log was asked to be copied back that it is worth while again.
  var hasGrown: Bool { requestedPages == 0 || abs(pages - requestedPages) * pageSize >= 1 << 20 }

  /// Whether the log is to be copied back even while the writer is held.
  var isOverdue: Bool { bytes >= 16 << 20 }

  /// Whether the writer has to copy the log back itself.
  var isHuge: Bool { bytes >= 32 << 20 }
}
