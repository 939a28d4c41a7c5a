import FeedStore
import Testing

@Suite("Errors of messages")
struct MessageErrorTests {
  let store: Store

  init() throws { store = try memoryStore(MessageTests.sql) }

  struct Case: CustomTestStringConvertible {
    let message: String
    let error: String
    var testDescription: String { message }

    init(_ message: String, _ error: String) {
      self.message = message
      self.error = error
    }
  }

  static let shape = [
    Case(
      #"{"upsert":{"event":[{"id":1,}]}}"#,
      """
      error[malformed-message]: the message is not JSON: {"upsert":{"event":[{"id":1,}]}}
        hint: a message is one line, for example {"upsert":{"event":[{"id":1}]}}
      """
    ),
    Case(
      "{}\0{",
      """
      error[malformed-message]: the message contains a zero byte
        hint: a message is one line of JSON text
      """
    ),
    Case(
      "[1]",
      """
      error[malformed-message]: the message is not a JSON object
        hint: for example {"upsert":{"event":[{"id":1}]}}
      """
    ),
    Case(
      #"{"upserts":{}}"#,
      """
      error[unknown-key]: the message has a part 'upserts', which means nothing
        hint: did you mean 'upsert'?
      """
    ),
    Case(
      #"{"upsert":[]}"#,
      """
      error[malformed-message]: 'upsert' is not an object, by table a list of rows
        hint: make it an object, by table a list of rows
      """
    ),
    Case(
      #"{"upsert":{"event":{"id":1}}}"#,
      """
      error[malformed-message]: 'event' is not a list of rows
        hint: make it a list of rows
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"score":2},7]}}"#,
      """
      error[malformed-message]: row 2 of 'event' is not an object
        hint: a row names its columns, for example {"id":1}
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"score":2,"score":3}]}}"#,
      """
      error[malformed-message]: row 1 of 'event' has the column 'score' twice
        hint: leave one of them out
      """
    ),
    Case(
      #"{"sql":"SELECT 1","sql":"SELECT 2"}"#,
      """
      error[malformed-message]: the message has the part 'sql' twice
        hint: put both into one
      """
    ),
    Case(
      #"{"sql":[1]}"#,
      """
      error[malformed-message]: 'sql' holds something else than texts
        hint: make it a list of statements
      """
    ),
  ]

  static let names = [
    Case(
      #"{"upsert":{"evnet":[]}}"#,
      "error[unknown-table]: there is no table 'evnet'\n  hint: did you mean 'event'?"
    ),
    Case(
      #"{"upsert":{"feed_state":[{"name":"x"}]}}"#,
      """
      error[unknown-table]: there is no table 'feed_state'
        hint: the tables are: event, later, line, sport, tag
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"Status":"live"}]}}"#,
      "error[unknown-column]: table 'event' has no column 'Status'\n  hint: did you mean 'status'?"
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"weather":"fine"}]}}"#,
      """
      error[unknown-column]: table 'event' has no column 'weather'
        hint: the columns are: id, sport_id, status, score, shout
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"shout":"HI"}]}}"#,
      """
      error[invalid-value]: row 1 of 'event' has a value for 'shout', which is computed from other \
      columns
        hint: leave 'shout' out
      """
    ),
    Case(
      #"{"adapter":"betfair","message":{}}"#,
      "error[unknown-adapter]: there is no adapter 'betfair'\n  hint: did you mean 'betfare'?"
    ),
    Case(
      #"{"adapter":"betfare"}"#,
      """
      error[malformed-message]: adapter 'betfare' is given no message
        hint: put what it shall translate into 'message'
      """
    ),
    Case(
      #"{"message":{}}"#,
      """
      error[unknown-key]: the message has a part 'message' but no 'adapter' to give it to
        hint: name the adapter
      """
    ),
  ]

  static let values = [
    Case(
      #"{"upsert":{"event":[{"id":1},{"status":"live"}]}}"#,
      """
      error[missing-key]: row 2 of 'event' lacks 'id', a part of its primary key
        hint: give 'id' a value
      """
    ),
    Case(
      #"{"upsert":{"line":[{"market":1,"side":null}]}}"#,
      """
      error[missing-key]: row 1 of 'line' has NULL for 'side', a part of its primary key
        hint: give 'side' a value
      """
    ),
    Case(
      #"{"delete":{"line":[7]}}"#,
      """
      error[missing-key]: the key at row 1 of 'line' has 1 values, not 2
        hint: the key consists of 'market', 'side'
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"status":{"a":1}}]}}"#,
      """
      error[invalid-value]: the value at row 1 of 'event', column 'status' is an object
        hint: a column holds a text, a number, true, false or null
      """
    ),
    Case(
      #"{"delete":{"line":[[1,["a"]]]}}"#,
      """
      error[invalid-value]: the value at row 1 of 'line' is a list
        hint: a column holds a text, a number, true, false or null
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":9223372036854775808}]}}"#,
      """
      error[out-of-range]: the integer at row 1 of 'event', column 'id' does not fit into 64 bits
        hint: write it as a text, or with a decimal point if it need not be exact
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"score":1e999}]}}"#,
      """
      error[out-of-range]: the number at row 1 of 'event', column 'score' is larger than any that \
      can be stored
        hint: the largest is about 1.8e308
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":"seven","sport_id":1}]}}"#,
      """
      error[invalid-value]: row 'event/seven' cannot be written: datatype mismatch
        hint: the key must be an integer
      """
    ),
  ]

  static let constraints = [
    Case(
      #"{"upsert":{"event":[{"id":735,"status":"live"}]}}"#,
      """
      error[constraint]: row 'event/735' cannot be written: NOT NULL constraint failed: event.sport_id
        hint: a new row needs a value for 'sport_id', which has no default
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"status":null}]}}"#,
      """
      error[constraint]: row 'event/1' cannot be written: NOT NULL constraint failed: event.status
        hint: give 'status' a value
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":3,"sport_id":99}]}}"#,
      """
      error[constraint]: row 'event/3' cannot be written: FOREIGN KEY constraint failed
        hint: write the row that it refers to first: 'sport/99'
      """
    ),
    Case(
      #"{"delete":{"sport":[1]}}"#,
      """
      error[constraint]: row 'sport/1' cannot be deleted: FOREIGN KEY constraint failed
        hint: delete the rows that refer to it first
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"status":""}]}}"#,
      "error[constraint]: row 'event/1' cannot be written: CHECK constraint failed: status <> ''"
    ),
    Case(
      #"{"upsert":{"sport":[{"id":3,"name":"Golf"}]}}"#,
      """
      error[constraint]: row 'sport/3' cannot be written: UNIQUE constraint failed: sport.name
        hint: another row has this value; change or delete that one first
      """
    ),
    Case(
      #"{"upsert":{"later":[{"id":4,"event":99}]}}"#,
      """
      error[constraint]: a row of 'later' (row id 4) refers to a row of 'event' that does not exist
        hint: write the row that it refers to in the same transaction
      """
    ),
  ]

  static let statements = [
    Case(
      #"{"sql":["UPDATE evnet SET score = 1"]}"#,
      "error[sql]: no such table: evnet, in: UPDATE evnet SET score = 1"
    ),
    Case(
      #"{"sql":["UPDATE event SET score = ?1"]}"#,
      """
      error[sql]: a statement of a message has parameters: UPDATE event SET score = ?1
        hint: write the values out
      """
    ),
    Case(
      #"{"sql":["INSERT INTO sport VALUES (7, 'Golf')"]}"#,
      "error[constraint]: UNIQUE constraint failed: sport.name, in: INSERT INTO sport VALUES (7, 'Golf')"
    ),
  ]

  @Test(arguments: shape + names + values + constraints + statements)
  func `each mistake has one clear message, and nothing is kept`(_ row: Case) throws {
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
    ("VACUUM", "cannot VACUUM from within a transaction"),
    ("ANALYZE", "a change of the schema is not allowed in a message"),
    ("SELECT load_extension('x')", "extensions are not allowed"),
    (
      "UPDATE feed_state SET value = 1",
      "table 'feed_state' is not one of the schema's and cannot be used in a message"
    ),
    (
      "SELECT * FROM feed_position",
      "table 'feed_position' is not one of the schema's and cannot be used in a message"
    ),
    (
      "SELECT name FROM sqlite_schema",
      "table 'sqlite_master' is not one of the schema's and cannot be used in a message"
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
      "'last_insert_rowid' depends on what the connection did before"
    ),
  ])
  func `a statement of a message may only read and write rows`(
    sql: String,
    message: String
  ) throws {
    let before = try dump()
    for isAdapter in [false, true] {
      let error = storeError {
        try store.withWriter { writer in
          let messages = try MessageWriter(in: writer, adapters: isAdapter ? ["a": [sql]] : [:])
          _ = try writer.transaction { _ in
            try messages.apply("{\"sql\":[\"\(sql)\"]}")
          }
        }
      }
      let said = error?.message ?? ""
      #expect(said.contains(message), "\(said)")
      if isAdapter, error?.code != .sql { #expect(said.hasPrefix("statement 1 of adapter 'a': ")) }
    }
    #expect(try dump() == before)
  }

  @Test func `date functions that are given a time are allowed`() throws {
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

  @Test func `an adapter's parameters other than its message are refused`() throws {
    let error = storeError {
      _ = try store.withWriter {
        try MessageWriter(in: $0, adapters: ["a": ["SELECT 1", "SELECT :massage"]])
      }
    }
    #expect(
      error?.description == """
        error[sql]: statement 2 of adapter 'a': there is no parameter ':massage'
          hint: the only parameter is ':message'
        """
    )
  }

  private func dump() throws -> [String] {
    try store.schema.tables.flatMap { try store.rows("SELECT * FROM \($0.name)") }
  }
}
