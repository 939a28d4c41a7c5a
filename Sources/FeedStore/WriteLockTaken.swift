import CSQLite

/// Another program writes to the store, and the transaction has not begun.
///
/// Nothing has happened yet, so that the same can be tried again. Whoever gives up throws the error.
package struct WriteLockTaken: Error {
  /// What to say when it has taken too long.
  package let error: StoreError
}

extension Writer {
  /// Whether a transaction waits for another program that writes, and blocks its thread meanwhile.
  ///
  /// If not, it throws ``WriteLockTaken`` at once, for a caller that can suspend instead.
  package var waitsForOthers: Bool {
    get { connection.waitsForOthers }
    set { connection.waitsForOthers = newValue }
  }
}

extension OwnedStore {
  /// Whether a transaction waits for another program that writes, and blocks its thread meanwhile.
  ///
  /// If not, it throws ``WriteLockTaken`` at once, for an owner that can suspend instead.
  package var waitsForOthers: Bool {
    get { writer.waitsForOthers }
    set { writer.waitsForOthers = newValue }
  }

  /// How long to wait for another program that writes.
  package static var patience: Duration { .seconds(Opening.patience) }
}

extension Connection {
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
}
