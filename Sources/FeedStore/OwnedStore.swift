/// A store that has one owner, such as an actor: the connection, without a lock around it.
///
/// It is not Sendable, and neither are its writer and their statements. So the compiler keeps all of
/// them in the isolation of the owner, where statements may be kept for as long as one likes. Whoever
/// shares a store between tasks uses ``Store``, which keeps them behind its lock.
///
/// ```swift
/// let store = try OwnedStore(at: .memory, schema: SchemaSource(sql: sql, name: "sportsbook.sql"))
/// let rename = try store.withWriter { try $0.prepare("UPDATE sport SET name = ?1 WHERE id = ?2") }
/// rename.bind("Tennis", at: 1)   // stops the program: the writer is not held
/// ```
public final class OwnedStore {
  /// Where the objects are.
  public let location: Store.Location
  /// The tables, as they were when the store was opened.
  public let schema: StoreSchema
  /// Ends long statements from any thread.
  package let flag = InterruptFlag()
  let writer: Writer
  /// What others keep behind the lock of a ``Store``, by the numbers that they know it by.
  var residents: [Int: AnyObject] = [:]
  /// Itself, as long as a connection that a program shares has its hook and statements.
  private var keeper: OwnedStore?

  /// Opens a store, and makes its tables if it is empty.
  ///
  /// - Parameters:
  ///   - location: Where the objects are, or shall be.
  ///   - source: The SQL that makes the tables; a store that has others is refused. Without it, the
  ///     store is a database that exists already, whose tables are left as they are.
  ///   - limits: What statements may take.
  /// - Throws: ``StoreError`` with what is wrong and what to do.
  public init(
    at location: Store.Location,
    schema source: SchemaSource? = nil,
    limits: StoreLimits = StoreLimits()
  ) throws {
    let flag = flag
    let opening = try Opening(at: location, schema: source) {
      StatementWatch(timeout: limits.statementTimeout, flag: flag)
    }
    self.location = location
    schema = opening.schema
    writer = opening.writer
  }

  /// Takes part in a connection that a program shares.
  ///
  /// - Parameters:
  ///   - connection: The connection, at hand of the caller until the store is closed.
  ///   - hook: The hook that the program has set.
  /// - Throws: ``StoreError`` if the connection cannot be shared.
  init(sharing connection: OpaquePointer, chaining hook: PreupdateHook?) throws {
    let opening = try unsafe Opening(
      sharing: connection,
      chaining: hook,
      StatementWatch(timeout: nil, flag: flag)
    )
    location = opening.location
    schema = opening.schema
    writer = opening.writer
    keeper = self
  }

  /// Runs a body that may use the writer, and the statements that the writer has prepared.
  ///
  /// - Parameter body: What to do. Calling this again from the body is a mistake that stops the program.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or ``StoreError`` if the store is closed.
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

  /// Refuses to go on with what an interrupted statement has left.
  ///
  /// - Throws: ``StoreError`` with code ``StoreError/Code/interrupted`` once the store is interrupted.
  package func checkInterruption() throws {
    if flag.isRaised { throw StoreError(.interrupted, "the store was interrupted") }
  }

  /// Writes everything to the store's file proper, and closes it.
  ///
  /// - Throws: ``StoreError`` if the file cannot be written.
  public func close() throws { try withWriter { _ in try closeHeld() } }

  /// Closes the store, whose writer is held.
  func closeHeld() throws {
    defer { keeper = nil }
    try writer.connection.close()
  }

  /// Writes all that is in the store to a new file.
  ///
  /// - Parameter path: Where no file is yet.
  /// - Throws: ``StoreError`` if the file cannot be written.
  package func copy(to path: String) throws {
    try withWriter { try $0.copy(to: path) }
  }
}

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
