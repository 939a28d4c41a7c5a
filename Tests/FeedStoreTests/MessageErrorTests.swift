import FeedStore
import Testing

@Suite("Errors of messages")
struct MessageErrorTests {
  let store: Store

  init() throws { store = try memoryStore(MessageTests.sql) }

  @Test(arguments: Case.all)
  func `each error has one clear message, and the message leaves no trace`(_ row: Case) throws {
    let before = try dump()
    let error = storeError {
      try store.withWriter { writer in
        let messages = try MessageWriter(
          in: writer,
          adapters: ["betfare": ["INSERT INTO tag VALUES (:message)"]]
        )
        _ = try writer.transaction { _ in
          try writer.run(
            "UPDATE sport SET name = name || '!'; UPDATE sport SET name = rtrim(name, '!')"
          )
          try messages.apply(row.message)
        }
      }
    }
    #expect(error?.description == row.error)
    #expect(try dump() == before)
  }

  @Test(arguments: [
    ("ATTACH ':memory:' AS x", "'ATTACH' is not allowed in a message"),
    ("PRAGMA foreign_keys = OFF", "'PRAGMA foreign_keys' is not allowed in a message"),
    ("COMMIT", "'COMMIT' is not allowed in a message"),
    ("BEGIN", "'BEGIN' is not allowed in a message"),
    ("SAVEPOINT s", "'BEGIN' is not allowed in a message"),
    (
      "CREATE TABLE x (id INTEGER PRIMARY KEY)",
      "a change of the schema is not allowed in a message"
    ),
    (
      "CREATE TEMP TABLE x (id)",
      "a change of the schema is not allowed in a message"
    ),
    (
      "DROP TABLE tag",
      "a change of the schema is not allowed in a message"
    ),
    ("ALTER TABLE tag ADD COLUMN x", "a change of the schema is not allowed in a message"),
    ("VACUUM", "'VACUUM' is not allowed in SQL of a feed"),
    ("ANALYZE", "a change of the schema is not allowed in a message"),
    ("SELECT load_extension('x')", "extensions are not allowed"),
    (
      "UPDATE feed_state SET value = 1",
      "table 'feed_state' does not belong to the schema and cannot be used in a message"
    ),
    (
      "SELECT * FROM feed_position",
      "table 'feed_position' does not belong to the schema and cannot be used in a message"
    ),
    (
      "SELECT name FROM sqlite_schema",
      "table 'sqlite_master' does not belong to the schema and cannot be used in a message"
    ),
    (
      "SELECT name FROM pragma_table_info('tag')",
      "is not allowed in a message"
    ),
    ("UPDATE event SET score = random()", "'random' depends on chance"),
    ("UPDATE event SET status = datetime('now')", "'datetime' with 'now' reads the clock"),
    ("UPDATE event SET status = date()", "'date' without a time reads the clock"),
    ("UPDATE event SET status = strftime('%s')", "'strftime' without a time reads the clock"),
    ("UPDATE event SET status = CURRENT_TIMESTAMP", "'current_timestamp' reads the clock"),
    (
      "UPDATE event SET status = datetime(1, 'unixepoch', 'localtime')",
      "'datetime' with 'localtime' depends on the machine's time zone"
    ),
    (
      "UPDATE event SET id = last_insert_rowid()",
      "'last_insert_rowid' depends on earlier statements of the connection"
    ),
  ])
  func `a statement of a message may only read and write rows`(
    sql: String,
    message: String
  ) throws {
    let before = try dump()
    for isAdapter in [false, true] {
      let said = mistake {
        try store.withWriter { writer in
          let messages = try MessageWriter(
            in: writer,
            adapters: isAdapter ? ["a": [sql]] : [:]
          )
          _ = try writer.transaction { _ in
            try messages.apply("{\"sql\":[\"\(sql)\"]}")
          }
        }
      }
      #expect(said.contains(message), "\(said)")
    }
    #expect(try dump() == before)
  }

  @Test func `date functions with a given time are allowed`() throws {
    try store.withWriter { writer in
      let messages = try MessageWriter(in: writer)
      _ = try writer.transaction { _ in
        try messages.apply(
          #"{"sql":["UPDATE event SET status = strftime('%H', 60, 'unixepoch') WHERE id = unixepoch('1970-01-01') + 1"]}"#
        )
      }
    }
    #expect(try store.rows("SELECT status FROM event WHERE id = 1") == ["'00'"])
  }

  @Test func `parameters of an adapter other than its message are rejected`() throws {
    let errors = #expect(throws: AdapterErrors.self) {
      try store.withWriter {
        _ = try MessageWriter(in: $0, adapters: ["a": ["SELECT 1", "SELECT :massage"]])
      }
    }
    #expect(
      errors?.description == """
        error[sql]: adapter 'a.sql.1': there is no parameter ':massage'
          hint: the only parameter is ':message'
        """
    )
  }

  private func mistake(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch let errors as AdapterErrors {
      return errors.errors.first?.message ?? ""
    } catch {
      return (error as? StoreError)?.message ?? ""
    }
  }

  private func dump() throws -> [String] {
    try store.schema.tables.flatMap { try store.rows("SELECT * FROM \($0.name)") }
  }
}
