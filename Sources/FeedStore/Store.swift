import Foundation

/// Objects in SQLite: a file or memory, one writer, and after each commit the keys it has touched.
///
/// A lock lets one caller in at a time, and what happens inside goes straight to SQLite.
///
/// ```swift
/// let store = try Store(at: .memory, schema: SchemaSource(sql: sql, name: "sportsbook.sql"))
/// let changes = try store.withWriter { writer in
///   try writer.transaction { try $0.run("UPDATE event SET status = 'live' WHERE id = 7") }
/// }
/// changes.tables.first?.keys   // [7]
/// ```
public final class Store: Sendable {
  /// Where a store keeps its objects.
  public enum Location: Sendable, Hashable {
    /// In memory, until the store is released.
    case memory
    /// In a file, by its path.
    case file(String)
    /// A copy of a file, by its path, as it is when the store is opened; the file is only read.
    case copy(of: String)
  }

  /// Where the objects are.
  public let location: Location
  /// The tables, as they were when the store was opened.
  public let schema: StoreSchema
  private let flag = InterruptFlag()
  private let writer: Confined<Writer>
  // Recursive so that a second call on the same thread is found out, and does not wait for itself.
  private let lock = NSRecursiveLock()

  /// Opens a store, and makes its tables if it is empty.
  ///
  /// Nothing is left behind and nothing changed if the store cannot be opened.
  ///
  /// - Parameters:
  ///   - location: Where the objects are, or shall be.
  ///   - source: The SQL that makes the tables; a store that has others is refused.
  ///   - limits: What statements may take.
  /// - Throws: ``StoreError`` with what is wrong and what to do.
  public init(
    at location: Location,
    schema source: SchemaSource,
    limits: StoreLimits = StoreLimits()
  ) throws {
    let flag = flag
    let opening = try Opening(at: location, schema: source) {
      StatementWatch(timeout: limits.statementTimeout, flag: flag)
    }
    self.location = location
    self.schema = opening.schema
    self.writer = opening.writer
  }

  /// Gives exclusive use of the connection, waiting until whoever has it is done.
  ///
  /// Of several that wait any may be next; whoever needs an order lets one actor make all calls.
  ///
  /// - Parameter body: What to do with the writer, which must not be kept. Calling this again from
  ///   the body is a mistake that stops the program.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or ``StoreError`` if the store is closed.
  public func withWriter<T>(_ body: (Writer) throws -> T) throws -> T {
    lock.lock()
    defer { lock.unlock() }
    let writer = writer.whileLocked
    precondition(!writer.connection.isHeld, "the writer of a store was asked for while it is held")
    return try writer.connection.held { try body(writer) }
  }

  /// Ends the statement that is running if it is a long one, and any long one after it.
  ///
  /// May be called from any thread, without waiting for the writer, and is for good: a program that
  /// is about to end calls it and then ``close()``. The statement fails with code
  /// ``StoreError/Code/interrupted``, and its transaction leaves no trace.
  public func interrupt() { flag.raise() }

  /// Refuses to go on with what an interrupted statement has left.
  ///
  /// - Throws: ``StoreError`` with code ``StoreError/Code/interrupted`` once the store is interrupted.
  package func checkInterruption() throws {
    if flag.isRaised { throw StoreError(.interrupted, "the store was interrupted") }
  }

  /// Writes everything to the store's file proper, and closes it.
  ///
  /// A store that is released without being closed loses nothing; its log is then read when it is
  /// opened again.
  ///
  /// - Throws: ``StoreError`` if the file cannot be written.
  public func close() throws {
    try withWriter { try $0.connection.close() }
  }
}
