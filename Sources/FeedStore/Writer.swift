import FeedModel

/// The exclusive use of a store's connection: its statements and transactions.
///
/// A writer is used inside ``Store/withWriter(_:)``; the compiler ensures that it stays there.
public final class Writer {
  let connection: Connection
  /// The tables of the store.
  public internal(set) var schema: StoreSchema
  let bookkeeping: Bookkeeping
  private let begin: Statement
  /// The statement that begins a read-only transaction, which blocks no writer.
  private let beginReading: Statement
  private let commit: Statement
  private let rollback: Statement
  /// The writers of tables, by name, each created at its first use.
  var tableWriters: [Text: TableWriter] = [:]
  private var cachedStatements: [String: Statement] = [:]
  /// The log of rows that other programs change, if it is used.
  var changeLog: ChangeLog?
  /// The sums of the hashes of rows, created at their first use.
  var rowSums: RowSums?
  /// Whether the running transaction only reads another program's database.
  var isReadingOthers = false
  /// Values that such transactions have left, by name, until a separate transaction writes them.
  var notes: [String: Value] = [:]
  /// The number of such transactions.
  private var readings = 0
  /// The object that takes the changes of the connection.
  private weak var follower: AnyObject?

  init(connection: Connection, schema: StoreSchema) throws {
    self.connection = connection
    self.schema = schema
    bookkeeping = Bookkeeping(connection: connection)
    begin = try connection.prepare("BEGIN IMMEDIATE", rules: .own)
    beginReading = try connection.prepare("BEGIN", rules: .own)
    commit = try connection.prepare("COMMIT", rules: .own)
    rollback = try connection.prepare("ROLLBACK", rules: .own)
  }

  /// Makes an object the only one that takes the changes of the connection, as long as it exists.
  ///
  /// - Throws: ``StoreError`` if another object takes them, which would then miss some.
  package func follow(as follower: AnyObject) throws {
    guard self.follower == nil else {
      throw StoreError(
        .sharedConnection,
        "other live queries use the store already",
        hint: "register all queries together, or open the file of the store once more"
      )
    }
    self.follower = follower
  }

  /// Compiles a statement, which can be kept and run any number of times.
  ///
  /// - Parameter sql: One statement, which does not begin or end a transaction.
  /// - Throws: ``StoreError`` with SQLite's message and the offset of the error.
  public func prepare(_ sql: String) throws -> Statement {
    try connection.prepare(sql, rules: .program)
  }

  /// Returns the statement of a text, compiled at the first call and kept with the connection.
  ///
  /// Statements cannot leave ``Store/withWriter(_:)``; this function compiles one only once. Each
  /// call with the same text returns the same statement, so do not run it inside its own loop.
  ///
  /// - Parameter sql: One statement, which does not begin or end a transaction.
  /// - Throws: ``StoreError`` with SQLite's message and the offset of the error.
  public func cached(_ sql: String) throws -> Statement {
    if let statement = cachedStatements[sql] {
      statement.reset()
      return statement
    }
    // The number of statements is limited, since texts may contain values.
    if cachedStatements.count == 200 { cachedStatements = [:] }
    let statement = try prepare(sql)
    cachedStatements[sql] = statement
    return statement
  }

  /// Runs statements without parameters, one after another.
  ///
  /// - Throws: ``StoreError`` for the first that fails; the earlier ones have been run.
  public func run(_ sql: String) throws {
    var position = 0
    while position < sql.utf8.count {
      let (statement, end) = try connection.prepareFirst(of: sql, from: position, rules: .program)
      try statement?.run()
      position = end
    }
  }

  /// Runs a body in a transaction, and returns its changes.
  ///
  /// The transaction is committed when the body returns, and rolled back if it throws. Changes
  /// outside a transaction since the last one are part of the result. While another program writes,
  /// the call blocks its thread for up to five seconds before it throws an error.
  ///
  /// - Parameter body: The closure to run; it must not open another transaction.
  /// - Returns: The touched keys, after the commit; empty if no rows were touched.
  /// - Throws: The error of the body, or ``StoreError`` if the transaction cannot begin or commit.
  public func transaction(_ body: (Writer) throws -> Void) throws -> ChangeSet {
    try transaction(isReading: false, body)
  }

  /// Runs a body in a transaction, and returns its changes.
  ///
  /// - Parameter isReading: Whether the body writes only values with ``noteState(_:named:)``. In another
  ///   program's database, the transaction then blocks no writer, and the values are written after it.
  /// - Throws: The error of the body, or ``StoreError`` if the transaction cannot begin or commit.
  package func transaction(
    isReading: Bool,
    _ body: (Writer) throws -> Void
  ) throws -> ChangeSet {
    do { try beginTransaction(isReading: isReading) } catch { throw connection.explaining(error) }
    let (reads, before) = (isReadingOthers, notes)
    do {
      if !reads { try keepNotes() }
      try body(self)
      try checkTransaction()
      let logged = connection.collector.hasLogged ? try changeLog?.willCommit() : nil
      do { try commit.run() } catch let error as StoreError {
        throw connection.namingForeignKey(error)
      }
      connection.collector.hasLogged = false
      changeLog?.didCommit(logged)
    } catch {
      notes = before
      abandonTransaction()
      throw connection.explaining(error)
    }
    connection.isInTransaction = false
    isReadingOthers = false
    connection.outside.pagerVersion = connection.pagerVersion
    let changes = takeChanges()
    if reads { writeNotes() }
    return changes
  }

  /// Whether transactions for reading have left values that the next transaction for writing stores.
  package var hasNotes: Bool { !notes.isEmpty }

  /// Stores the values that transactions for reading have left, in the current transaction.
  private func keepNotes() throws {
    let left = notes
    notes = [:]
    for (name, value) in left { try setState(value, named: name) }
  }

  /// Stores the values that transactions for reading have left, after one in ``readingsPerNote``.
  ///
  /// Each time takes the write lock, which a program that does not wait for it may need at that moment.
  private func writeNotes() {
    readings += 1
    guard !notes.isEmpty, readings % Self.readingsPerNote == 1 else { return }
    // If another program writes, the values wait for the next transaction.
    try? withoutWaiting { try writeAlone { try keepNotes() } }
  }

  /// The number of transactions for reading for each that stores the values that they have left.
  private static let readingsPerNote = 64

  /// Runs a body while no transaction of this writer waits for another program.
  private func withoutWaiting(_ body: () throws -> Void) throws {
    let waited = waitsForOthers
    waitsForOthers = false
    defer { waitsForOthers = waited }
    try body()
  }

  /// Runs a body that touches no row of a query in a transaction for writing, which reads no commits of others.
  ///
  /// The known version of the file stays the same, so that the next transaction finds these commits.
  private func writeAlone(_ body: () throws -> Void) throws {
    try connection.locking { try begin.run() }
    connection.isInTransaction = true
    let before = notes
    do {
      try body()
      try commit.run()
    } catch {
      notes = before
      abandonTransaction()
      throw error
    }
    connection.isInTransaction = false
  }

  /// Returns the changes outside a transaction since the last one.
  public func takeChanges() -> ChangeSet {
    let (collector, outside) = (connection.collector, connection.outside)
    let isStale = collector.hasNewSchema || outside.areUnread || outside.areUnknown
    guard isStale || outside.areThere || !collector.isEmpty else { return ChangeSet() }
    let changes = collector.take(needsFullRefresh: isStale, hasOthers: outside.areThere)
    connection.outside.areThere = false
    connection.outside.areUnread = false
    connection.outside.areUnknown = false
    if isStale { schemaDidChange() }
    return changes
  }

  /// Whether there were changes before the current or last transaction.
  ///
  /// These stay even if the transaction is rolled back.
  package private(set) var hadChanges = false

  /// Whether there were changes outside a transaction since the last one.
  package var hasChanges: Bool { !connection.collector.isEmpty }

  /// The number of times that commits of other connections were found since the opening.
  ///
  /// While it stays the same, the rows that a transaction has read are unchanged by other
  /// connections.
  package var outsideCommits: Int { connection.outside.count }

  /// Whether the current transaction sees commits of other connections that no change set has covered.
  package var seesOutsideChanges: Bool { connection.outside.areThere }

  /// Makes the next change set request a full refresh, even without changes.
  ///
  /// It is for a caller that took such a change set and could not use it.
  package func readAllAgain() {
    connection.outside.areThere = true
    connection.outside.areUnknown = true
  }

  /// Keeps what the rollback of a transaction does not undo for the next change set: commits of other programs,
  /// and writes before the transaction.
  ///
  /// - Returns: Whether there is any; the next change set then requests a full refresh.
  @discardableResult
  package func keepLasting(_ changes: ChangeSet) -> Bool {
    guard changes.hasOthers || hadChanges else { return false }
    readAllAgain()
    return true
  }

  /// Throws an error if the current transaction could not be committed.
  ///
  /// - Throws: ``StoreError`` with code ``StoreError/Code/constraint`` if a row refers to a missing
  ///   row.
  package func refuseOpenReferences() throws {
    guard connection.hasOpenReferences else { return }
    throw StoreError(.constraint, "a row refers to a row that does not exist")
  }

  /// Checks whether another connection or program has changed the store since the last transaction.
  ///
  /// If so, the next change set requests a full refresh, since SQLite does not report which rows
  /// other connections have changed, unless a change log does. Each transaction checks by itself.
  /// Call this to check without a transaction, and ``takeChanges()`` to get the changes.
  ///
  /// - Returns: Whether there are such changes.
  /// - Throws: ``StoreError`` if the store cannot be read.
  public func hasOutsideChanges() throws -> Bool {
    try connection.checkFiles()
    do {
      try connection.locking { try connection.glance() }
      try lookOutside()
    } catch { throw connection.explaining(error) }
    return connection.outside.areThere
  }

  /// Checks for commits of other connections, which may have dropped the bookkeeping tables.
  private func lookOutside() throws {
    try connection.lookOutside()
    if connection.outside.areThere || connection.collector.hasNewSchema { bookkeeping.forget() }
  }
}

extension Writer {
  private func beginTransaction(isReading: Bool) throws {
    precondition(!connection.isInTransaction, "a transaction was begun inside another transaction")
    hadChanges = !connection.collector.isEmpty
    try connection.checkIsOpen()
    try connection.checkFiles()
    try connection.checkpointIfOverdue()
    let isDeferred =
      connection.owner.isDeferred(isReading) && (changeLog == nil || connection.owner == .others)
    if isDeferred { try completeChangeLog() }
    try connection.locking { try (isDeferred ? beginReading : begin).run() }
    connection.isInTransaction = true
    isReadingOthers = isDeferred && connection.owner == .others
    do {
      // A read-only transaction begins with its first read.
      if isDeferred { try connection.locking { try connection.glance() } }
      try lookOutside()
      if connection.outside.areUnread || changeLog?.isNew == true { try readOthers() }
    } catch {
      abandonTransaction()
      throw error
    }
  }

  /// Creates the triggers of the change log that are missing, before a transaction that only reads.
  ///
  /// While another program writes, they stay missing, and all rows are read again.
  private func completeChangeLog() throws {
    guard let changeLog else { return }
    try connection.locking { try connection.glance() }
    guard try changeLog.isIncomplete() else { return }
    do {
      try withoutWaiting { try writeAlone { try changeLog.prepare() } }
      changeLog.didCommit(nil)
      readAllAgain()
    } catch is WriteLockTaken {}
  }

  /// Reads from the change log which rows other programs have changed.
  private func readOthers() throws {
    let isKnown =
      try changeLog?.takeOthers(into: connection.collector, schema, isReading: isReadingOthers)
      ?? false
    connection.outside.areUnread = false
    if !isKnown { connection.outside.areUnknown = true }
    hadChanges = !connection.collector.isEmpty
  }

  private func checkTransaction() throws {
    guard connection.isInAutocommit || connection.hasLostTransaction || connection.mustRollBack
    else { return }
    throw StoreError(
      .transactionEnded,
      "the transaction was ended before its body was done",
      hint: "do not catch errors of statements, and do not commit"
    )
  }

  private func abandonTransaction() {
    connection.isInTransaction = false
    isReadingOthers = false
    connection.hasLostTransaction = false
    connection.mustRollBack = false
    bookkeeping.forget()
    changeLog?.didRollBack()
    if !connection.isInAutocommit {
      // No rows of a shared connection were written, and a rollback would call the program's hook.
      let end = connection.owner == .program ? commit : rollback
      do { try end.run() } catch { connection.resetStatements() }
    }
    if !connection.isInAutocommit { try? rollback.run() }
    if !hadChanges { connection.collector.clear() }
  }
}

extension Writer {
  /// Reads the keys again after a change of the schema; tables keep their indices.
  private func schemaDidChange() {
    bookkeeping.forget()
    guard let current = try? StoreSchema.read(from: connection) else { return }
    tableWriters = [:]
    rowSums = nil
    connection.closeCommittedRows()
    schema = StoreSchema(
      tables: schema.tables.map { current.anyTable(named: $0.name) ?? $0 },
      unfit: current.unfit
    )
    connection.collector.follow(schema)
  }
}

extension Owner {
  /// Returns whether a transaction takes no lock before it writes.
  fileprivate func isDeferred(_ isReading: Bool) -> Bool {
    switch self {
    case .store: false
    case .others: isReading
    case .program: true
    }
  }
}

extension Writer {
  /// Returns the plan of SQLite for a statement, one line for each step; nothing is written.
  ///
  /// - Returns: The steps, such as `SEARCH quote USING PRIMARY KEY (market_id=?)`.
  /// - Throws: ``StoreError`` if the statement does not compile.
  package func plan(of sql: String) throws -> [String] {
    let rows = try prepare("EXPLAIN QUERY PLAN \(sql)")
    var steps: [String] = []
    while try rows.step() { steps.append(rows.text(at: 3)) }
    return steps
  }
}

extension Writer {
  /// Whether the file has a write-ahead log, so that reading holds up no commit.
  ///
  /// - Throws: ``StoreError`` if the store cannot be read.
  package var hasWriteAheadLog: Bool { get throws { try connection.usePresentJournal() } }
}

extension Writer {
  /// Copies the store to a new file.
  func copy(to path: String) throws {
    let statement = try connection.prepare("VACUUM INTO ?1", rules: .own)
    statement.bind(path, at: 1)
    try statement.run()
  }
}

extension Writer {
  /// Throws an error if other programs have written since the last read.
  ///
  /// - Throws: ``OutsideWrite`` if they have, or ``StoreError`` if the store cannot be read.
  package func refuseOutsideChanges() throws {
    if try hasOutsideChanges() { throw OutsideWrite() }
  }
}

extension Writer {
  /// Whether a transaction waits while another program writes, and blocks its thread.
  ///
  /// If not, it throws ``WriteLockTaken`` immediately, for a caller that can suspend instead.
  package var waitsForOthers: Bool {
    get { connection.waitsForOthers }
    set { connection.waitsForOthers = newValue }
  }
}

extension Writer {
  /// Removes requests from before a time, the oldest first, in the current transaction.
  ///
  /// - Throws: ``StoreError`` if the store cannot be written.
  /// - Complexity: O(*k* · log *n*) for *k* removed requests among *n* values.
  package func forgetRequests(before time: Int, limit: Int) throws -> Int {
    guard try bookkeeping.isThere() else { return 0 }
    let statement = try bookkeeping.statement(.forgetRequests)
    statement.bind(Int64(time), at: 1)
    statement.bind(Int64(limit), at: 2)
    try statement.run()
    return connection.changedRows
  }
}
