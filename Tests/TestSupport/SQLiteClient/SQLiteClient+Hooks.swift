import CSQLite

extension SQLiteClient {
  /// A prepared statement that a program keeps.
  @safe
  package final class Kept {
    private let statement: OpaquePointer?

    init(_ statement: OpaquePointer?) { unsafe self.statement = unsafe statement }

    deinit { unsafe sqlite3_finalize(statement) }

    /// Steps once.
    package func step() { unsafe sqlite3_step(statement) }

    /// Steps to the end.
    package func run() {
      while unsafe sqlite3_step(statement) == SQLITE_ROW {}
      unsafe sqlite3_reset(statement)
    }
  }

  /// The calls of a program's hooks.
  package final class Calls {
    package var rows = 0
    package var updates = 0
    package var commits = 0
    package var rollbacks = 0

    package init() {}

    /// The context of the hooks.
    package var context: UnsafeMutableRawPointer {
      unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    package static let rowHook:
      @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?, Int64, Int64
      ) -> Void = { context, _, _, _, _, _, _ in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue().rows += 1
      }
  }

  /// Compiles a statement that can be kept.
  package func keep(_ sql: String) -> Kept {
    var statement: OpaquePointer?
    unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    return unsafe Kept(statement)
  }

  /// Sets the preupdate hook.
  package func setRowHook(_ calls: Calls?) {
    if let calls {
      _ = unsafe sqlite3_preupdate_hook(handle, Calls.rowHook, calls.context)
    } else {
      _ = unsafe sqlite3_preupdate_hook(handle, nil, nil)
    }
  }

  /// Sets the hooks of updates, commits and rollbacks.
  package func setOtherHooks(_ calls: Calls) {
    _ = unsafe sqlite3_update_hook(
      handle,
      { context, _, _, _, _ in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue().updates += 1
      },
      calls.context
    )
    _ = unsafe sqlite3_commit_hook(
      handle,
      { context in
        guard let context = unsafe context else { return 0 }
        unsafe Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue().commits += 1
        return 0
      },
      calls.context
    )
    _ = unsafe sqlite3_rollback_hook(
      handle,
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue().rollbacks += 1
      },
      calls.context
    )
  }

  /// Returns the first value of the first row of a query, as a text.
  package func value(_ sql: String) -> String? {
    var statement: OpaquePointer?
    defer { unsafe sqlite3_finalize(statement) }
    guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
      unsafe sqlite3_step(statement) == SQLITE_ROW
    else { return nil }
    return unsafe sqlite3_column_text(statement, 0).map { unsafe String(cString: $0) }
  }

  /// All limits of the connection.
  package var limits: [Int32] { (0..<12).map { unsafe sqlite3_limit(handle, $0, -1) } }
}
