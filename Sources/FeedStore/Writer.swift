import FeedModel

/// Exclusive use of a store's connection: statements, transactions and what belongs to them.
///
/// A writer is used inside ``Store/withWriter(_:)``, and the compiler sees to it that it stays there.
public final class Writer {
  let connection: Connection
  /// The tables of the store.
  public internal(set) var schema: StoreSchema
  let bookkeeping: Bookkeeping
  private let begin: Statement
  /// Begins a transaction that only reads, and keeps nobody from writing.
  private let beginReading: Statement
  private let commit: Statement
  private let rollback: Statement
  /// What is known about writing each table, by its name, once it was written to.
  var tableWriters: [Text: TableWriter] = [:]
  private var cachedStatements: [String: Statement] = [:]
  /// What others note of the rows that they change, if they are asked to.
  var changeLog: ChangeLog?
  /// What sums the hashes of rows, once that was asked for.
  var rowSums: RowSums?

  init(connection: Connection, schema: StoreSchema) throws {
    self.connection = connection
    self.schema = schema
    bookkeeping = Bookkeeping(connection: connection)
    begin = try connection.prepare("BEGIN IMMEDIATE", rules: .own)
    beginReading = try connection.prepare("BEGIN", rules: .own)
    commit = try connection.prepare("COMMIT", rules: .own)
    rollback = try connection.prepare("ROLLBACK", rules: .own)
  }

  /// Compiles a statement, to be kept and run as often as wanted.
  ///
  /// - Parameter sql: One statement, which does not begin or end a transaction.
  /// - Returns: The statement.
  /// - Throws: ``StoreError`` with SQLite's message and the offset of the mistake.
  public func prepare(_ sql: String) throws -> Statement {
    try connection.prepare(sql, rules: .program)
  }

  /// The statement of a text, compiled when it is first asked for and kept with the connection.
  ///
  /// Statements do not leave ``Store/withWriter(_:)``; this is how one is compiled only once. Whoever
  /// asks for a text again gets the same statement, so that it cannot be run in its own loop.
  ///
  /// - Parameter sql: One statement, which does not begin or end a transaction.
  /// - Returns: The statement, ready to be bound and run.
  /// - Throws: ``StoreError`` with SQLite's message and the offset of the mistake.
  public func cached(_ sql: String) throws -> Statement {
    if let statement = cachedStatements[sql] {
      statement.reset()
      return statement
    }
    // Texts that have values in them must not fill the memory with statements.
    if cachedStatements.count == 200 { cachedStatements = [:] }
    let statement = try prepare(sql)
    cachedStatements[sql] = statement
    return statement
  }

  /// Runs statements that need no parameters, one after another.
  ///
  /// - Parameter sql: Any number of statements.
  /// - Throws: ``StoreError`` for the first that fails; those before it have been run.
  public func run(_ sql: String) throws {
    var position = 0
    while position < sql.utf8.count {
      let (statement, end) = try connection.prepareFirst(of: sql, from: position, rules: .program)
      try statement?.run()
      position = end
    }
  }

  /// Runs a body in a transaction of its own, and says what it has changed.
  ///
  /// The transaction is committed when the body has returned, and undone if it throws. Changes made
  /// outside a transaction since the last one are part of the result. While another program is writing,
  /// the call blocks its thread for up to five seconds before it gives up.
  ///
  /// - Parameter body: What to do; it must not open another transaction.
  /// - Returns: The touched keys, after the commit is done; empty if nothing was touched.
  /// - Throws: What the body throws, or ``StoreError`` if the transaction cannot begin or commit.
  public func transaction(_ body: (Writer) throws -> Void) throws -> ChangeSet {
    try transaction(isReading: false, body)
  }

  /// Runs a body in a transaction of its own, and says what has changed.
  ///
  /// - Parameters:
  ///   - isReading: Whether the body writes nothing but what it notes. In somebody else's database that
  ///     holds no account it then keeps nobody from writing.
  ///   - body: What to do.
  /// - Returns: The touched keys.
  /// - Throws: What the body throws, or ``StoreError`` if the transaction cannot begin or commit.
  package func transaction(
    isReading: Bool,
    _ body: (Writer) throws -> Void
  ) throws -> ChangeSet {
    do { try beginTransaction(isReading: isReading) } catch { throw connection.explaining(error) }
    do {
      try body(self)
      try checkTransaction()
      let logged = connection.collector.hasLogged ? try changeLog?.willCommit() : nil
      do { try commit.run() } catch let error as StoreError {
        throw connection.namingForeignKey(error)
      }
      connection.collector.hasLogged = false
      changeLog?.didCommit(logged)
    } catch {
      abandonTransaction()
      throw connection.explaining(error)
    }
    connection.isInTransaction = false
    connection.outside.pagerVersion = connection.pagerVersion
    return takeChanges()
  }

  /// Hands out what was changed outside a transaction since the last one.
  ///
  /// - Returns: The touched keys.
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

  /// Whether something was changed before the transaction that is running, or was the last.
  ///
  /// That stands whatever becomes of the transaction.
  package private(set) var hadChanges = false

  /// Whether something was changed outside a transaction since the last one.
  package var hasChanges: Bool { !connection.collector.isEmpty }

  /// How often others were found to have committed since the store was opened.
  ///
  /// While it stays the same, what was read of the store in a transaction is still there.
  package var outsideCommits: Int { connection.outside.count }

  /// Has the next change set ask for everything to be read again, though nobody has changed anything.
  ///
  /// For whoever has taken a change set that says so, and could not make use of it.
  package func readAllAgain() {
    connection.outside.areThere = true
    connection.outside.areUnknown = true
  }

  /// Keeps what the rollback of a transaction does not undo for the next change set: commits of other programs,
  /// and writes before the transaction.
  ///
  /// - Parameter changes: The changes that the transaction has taken.
  /// - Returns: Whether there is any; the next change set then asks for everything to be read again.
  @discardableResult
  package func keepLasting(_ changes: ChangeSet) -> Bool {
    guard changes.hasOthers || hadChanges else { return false }
    readAllAgain()
    return true
  }

  /// Refuses what a commit would be refused for, in the transaction that is running.
  ///
  /// - Throws: ``StoreError`` with code ``StoreError/Code/constraint`` if a row refers to one that is not
  ///   there.
  package func refuseOpenReferences() throws {
    guard connection.hasOpenReferences else { return }
    throw StoreError(.constraint, "a row refers to one that is not there")
  }

  /// Looks whether another connection or program has changed the store since the last transaction.
  ///
  /// If so, the next change set asks for everything to be read again, since SQLite does not say
  /// which rows others have changed, unless a change log does. Each transaction looks by itself; call
  /// this to be told without one, and ``takeChanges()`` to go on.
  ///
  /// - Returns: Whether there are such changes.
  /// - Throws: ``StoreError`` if the store cannot be read.
  public func hasOutsideChanges() throws -> Bool {
    try connection.checkFiles()
    do {
      try connection.locking { try connection.glance() }
      try connection.lookOutside()
    } catch { throw connection.explaining(error) }
    return connection.outside.areThere
  }
}

extension Writer {
  private func beginTransaction(isReading: Bool) throws {
    precondition(!connection.isInTransaction, "a transaction was begun inside another one")
    hadChanges = !connection.collector.isEmpty
    try connection.checkIsOpen()
    try connection.checkFiles()
    try connection.checkpointIfOverdue()
    // The triggers of a change log may have to be made anew.
    let isDeferred = try changeLog == nil && connection.owner.isDeferred(isReading, bookkeeping)
    try connection.locking { try (isDeferred ? beginReading : begin).run() }
    connection.isInTransaction = true
    do {
      // A transaction that only reads begins with the first look.
      if isDeferred { try connection.locking { try connection.glance() } }
      try connection.lookOutside()
      if connection.outside.areUnread { try readOthers() }
    } catch {
      abandonTransaction()
      throw error
    }
  }

  /// Has the change log say which rows others have changed.
  private func readOthers() throws {
    let isKnown = try changeLog?.takeOthers(into: connection.collector, schema) ?? false
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
      hint: "let errors of statements through, and leave committing to the writer"
    )
  }

  private func abandonTransaction() {
    connection.isInTransaction = false
    connection.hasLostTransaction = false
    connection.mustRollBack = false
    bookkeeping.forget()
    changeLog?.didRollBack()
    if !connection.isInAutocommit {
      // Nothing was written to a shared connection, and a rollback would call the program's hook.
      let end = connection.owner == .program ? commit : rollback
      do { try end.run() } catch { connection.resetStatements() }
    }
    if !connection.isInAutocommit { try? rollback.run() }
    if !hadChanges { connection.collector.clear() }
  }
}

extension Writer {
  /// Finds the keys anew after the schema was changed; tables keep their places.
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
  /// Whether a transaction takes no lock before it writes.
  fileprivate func isDeferred(_ isReading: Bool, _ bookkeeping: Bookkeeping) throws -> Bool {
    switch self {
    case .store: false
    case .others: try isReading && !bookkeeping.isThere()
    case .program: true
    }
  }
}
