public import FeedStore

extension LiveQueries {
  /// Registers queries over a connection that the program shares, as GRDB and SQLite.swift hand it out.
  ///
  /// The program goes on writing by its own means. Live queries note which rows each statement touches,
  /// and read those when ``catchUp(on:)`` is called. Of the connection nothing is taken but the preupdate
  /// hook: its authorizer, its commit, rollback and update hooks, its limits and its pragmas are as they
  /// were, and nothing is written.
  ///
  /// ```swift
  /// let live = try queue.inDatabase { db in
  ///   try LiveQueries(sharing: db.sqliteConnection!, queries: [.init("open", LiveQuery(from: "todo"))])
  /// }
  /// try queue.write { db in try db.execute(sql: "INSERT INTO todo (title) VALUES ('Milk')") }
  /// let update = try queue.inDatabase { db in try live.catchUp(on: db.sqliteConnection!) }
  /// ```
  ///
  /// This is unsafe: SQLite cannot tell whose pointer it is given. The program promises that
  /// - the connection is open, and of the SQLite that this library is linked with;
  /// - it calls the functions that take the connection, this one among them, only where it may use the
  ///   connection itself, as in the queue of GRDB; the rest may be used anywhere;
  /// - it calls ``close(on:)`` before it closes the connection. Until then the queries keep their hook and
  ///   their statements, also if they are released;
  /// - it makes no session of SQLite's on the connection, and hands over a preupdate hook of its own.
  ///
  /// A connection is shared once: register all queries together.
  ///
  /// - Parameters:
  ///   - connection: The connection, on which no transaction is open and no statement is running.
  ///   - hook: The preupdate hook that the program has set, if it has: it goes on being called, and is set
  ///     again by ``close(on:)``. One that it sets later takes the place of ours; what it changes is then
  ///     found by reading everything anew.
  /// - Throws: `StoreError` if the connection cannot be shared, ``QueryErrors`` with everything that is
  ///   wrong with the queries; the connection is then as it was.
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

  /// Takes in what was committed, where the program has the shared connection at hand.
  ///
  /// What the program has written through the connection costs what it has touched; what others have
  /// committed is read anew, as with ``catchUp()``. Rows that were rolled back are found as they were.
  ///
  /// - Parameter connection: The connection that the queries were made with, no transaction open on it.
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the connection is another one, or cannot be read.
  /// - Complexity: O(*d* · log *n*) for *d* touched rows of queries that are kept incrementally.
  @unsafe
  @discardableResult
  public func catchUp(on connection: OpaquePointer) throws -> LiveUpdate? {
    try unsafe catchUp(SharedAccess(connection))
  }

  /// Compares a query's state with its whole result, where the program has the shared connection at hand.
  ///
  /// - Parameter connection: The connection that the queries were made with, no transaction open on
  ///   it.
  /// - Returns: What was wrong, or `nil` if all is well or no query has the name.
  /// - Throws: `StoreError` if the connection is another one, or cannot be read.
  @unsafe
  public func check(_ name: String, on connection: OpaquePointer) throws -> LiveMismatch? {
    try unsafe check(name, SharedAccess(connection), waiting: true)
  }

  /// Ends all readers, and gives back what was taken of the shared connection, which stays open.
  ///
  /// - Parameter connection: The connection that the queries were made with, no transaction open on it.
  /// - Throws: `StoreError` if the connection is another one, or if another hook was found in the place of
  ///   ours.
  @unsafe
  public func close(on connection: OpaquePointer) throws {
    try unsafe close(SharedAccess(connection))
  }
}
