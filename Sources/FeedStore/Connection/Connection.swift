import CSQLite
import FeedModel
import Foundation

/// The owner of a database and of the connection to it.
enum Owner {
  /// The store owns both: it has created the tables and configures the connection.
  case store
  /// Another program owns the database, which keeps its settings; the store owns the connection.
  case others
  /// A program owns both and shares its connection, whose settings stay unchanged.
  case program
}

/// The connection of a store, with its hooks, statements and changed keys.
///
/// Not Sendable: the connection and its parts stay in the isolation of the store's owner, or are
/// guarded by the store's lock.
@safe
final class Connection {
  /// The database; `nil` once it is closed.
  private var database: Database?
  let handle: OpaquePointer
  let owner: Owner
  /// The hook of a shared connection.
  let sharedHook: SharedHook?
  /// A connection that compiles statements to find what they read, if this one cannot.
  var inspector: Connection?
  /// The prepared statements that are not finalised yet.
  private var statements: Set<OpaquePointer> = unsafe []
  let collector: ChangeCollector
  let authorizer = Authorizer()
  let log = WriteAheadLog()
  let watch: StatementWatch
  /// Whether the writer is held.
  var isHeld = false
  /// Whether a transaction waits while another program writes.
  var waitsForOthers = true
  /// Whether the store has not been closed.
  var isOpen = true
  /// Whether the body of a transaction is running.
  var isInTransaction = false
  /// Whether SQLite has ended the transaction whose body is running.
  var hasLostTransaction = false

  /// A reader of the rows of the last commit, created at its first use.
  var committedRows: CommittedRows?
  /// The files of the store, unless it is in memory.
  var files: StoreFiles?
  /// Copies the log into the file, unless the store is in memory.
  var checkpointer: Checkpointer?
  /// The changes of other connections to the file.
  var outside = OutsideChanges()
  /// The views with more queries than SQLite can compile in reasonable time.
  var heavyViews: Set<Text> = []
  /// The number of temporary tables created so far; each has its number in its name.
  var temporaryTables = 0
  /// Whether a message may have been written only in part.
  var mustRollBack = false

  /// Takes over a connection before its first statement is prepared.
  ///
  /// In a statement prepared before the hook is set, `DELETE FROM t` keeps a shortcut that reports
  /// no rows.
  ///
  /// - Parameter database: The database, without prepared statements.
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

  /// Uses a connection that a program shares and that already has the hook.
  init(sharing handle: OpaquePointer, hook: SharedHook, watch: StatementWatch) {
    unsafe self.handle = unsafe handle
    owner = .program
    sharedHook = hook
    self.watch = watch
    collector = hook.collector
  }

  /// Whether no transaction is open, as reported by SQLite.
  var isInAutocommit: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

  /// The number of rows that the last statement itself has changed.
  var changedRows: Int { Int(unsafe sqlite3_changes64(handle)) }

  /// Whether rows refer to missing rows, so that a commit would fail.
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

  /// Returns SQLite's description of the last call, which returned a code.
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

  /// Finalises a statement without references.
  func finalize(_ statement: OpaquePointer) {
    if unsafe statements.remove(statement) != nil { unsafe sqlite3_finalize(statement) }
  }

  /// Resets every statement, so that none prevents a rollback.
  func resetStatements() {
    var rest = unsafe statements.makeIterator()
    while let statement = unsafe rest.next() { unsafe sqlite3_reset(statement) }
  }

  /// Finalises all statements, which cannot be used any more, and closes the database.
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
  /// The size at the last request to copy the log.
  var requestedPages = 0

  private var bytes: Int { pages * pageSize }

  /// Whether to copy the log into the file as soon as no caller waits for the writer.
  var isLarge: Bool { bytes >= 4 << 20 }

  /// Whether the log has changed enough since the last request to copy it again.
  var hasGrown: Bool { requestedPages == 0 || abs(pages - requestedPages) * pageSize >= 1 << 20 }

  /// Whether to copy the log even while the writer is held.
  var isOverdue: Bool { bytes >= 16 << 20 }

  /// Whether the writer must copy the log itself.
  var isHuge: Bool { bytes >= 32 << 20 }
}

extension Connection {
  /// Creates an empty database in memory with the same tables and views, to inspect statements.
  ///
  /// The authorizer of a shared connection belongs to the program, and cannot be used.
  ///
  /// - Returns: The schema without the tables that SQLite cannot create there, such as those with a
  ///   collation of the program.
  /// - Throws: ``StoreError`` if the declarations cannot be read.
  func makeInspector(of schema: StoreSchema) throws -> StoreSchema {
    let inspector = Connection(database: try Database(path: nil), owner: .store, watch: watch)
    inspector.isHeld = true
    inspector.heavyViews = heavyViews
    inspector.allowQuotedTexts(true)
    defer { inspector.allowQuotedTexts(false) }
    var unfit: [UnfitTable] = []
    let rows = try prepare(
      """
      SELECT name, sql FROM sqlite_schema
      WHERE type IN ('table', 'view') AND sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY rowid
      """,
      rules: .own
    )
    while try rows.step() {
      guard schema.refusal(ofTable: rows.text(at: 0)) == nil else { continue }
      do {
        try inspector.prepare(rows.text(at: 1), rules: .own).run()
      } catch let error as StoreError {
        guard let table = schema.table(named: rows.text(at: 0)) else { continue }
        unfit.append(
          UnfitTable(
            table: table,
            reason: StoreError(
              .unsupportedTable,
              "table '\(table.name)' needs an extension of SQLite by the program: "
                + (error.failure?.message ?? error.message),
              hint: "show rows of a table that does not need it",
              failure: error.failure
            )
          )
        )
      }
    }
    self.inspector = inspector
    let names = Set(unfit.map { Text($0.table.name) })
    return StoreSchema(
      tables: schema.tables.filter { !names.contains(Text($0.name)) },
      unfit: schema.unfit + unfit
    )
  }
}

extension Connection {
  /// Sets whether unknown names in double quotes are treated as texts.
  func allowQuotedTexts(_ isAllowed: Bool) {
    for name in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] {
      unsafe feed_sqlite3_set_switch(handle, name, isAllowed ? 1 : 0)
    }
  }

  /// Limits the resources of statements, and disables features meant for trusted SQL only.
  func restrict() {
    for limit in SizeLimit.all { unsafe sqlite3_limit(handle, limit.name, limit.most) }
    let switches: [(name: Int32, isOn: Int32)] = [
      // Otherwise, SQLite would treat a blob of the caller as the address of a function.
      (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
      // Not TRUSTED_SCHEMA: without it, SQLite 3.40 treats '->>' in a view as unsafe. SQLite bars
      // its own unsafe functions from views and triggers anyway, and the authorizer lists the rest.
      (SQLITE_DBCONFIG_DEFENSIVE, 1),
    ]
    for (name, isOn) in switches { unsafe feed_sqlite3_set_switch(handle, name, isOn) }
    unsafe watch.install(on: handle)
  }
}

extension Connection {
  /// Checks whether the files of the store still exist and are whole.
  ///
  /// - Parameter atOnce: Whether to check even if the last check was recent.
  /// - Throws: ``StoreError`` with code ``StoreError/Code/lost``.
  func checkFiles(atOnce: Bool = false) throws { try files?.check(self, atOnce: atOnce) }

  /// Returns the damage to the store's files as the cause of an error, if there is any.
  ///
  /// - Returns: The damage to the store, or the given error.
  func explaining(_ error: any Error) -> any Error {
    guard let error = error as? StoreError, let failure = error.failure else { return error }
    if Bookkeeping.tables.contains(where: { failure.message.hasSuffix("no such table: \($0)") }) {
      return StoreError(
        .lost,
        "a bookkeeping table of the store was removed: \(failure.message)",
        hint: "restore a copy of the store, or start with a new one",
        failure: failure
      )
    }
    switch error.code {
    case .storage, .notADatabase, .cannotOpen, .readOnly:
      do { try checkFiles(atOnce: true) } catch { return error }
      return error
    default: return error
    }
  }
}
