import CSQLite
import FeedStore
import Foundation
import TestSupport
import Testing

/// The resources that SQL of a feed may use, and the objects that it may reach.
@Suite("Limits of a store")
struct LimitTests {
  private static let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, v);\n"
  private static let endless =
    "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c)"
  /// A limit that every statement exceeds if SQLite calls the watch twice.
  private static let little = StoreLimits(statementTimeout: .nanoseconds(1))

  private func store(_ sql: String = "", _ limits: StoreLimits = StoreLimits()) throws -> Store {
    try Store(
      at: .memory,
      schema: SchemaSource(sql: Self.table + sql, name: "test.sql"),
      limits: limits
    )
  }

  @Test func `an endless statement in a schema is ended, and reported with its location`() {
    let error = storeError {
      _ = try store("\nINSERT INTO t SELECT 1, \(Self.endless);", Self.little)
    }
    #expect(
      error?.description == """
        test.sql:3:1: error[statement-timeout]: the statement ran for more than 1e-09 s
          hint: make it end sooner, or allow more time with --statement-timeout
        """
    )
  }

  @Test func `an endless line leaves no trace, and the next line is applied`() throws {
    let store = try store("", Self.little)
    try store.withWriter { writer in
      let messages = try MessageWriter(in: writer)
      func apply(_ line: String) throws {
        _ = try writer.transaction { _ in try messages.apply(line) }
      }
      let error = storeError {
        try apply(
          #"{"sql": ["INSERT INTO t VALUES (1, 2)", "UPDATE t SET v = "# + Self.endless + #""]}"#
        )
      }
      #expect(error?.code == .statementTimeout)
      #expect(error?.message.contains(": UPDATE t SET v") == true)
      try apply(#"{"upsert": {"t": [{"id": 2, "v": 3}]}}"#)
    }
    #expect(try store.rows("SELECT id, v FROM t") == ["2 3"])
  }

  @Test func `endless rows are ended too, even if other statements run between them`() throws {
    let store = try store("", Self.little)
    try store.withWriter { writer in
      let rows = try writer.prepare(
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c"
      )
      let other = try writer.prepare("SELECT count(*) FROM t")
      let error = storeError { while try rows.step() { try other.run() } }
      #expect(error?.code == .statementTimeout)
      // The statement can run again, with its full time.
      #expect(try rows.step())
    }
  }

  @Test func `short statements and those without a limit run to their end`() throws {
    let short = try store("", Self.little)
    for _ in 0..<3_000 { #expect(try short.rows("SELECT 1") == ["1"]) }
    let count = """
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 5000)
      SELECT count(*) FROM c
      """
    #expect(try store("", StoreLimits(statementTimeout: nil)).rows(count) == ["5000"])
  }

  @Test func `an interrupted store ends a long statement, rolls it back, and can be closed`() throws
  {
    let folder = try TemporaryDirectory()
    let source = SchemaSource(sql: Self.table, name: "test.sql")
    let path = folder.path("a.sqlite")
    let store = try Store(
      at: .file(path),
      schema: source,
      limits: StoreLimits(statementTimeout: nil)
    )
    try store.run("INSERT INTO t VALUES (1, 1)")
    store.interrupt()
    let error = storeError {
      try store.withWriter { writer in
        _ = try writer.transaction {
          try $0.run("INSERT INTO t VALUES (2, 2); UPDATE t SET v = \(Self.endless)")
        }
      }
    }
    #expect(error?.code == .interrupted)
    try store.close()
    #expect(try Store(at: .file(path), schema: source).rows("SELECT id, v FROM t") == ["1 1"])
  }

  @Test(arguments: [
    "zeroblob(1000000000)", "replace(hex(zeroblob(100000000)), '0', '00')",
  ])
  func `no value exceeds 256 MiB`(value: String) throws {
    let error = storeError { _ = try store("INSERT INTO t SELECT 1, length(\(value));") }
    #expect(
      error?.description == """
        test.sql:2:1: error[too-large]: string or blob too big
          hint: a text, a blob or a row has at most 256 MiB, and a statement 16 MiB
        """
    )
  }

  @Test
  func `a schema has a maximum number of tables, and the error locates the first table beyond it`()
  {
    let tables = (1...4_097).map { "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY);" }
    let source = SchemaSource(sql: tables.joined(separator: "\n"), name: "test.sql")
    let error = storeError { _ = try Store(at: .memory, schema: source) }
    #expect(
      error?.description == """
        test.sql:4097:1: error[too-large]: the schema has more than 4096 tables
          hint: leave out the tables that no query reads
        """
    )
  }

  @Test func `a pattern, an expression and a compound query have limits`() throws {
    let store = try store()
    for sql in [
      "SELECT 'a' LIKE '\(String(repeating: "%a", count: 600))'",
      "SELECT " + String(repeating: "1+", count: 1_001) + "1",
      "SELECT 1" + String(repeating: " UNION ALL SELECT 1", count: 501),
    ] {
      #expect(storeError { _ = try store.rows(sql) } != nil)
    }
  }

  @Test func `opening a store does not change the settings of SQLite in the process`() throws {
    let before = sqlite3_memory_used()
    let store = try store()
    try store.run("INSERT INTO t VALUES (1, zeroblob(1000000))")
    // SQLite would not count memory if its statistics were disabled for the process.
    #expect(sqlite3_memory_used() > before + 500_000)
  }

  // MARK: Trust

  private static let tokenizer = "fts3_tokenizer('simple', x'4141414141414141')"

  @Test(arguments: [
    ("INSERT INTO t SELECT 1, \(tokenizer);", "function 'fts3_tokenizer' is not allowed"),
    (
      "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT \(tokenizer); END;\nINSERT INTO t VALUES (1, 1);",
      "function 'fts3_tokenizer' is not allowed"
    ),
    ("INSERT INTO t SELECT 1, load_extension('x');", "extensions are not allowed"),
    ("INSERT INTO t SELECT 1, sqlite_log(1, 'x');", "function 'sqlite_log' is not allowed"),
    (
      "INSERT INTO t SELECT pageno, path FROM dbstat;",
      "table 'dbstat' does not belong to the schema"
    ),
    ("INSERT INTO t SELECT seq, file FROM pragma_database_list;", "table 'pragma_database_list'"),
    ("ATTACH 'x.sqlite' AS x;", "'ATTACH' is not allowed in a schema"),
    ("; VACUUM INTO 'x.sqlite';", "'VACUUM' is not allowed in SQL of a feed"),
    ("PRAGMA foreign_keys = ON;", "'PRAGMA foreign_keys' is not allowed in a schema"),
  ])
  func `a schema does not reach beyond its tables`(sql: String, message: String) {
    let error = storeError { _ = try store(sql) }
    #expect(error?.message.contains(message) == true, "\(error?.description ?? "accepted")")
    #expect(error?.location != nil)
    #expect(error?.hint != nil)
  }

  @Test(arguments: [
    ("UPDATE t SET v = fts3_tokenizer('simple', :id)", "function 'fts3_tokenizer' is not allowed"),
    ("VACUUM INTO 'x.sqlite'", "'VACUUM' is not allowed in SQL of a feed"),
    ("ATTACH 'x.sqlite' AS x", "'ATTACH' is not allowed in a message"),
    ("PRAGMA user_version = 7", "'PRAGMA user_version' is not allowed in a message"),
  ])
  func `an action and an adapter do not reach beyond the tables`(
    sql: String,
    message: String
  ) throws {
    try store().withWriter { writer in
      let error = storeError { _ = try ActionStatement(sql, parameters: ["id"], in: writer) }
      #expect(error?.message.contains(message) == true, "\(error?.description ?? "accepted")")
      let adapter = Adapter(statements: [sql.replacingOccurrences(of: ":id", with: ":message")])
      let errors = #expect(throws: AdapterErrors.self) {
        try MessageWriter(in: writer, adapters: ["a": adapter])
      }
      #expect(errors?.errors.first?.message.contains(message) == true)
    }
  }

  @Test func `a schema may alter its tables, and call SQLite's functions`() throws {
    let store = try store(
      """
      ALTER TABLE t RENAME COLUMN v TO w;
      ALTER TABLE t ADD COLUMN x CHECK (x IS NULL OR length(trim(x)) > 0);
      ALTER TABLE t RENAME TO u;
      INSERT INTO u VALUES (1, json_object('a', upper('b')), 'c');
      CREATE VIEW y AS SELECT id, sum(id) OVER () AS s, w ->> '$.a' AS a FROM u;
      """
    )
    #expect(try store.rows("SELECT s, a FROM y") == ["1 B"])
  }

  @Test func `an error in a schema quotes only its line`() {
    let secret = String(repeating: "s", count: 5_000)
    for sql in ["SELECT 'one\n\(secret)", "SELEKT 1\n\(secret);", "SELECT \(secret)"] {
      let text = storeError { _ = try store(sql) }?.description ?? ""
      #expect(text.count < 600, "\(text)")
      #expect(!text.contains("\n" + "sss"), "\(text)")
    }
  }
}
