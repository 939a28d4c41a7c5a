import Synchronization

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
  private let flag: InterruptFlag
  /// The one lock of the store.
  ///
  /// The connection and all that belongs to it lives in it: the compiler lets nothing out that is not
  /// Sendable.
  private let guarded: Mutex<Guarded>
  let departures = Departures()

  struct Guarded {
    let owned: OwnedStore
    var lastNumber = 0
  }

  /// Opens a store, and makes its tables if it is empty.
  ///
  /// Nothing is left behind and nothing changed if the store cannot be opened.
  ///
  /// - Parameters:
  ///   - location: Where the objects are, or shall be.
  ///   - source: The SQL that makes the tables; a store that has others is refused. Without it, the
  ///     store is a database that exists already, whose tables are left as they are.
  ///   - limits: What statements may take.
  /// - Throws: ``StoreError`` with what is wrong and what to do.
  public init(
    at location: Location,
    schema source: SchemaSource? = nil,
    limits: StoreLimits = StoreLimits()
  ) throws {
    let owned = try OwnedStore(at: location, schema: source, limits: limits)
    self.location = location
    schema = owned.schema
    flag = owned.flag
    guarded = Mutex(Guarded(owned: owned))
  }

  /// Takes part in a connection that the program shares, of which nothing is changed but its preupdate
  /// hook, until ``close(_:)``.
  ///
  /// - Parameters:
  ///   - connection: The connection, which the caller has at hand.
  ///   - hook: The preupdate hook that the program has set, if it has set one.
  /// - Throws: ``StoreError`` if the connection cannot be shared.
  package init(sharing connection: OpaquePointer, chaining hook: PreupdateHook? = nil) throws {
    // The compiler cannot know that the program gives the connection away only where it has it at
    // hand: that is what whoever calls this promises. So it gets a pointer that comes from nowhere.
    guard let connection = unsafe OpaquePointer(bitPattern: UInt(bitPattern: connection)) else {
      preconditionFailure("a pointer that is not zero has become zero")
    }
    let owned = try unsafe OwnedStore(sharing: connection, chaining: hook)
    location = owned.location
    schema = owned.schema
    flag = owned.flag
    guarded = Mutex(Guarded(owned: owned))
  }

  /// Gives exclusive use of the connection, waiting until whoever has it is done.
  ///
  /// The calling thread is blocked meanwhile, and for up to five seconds by a transaction that finds
  /// another program writing: not a call for tasks that share few threads with others. Of several that wait any may be next; whoever needs an order lets one actor make all calls.
  ///
  /// - Parameter body: What to do with the writer. Neither the writer nor its statements can leave the
  ///   body: that does not compile. Calling this again from the body is a mistake that stops the
  ///   program.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or ``StoreError`` if the store is closed.
  public func withWriter<T: Sendable>(
    _ body: (inout sending Writer) throws -> T
  ) throws -> T {
    try hold { guarded in
      var writer = guarded.owned.writer
      return try body(&writer)
    }
  }

  func hold<T: Sendable>(
    _ access: SharedAccess? = nil,
    _ body: (inout sending Guarded) throws -> T
  ) throws -> T {
    try guarded.withLock { guarded in
      try guarded.owned.hold(access)
      defer { guarded.owned.letGo() }
      for number in departures.take() { guarded.owned.residents[number] = nil }
      return try body(&guarded)
    }
  }

  /// Gives use of what lives behind the lock, but not of the connection.
  func look<T: Sendable>(_ body: (inout sending Guarded) throws -> T) rethrows -> T {
    try guarded.withLock { try body(&$0) }
  }

  /// Ends the statement that is running if it is a long one, and any long one after it.
  ///
  /// May be called from any thread, without waiting for the writer, and is for good: a program that
  /// is about to end calls it and then ``close()``. The statement fails with code
  /// ``StoreError/Code/interrupted``, and its transaction leaves no trace.
  public func interrupt() { flag.raise() }

  /// Writes everything to the store's file proper, and closes it.
  ///
  /// A store that is released without being closed loses nothing; its log is then read when it is
  /// opened again.
  ///
  /// - Throws: ``StoreError`` if the file cannot be written.
  public func close() throws { try close(nil) }

  /// Closes the store; of a connection that a program shares, gives back what was taken.
  package func close(_ access: SharedAccess?) throws {
    try hold(access) { try $0.owned.closeHeld() }
  }

  /// Whether the store has not been closed.
  package var isOpen: Bool { look { $0.owned.writer.connection.isOpen } }

  /// Writes all that is in the store to a new file.
  ///
  /// - Parameter path: Where no file is yet.
  /// - Throws: ``StoreError`` if the file cannot be written.
  package func copy(to path: String) throws {
    try withWriter { try $0.copy(to: path) }
  }
}
