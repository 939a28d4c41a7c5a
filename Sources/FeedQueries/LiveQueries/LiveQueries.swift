public import FeedModel
public import FeedStore

/// Standing queries over one store: one consistent state of all of them, and every change of it.
///
/// A commit leads to at most one version, in which all queries change together. Each version is a
/// value with all its rows; it can be read on any thread and kept for any time.
///
/// ```swift
/// let live = try LiveQueries(
///   at: .memory,
///   schema: SchemaSource(sql: "CREATE TABLE event (id INTEGER PRIMARY KEY, name, live)", name: "s"),
///   queries: [.init("live", LiveQuery(from: "event", filter: "live", order: ["name"]))])
/// let update = try live.upsert(["id": 7, "name": "Ajax - PSV", "live": 1], into: "event")
/// update?["live"].insertItems                    // [[0, 0]]
/// live.snapshot["live"]?.rows.map(\.["name"])    // ["Ajax - PSV"]
/// ```
public final class LiveQueries: Sendable {
  /// The store; what is written past the live queries is found when they are next written through.
  public let store: Store
  /// The evaluation of each query, children and aggregates included.
  public let reports: [QueryReport]
  private let core: LockedObject<LiveCore>
  private let readers: Readers<LiveUpdate>

  /// A live query and its name.
  public struct Registration: Hashable, Sendable {
    /// The name by which results and changes are found.
    public var name: String
    /// The query.
    public var query: LiveQuery

    /// Names a query.
    public init(_ name: String, _ query: LiveQuery) {
      self.name = name
      self.query = query
    }
  }

  /// Opens a store and registers queries over it.
  ///
  /// - Parameters:
  ///   - schema: The SQL that creates the tables of an empty store; `nil` for an existing database,
  ///     whose tables do not change.
  ///   - tracksOthers: Whether triggers in the store's file note which rows other programs change.
  /// - Throws: `StoreError` if the store cannot be used, ``QueryErrors`` with everything that is
  ///   wrong with the queries.
  public convenience init(
    at location: Store.Location,
    schema: SchemaSource? = nil,
    queries: [Registration],
    tracksOthers: Bool = false
  ) throws {
    try self.init(
      over: Store(at: location, schema: schema),
      queries: queries,
      tracksOthers: tracksOthers
    )
  }

  /// Registers queries over a store that is open.
  ///
  /// A store has one object of live queries at a time: register all queries together.
  ///
  /// - Parameter tracksOthers: Whether triggers in the store's file note which rows other programs
  ///   change.
  /// - Throws: `StoreError` if the store cannot be read or has other live queries, ``QueryErrors`` with
  ///   everything that is wrong with the queries.
  public convenience init(
    over store: Store,
    queries: [Registration],
    tracksOthers: Bool = false
  ) throws {
    try self.init(over: store, nil, queries, tracksOthers: tracksOthers)
  }

  init(
    over store: Store,
    _ access: SharedAccess?,
    _ queries: [Registration],
    tracksOthers: Bool = false
  ) throws {
    self.store = store
    let made = try LockedObject.make(in: store, access) { writer in
      let core = try LiveCore(
        queries,
        tracksOthers: tracksOthers && store.location.isShared,
        writer: writer
      )
      return (core, (core.queries.reports, Readers<LiveUpdate>(core.snapshot)))
    }
    core = made.0
    (reports, readers) = made.1
  }

  /// The newest version; reading it never waits.
  public var snapshot: LiveSnapshot { readers.newest }

  /// The versions from now on, beginning with the newest.
  ///
  /// ``LiveVersions`` lists the guarantees.
  ///
  /// - Returns: The versions; they end when the queries are closed or the reading task is cancelled.
  public func versions() -> LiveVersions { LiveVersions(mailbox: readers.join()) }

  /// Runs a body in one transaction.
  ///
  /// This, like every call that writes, blocks its thread for up to five seconds while another program
  /// is writing to the store.
  ///
  /// - Parameter body: A closure that writes. Calling the live queries from it stops the program.
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: The error of the body, or `StoreError`; nothing is written then.
  @discardableResult
  public func write(_ body: @Sendable (Writer) throws -> Void) throws -> LiveUpdate? {
    try publishing { core, writer in try core.commit(writer, body) }
  }

  /// Sets the value of `:now`, in a separate transaction.
  ///
  /// Live queries never read a clock: time passes for them only by ticks, which are commits like any
  /// others, so that replicas with the same commits have the same versions. The store keeps the time;
  /// before the first tick it is NULL.
  ///
  /// - Parameter time: The time: a text in ISO 8601 or a number of seconds since 1970. Comparisons
  ///   with a column of the other type convert it.
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the store cannot be written.
  @discardableResult
  public func tick(to time: Value) throws -> LiveUpdate? {
    try publishing { core, writer in try core.commit(writer, time: time) { _ in } }
  }

  /// The number of rows read, and of questions about rows, since the queries were registered.
  ///
  /// Counts of work, unlike times, are the same on every machine.
  public var rowsRead: Int {
    core.look { $0.queries.rowsRead }
  }

  /// The number of rows kept by queries; a query with a limit keeps hardly more than it shows.
  public var rowsKept: Int {
    core.look { $0.queries.recordCount }
  }

  @discardableResult
  func publishing(
    _ access: SharedAccess? = nil,
    waiting: Bool = true,
    _ body: @Sendable (LiveCore, Writer) throws -> LiveUpdate?
  ) throws -> LiveUpdate? {
    try publishing(access, waiting: waiting) { core, writer in (try body(core, writer), ()) }.update
  }

  /// Publishes the version that a body leads to, and returns what else the body returns.
  ///
  /// - Parameter waiting: Whether to block the thread while another program writes.
  /// - Throws: The error of the body; `WriteLockTaken` if it must not wait but would have to.
  func publishing<Result: Sendable>(
    _ access: SharedAccess? = nil,
    waiting: Bool = true,
    _ body: @Sendable (LiveCore, Writer) throws -> (update: LiveUpdate?, result: Result)
  ) throws -> (update: LiveUpdate?, result: Result) {
    try core.withObject(access) { [readers] core, writer in
      writer.waitsForOthers = waiting
      defer { writer.waitsForOthers = true }
      let (update, result) = try body(core, writer)
      // Still with the writer held, so that readers get the versions in their order.
      if let update { readers.publish(update) }
      return (update, result)
    }
  }

  /// Ends all readers, writes everything to the store's file, and closes it.
  ///
  /// Queries that are already closed stay closed, without an error.
  ///
  /// - Throws: `StoreError` if the file cannot be written, or with code `shared-connection` for queries
  ///   that share a connection: call ``close(on:)`` there.
  public func close() throws { try close(nil) }

  func close(_ access: SharedAccess?) throws {
    // A shared connection stays open outside its queue; any other is closed even after an error.
    defer { if !store.isOpen { readers.finish() } }
    try store.close(access)
  }
}

extension LiveQueries {
  /// Takes in what was committed past the live queries, if anything was.
  ///
  /// These are the commits of other connections and programs, and the writes with the store's own
  /// writer. SQLite cannot report the rows that other programs changed. So every query is read again and
  /// compared, unless a change log tracks rows (<doc:OthersArticle>). Every write through the live
  /// queries does the same.
  ///
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(1) if no other program has written.
  @discardableResult
  public func catchUp() throws -> LiveUpdate? { try catchUp(nil) }

  @discardableResult
  func catchUp(_ access: SharedAccess?) throws -> LiveUpdate? {
    try publishing(access) { core, writer in try core.catchUp(writer) }
  }

  /// Shows the commits of other programs until the task is cancelled, or the queries are closed.
  ///
  /// The store's file and its log are watched, so an idle store costs nothing. A commit leads to a
  /// version within some 40 milliseconds; several commits in short succession lead to one version.
  ///
  /// ```swift
  /// let following = Task { await live.followOthers { print($0) } }
  /// ```
  ///
  /// A shared connection cannot be followed here, because only the program may use it: `onError` receives
  /// code `shared-connection`, and the function returns. <doc:DatabaseOfYourOwn> describes how to
  /// follow other connections there.
  ///
  /// - Parameter onError: Called with what keeps the store from being read; it is tried again, unless
  ///   the store's files are lost or its connection is shared.
  public func followOthers(onError: @escaping @Sendable (any Error) -> Void) async {
    // A shared connection is reported at once, even if its database is in memory and never signals.
    guard readOthers(reporting: onError) else { return }
    for await _ in store.location.externalChangeHints() {
      guard readOthers(reporting: onError) else { return }
    }
  }

  /// Reads the commits of other programs; one that is being written is read after its end.
  ///
  /// - Returns: Whether reading again may succeed.
  private func readOthers(reporting onError: (any Error) -> Void) -> Bool {
    do {
      try publishing(waiting: false) { core, writer in try core.catchUp(writer) }
      return true
    } catch is WriteLockTaken {
      return true
    } catch let error as StoreError {
      switch error.code {
      case .busy: return true
      case .closed: return false
      case .lost, .sharedConnection:
        onError(error)
        return false
      default:
        onError(error)
        return true
      }
    } catch {
      onError(error)
      return true
    }
  }
}

extension LiveQueries {
  /// Writes a row: changes it in the columns given if it is there, and inserts it if not.
  ///
  /// - Parameter values: The values by the names of their columns, those of the primary key among
  ///   them.
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` with the row or the name at fault; nothing is then written.
  @discardableResult
  public func upsert(
    _ values: [String: Value],
    into table: String
  ) throws(StoreError) -> LiveUpdate? {
    try typed { try $0.upsert(values, into: table) }
  }

  /// Changes a row in the columns given, if it is there.
  ///
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` with the row or the name at fault; nothing is then written.
  @discardableResult
  public func patch(
    _ id: ObjectID,
    with values: [String: Value]
  ) throws(StoreError) -> LiveUpdate? {
    try typed { try $0.patch(id, with: values) }
  }

  /// Deletes a row, if it is there.
  ///
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if rows that refer to it forbid that; nothing is then written.
  @discardableResult
  public func delete(_ id: ObjectID) throws(StoreError) -> LiveUpdate? {
    try typed { try $0.delete(id) }
  }

  /// Runs SQL in one transaction.
  ///
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` for the first that fails; nothing is then written.
  @discardableResult
  public func run(_ sql: String) throws(StoreError) -> LiveUpdate? {
    try typed { try $0.run(sql) }
  }

  func typed(_ body: @Sendable (Writer) throws -> Void) throws(StoreError) -> LiveUpdate? {
    do {
      return try write(body)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.storage, "\(error)")
    }
  }
}
