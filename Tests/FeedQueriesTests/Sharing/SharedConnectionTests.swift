import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

/// A program that shares its connection with live queries.
struct SharingProgram {
  let folder: TemporaryDirectory
  let path: String
  let connection: SQLiteClient

  init(_ sql: String = Leagues.schema) throws {
    folder = try TemporaryDirectory()
    path = folder.path("app.sqlite")
    connection = try SQLiteClient(path: path)
    try connection.run(sql)
  }

  func share(
    _ queries: [LiveQueries.Registration] = [.init("QL", Leagues.live)],
    chaining hook: PreupdateHook? = nil
  ) throws -> LiveQueries {
    try unsafe LiveQueries(sharing: connection.handle, chaining: hook, queries: queries)
  }
}

extension LiveQueries {
  @discardableResult
  func catchUp(_ program: SharingProgram) throws -> LiveUpdate? {
    try unsafe catchUp(on: program.connection.handle)
  }

  func close(_ program: SharingProgram) throws { try unsafe close(on: program.connection.handle) }
}

@Suite("A connection that a program shares")
struct SharedConnectionTests {
  let program: SharingProgram

  init() throws {
    program = try SharingProgram(
      Leagues.schema
        + """
        INSERT INTO league VALUES (1, 'A', 2), (2, 'B', 1);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO event SELECT i, 1 + i % 2, 'e' || i, i, i <= 4, 1.5 FROM n;
        """
    )
  }

  func refusal(_ body: () throws -> Void) -> StoreError? {
    do { try body() } catch { return error as? StoreError }
    return nil
  }

  @Test func `catching up reads only the rows that the program wrote`() throws {
    let live = try program.share()
    #expect(live.shape() == "2[1 3] 1[2 4]")
    let before = live.rowsRead
    try program.connection.run("BEGIN; UPDATE event SET live = 1 WHERE id = 900")
    try program.connection.run("UPDATE event SET start = 0 WHERE id = 4; COMMIT")
    #expect(live.shape() == "2[1 3] 1[2 4]")
    let update = try #require(try live.catchUp(program))
    #expect(live.shape() == "2[1 3] 1[4 2 900]")
    #expect(update["QL"].insertItems.count == 1)
    #expect(update["QL"].moveItems.count == 1)
    #expect(live.rowsRead == before + 2)
    #expect(try live.catchUp(program) == nil)
    #expect(live.rowsRead == before + 2)
    #expect(try unsafe live.check("QL", on: program.connection.handle) == nil)
  }

  @Test func `statements that the program compiled before delete no rows unseen`() throws {
    let deletion = program.connection.keep("DELETE FROM event")
    let live = try program.share()
    deletion.run()
    try live.catchUp(program)
    #expect(live.shape() == "")
    try program.connection.run("INSERT INTO event VALUES (1, 1, 'x', 1, 1, 2.0)")
    deletion.run()
    try program.connection.run("INSERT INTO event VALUES (2, 1, 'x', 1, 1, 2.0)")
    let before = live.rowsRead
    try live.catchUp(program)
    #expect(live.shape() == "1[2]")
    #expect(live.rowsRead <= before + 4)
  }

  @Test func `the program's hooks are still called, and live queries write nothing`() throws {
    let calls = SQLiteClient.Calls()
    program.connection.setOtherHooks(calls)
    program.connection.setRowHook(calls)
    let limits = program.connection.limits
    let pragmas = [
      "journal_mode", "foreign_keys", "busy_timeout", "cache_size", "synchronous", "query_only",
      "recursive_triggers", "secure_delete", "defensive", "trusted_schema",
    ]
    let settings = pragmas.map { program.connection.value("PRAGMA \($0)") }
    let hook = unsafe PreupdateHook(SQLiteClient.Calls.rowHook, context: calls.context)
    let live = try program.share(chaining: hook)
    try program.connection.run("UPDATE event SET live = 1 WHERE id IN (8, 9)")
    #expect(calls.rows == 2)
    #expect(calls.updates == 2)
    #expect(calls.commits == 1)
    try live.catchUp(program)
    #expect(live.shape() == "2[1 3 9] 1[2 4 8]")
    try program.connection.run("BEGIN; UPDATE event SET live = 0; ROLLBACK")
    try live.catchUp(program)
    #expect(live.shape() == "2[1 3 9] 1[2 4 8]")
    // Reading calls neither the commit hook nor the rollback hook of the program.
    #expect(calls.commits == 1)
    #expect(calls.rollbacks == 1)
    #expect(refusal { try live.upsert(["id": 1], into: "event") }?.code == .sharedConnection)
    #expect(refusal { try live.catchUp() }?.code == .sharedConnection)
    #expect(refusal { try live.close() }?.hint?.contains("'close(on:)'") == true)
    #expect(program.connection.limits == limits)
    #expect(pragmas.map { program.connection.value("PRAGMA \($0)") } == settings)
    try live.close(program)
    let rows = calls.rows
    try program.connection.run("UPDATE event SET live = 0 WHERE id = 8")
    #expect(calls.rows == rows + 1)
    #expect(live.shape() == "2[1 3 9] 1[2 4 8]")
    #expect(program.connection.value("SELECT count(*) FROM sqlite_schema") == "2")
  }

  @Test
  func `a connection is not shared in a transaction, in a statement, or with an unknown hook`()
    throws
  {
    try program.connection.run("BEGIN")
    #expect(refusal { _ = try program.share() }?.message.contains("a transaction is open") == true)
    try program.connection.run("COMMIT")
    let reading = program.connection.keep("SELECT * FROM event")
    reading.step()
    #expect(refusal { _ = try program.share() }?.message.contains("statement is running") == true)
    reading.run()
    let calls = SQLiteClient.Calls()
    program.connection.setRowHook(calls)
    let error = try #require(refusal { _ = try program.share() })
    #expect(error.message.contains("has a preupdate hook already"))
    #expect(error.hint?.contains("'chaining:'") == true)
    let live = try program.share()
    try program.connection.run("BEGIN; UPDATE event SET live = 0")
    #expect(refusal { try live.catchUp(program) }?.message.contains("transaction is open") == true)
    try program.connection.run("COMMIT")
    try live.catchUp(program)
    #expect(live.shape() == "")
    let other = try SharingProgram()
    #expect(
      refusal { try live.catchUp(other) }?.message.contains("not the shared connection") == true
    )
  }

  @Test(arguments: [false, true])
  func `a connection that is shared already keeps its first live queries`(chains: Bool) throws {
    let calls = SQLiteClient.Calls()
    let hook =
      chains ? unsafe PreupdateHook(SQLiteClient.Calls.rowHook, context: calls.context) : nil
    if chains { program.connection.setRowHook(calls) }
    let live = try program.share(chaining: hook)
    let error = try #require(refusal { _ = try program.share(chaining: hook) })
    #expect(error.message == "live queries share the connection already")
    try program.connection.run("UPDATE event SET live = 1 WHERE id = 6")
    let before = live.rowsRead
    try live.catchUp(program)
    #expect(live.shape() == "2[1 3] 1[2 4 6]")
    #expect(live.rowsRead == before + 1)
    #expect(calls.rows == (chains ? 1 : 0))
    try live.close(program)
    try live.close(program)
    let again = try program.share(chaining: hook)
    #expect(again.shape() == "2[1 3] 1[2 4 6]")
    try again.close(program)
  }

  @Test func `a hook that the program sets later is noticed, and costs reading everything`() throws
  {
    let live = try program.share()
    let calls = SQLiteClient.Calls()
    program.connection.setRowHook(calls)
    try program.connection.run("UPDATE event SET live = 1 WHERE id = 6")
    try live.catchUp(program)
    #expect(live.shape() == "2[1 3] 1[2 4 6]")
    try live.close(program)
    // It is theirs, and stays.
    try program.connection.run("UPDATE event SET live = 0 WHERE id = 6")
    #expect(calls.rows == 2)
  }

  @Test func `closing reports that the program replaced the hook`() throws {
    let live = try program.share()
    program.connection.setRowHook(SQLiteClient.Calls())
    #expect(refusal { try live.close(program) }?.message.contains("is gone now") == true)
  }

  @Test func `queries that are released without closing leave a usable connection`() throws {
    _ = try program.share()
    try program.connection.run(
      "UPDATE event SET live = 1 WHERE id = 6; DELETE FROM event WHERE id = 7"
    )
    #expect(program.connection.value("SELECT count(*) FROM event") == "999")
  }

  @Test func `queries that are refused leave no hook behind`() throws {
    #expect(throws: QueryErrors.self) {
      _ = try program.share([.init("q", LiveQuery(from: "nothing"))])
    }
    #expect(try program.share().shape() == "2[1 3] 1[2 4]")
  }

  @Test func `following and background checks report a shared connection at once, and end`()
    async throws
  {
    let live = try program.share()
    let lines = Lines()
    let report: @Sendable (any Error) -> Void = {
      lines.add((($0 as? StoreError)?.code).map(\.rawValue) ?? "\($0)")
    }
    await live.followOthers(onError: report)
    #expect(lines.all == ["shared-connection"])
    await live.selfCheck(rate: 1, onError: report) { Issue.record($0) }
    #expect(lines.all == ["shared-connection", "shared-connection"])
    try live.close(program)
  }

  @Test(.timeLimit(.minutes(10)))
  func `catching up after each signal follows another connection`() async throws {
    let live = try program.share()
    let other = try SQLiteClient(path: program.path)
    var signals = Store.Location.file(program.path).externalChangeHints().makeAsyncIterator()
    for id in [6, 8] {
      try other.run("UPDATE event SET live = 1 WHERE id = \(id)")
      while try live.catchUp(program) == nil { _ = await signals.next() }
    }
    #expect(live.shape() == "2[1 3] 1[2 4 6 8]")
    try live.close(program)
  }

  @Test func `an added column fails no query, and is shown after registering again`() throws {
    var live = try program.share([.init("q", LiveQuery(from: "league", order: ["ord"]))])
    try program.connection.run("ALTER TABLE league ADD COLUMN country TEXT DEFAULT 'NL'")
    try live.catchUp(program)
    try program.connection.run("UPDATE league SET name = 'C' WHERE id = 1")
    try live.catchUp(program)
    #expect(live.snapshot["q"]?.failure == nil)
    #expect(live.snapshot["q"]?.rows.map { $0["name"] } == ["B", "C"])
    #expect(live.snapshot["q"]?.rows.last?["country"] == nil)
    try live.close(program)
    live = try program.share([.init("q", LiveQuery(from: "league", order: ["ord"]))])
    #expect(live.snapshot["q"]?.rows.last?["country"] == "NL")
    try live.close(program)
  }

  @Test func `a renamed column fails the query until it has its name again`() throws {
    let live = try program.share()
    try program.connection.run("ALTER TABLE event RENAME COLUMN live TO is_live")
    try live.catchUp(program)
    #expect(
      live.snapshot["QL"]?.failure
        == "table 'event' has other columns or another key now (column 'live' is missing)"
    )
    #expect(live.shape() == "2[1 3] 1[2 4]")
    try program.connection.run("ALTER TABLE event RENAME COLUMN is_live TO live")
    try program.connection.run("UPDATE event SET live = 1 WHERE id = 6")
    try live.catchUp(program)
    #expect(live.snapshot["QL"]?.failure == nil)
    #expect(live.shape() == "2[1 3] 1[2 4 6]")
    try live.close(program)
  }

  @Test func `a commit of another connection and a new schema are noticed`() throws {
    let live = try program.share()
    try SQLiteClient(path: program.path).run("UPDATE event SET live = 1 WHERE id = 6")
    try live.catchUp(program)
    #expect(live.shape() == "2[1 3] 1[2 4 6]")
    try program.connection.run("CREATE TABLE event2 AS SELECT * FROM event WHERE id > 2")
    try program.connection.run("DROP TABLE event; ALTER TABLE event2 RENAME TO event")
    try live.catchUp(program)
    #expect(live.snapshot["QL"]?.failure?.contains("has other columns or another key now") == true)
  }
}
