import FeedStore
import TestSupport
import Testing

/// Statements for some messages only, and queries that run once for each message.
@Suite("Adapter: cases and named queries")
struct AdapterCaseTests {
  private static let sql = """
    CREATE TABLE price (id INTEGER PRIMARY KEY, value REAL, day TEXT) STRICT;
    CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT) STRICT;
    CREATE VIEW dear AS SELECT * FROM price WHERE value > 100;
    """

  private let store: Store

  init() throws { store = try memoryStore(Self.sql) }

  /// Applies messages, each in its own transaction, and returns the touched keys of each.
  @discardableResult
  private func apply(_ messages: String..., by adapter: Adapter) throws -> [[String]] {
    try store.withWriter { writer in
      let feed = try MessageWriter(in: writer, adapters: ["feed": adapter])
      return try messages.map { message in
        let changes = try writer.transaction { _ in try feed.apply(message, adapter: "feed") }
        #expect(!changes.needsFullRefresh)
        return keys(changes, in: store.schema)
      }
    }
  }

  @Test func `only the cases whose conditions hold run, in their order`() throws {
    func note(_ condition: String, _ text: String) -> Adapter.Case {
      .init(condition: condition, statements: ["INSERT INTO log (text) VALUES ('\(text)')"])
    }
    let adapter = Adapter(
      statements: ["INSERT INTO log (text) VALUES (:message ->> 'n')"],
      cases: [
        note(":message ->> 'a'", "a"), note(":message ->> 'b' = 'yes'", "b"),
        note("NOT EXISTS (SELECT 1 FROM log WHERE text = 'a')", "no a yet"),
        note(":message ->> 'half'", "half"),
      ]
    )
    try apply(
      #"{"n":"m1"}"#,
      #"{"n":"m2","a":true,"b":"yes"}"#,
      #"{"n":"m3","b":"no","a":0,"half":0.5}"#,
      by: adapter
    )
    let rows = try store.rows("SELECT text FROM log ORDER BY id")
    // The condition of the third case does not see the rows of the first.
    #expect(rows == ["m1", "no a yet", "m2", "a", "b", "no a yet", "m3", "half"])
  }

  @Test func `conditions are evaluated for each element of a list`() throws {
    let adapter = Adapter(
      cases: [
        .init(
          condition: ":item ->> 'gone'",
          statements: ["DELETE FROM price WHERE id = :item ->> 'id'"]
        ),
        .init(
          condition: ":item -> 'value' IS NOT NULL AND :message ->> 'day' = 'mon'",
          statements: ["INSERT INTO price VALUES (:item ->> 'id', :item ->> 'value', 'mon')"]
        ),
      ],
      each: "$.changes"
    )
    try apply(
      #"{"day":"mon","changes":[{"id":1,"value":1},{"id":2,"value":2},{"id":1,"gone":true}]}"#,
      #"{"day":"tue","changes":[{"id":3,"value":1},{"id":4,"gone":1,"value":2}]}"#,
      by: adapter
    )
    #expect(try store.rows("SELECT * FROM price") == ["2 2.0 mon"])
  }

  @Test func `the rows of a named query are a table for its statements`() throws {
    let adapter = Adapter(
      statements: [
        "INSERT INTO price SELECT id, value, NULL FROM Change WHERE true "
          + "ON CONFLICT DO UPDATE SET value = excluded.value",
        "WITH day AS (SELECT :message ->> 'day' AS day) "
          + "UPDATE price SET day = (SELECT day FROM day) WHERE id IN (SELECT id FROM \"change\")",
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < (SELECT n FROM "
          + "total)) INSERT INTO log (text) SELECT 'row ' || i FROM n",
      ],
      namedQueries: [
        .init(
          name: "change",
          sql: "SELECT key AS id, value FROM json_each(:message, '$.prices') -- by id"
        ),
        .init(
          name: "total",
          sql: "WITH c AS (SELECT count(*) AS n, sum(value) AS sum FROM change) SELECT * FROM c"
        ),
      ],
      cases: [
        .init(
          condition: "(SELECT n FROM total) > 1",
          statements: ["INSERT INTO log (text) SELECT sum || extra FROM total, extra"],
          namedQueries: [.init(name: "extra", sql: "SELECT '!' AS extra FROM change LIMIT 1")]
        )
      ],
      replacements: [.init(table: "price", keys: "SELECT id FROM change")]
    )
    let touched = try apply(
      #"{"day":"mon","prices":{"1":10,"2":20}}"#,
      #"{"day":"tue","prices":{"2":21}}"#,
      #"{"day":"wed","prices":{}}"#,
      by: adapter
    )
    #expect(
      try store.rows("SELECT text FROM log") == ["row 1", "row 2", "30!", "row 1", "row 1"]
    )
    #expect(touched[1] == ["log/4", "price/1", "price/2"])
    #expect(touched[2] == ["log/5", "price/2"])
  }

  @Test func `a named query runs for each element, and only if the condition of its case holds`()
    throws
  {
    let adapter = Adapter(
      namedQueries: [.init(name: "level", sql: "SELECT value FROM json_each(:item, '$.levels')")],
      cases: [
        .init(
          condition: ":item -> 'levels' IS NOT NULL",
          statements: ["INSERT INTO log (text) SELECT what || coalesce(best, 0) FROM best"],
          namedQueries: [
            // This query would fail for an element without levels.
            .init(
              name: "best",
              sql: "SELECT max(value) AS best, json(:item ->> 'what') ->> 0 AS what FROM level"
            )
          ]
        )
      ],
      each: "$"
    )
    try apply(
      #"[{"levels":[1,3,2],"what":"[\"a\"]"},{"what":"no JSON"},{"levels":[],"what":"[\"b\"]"}]"#,
      by: adapter
    )
    #expect(try store.rows("SELECT text FROM log") == ["a3", "b0"])
  }

  @Test func `a rejected message leaves no rows of its queries`() throws {
    let adapter = Adapter(
      statements: ["INSERT INTO price (id, value) SELECT id, value FROM change"],
      namedQueries: [
        .init(name: "change", sql: "SELECT key + 1 AS id, value FROM json_each(:message)")
      ]
    )
    try store.withWriter { writer in
      let feed = try MessageWriter(in: writer, adapters: ["feed": adapter])
      func apply(_ message: String) throws -> [String] {
        keys(
          try writer.transaction { _ in try feed.apply(message, adapter: "feed") },
          in: store.schema
        )
      }
      #expect(throws: StoreError.self) { try apply(#"[1, 2, "much"]"#) }
      #expect(try apply("[7]") == ["price/1"])
      #expect(throws: StoreError.self) { try apply("[8]") }
      #expect(try apply("[]") == [])
      // Messages in one transaction do not see each other's rows.
      let changes = try writer.transaction { _ in
        try writer.run("DELETE FROM price")
        for message in ["[1]", "[]"] { try feed.apply(message, adapter: "feed") }
      }
      #expect(keys(changes, in: store.schema) == ["price/1"])
      // Queries of the feed cannot read the rows.
      let error = storeError { _ = try writer.inspect("SELECT * FROM feed_let_1") }
      #expect(error?.code == .notAllowed)
      #expect(storeError { _ = try writer.inspect("SELECT * FROM change") }?.code == .sql)
    }
  }

  @Test func `a store that follows the changes of other programs does not see the rows of a query`()
    throws
  {
    let folder = try TemporaryDirectory()
    let path = folder.path("a.sqlite")
    let stores = try (0..<2).map { _ in
      let store = try Store(at: .file(path), schema: SchemaSource(sql: Self.sql, name: "test.sql"))
      _ = try store.withWriter { writer in
        writer.followOthers(in: writer.schema.tables.indices)
        return try writer.transaction { _ in }
      }
      return store
    }
    let adapter = Adapter(
      statements: ["INSERT INTO price (id, value) SELECT id, value FROM change WHERE value > 1"],
      namedQueries: [
        .init(name: "change", sql: "SELECT key AS id, value FROM json_each(:message)")
      ]
    )
    try stores[0].withWriter { writer in
      let feed = try MessageWriter(in: writer, adapters: ["feed": adapter])
      _ = try writer.transaction { _ in try feed.apply("[1, 2, 3]", adapter: "feed") }
    }
    try stores[1].withWriter { writer in
      let changes = try writer.transaction { _ in }
      #expect(changes.hasOthers)
      #expect(!changes.needsFullRefresh)
      #expect(keys(changes, in: stores[1].schema) == ["price/1", "price/2"])
    }
  }

  @Test func `two adapters may use one name for different rows`() throws {
    func adapter(_ sql: String) -> Adapter {
      Adapter(
        statements: ["INSERT INTO log (text) SELECT * FROM change"],
        namedQueries: [.init(name: "change", sql: sql)]
      )
    }
    try store.withWriter { writer in
      let feed = try MessageWriter(
        in: writer,
        adapters: ["a": adapter("SELECT 'a' AS x"), "b": adapter("SELECT 'b' AS y")]
      )
      _ = try writer.transaction { _ in
        for name in ["a", "b", "a"] { try feed.apply("{}", adapter: name) }
      }
    }
    #expect(try store.rows("SELECT text FROM log") == ["a", "b", "a"])
  }

  @Test func `an endless query is ended`() throws {
    let store = try Store(
      at: .memory,
      schema: SchemaSource(sql: Self.sql, name: "test.sql"),
      limits: StoreLimits(statementTimeout: .nanoseconds(1))
    )
    let endless = "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) "
    let adapter = Adapter(
      namedQueries: [.init(name: "all_numbers", sql: endless + "SELECT count(*) AS n FROM c")]
    )
    try store.withWriter { writer in
      let feed = try MessageWriter(in: writer, adapters: ["feed": adapter])
      let error = storeError {
        _ = try writer.transaction { _ in try feed.apply("{}", adapter: "feed") }
      }
      #expect(error?.code == .statementTimeout)
    }
  }

  // MARK: Mistakes

  struct Mistake: Sendable, CustomTestStringConvertible {
    let adapter: Adapter
    let found: [String]
    var testDescription: String { found.first ?? "" }

    init(_ adapter: Adapter, _ found: String...) { (self.adapter, self.found) = (adapter, found) }

    static func query(_ name: String, _ sql: String, _ statements: String...) -> Adapter {
      Adapter(statements: statements, namedQueries: [.init(name: name, sql: sql)])
    }
  }

  @Test(arguments: [
    Mistake(
      .init(cases: [.init(condition: ":massage", statements: [])]),
      "cases.0.when:-1 there is no parameter ':massage' (the only parameter is ':message')"
    ),
    Mistake(
      .init(cases: [.init(condition: "1), (2", statements: ["DELETE FROM prise"])]),
      "cases.0.when:-1 a condition is one expression (join several by AND or OR)",
      "cases.0.sql.0:-1 no such table: prise (did you mean 'price'?)"
    ),
    Mistake(
      Mistake.query("price", "SELECT 1 AS x"),
      "let.price:-1 a query of 'let' cannot be named 'price', like a table of the schema "
        + "(choose another name)"
    ),
    Mistake(
      Mistake.query("DEAR", "SELECT 1 AS x"),
      "let.DEAR:-1 a query of 'let' cannot be named 'DEAR', like a view of the schema "
        + "(choose another name)"
    ),
    Mistake(
      Mistake.query("json_each", "SELECT 1 AS x"),
      "let.json_each:-1 a query of 'let' cannot be named 'json_each', like a function of SQLite "
        + "(choose another name)"
    ),
    Mistake(
      .init(
        namedQueries: [.init(name: "a", sql: "SELECT 1 AS x")],
        cases: [
          .init(
            condition: "true",
            statements: [],
            namedQueries: [.init(name: "A", sql: "SELECT 1 AS x")]
          )
        ]
      ),
      "cases.0.let.A:-1 a query of 'let' cannot be named 'A', like another query of 'let' "
        + "(choose another name)"
    ),
    Mistake(
      Mistake.query("a", "DELETE FROM price"),
      "let.a:-1 'a' yields no rows (write a SELECT)"
    ),
    Mistake(
      Mistake.query("a", "SELECT 1 AS x, 2 AS X"),
      "let.a:-1 'a' has two columns called 'X' (give one of them another name with AS)"
    ),
    Mistake(
      Mistake.query(
        "a",
        "SELECT nmae FROM price",
        "DELETE FROM price WHERE id IN (SELECT 1 FROM a)"
      ),
      "let.a:7 no such column: nmae"
    ),
    Mistake(
      Mistake.query("a", "SELECT random() AS x"),
      "let.a:7 'random' depends on chance (pass the value in as a parameter or in the message)"
    ),
    Mistake(
      Mistake.query("a", "SELECT 1 AS x", "INSERT INTO a VALUES (1)"),
      "sql.0:-1 no such table: a ('a' names the rows of a query of 'let', which are read-only)"
    ),
    Mistake(
      Mistake.query(
        "change",
        "SELECT 1 AS x",
        "DELETE FROM price WHERE id IN (SELECT x FROM chnage)"
      ),
      "sql.0:-1 no such table: chnage (did you mean 'change'?)"
    ),
    Mistake(
      Mistake.query("a", "SELECT 1 AS x", "UPDATE price SET value = (SELECT y FROM a)"),
      "sql.0:33 no such column: y"
    ),
    Mistake(
      .init(
        statements: ["DELETE FROM price WHERE id IN (SELECT x FROM b)"],
        namedQueries: [.init(name: "a", sql: "SELECT 1 AS x")],
        cases: [
          .init(
            condition: "EXISTS (SELECT 1 FROM b)",
            statements: [],
            namedQueries: [.init(name: "b", sql: "SELECT 1 AS x")]
          )
        ],
        each: "$",
        replacements: [.init(table: "price", keys: "SELECT x FROM a")],
        marks: ["start": "EXISTS (SELECT 1 FROM a)"]
      ),
      "sql.0:-1 no such table: b ('b' belongs to a 'let' that applies elsewhere, "
        + "and cannot be used here)",
      "cases.0.when:-1 no such table: b ('b' belongs to a 'let' that applies elsewhere, "
        + "and cannot be used here)",
      "replace.price.keys:-1 no such table: a ('a' belongs to a 'let' that applies elsewhere, "
        + "and cannot be used here)",
      "marks.start:-1 no such table: a ('a' belongs to a 'let' that applies elsewhere, "
        + "and cannot be used here)"
    ),
  ])
  func `an error is reported with its location and a hint`(_ mistake: Mistake) throws {
    let errors = #expect(throws: AdapterErrors.self) {
      try store.withWriter { writer in
        _ = try MessageWriter(in: writer, adapters: ["feed": mistake.adapter])
      }
    }
    let found = errors?.errors.map { error in
      "\(error.path.dropFirst().joined(separator: ".")):\(error.offset ?? -1) \(error.message)"
        + (error.hint.map { " (\($0))" } ?? "")
    }
    #expect(found == mistake.found)
  }
}
