import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedQueries

/// Rows and values that only a reading of the whole finds wrong: live queries show what fresh ones show.
@Suite("Live queries beside fresh ones")
struct FreshTests {
  /// Live queries in a file, and fresh ones over the same rows.
  private struct Pair {
    let folder: TemporaryDirectory
    let schema: SchemaSource
    let queries: [LiveQueries.Registration]
    let live: LiveQueries

    init(_ schema: String, _ queries: [LiveQuery]) throws {
      folder = try TemporaryDirectory()
      self.schema = SchemaSource(sql: schema, name: "s.sql")
      self.queries = queries.enumerated().map { .init("q\($0)", $1) }
      live = try LiveQueries(
        at: .file(folder.path("a.sqlite")),
        schema: self.schema,
        queries: self.queries
      )
    }

    /// Returns one text per query from both sets after a transaction; a transaction that a constraint
    /// forbids changes neither.
    func run(_ sql: [String]) throws -> (live: [String], fresh: [String]) {
      do {
        try live.write { writer in for statement in sql { try writer.run(statement) } }
      } catch let error as StoreError
        where error.code == .constraint || error.message.contains("datatype mismatch")
      {}
      let fresh = try LiveQueries(
        at: .file(folder.path("a.sqlite")),
        schema: schema,
        queries: queries
      )
      defer { try? fresh.close() }
      return (Self.text(live), Self.text(fresh))
    }

    /// A query that only runs as a whole shows the rows of before when it fails, and a fresh one none.
    func keepsLastRows(_ index: Int) -> Bool {
      let report = live.reports.first { $0.name == queries[index].name }
      guard case .requery? = report?.queryClass else { return false }
      return live.snapshot.results[index].failure != nil
    }

    private static func text(_ live: LiveQueries) -> [String] {
      live.snapshot.results.map { "\($0.failure ?? "ok"): \($0.naive)" }
    }
  }

  // MARK: Keys that are NULL

  private static let keys = [
    "id TEXT PRIMARY KEY", "id INT PRIMARY KEY", "id PRIMARY KEY", "id BLOB PRIMARY KEY",
    "id INTEGER PRIMARY KEY DESC", "id TEXT COLLATE NOCASE PRIMARY KEY",
  ]

  @Test(arguments: keys)
  func `rows whose key is NULL count in aggregates and are shown by no query`(key: String) throws {
    let live = try liveQueries(
      """
      CREATE TABLE g (id INTEGER PRIMARY KEY);
      CREATE TABLE p (\(key), g_id INT REFERENCES g (id), n INT);
      INSERT INTO g VALUES (1);
      """,
      [
        .init(
          "g",
          LiveQuery(
            from: "g",
            order: ["s"],
            aggregates: [
              Aggregate("c", "count(*)", from: "p", on: "g_id"),
              Aggregate("s", "sum(n)", from: "p", on: "g_id"),
            ]
          )
        ),
        .init("p", LiveQuery(from: "p", order: ["n"], limit: 2)),
      ]
    )
    func expect(
      _ count: Int64,
      _ sum: Value,
      _ rows: String,
      _ place: SourceLocation = #_sourceLocation
    ) {
      let row = live.snapshot["g"]?.rows.first
      #expect(row?["c"] == .integer(count), sourceLocation: place)
      #expect(row?["s"] == sum, sourceLocation: place)
      #expect(live.shape("p") == "NULL[\(rows)]", sourceLocation: place)
    }
    try live.run("INSERT INTO p VALUES (7, 1, 1)")
    try live.run("INSERT INTO p VALUES (NULL, 1, 2), (NULL, 1, 3)")
    let seven = live.shape("p").dropFirst(5).dropLast()
    expect(3, 6, "\(seven)")
    try live.run("UPDATE p SET n = n + 10 WHERE id IS NULL")
    expect(3, 26, "\(seven)")
    try live.run("UPDATE p SET id = NULL WHERE n = 1")
    expect(3, 26, "")
    try live.run("UPDATE p SET g_id = NULL WHERE n = 12")
    expect(2, 14, "")
    try live.run("DELETE FROM p WHERE id IS NULL")
    expect(0, .null, "")
    #expect(try live.check("g") == nil && live.check("p") == nil)
    let note = "a row of 'p' whose 'id' is NULL is not shown: declare 'id' NOT NULL"
    #expect(live.reports.first { $0.name == "p" }?.notes.first == note)
  }

  @Test func `a window that is filled again holds no rows whose key is NULL`() throws {
    let live = try liveQueries(
      """
      CREATE TABLE p (id TEXT PRIMARY KEY, n INT);
      INSERT INTO p SELECT value, value FROM json_each('[\((10..<99).map(String.init).joined(separator: ","))]');
      INSERT INTO p VALUES (NULL, 60), (NULL, 61);
      """,
      [.init("q", LiveQuery(from: "p", order: ["n"], limit: 2))]
    )
    for first in 10..<95 {
      try live.run("DELETE FROM p WHERE id = '\(first)'")
      #expect(live.shape() == "NULL[\(first + 1) \(first + 2)]")
    }
  }

  // MARK: References to other columns than the key

  private static let unique = """
    CREATE TABLE g (id INTEGER PRIMARY KEY, code %T NOT NULL UNIQUE, name TEXT);
    CREATE TABLE p (id INTEGER PRIMARY KEY, g_code %T NOT NULL REFERENCES g (code), n INT);
    """

  @Test(arguments: ["INTEGER", "TEXT"])
  func `lists and aggregates by a reference to a unique column are refused`(type: String) throws {
    let schema = Self.unique.replacing("%T", with: type)
    func message(_ path: String) -> String {
      """
      error[reference-to-other-column]: q.\(path): 'p.g_code' refers to 'g.code', but lists and \
      aggregates follow only references to the primary key, 'g.id'
        hint: name a column of 'p' that refers to 'g (id)'
      """
    }
    let list = LiveQuery(from: "g", include: [Inclusion("ps", LiveQuery(from: "p"), on: "g_code")])
    #expect(refusal(schema, list) == message("include.ps.on"))
    let sum = LiveQuery(from: "g", aggregates: [Aggregate("s", "sum(n)", from: "p", on: "g_code")])
    #expect(refusal(schema, sum) == message("aggregates.s.on"))
  }

  @Test func `a column may refer to the key in one of several references, or in a part of one`()
    throws
  {
    for references in [
      "g INTEGER REFERENCES g (code) REFERENCES g (id)",
      "g INTEGER, t INTEGER, FOREIGN KEY (t, g) REFERENCES g (t, id)", "g INTEGER",
      "g INTEGER REFERENCES G (ID)",
    ] {
      let schema =
        "CREATE TABLE g (id INTEGER PRIMARY KEY, code UNIQUE, t, UNIQUE (t, id));"
        + "CREATE TABLE p (id INTEGER PRIMARY KEY, \(references));"
      let query = LiveQuery(from: "g", aggregates: [Aggregate("n", "count(*)", from: "p", on: "g")])
      #expect(refusal(schema, query) == "")
    }
  }

  @Test func `orders, titles and conditions follow references to unique columns`() throws {
    let live = try liveQueries(
      Self.unique.replacing("%T", with: "INTEGER")
        + """
        INSERT INTO g VALUES (1, 20, 'A'), (2, 10, 'B'), (20, 1, 'C');
        INSERT INTO p VALUES (1, 20, 5), (2, 10, 7), (3, 1, 9);
        """,
      [
        .init("order", LiveQuery(from: "p", order: ["g.name"])),
        .init("filter", LiveQuery(from: "p", filter: "g.name > 'A'")),
        .init(
          "group",
          LiveQuery(
            from: "p",
            group: Grouping(by: "g_code", order: ["g.name"], title: "g.name")
          )
        ),
      ]
    )
    #expect(live.shape("order") == "NULL[1 2 3]")
    #expect(live.shape("filter") == "NULL[2 3]")
    #expect(live.shape("group") == "20[1] 10[2] 1[3]")
    try live.run("UPDATE g SET name = 'Z' WHERE code = 20")
    #expect(live.shape("order") == "NULL[2 3 1]" && live.shape("group") == "10[2] 1[3] 20[1]")
  }

  // MARK: Expressions that fail

  @Test func `a sum that overflows is NULL, fails its query alone, and recovers`() throws {
    let pair = try Pair(
      """
      CREATE TABLE g (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE p (id INTEGER PRIMARY KEY, g_id INT REFERENCES g (id), n INT);
      """,
      [
        LiveQuery(
          from: "g",
          columns: [],
          aggregates: [Aggregate("s", "sum(n)", from: "p", on: "g_id")]
        ), LiveQuery(from: "g"),
      ]
    )
    let first = try pair.run([
      "INSERT INTO g VALUES (1, 'A'), (2, 'B')",
      "INSERT INTO p VALUES (1, 1, 9223372036854775807), (3, 2, 5)",
    ])
    #expect(first.live == first.fresh)
    #expect(pair.live.snapshot["q0"]?.failure == nil)
    let failed = try pair.run(["INSERT INTO p VALUES (2, 1, 1)"])
    #expect(failed.live == failed.fresh)
    #expect(pair.live.snapshot["q0"]?.failure == "integer overflow")
    #expect(pair.live.snapshot["q1"]?.failure == nil)
    #expect(pair.live.snapshot["q0"]?.rows.map { $0["s"] } == [.null, 5])
    let other = try pair.run(["UPDATE p SET n = 6 WHERE id = 3"])
    #expect(other.live == other.fresh)
    #expect(pair.live.snapshot["q0"]?.rows.map { $0["s"] } == [.null, 6])
    let healed = try pair.run(["DELETE FROM p WHERE id = 1"])
    #expect(healed.live == healed.fresh)
    #expect(pair.live.snapshot["q0"]?.failure == nil)
    #expect(pair.live.snapshot["q0"]?.rows.map { $0["s"] } == [1, 6])
  }

  // MARK: Groups

  @Test func `an aggregate of a group counts the rows that refer to its key in any spelling`()
    throws
  {
    let live = try liveQueries(
      """
      CREATE TABLE grp (id TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, title TEXT) WITHOUT ROWID;
      CREATE TABLE event (id INTEGER PRIMARY KEY, grp_id TEXT COLLATE NOCASE REFERENCES grp (id));
      CREATE TABLE plain (id INTEGER PRIMARY KEY, grp_id TEXT REFERENCES grp (id));
      CREATE TABLE game (id INTEGER PRIMARY KEY, home_id TEXT REFERENCES grp (id));
      """,
      [
        .init(
          "q",
          LiveQuery(
            from: "game",
            group: Grouping(
              by: "home_id",
              aggregates: [
                Aggregate("n", "count(*)", from: "event", on: "grp_id"),
                Aggregate("p", "count(*)", from: "plain", on: "grp_id"),
                Aggregate("m", "count(*)", from: "game", on: "home_id"),
              ]
            )
          )
        )
      ]
    )
    func counts() -> [[Value]] {
      live.snapshot["q"]?.sections.sections.map(\.content.aggregates) ?? []
    }
    try live.run("INSERT INTO grp VALUES ('b', 'Blues')")
    try live.run("INSERT INTO event VALUES (1, 'B'), (2, 'b'); INSERT INTO plain VALUES (1, 'B')")
    try live.run("INSERT INTO game VALUES (1, 'b'), (2, 'B')")
    #expect(counts() == [[2, 1, 1], [2, 1, 1]])
    try live.run("INSERT INTO event VALUES (3, 'B'); INSERT INTO plain VALUES (2, 'b')")
    #expect(counts() == [[3, 2, 1], [3, 2, 1]])
    try live.run("DELETE FROM event WHERE id = 2")
    #expect(counts() == [[2, 2, 1], [2, 2, 1]])
    #expect(try live.check("q") == nil)
  }

  // MARK: At random

  @Test(arguments: 0..<UInt64(amount(12, full: 120, soak: 1200)))
  func
    `keys that are NULL, aggregates that fail and other spellings are shown as in a fresh process`(
      seed: UInt64
    ) throws
  {
    var random = FreshCase(seed: seed)
    let schema = random.schema()
    let pair = try Pair(schema, (0..<5).map { _ in random.query() })
    var history: [[String]] = []
    for _ in 0..<24 {
      let transaction = (0..<random.number(1, 3)).map { _ in random.statement() }
      history.append(transaction)
      let shown = try pair.run(transaction)
      for (index, (live, fresh)) in zip(shown.live, shown.fresh).enumerated()
      where live != fresh && !pair.keepsLastRows(index) {
        Issue.record(
          """
          seed \(seed), query \(index) \(pair.queries[index].query) shows
            \(live)
          and a fresh one
            \(fresh)
          after \(history.flatMap { $0 }.joined(separator: ";\n")) in
          \(schema)
          """
        )
        return
      }
    }
    for query in pair.queries { #expect(try pair.live.check(query.name) == nil) }
  }
}
