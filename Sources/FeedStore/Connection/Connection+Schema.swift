import CSQLite

extension Connection {
  /// Creates the tables of a schema and the bookkeeping tables, in one transaction.
  ///
  /// - Throws: ``StoreError`` with line and column; the database is then unchanged.
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

  /// Creates the tables of a schema, in the current transaction.
  func make(_ source: SchemaSource) throws {
    let places = try runStatements(of: source)
    let schema: StoreSchema
    do {
      schema = try StoreSchema.read(from: self)
      if let table = schema.unfit.first { throw table.reason }
    } catch let error as StoreError {
      // These errors name a table or a trigger; the location is its declaration.
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

  /// Returns whether no other connection uses the file and it is empty, so that it can be removed.
  ///
  /// If so, the file stays locked until the connection is closed.
  func isAloneWithNothing() -> Bool {
    resetStatements()
    guard (try? run("BEGIN EXCLUSIVE")) != nil else { return false }
    if let image = try? SchemaImage.read(from: self), image.objects.isEmpty { return true }
    try? run("ROLLBACK")
    return false
  }

  /// Runs the statements, and returns the position of the declaration of each table and trigger.
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
        // The offset of a compilation is relative to the start of the statement.
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

  /// Creates the bookkeeping tables.
  func makeBookkeeping() throws {
    try run(
      """
      CREATE TABLE IF NOT EXISTS feed_position (
        fixture TEXT NOT NULL PRIMARY KEY, line INTEGER NOT NULL, version INTEGER NOT NULL,
        digest INTEGER
      ) WITHOUT ROWID
      """
    )
    // Stores of earlier releases have no digest.
    if try !hasDigests() {
      try run("ALTER TABLE feed_position ADD COLUMN digest INTEGER")
    }
    try run(
      "CREATE TABLE IF NOT EXISTS feed_state (name TEXT NOT NULL PRIMARY KEY, value) WITHOUT ROWID"
    )
    // Stores of earlier releases have no index.
    try run(Requests.index)
  }

  /// Creates the table of rejected messages.
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

  /// Returns whether the store has a table of rejected messages.
  func hasRejected() throws -> Bool {
    try hasRow("SELECT 1 FROM sqlite_schema WHERE name = '_rejected'")
  }

  /// Returns whether the store has all bookkeeping tables and columns.
  func hasBookkeeping() throws -> Bool {
    try hasRow("SELECT 1 FROM sqlite_schema WHERE name = 'feed_state'") && hasDigests()
  }

  /// Returns whether the bookkeeping is complete for this release.
  ///
  /// Opening a store of an earlier release adds the missing index.
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

  /// Adds the row with a dangling reference to the error of a refused commit.
  ///
  /// The transaction is still open at that point, with the changed rows.
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

  /// Switches the file to a write-ahead log, so that other connections can read during a write.
  ///
  /// A commit writes whole pages to the log, and most commits change one row in each of two tables.
  /// So new files get small pages: in a measurement, pages of 1 KiB instead of 4 saved 3 of 16 µs
  /// per commit.
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

  /// Keeps the journal mode of another program's database.
  ///
  /// - Returns: Whether it is a write-ahead log.
  func usePresentJournal() throws -> Bool {
    log.pageSize = Int(try number("PRAGMA page_size"))
    let mode = try prepare("PRAGMA journal_mode", rules: .own)
    defer { mode.reset() }
    return try mode.step() && mode.text(at: 0) == "wal"
  }

  /// Requests a write-ahead log, and retries while other connections prevent it.
  ///
  /// SQLite does not wait for them here, but it does for an exclusive transaction. After one, they
  /// are gone, or the log is in use.
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

  /// Limits the size of a store in memory.
  func boundMemory() throws {
    try run("PRAGMA max_page_count = \(SizeLimit.pagesInMemory)")
  }

  /// Whether the file was opened read-only.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  func run(_ sql: String) throws {
    try prepare(sql, rules: .own).run()
  }
}
