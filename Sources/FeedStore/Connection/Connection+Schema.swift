import CSQLite

extension Connection {
  /// Makes the tables that a schema declares, and the store's own, in one transaction.
  ///
  /// - Parameter source: The SQL.
  /// - Throws: ``StoreError`` with line and column; the database is then as it was.
  func apply(_ source: SchemaSource) throws {
    if let impurity = Determinism.impurity(inSchema: source.sql) {
      throw StoreError(
        .nonDeterministic,
        impurity.what,
        hint: impurity.hint,
        location: source.location(ofByte: impurity.offset)
      )
    }
    try transaction {
      try make(source)
      try makeBookkeeping()
    }
  }

  /// Makes the tables that a schema declares, in the transaction that is open.
  func make(_ source: SchemaSource) throws {
    let places = try runStatements(of: source)
    let schema: StoreSchema
    do {
      schema = try StoreSchema.read(from: self)
      if let table = schema.unfit.first { throw table.reason }
    } catch let error as StoreError {
      // Errors of this kind name a table or a trigger; its declaration is where the mistake is.
      let place = places.first { error.message.contains($0.object) }
      throw error.located(at: place.map { source.location(ofByte: $0.offset) })
    }
    if let error = schema.danglingReference(in: source) { throw error }
  }

  /// Runs a body in a transaction before there is a writer.
  func transaction<T>(_ begin: String = "BEGIN IMMEDIATE", _ body: () throws -> T) throws -> T {
    try run(begin)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      resetStatements()
      unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// Whether nobody else uses the file and nothing is in it, so that it can be removed.
  ///
  /// The file stays locked if so, until the connection is closed.
  func isAloneWithNothing() -> Bool {
    resetStatements()
    guard (try? run("BEGIN EXCLUSIVE")) != nil else { return false }
    if let image = try? SchemaImage.read(from: self), image.objects.isEmpty { return true }
    try? run("ROLLBACK")
    return false
  }

  /// Runs the statements, and says where each table and each trigger is declared.
  private func runStatements(of source: SchemaSource) throws -> [(object: String, offset: Int)] {
    var places: [(object: String, offset: Int)] = []
    var tables = 0
    var position = 0
    var offsets = SQLToken.tokens(of: source.sql).map(\.offset)[...]
    while position < source.sql.utf8.count {
      offsets = offsets.drop { $0 < position }
      let start = offsets.first ?? position
      do {
        let (statement, end) = try prepareFirst(of: source.sql, from: position, rules: .schema)
        let findings = authorizer.findings
        places += findings.createdTables.map { ("table '\($0)'", start) }
        places += findings.createdTriggers.map { ("trigger '\($0)'", start) }
        tables += findings.createdTables.count
        guard tables <= SizeLimit.tables else {
          throw StoreError(
            .tooLarge,
            "the schema has more than \(SizeLimit.tables) tables",
            hint: "leave out the tables that no query reads"
          )
        }
        try statement?.run()
        position = end
      } catch let error as StoreError {
        // The offset of a compilation counts from where the statement begins.
        let place = error.failure?.offset.map { position + $0 } ?? start
        throw StoreError(
          error.code == .sql || error.code == .constraint ? .schemaSQL : error.code,
          StoreError.line(
            authorizer.findings.refusal?.message ?? error.failure?.message ?? error.message
          ),
          hint: error.hint ?? "the line is: \(source.line(ofByte: place))",
          location: source.location(ofByte: place),
          failure: error.failure
        )
      }
    }
    return places
  }

  /// Makes the tables in which the store keeps its own account.
  func makeBookkeeping() throws {
    try run(
      """
      CREATE TABLE IF NOT EXISTS feed_position (
        fixture TEXT NOT NULL PRIMARY KEY, line INTEGER NOT NULL, version INTEGER NOT NULL,
        digest INTEGER
      ) WITHOUT ROWID
      """
    )
    // Stores of earlier releases kept no digest.
    if try !hasDigests() {
      try run("ALTER TABLE feed_position ADD COLUMN digest INTEGER")
    }
    try run(
      "CREATE TABLE IF NOT EXISTS feed_state (name TEXT NOT NULL PRIMARY KEY, value) WITHOUT ROWID"
    )
    // Stores of earlier releases had none.
    try run(Requests.index)
  }

  /// Makes the table of the messages that could not be applied.
  func makeRejected() throws {
    try run(
      """
      CREATE TABLE _rejected (
        id INTEGER PRIMARY KEY, input TEXT NOT NULL, time REAL NOT NULL, adapter TEXT,
        reason TEXT NOT NULL, message TEXT NOT NULL, is_cut INTEGER NOT NULL
      )
      """
    )
  }

  /// Whether the store has a table of the messages that could not be applied.
  func hasRejected() throws -> Bool {
    try hasRow("SELECT 1 FROM sqlite_schema WHERE name = '_rejected'")
  }

  /// Whether the store has all tables and columns in which it keeps its own account.
  func hasBookkeeping() throws -> Bool {
    try hasRow("SELECT 1 FROM sqlite_schema WHERE name = 'feed_state'") && hasDigests()
  }

  /// Whether it has all of this release besides, which stores of earlier ones are given when they are opened.
  func hasWholeBookkeeping() throws -> Bool {
    try hasBookkeeping()
      && hasRow("SELECT 1 FROM sqlite_schema WHERE name = '\(Requests.indexName)'")
  }

  private func hasDigests() throws -> Bool {
    try hasRow("SELECT 1 FROM sqlite_schema WHERE name = 'feed_position' AND sql LIKE '%digest%'")
  }

  private func hasRow(_ sql: String) throws -> Bool {
    let statement = try prepare(sql, rules: .own)
    defer { statement.reset() }
    return try statement.step()
  }

  /// Says which row lacks the one it refers to, after a commit that was refused for it.
  ///
  /// The transaction is still open then, with the rows as they would have been.
  func namingForeignKey(_ error: StoreError) -> StoreError {
    guard let failure = error.failure, failure.code == ConstraintCode.foreignKey,
      let check = try? prepare(
        "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check",
        rules: .own
      )
    else { return error }
    defer { check.reset() }
    guard (try? check.step()) == true else { return error }
    let row = check.isNull(at: 1) ? "" : " (row id \(check.integer(at: 1)))"
    return StoreError(
      .constraint,
      "a row of '\(check.text(at: 0))'\(row) refers to a row of '\(check.text(at: 2))' "
        + "that does not exist",
      hint: "write the row that it refers to in the same transaction",
      failure: failure
    )
  }

  /// Switches the file to a write-ahead log, which lets others read while the store writes.
  ///
  /// A commit writes whole pages to the log, and most commits change one row in each of two tables.
  /// So new files get small pages: measured here, 1 KiB instead of 4 saves 3 µs of 16 a commit.
  func useWriteAheadLog() throws {
    try run("PRAGMA page_size = 1024")
    try run("PRAGMA cache_size = -16384")
    let name = try switchJournal()
    guard name == "wal" else {
      throw StoreError(
        .cannotOpen,
        "the file system does not allow a write-ahead log (SQLite chose '\(name)')",
        hint: "keep the store on a local disk"
      )
    }
    try run("PRAGMA synchronous = NORMAL")
    log.pageSize = Int(try number("PRAGMA page_size"))
  }

  /// Takes the journal of somebody else's database as it is.
  ///
  /// - Returns: Whether it is a write-ahead log.
  func usePresentJournal() throws -> Bool {
    log.pageSize = Int(try number("PRAGMA page_size"))
    let mode = try prepare("PRAGMA journal_mode", rules: .own)
    defer { mode.reset() }
    return try mode.step() && mode.text(at: 0) == "wal"
  }

  /// Asks for a write-ahead log, as often as others are in the way.
  ///
  /// SQLite does not wait for them here by itself, but it does for an exclusive transaction; who gets
  /// one finds them gone, or the log in use.
  ///
  /// - Returns: The kind of journal that there is.
  private func switchJournal() throws -> String {
    let mode = try prepare("PRAGMA journal_mode = WAL", rules: .own)
    defer { mode.reset() }
    for _ in 0..<100 {
      do {
        return try mode.step() ? mode.text(at: 0) : ""
      } catch let error as StoreError where error.code == .busy {
        mode.reset()
        try run("BEGIN EXCLUSIVE")
        try run("COMMIT")
      }
    }
    return try mode.step() ? mode.text(at: 0) : ""
  }

  /// Bounds what a store in memory may grow to.
  func boundMemory() throws {
    try run("PRAGMA max_page_count = \(SizeLimit.pagesInMemory)")
  }

  /// Whether the file was opened for reading only.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  func run(_ sql: String) throws {
    try prepare(sql, rules: .own).run()
  }
}
