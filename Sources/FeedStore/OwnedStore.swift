/// A store with one owner, such as an actor: the connection without a lock.
///
/// It is not Sendable, and neither are its writer and its statements. So the compiler keeps all of
/// them in the isolation of the owner, where statements may be kept for any time. To share a store
/// between tasks, use ``Store``, which guards them by its lock.
///
/// ```swift
/// let store = try OwnedStore(at: .memory, schema: SchemaSource(sql: sql, name: "sportsbook.sql"))
/// let rename = try store.withWriter { try $0.prepare("UPDATE sport SET name = ?1 WHERE id = ?2") }
/// rename.bind("Tennis", at: 1)   // stops the program: the writer is not held
/// ```
public final class OwnedStore {
  /// The location of the objects.
  public let location: Store.Location
  /// The tables of the store, and those of its documents.
  public var schema: StoreSchema { writer.schema }
  /// The flag that ends long statements from any thread.
  package let flag = InterruptFlag()
  /// Whether the file had a write-ahead log when it was opened: a program was killed, or uses it as well.
  package let hadLog: Bool
  let writer: Writer
  /// The objects that are guarded by the lock of a ``Store``, by their numbers.
  var objects: [Int: AnyObject] = [:]
  /// A reference to itself, as long as a shared connection has its hook and statements.
  private var keeper: OwnedStore?

  /// Opens a store, and creates its tables if it is empty.
  ///
  /// - Parameter source: The SQL that creates the tables; it is an error if the store has others.
  ///   Without it, the store is an existing database, whose tables are left unchanged.
  /// - Throws: ``StoreError`` with a hint.
  public init(
    at location: Store.Location,
    schema source: SchemaSource? = nil,
    limits: StoreLimits = StoreLimits()
  ) throws {
    let flag = flag
    let opening = try StoreOpening(at: location, schema: source) {
      StatementWatch(timeout: limits.statementTimeout, flag: flag)
    }
    self.location = location
    writer = opening.writer
    hadLog = opening.hadLog
  }

  /// Uses a connection that a program shares.
  ///
  /// - Parameter connection: The connection, accessible to the caller until the store is closed.
  /// - Throws: ``StoreError`` if the connection cannot be shared.
  init(sharing connection: OpaquePointer, chaining hook: PreupdateHook?) throws {
    let opening = try unsafe StoreOpening(
      sharing: connection,
      chaining: hook,
      StatementWatch(timeout: nil, flag: flag)
    )
    location = opening.location
    writer = opening.writer
    hadLog = opening.hadLog
    keeper = self
  }

  /// Runs a body that may use the writer and its statements.
  ///
  /// - Parameter body: The closure to run; a nested call of this function traps.
  /// - Throws: The error of the body, or ``StoreError`` if the store is closed.
  public func withWriter<T>(_ body: (Writer) throws -> T) throws -> T {
    try hold()
    defer { letGo() }
    return try body(writer)
  }

  func hold(_ access: SharedAccess? = nil) throws {
    precondition(!writer.connection.isHeld, "the writer of a store was asked for while it is held")
    try writer.connection.hold(access)
  }

  func letGo() { writer.connection.letGo() }

  /// Throws an error if the store is interrupted, since a statement may be incomplete.
  ///
  /// - Throws: ``StoreError`` with code ``StoreError/Code/interrupted`` once the store is interrupted.
  package func checkInterruption() throws {
    if flag.isRaised { throw StoreError(.interrupted, "the store was interrupted") }
  }

  /// Writes everything to the store's database file, and closes it.
  ///
  /// - Throws: ``StoreError`` if the file cannot be written.
  public func close() throws { try withWriter { _ in try closeHeld() } }

  /// Closes the store while its writer is held.
  func closeHeld() throws {
    defer { keeper = nil }
    try writer.connection.close()
  }

  /// Copies the store to a new file.
  ///
  /// - Parameter path: The path of the copy, at which no file may exist.
  /// - Throws: ``StoreError`` if the file cannot be written.
  package func copy(to path: String) throws {
    try withWriter { try $0.copy(to: path) }
  }
}

/// An error if another program writes to the store and the transaction has not begun.
///
/// Nothing has changed, so the caller can retry. After the last try, it throws ``error``.
package struct WriteLockTaken: Error {
  /// The error to throw after the last try.
  package let error: StoreError
}

extension OwnedStore {
  /// Whether a transaction waits while another program writes, and blocks its thread.
  ///
  /// If not, it throws ``WriteLockTaken`` immediately, for an owner that can suspend instead.
  package var waitsForOthers: Bool {
    get { writer.waitsForOthers }
    set { writer.waitsForOthers = newValue }
  }

  /// The time to wait for another program that writes.
  package static var patience: Duration { .seconds(StoreOpening.patience) }
}
