public import FeedStore

extension LiveQueries {
  /// Registers queries over a connection that the program shares, as GRDB and SQLite.swift hand it out.
  ///
  /// The program keeps writing with its own code. Live queries note the rows that each statement
  /// touches, and read them when ``catchUp(on:)`` is called. They use only the preupdate hook of
  /// the connection: its authorizer, its commit, rollback and update hooks, its limits and its
  /// pragmas do not change, and nothing is written.
  ///
  /// ```swift
  /// let live = try queue.inDatabase { db in
  ///   try LiveQueries(sharing: db.sqliteConnection!, queries: [.init("open", LiveQuery(from: "todo"))])
  /// }
  /// try queue.write { db in try db.execute(sql: "INSERT INTO todo (title) VALUES ('Milk')") }
  /// let update = try queue.inDatabase { db in try live.catchUp(on: db.sqliteConnection!) }
  /// ```
  ///
  /// This is unsafe: SQLite cannot check the pointer. The program must ensure that
  /// - the connection is open, and of the SQLite that this library is linked with;
  /// - it calls the functions that take the connection, this one among them, only where it may use the
  ///   connection itself, as in the queue of GRDB; the rest may be used anywhere;
  /// - it calls ``close(on:)`` before it closes the connection. Until then the queries keep their hook and
  ///   their statements, also if they are released;
  /// - it creates no session on the connection, and passes its own preupdate hook.
  ///
  /// A connection is shared once: register all queries together.
  ///
  /// - Parameters:
  ///   - connection: The connection, on which no transaction is open and no statement is running.
  ///   - hook: The preupdate hook of the program, if it has one: it is still called, and
  ///     ``close(on:)`` sets it again. A hook that the program sets later replaces ours; all
  ///     queries are then read again.
  /// - Throws: `StoreError` if the connection cannot be shared, ``QueryErrors`` with all errors of
  ///   the queries. The connection is then unchanged, except that a preupdate hook of the program that
  ///   was not passed is gone: SQLite does not reveal it.
  @unsafe
  public convenience init(
    sharing connection: OpaquePointer,
    chaining hook: PreupdateHook? = nil,
    queries: [Registration]
  ) throws {
    let access = unsafe SharedAccess(connection)
    let store = try unsafe Store(sharing: connection, chaining: hook)
    do { try self.init(over: store, access, queries) } catch {
      try? store.close(access)
      throw error
    }
  }

  /// Shows the new commits, where the program may use the shared connection.
  ///
  /// Changes of the program cost the touched rows; commits of other programs cost a reading of all
  /// rows, as with ``catchUp()``. Rows that were rolled back are unchanged.
  ///
  /// - Parameter connection: The connection that the queries were made with, no transaction open on it.
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` for a different connection, or if it cannot be read.
  /// - Complexity: O(*d* · log *n*) for *d* touched rows of queries that are kept incrementally.
  @unsafe
  @discardableResult
  public func catchUp(on connection: OpaquePointer) throws -> LiveUpdate? {
    try unsafe catchUp(SharedAccess(connection))
  }

  /// Compares a query with its whole result, where the program may use the shared connection.
  ///
  /// - Parameter connection: The connection that the queries were made with, no transaction open on
  ///   it.
  /// - Returns: The mismatch, or `nil` if there is none.
  /// - Throws: ``QueryError`` with code ``QueryError/Code/unknownQuery`` if no query has the name,
  ///   `StoreError` for a different connection, or if it cannot be read.
  @unsafe
  public func check(_ name: String, on connection: OpaquePointer) throws -> LiveMismatch? {
    try unsafe check(name, SharedAccess(connection), waiting: true)
  }

  /// Ends all readers, and gives back what was taken of the shared connection, which stays open.
  ///
  /// Queries that are already closed stay closed, without an error.
  ///
  /// - Parameter connection: The connection that the queries were made with, no transaction open on it.
  /// - Throws: `StoreError` for a different connection, or if a different hook replaced ours.
  @unsafe
  public func close(on connection: OpaquePointer) throws {
    try unsafe close(SharedAccess(connection))
  }
}
