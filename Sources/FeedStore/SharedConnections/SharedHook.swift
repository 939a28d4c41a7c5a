import CSQLite
import Synchronization

/// The preupdate hook that a program has set on a connection before it shares it.
///
/// SQLite keeps one such hook for a connection, and does not reveal which function it is. So a
/// program with a hook passes it on: it continues to be called, and is set again when the sharing
/// ends.
@safe
public struct PreupdateHook: Sendable {
  /// The function that SQLite calls.
  ///
  /// Its arguments are the context, the connection, the operation, the names of database and table,
  /// and the row ids before and after.
  public typealias Function =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      Int64, Int64
    ) -> Void

  let function: Function
  /// The context, stored as a number, since only the program uses it.
  let context: UInt

  /// Creates a hook.
  ///
  /// - Parameters:
  ///   - function: The function that was passed to `sqlite3_preupdate_hook`.
  ///   - context: The context that was passed with it; it must stay valid until the queries are
  ///     closed.
  @unsafe
  public init(_ function: @escaping Function, context: UnsafeMutableRawPointer?) {
    unsafe self.function = unsafe function
    self.context = UInt(bitPattern: context)
  }

  fileprivate var pointer: UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: context)
  }
}

/// The preupdate hook of a shared connection, which records the keys of changed rows.
///
/// It also calls the program's own hook. No other hook of the connection is used. The program
/// decides when queries are read, so that commits and rollbacks need no hooks: after a rollback,
/// the rows are read again and found unchanged.
///
/// Belongs to a connection, which guards every mutable property.
@safe
final class SharedHook {
  let collector = ChangeCollector()
  /// The program's own hook.
  private let chained: PreupdateHook?
  /// The number of calls of the hook since the last check.
  private var calls: Int64 = 0
  /// SQLite's count of changed rows at the last check.
  private var changes: Int64 = 0
  /// Whether another hook has replaced this one.
  private var isTaken = false
  /// Whether each call of the hook counts as at most one changed row.
  ///
  /// Not so with virtual tables, whose rows SQLite does not report to the hook.
  var isCountExact = true

  /// The addresses of the hooks that exist, by which one is recognised on a connection.
  private static let addresses = Mutex<Set<UInt>>([])

  init(chaining hook: PreupdateHook?) {
    chained = hook
    let address = UInt(bitPattern: unsafe pointer)
    Self.addresses.withLock { _ = $0.insert(address) }
  }

  deinit {
    let address = UInt(bitPattern: unsafe pointer)
    Self.addresses.withLock { _ = $0.remove(address) }
  }

  private static func isHook(_ address: UInt) -> Bool {
    addresses.withLock { $0.contains(address) }
  }

  private var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// Sets the hook, and makes SQLite recompile statements that were compiled without one.
  func install(on handle: OpaquePointer) throws {
    guard feed_sqlite3_has_preupdate_hook() != 0 else { throw StoreError.noPreupdateHook }
    guard unsafe !Self.isBusy(handle) else {
      throw StoreError(
        .sharedConnection,
        "a statement is running on the connection",
        hint: "share it where no statement runs, as in 'inDatabase' of GRDB, before the first read"
      )
    }
    changes = unsafe sqlite3_total_changes64(handle)
    let old = unsafe Self.set(pointer, on: handle)
    if let old = unsafe old, Self.isHook(UInt(bitPattern: old)) {
      // It is the hook of other live queries.
      unsafe Self.set(old, on: handle)
      throw StoreError(
        .sharedConnection,
        "live queries share the connection already",
        hint:
          "register all queries together, or call 'close(on:)' of the first live queries before; if they are gone "
          + "without it, open the connection again"
      )
    }
    guard UInt(bitPattern: old) == chained?.context ?? 0 else {
      unsafe restore(on: handle)
      throw StoreError(
        .sharedConnection,
        unsafe old == nil
          ? "the preupdate hook of the connection is not the one to chain"
          : "the connection has a preupdate hook already, which SQLite does not reveal",
        hint:
          "set it again and pass it with 'chaining:'; live queries cannot share a connection with "
          + "sessions of SQLite"
      )
    }
    // A statement that was compiled without a hook may delete all rows of a table unreported.
    unsafe feed_sqlite3_expire_statements(handle)
  }

  /// Restores the program's hook.
  ///
  /// - Throws: ``StoreError`` if another hook has replaced this one.
  func remove(from handle: OpaquePointer) throws {
    // A hook found in its place is left alone.
    guard !isTaken else { return }
    let old = unsafe restore(on: handle)
    guard unsafe old == pointer else {
      throw StoreError(
        .sharedConnection,
        "another preupdate hook was set while live queries shared the connection, and is gone now",
        hint: "set it again; to use both, set yours first and pass it with 'chaining:'"
      )
    }
  }

  /// Returns whether changed rows were not reported, since another hook has replaced this one.
  func hasMissedRows(on handle: OpaquePointer) -> Bool {
    let now = unsafe sqlite3_total_changes64(handle)
    defer { (changes, calls) = (now, 0) }
    guard now - changes > (isCountExact ? calls : 0), isCountExact || calls == 0 else {
      return false
    }
    isTaken = true
    return true
  }

  /// Sets one of these hooks, and returns the context of the hook that it replaces.
  @discardableResult
  private static func set(
    _ pointer: UnsafeMutableRawPointer,
    on handle: OpaquePointer
  ) -> UnsafeMutableRawPointer? {
    unsafe sqlite3_preupdate_hook(
      handle,
      { context, connection, operation, database, table, oldKey, newKey in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<SharedHook>.fromOpaque(context)._withUnsafeGuaranteedRef {
          unsafe $0.rowWillChange(connection, operation, database, table, oldKey, newKey)
        }
      },
      pointer
    )
  }

  @discardableResult
  private func restore(on handle: OpaquePointer) -> UnsafeMutableRawPointer? {
    unsafe sqlite3_preupdate_hook(handle, chained?.function, chained?.pointer)
  }

  private func rowWillChange(
    _ connection: OpaquePointer?,
    _ operation: Int32,
    _ database: UnsafePointer<CChar>?,
    _ table: UnsafePointer<CChar>?,
    _ oldKey: Int64,
    _ newKey: Int64
  ) {
    calls += 1
    if let connection = unsafe connection, let database = unsafe database,
      let table = unsafe table
    {
      unsafe collector.rowWillChange(
        RowChange(connection: connection, operation: operation, oldKey: oldKey, newKey: newKey),
        database: database,
        table: table
      )
    }
    guard let chained else { return }
    unsafe chained.function(
      chained.pointer,
      connection,
      operation,
      database,
      table,
      oldKey,
      newKey
    )
  }

  private static func isBusy(_ handle: OpaquePointer) -> Bool {
    var next = unsafe sqlite3_next_stmt(handle, nil)
    while let statement = unsafe next {
      if unsafe sqlite3_stmt_busy(statement) != 0 { return true }
      unsafe next = unsafe sqlite3_next_stmt(handle, statement)
    }
    return false
  }
}
