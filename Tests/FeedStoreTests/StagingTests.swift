import FeedModel
import TestSupport
import Testing

@testable import FeedStore

/// Messages whose rows are read and staged before their transaction.
@Suite("Staged messages")
struct StagingTests {
  struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let adapter: Adapter
    var isStaged = true

    init(_ name: String, _ adapter: Adapter, isStaged: Bool = true) {
      (testDescription, self.adapter, self.isStaged) = (name, adapter, isStaged)
    }
  }

  private static let schema = """
    CREATE TABLE entry (id INTEGER PRIMARY KEY, name TEXT, part TEXT, count INTEGER NOT NULL DEFAULT 1) STRICT;
    CREATE TABLE word (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
    CREATE TABLE place (x INTEGER, y INTEGER, name TEXT, PRIMARY KEY (x, y)) STRICT;
    CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT) STRICT;
    CREATE TABLE tag (name TEXT COLLATE NOCASE PRIMARY KEY, id NUMERIC) WITHOUT ROWID;
    """
  private static let upsert = """
    INSERT INTO entry (id, name, part) SELECT value ->> 'id', value ->> 'name', value ->> 'part'
    FROM json_each(:message, '$.list') WHERE true
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, count = count + 1
    """
  private static let ids = "SELECT value ->> 'id' FROM json_each(:message, '$.list')"
  static let examples = [
    Example(
      "an upsert that counts, of a part of a table",
      Adapter(
        statements: [upsert],
        replacements: [.init(table: "entry", keys: ids, scope: "part = 'a'")]
      )
    ),
    Example(
      "numbers as keys of text, and a value of any type",
      Adapter(
        statements: [
          "INSERT OR REPLACE INTO word SELECT value ->> 'id', value -> 'name' "
            + "FROM json_each(:message, '$.list')"
        ],
        replacements: [.init(table: "word", keys: ids)]
      )
    ),
    Example(
      "keys in other letters, and such as are none",
      Adapter(
        statements: [
          "INSERT OR IGNORE INTO tag (name, id) SELECT value ->> 'name', value ->> 'id' "
            + "FROM json_each(:message, '$.list')"
        ],
        replacements: [
          .init(table: "tag", keys: "SELECT value ->> 'name' FROM json_each(:message, '$.list')")
        ]
      )
    ),
    Example(
      "a key of two columns, behind a WITH",
      Adapter(
        statements: [
          "WITH all_of_it AS (SELECT value FROM json_each(:message, '$.list')) "
            + "INSERT INTO place (x, y, name) SELECT value ->> 'id', value ->> 'id' + 1, "
            + "value ->> 'name' FROM all_of_it WHERE true "
            + "ON CONFLICT DO UPDATE SET name = excluded.name;"
        ],
        replacements: [
          .init(
            table: "place",
            keys: "SELECT value ->> 'id', value ->> 'id' + 1 FROM json_each(:message, '$.list')"
          )
        ]
      )
    ),
    Example(
      "named queries, cases and what others have written",
      Adapter(
        statements: [
          "INSERT INTO entry (id, name) SELECT id, name FROM change WHERE true "
            + "ON CONFLICT (id) DO UPDATE SET name = excluded.name || count",
          "INSERT INTO log (text) SELECT entry.name FROM entry JOIN change USING (id) ORDER BY id",
        ],
        namedQueries: [
          .init(
            name: "change",
            sql: "SELECT value ->> 'id' AS id, value ->> 'name' AS name "
              + "FROM json_each(:message, '$.list')"
          )
        ],
        cases: [
          .init(
            condition: ":message ->> 'logs'",
            statements: [
              "INSERT INTO log (text) SELECT value ->> 'name' FROM json_each(:message, '$.list')"
            ]
          )
        ],
        replacements: [.init(table: "entry", keys: "SELECT id FROM change")]
      )
    ),
    Example(
      "what needs the store",
      Adapter(statements: [
        "INSERT INTO log (text) SELECT value ->> 'name' FROM json_each(:message, '$.list') "
          + "WHERE value ->> 'id' NOT IN (SELECT id FROM entry)"
      ]),
      isStaged: false
    ),
    Example(
      "what takes a list one by one",
      Adapter(statements: ["INSERT INTO log (text) VALUES (:item ->> 'name')"], each: "$.list"),
      isStaged: false
    ),
  ]

  private static let messages = [
    #"{"list":[{"id":2,"name":"b","part":"a"},{"id":1,"name":"a","part":"b"},{"id":3,"part":"a"}]}"#,
    #"{"logs":true,"list":[{"id":3,"name":"c"},{"id":3,"name":"cc"},{"id":4,"name":1.5}]}"#,
    #"{"list":[]}"#,
    #"{"list":[{"id":"x"}]}"#, "garbage",
    #"{"list":[{"id":2,"name":"B"},{"id":"3","name":"A"},{"id":4.0,"name":null},{"id":null}]}"#,
    #"{"list":[{"id":7,"name":"g\u00e4"},{"id":5,"name":{"a":[1]}},{"id":6,"name":null}]}"#,
  ]

  /// Applies a message in one piece, and returns its error.
  private func error(
    of message: String,
    _ messages: MessageWriter,
    _ writer: Writer
  ) -> String? {
    do {
      _ = try writer.transaction { _ in try messages.apply(message, adapter: "feed") }
      return nil
    } catch { return "\(error)" }
  }

  /// Applies a message in stages if it can be read, and returns its error.
  private func stagedError(
    of message: String,
    _ messages: MessageWriter,
    _ writer: Writer,
    _ isStaged: Bool
  ) -> String? {
    let reader = messages.beginStaging(ofAdapter: "feed")
    #expect((reader != nil) == isStaged)
    guard let reader, let rows = try? reader.read(message) else {
      messages.endStaging(ofAdapter: "feed")
      return error(of: message, messages, writer)
    }
    #expect(messages.beginStaging(ofAdapter: "feed") == nil, "one message is staged at a time")
    defer {
      for piece in rows.pieces { try? messages.unstage(piece, adapter: "feed") }
      messages.endStaging(ofAdapter: "feed")
    }
    do {
      for piece in rows.pieces { try messages.stage(piece, of: rows, adapter: "feed") }
      #expect(!writer.hasChanges, "what is staged is not part of the store")
      _ = try writer.transaction { _ in try messages.applyStaged(message, adapter: "feed") }
      return nil
    } catch { return "\(error)" }
  }

  @Test(arguments: examples)
  func `a staged message has the same result as an unstaged one`(example: Example) throws {
    let (whole, staged) = (try memoryStore(Self.schema), try memoryStore(Self.schema))
    for message in Self.messages + Self.messages.reversed() {
      let wrong = try whole.withWriter { writer in
        let messages = try MessageWriter(in: writer, adapters: ["feed": example.adapter])
        return error(of: message, messages, writer)
      }
      // The names of temporary tables contain numbers.
      func plain(_ text: String?) -> String? { text?.replacing(/feed_let_\d+/, with: "feed_let") }
      try staged.withWriter { writer in
        let messages = try MessageWriter(in: writer, adapters: ["feed": example.adapter])
        let error = stagedError(of: message, messages, writer, example.isStaged)
        #expect(plain(error) == plain(wrong))
      }
      for table in ["entry", "word", "place", "log", "tag"] {
        let sql = "SELECT * FROM \(table) ORDER BY 1, 2"
        #expect(try staged.rows(sql) == whole.rows(sql), "\(message)")
      }
    }
  }

  @Test func `the query of an INSERT is separated from the rest`() {
    func parts(_ sql: String) -> [String]? {
      InsertFromQuery(sql).map { [$0.head, $0.query, $0.tail] }
    }
    #expect(
      parts("INSERT INTO a (b) SELECT 1 WHERE true ON CONFLICT DO NOTHING")
        == ["INSERT INTO a (b) ", "SELECT 1 WHERE true ", "ON CONFLICT DO NOTHING"]
    )
    #expect(
      parts("WITH w AS (SELECT 1) REPLACE INTO a SELECT * FROM w;")
        == ["REPLACE INTO a ", "WITH w AS (SELECT 1) SELECT * FROM w", ";"]
    )
    #expect(
      parts("INSERT INTO a WITH w AS (SELECT 1) SELECT * FROM w JOIN x ON (conflict)")
        == ["INSERT INTO a ", "WITH w AS (SELECT 1) SELECT * FROM w JOIN x ON (conflict)", ""]
    )
    for sql in [
      "INSERT INTO a VALUES (1)", "UPDATE a SET b = (SELECT 1)", "INSERT INTO a DEFAULT VALUES",
      "INSERT INTO a SELECT 1 RETURNING b", "DELETE FROM a WHERE b IN (SELECT 1)", "",
      "WITH w AS (SELECT 1) INSERT INTO a WITH v AS (SELECT 2) SELECT * FROM v",
    ] {
      #expect(parts(sql) == nil, "\(sql)")
    }
  }
}
