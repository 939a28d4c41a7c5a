import FeedStore
import Testing

@Suite("Adapter")
struct AdapterTests {
  static let sql = """
    CREATE TABLE price (id INTEGER PRIMARY KEY, value REAL, day TEXT) STRICT;
    CREATE TABLE seat (row INTEGER, place INTEGER, name TEXT, PRIMARY KEY (row, place)) STRICT;
    """

  let store: Store

  init() throws { store = try memoryStore(Self.sql) }

  @discardableResult
  private func apply(_ message: String, _ adapter: Adapter) throws -> [String] {
    try store.withWriter { writer in
      let messages = try MessageWriter(in: writer, adapters: ["feed": adapter])
      return keys(
        try writer.transaction { _ in try messages.apply(message, adapter: "feed") },
        in: store.schema
      )
    }
  }

  @Test func `the elements of a list are applied one by one, in their order`() throws {
    let adapter = Adapter(
      statements: [
        "DELETE FROM price WHERE id = :item ->> 'id' AND :item ->> 'gone'",
        """
        INSERT INTO price (id, value, day) SELECT :item ->> 'id', :item ->> 'value', :message ->> 'day'
        WHERE :item ->> 'value' IS NOT NULL
        ON CONFLICT (id) DO UPDATE SET value = coalesce(value, 0) * 10 + excluded.value
        """,
      ],
      each: "$.changes"
    )
    try apply(
      """
      {"day":"today","changes":[{"id":1,"value":1},{"id":1,"value":2},{"id":2,"value":9},
      {"id":1,"gone":true,"value":3},{"id":1,"value":4},{"id":2,"gone":true}]}
      """,
      adapter
    )
    let rows = try store.rows("SELECT * FROM price")
    #expect(rows == ["1 34.0 today"])
    #expect(try apply(#"{"changes":[]}"#, adapter).isEmpty)
    #expect(try apply(#"{"heartbeat":true}"#, adapter).isEmpty)
    #expect(try apply(#"{"changes":{"id":7,"value":1}}"#, adapter).isEmpty == false)
  }

  @Test func `a snapshot deletes the rows in its scope that it does not mention`() throws {
    try store.withWriter {
      try $0.run(
        """
        INSERT INTO price VALUES (1, 1, 'mon'), (2, 2, 'mon'), (3, 3, 'tue');
        INSERT INTO seat VALUES (1, 1, 'a'), (1, 2, 'b'), (2, 1, 'c');
        """
      )
    }
    let adapter = Adapter(
      statements: [],
      replacements: [
        .init(
          table: "price",
          keys: "SELECT value FROM json_each(:message, '$.prices')",
          scope: "day = :message ->> 'day'"
        ),
        .init(
          table: "seat",
          keys: "SELECT value ->> 0, value ->> 1 FROM json_each(:message, '$.seats')"
        ),
      ]
    )
    try apply(#"{"day":"mon","prices":[2,null],"seats":[[1,2],[null,1],[2,1]]}"#, adapter)
    #expect(try store.rows("SELECT id FROM price") == ["2", "3"])
    let left = try store.rows("SELECT name FROM seat ORDER BY name")
    #expect(left == ["b", "c"])
  }

  @Test(
    arguments: [
      (
        """
        SELECT m.value ->> 'id' FROM json_each(:message, '$.groups') AS g,
          json_each(g.value, '$.markets') m
        """, #"{"groups":[{"markets":[{"id":1}]},{"markets":[{"id":2}]}]}"#,
        [#"{"groups":null}"#, #"{"groups":false}"#, #"{"groups":[{"error":"down"}]}"#, "{}"],
        #"{"groups":[{"markets":[]},{"name":"empty"}]}"#
      ),
      (
        """
        SELECT value ->> 'id' FROM json_each(:message, '$.old')
        UNION SELECT value ->> 'id' FROM json_each(:message -> 'new')
        """, #"{"old":[{"id":1}],"new":[{"id":2}]}"#,
        [#"{"old":5}"#, #"{"new":null,"old":false}"#, "{}"],
        #"{"old":[],"new":[]}"#
      ),
    ]
  )
  func `a message without its lists deletes nothing and is rejected`(
    keys: String,
    whole: String,
    without: [String],
    empty: String
  ) throws {
    let adapter = Adapter(
      statements: [
        "INSERT INTO price (id) SELECT 1 UNION SELECT 2 WHERE true ON CONFLICT DO NOTHING"
      ],
      replacements: [.init(table: "price", keys: keys)]
    )
    try apply(whole, adapter)
    #expect(try store.rows("SELECT id FROM price") == ["1", "2"])
    for message in without {
      #expect(throws: StoreError.self, "\(message)") { try apply(message, adapter) }
      #expect(try store.rows("SELECT id FROM price") == ["1", "2"], "\(message)")
    }
    try apply(empty, adapter)
    #expect(try store.rows("SELECT id FROM price") == [])
  }

  @Test(
    arguments: [
      ("SELECT value ->> 'id' FROM json_each(:message, '$.data.items')", [], nil),
      ("SELECT value ->> 'id' FROM json_each(:message ->> '$.data.items')", [], nil),
      ("SELECT value ->> 'id' FROM json_each(json_extract(:message, '$.data.items'))", [], nil),
      ("SELECT value ->> 'id' FROM json_each(:message -> 'data' -> 'items')", [], nil),
      (
        "SELECT id FROM item",
        [("item", "SELECT value ->> 'id' AS id FROM json_each(:message, '$.data.items')")], nil
      ),
      ("SELECT value ->> 'id' FROM json_each(:message, '$.data.items')", [], "$.data.items"),
    ]
  )
  func `a message without the list of a replacement deletes nothing and is rejected`(
    keys: String,
    queries: [(String, String)],
    each: String?
  ) throws {
    let adapter = Adapter(
      statements: [
        """
        INSERT INTO price (id) SELECT value ->> 'id' FROM json_each(:message, '$.data.items')
        WHERE true ON CONFLICT DO NOTHING
        """
      ],
      namedQueries: each == nil ? queries.map { .init(name: $0, sql: $1) } : [],
      each: each,
      replacements: [.init(table: "price", keys: keys)]
    )
    try apply(#"{"data":{"items":[{"id":1},{"id":2}]}}"#, adapter)
    for message in [
      #"{"error":"maintenance"}"#, #"{"data":null,"errors":[{"message":"down"}]}"#,
      #"{"data":{"items":null}}"#, "{}", "[]", "7", "null",
    ] {
      let error = #expect(throws: StoreError.self) { try apply(message, adapter) }
      #expect(
        error?.message.contains("'replace' would delete rows of 'price'") == true,
        "\(message)"
      )
      #expect(try store.rows("SELECT id FROM price") == ["1", "2"], "\(message)")
    }
    try apply(#"{"data":{"items":[{"id":2}]}}"#, adapter)
    #expect(try store.rows("SELECT id FROM price") == ["2"])
    try apply(#"{"data":{"items":[]}}"#, adapter)
    #expect(try store.rows("SELECT id FROM price") == [])
    // There is nothing to delete.
    try apply("{}", adapter)
  }

  @Test(
    arguments: [
      "SELECT value ->> 'id' FROM json_each(coalesce(:message -> '$.items', '[]'))",
      """
      SELECT value ->> 'id' FROM json_each(:message, '$.items')
      UNION SELECT value ->> 'id' FROM json_each(:message, '$.more')
      """,
      "SELECT value ->> 'id' FROM json_each(:message)", "SELECT 7",
    ]
  )
  func `a replacement whose list may be missing deletes what the message does not mention`(
    keys: String
  ) throws {
    try store.withWriter { try $0.run("INSERT INTO price (id) VALUES (1), (2)") }
    let adapter = Adapter(replacements: [.init(table: "price", keys: keys)])
    try apply(#"{"more":[{"id":2}]}"#, adapter)
    #expect(try store.rows("SELECT id FROM price WHERE id = 1") == [])
  }

  @Test func `a replacement without a condition concerns all rows of a table with a column 'true'`()
    throws
  {
    let store = try memoryStore(#"CREATE TABLE a (id INTEGER PRIMARY KEY, "true" INTEGER) STRICT;"#)
    try store.withWriter { writer in
      try writer.run("INSERT INTO a VALUES (1, 0), (2, 1), (3, 0)")
      let adapter = Adapter(
        replacements: [.init(table: "a", keys: "SELECT value FROM json_each(:message, '$.ids')")]
      )
      let messages = try MessageWriter(in: writer, adapters: ["a": adapter])
      _ = try writer.transaction { _ in try messages.apply(#"{"ids":[1]}"#, adapter: "a") }
    }
    #expect(try store.rows("SELECT id FROM a") == ["1"])
  }

  @Test func `a message outside the scope of a replacement needs no list`() throws {
    try store.withWriter { try $0.run("INSERT INTO price VALUES (1, 1, 'mon')") }
    let adapter = Adapter(
      replacements: [
        .init(
          table: "price",
          keys: "SELECT value FROM json_each(:message, '$.prices')",
          scope: "day = :message ->> 'whole'"
        )
      ]
    )
    try apply(#"{"price":7}"#, adapter)
    #expect(try store.rows("SELECT id FROM price") == ["1"])
  }

  @Test func `each error of each adapter is reported with its location`() throws {
    let errors = #expect(throws: AdapterErrors.self) {
      try store.withWriter { writer in
        _ = try MessageWriter(
          in: writer,
          adapters: [
            "b": Adapter(
              statements: ["SELECT :item", "DELETE FROM prise"],
              replacements: [
                .init(table: "seats", keys: "SELECT 1"),
                .init(table: "seat", keys: "SELECT 1", scope: "nmae > 1"),
              ],
              marks: ["start": "SELECT", "end": ":item"]
            ),
            "a": Adapter(statements: ["DROP TABLE price"], each: "mc"),
          ]
        )
      }
    }
    #expect(
      errors?.errors.map { "\($0.path.joined(separator: ".")):\($0.offset ?? -1) \($0.message)" }
        == [
          "a.each:-1 JSON path error near 'mc'",
          "a.sql.0:-1 a change of the schema is not allowed in a message",
          "b.sql.0:-1 there is no parameter ':item'",
          "b.sql.1:-1 no such table: prise",
          "b.replace.seats:-1 there is no table 'seats'",
          "b.replace.seat.keys:-1 the query yields 1 columns, and the key of 'seat' has 2",
          "b.replace.seat.where:0 no such column: nmae",
          "b.marks.end:-1 there is no parameter ':item'",
          "b.marks.start:-1 near \")\": syntax error",
        ]
    )
  }

  @Test func `a message that an adapter cannot apply leaves no trace`() throws {
    let adapter: Adapter = ["INSERT INTO price (id, value) VALUES (1, 1), (2, :message ->> 'x')"]
    let error = storeError { try apply(#"{"x":"much"}"#, adapter) }
    #expect(error?.message.hasPrefix("adapter 'feed': ") == true)
    #expect(
      storeError { try apply("{\"x\":", adapter) }?.message.contains("is not JSON") == true
    )
    #expect(try store.rows("SELECT count(*) FROM price") == ["0"])
  }

  @Test func `a mark finds the moment that it describes`() throws {
    try store.withWriter { writer in
      let messages = try MessageWriter(
        in: writer,
        adapters: ["feed": Adapter(statements: [], marks: ["live": ":message ->> 'live'"])]
      )
      #expect(try messages.isMarked(#"{"live":true}"#, as: "live", adapter: "feed") == true)
      #expect(try messages.isMarked(#"{"live":null}"#, as: "live", adapter: "feed") == false)
      #expect(try messages.isMarked("{}", as: "late", adapter: "feed") == nil)
    }
  }
}
