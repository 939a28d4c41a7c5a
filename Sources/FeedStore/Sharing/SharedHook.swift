import CSQLite

/// The preupdate hook that a program has set on a connection before it shares it.
///
/// SQLite keeps one such hook for a connection and does not tell which function it is. So a program
/// that has one hands it over: it goes on being called, and is set again when the sharing ends.
@safe
public struct PreupdateHook: Sendable {
  /// A function as SQLite calls it: with the context, the connection, the operation, the names of
  /// database and table, and the row ids before and after.
  public typealias Function =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      Int64, Int64
    ) -> Void

  let function: Function
  /// The context as a number: it is the program's, and nobody else's.
  let context: UInt

  /// Describes a hook.
  ///
  /// - Parameters:
  ///   - function: The function that was given to `sqlite3_preupdate_hook`.
  ///   - context: The context that was given with it, to stay valid as long as the queries are open.
  @unsafe
  public init(_ function: @escaping Function, context: UnsafeMutableRawPointer?) {
    unsafe self.function = unsafe function
    self.context = UInt(bitPattern: context)
  }

  fileprivate var pointer: UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: context)
  }
}

/// What stands in the preupdate hook of a shared connection: notes the keys of rows that change, and
/// calls the program's own hook.
///
/// The one thing that is taken of a shared connection. When to read is for the program to say, so that
/// commits and rollbacks need no hooks: what was rolled back is read again, and found as it was.
///
/// Belongs to a connection, which guards every mutable property.
@safe
final class SharedHook {
  let collector = ChangeCollector()
  /// The program's own hook.
  private let chained: PreupdateHook?
  /// How many rows the hook was told of since somebody asked.
  private var calls: Int64 = 0
  /// SQLite's count of changed rows at that time.
  private var changes: Int64 = 0
  /// Whether somebody has put a hook in the place of this one.
  private var isTaken = false
  /// Whether rows are counted once for each call of the hook, at the most.
  ///
  /// Not so with virtual tables, of whose rows SQLite tells the hook nothing.
  var isCountExact = true

  init(chaining hook: PreupdateHook?) { chained = hook }

  /// Sets the hook, and has all statements compiled again that know of none.
  func install(on handle: OpaquePointer) throws {
    guard feed_sqlite3_has_preupdate_hook() != 0 else { throw StoreError.noPreupdateHook }
    guard unsafe !Self.isBusy(handle) else {
      throw StoreError(
        .sharedConnection,
        "a statement is running on the connection",
        hint: "share it where none is, as in 'inDatabase' of GRDB, before anything is read"
      )
    }
    changes = unsafe sqlite3_total_changes64(handle)
    let old = unsafe sqlite3_preupdate_hook(
      handle,
      { context, connection, operation, database, table, oldKey, newKey in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<SharedHook>.fromOpaque(context)._withUnsafeGuaranteedRef {
          unsafe $0.rowWillChange(connection, operation, database, table, oldKey, newKey)
        }
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
    guard UInt(bitPattern: old) == chained?.context ?? 0 else {
      unsafe restore(on: handle)
      throw StoreError(
        .sharedConnection,
        unsafe old == nil
          ? "the connection has another preupdate hook than the one to be chained"
          : "the connection has a preupdate hook already, which SQLite does not hand out",
        hint:
          "set it again and hand it over with 'chaining:'; live queries share a connection once, "
          + "and sessions of SQLite not at all"
      )
    }
    // A statement that was compiled without a hook deletes all rows of a table without a word.
    unsafe feed_sqlite3_expire_statements(handle)
  }

  /// Gives the hook back.
  ///
  /// - Throws: ``StoreError`` if somebody has put another one in its place.
  func remove(from handle: OpaquePointer) throws {
    // What was found in its place is left alone.
    guard !isTaken else { return }
    let old = unsafe restore(on: handle)
    guard unsafe old == Unmanaged.passUnretained(self).toOpaque() else {
      throw StoreError(
        .sharedConnection,
        "another preupdate hook was set while live queries shared the connection, and is gone now",
        hint: "set it again; to have both, set yours first and hand it over with 'chaining:'"
      )
    }
  }

  /// Whether rows were changed of which the hook was not told, since somebody else has taken its place.
  func hasMissedRows(on handle: OpaquePointer) -> Bool {
    let now = unsafe sqlite3_total_changes64(handle)
    defer { (changes, calls) = (now, 0) }
    guard now - changes > (isCountExact ? calls : 0), isCountExact || calls == 0 else {
      return false
    }
    isTaken = true
    return true
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

extension StoreError {
  /// Said where SQLite lacks what changes are noticed by.
  static var noPreupdateHook: StoreError {
    StoreError(
      .cannotOpen,
      "this SQLite was built without the preupdate hook, by which changed rows are found",
      hint: "link one that was built with SQLITE_ENABLE_PREUPDATE_HOOK"
    )
  }
}
