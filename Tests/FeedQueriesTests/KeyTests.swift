import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

/// Keys that SQLite takes for one although they are spelt otherwise: by a collation, or 1 for 1.0.
@Suite("Keys as SQLite compares them")
struct KeyTests {
  private static let schema = """
    CREATE TABLE g (id TEXT PRIMARY KEY COLLATE NOCASE, name TEXT, ord INTEGER);
    CREATE TABLE e (id TEXT PRIMARY KEY COLLATE NOCASE, g TEXT REFERENCES g (id), v INTEGER);
    CREATE TABLE u (id PRIMARY KEY NOT NULL, v INTEGER);
    CREATE TABLE r (a TEXT COLLATE RTRIM, b TEXT COLLATE NOCASE, v INTEGER, PRIMARY KEY (b, a));
    CREATE TABLE n (id INTEGER PRIMARY KEY, c TEXT COLLATE NOCASE);
    CREATE TABLE w (id PRIMARY KEY NOT NULL, g REFERENCES g (id), w REFERENCES w (id));
    """
  private static let parents = LiveQuery(
    from: "g",
    include: [Inclusion("es", LiveQuery(from: "e"), on: "g")],
    aggregates: [Aggregate("n", "count(*)", from: "e", on: "g")]
  )

  private func play(_ query: LiveQuery, _ commits: String...) throws -> (LiveQueries, String) {
    let live = try liveQueries(Self.schema, [.init("q", query)])
    var ids = ""
    for sql in commits {
      let old = live.snapshot.results[0]
      ids = try live.run(sql)?.ids(from: old) ?? ""
      #expect(try live.check("q") == nil)
    }
    return (live, ids)
  }

  @Test(arguments: [
    ("INSERT INTO e VALUES ('AB', NULL, 1)", "INSERT OR REPLACE INTO e VALUES ('ab', NULL, 2)"),
    ("INSERT INTO e VALUES ('AB', NULL, 1)", "UPDATE e SET id = 'ab'"),
    ("INSERT INTO e VALUES ('AB', NULL, 1)", "DELETE FROM e; INSERT INTO e VALUES ('ab', NULL, 1)"),
  ])
  func `a row whose key is spelt otherwise is another object, and takes the place of the first`(
    first: String,
    second: String
  ) throws {
    for query in [LiveQuery(from: "e"), LiveQuery(from: "e", limit: 1)] {
      let (live, changes) = try play(query, first, second)
      #expect(live.shape() == "NULL[ab]")
      #expect(changes == "-AB +ab")
    }
  }

  @Test func `an upsert that spells the key otherwise changes the row that is there`() throws {
    let sql = "INSERT INTO e VALUES ('ab', NULL, 2) ON CONFLICT (id) DO UPDATE SET v = excluded.v"
    let (live, changes) = try play(
      LiveQuery(from: "e"),
      "INSERT INTO e VALUES ('AB', NULL, 1)",
      sql
    )
    #expect(live.shape() == "NULL[AB]")
    #expect(changes == "~AB")
  }

  @Test(arguments: [
    LiveQuery(from: "w", order: ["g.ord"]),
    LiveQuery(
      from: "w",
      order: ["n"],
      aggregates: [Aggregate("n", "count(*)", from: "w", on: "w")]
    ),
  ])
  func `a text that looks like a number stays one key for all queries that show it`(
    query: LiveQuery
  ) throws {
    let all = LiveQuery(from: "w")
    let live = try liveQueries(Self.schema, [.init("q", query), .init("all", all)])
    for sql in [
      "INSERT INTO g VALUES ('a', NULL, 1)", "INSERT INTO w VALUES ('1', 'a', NULL)",
      "UPDATE g SET ord = 2", "INSERT INTO w VALUES (2, 'a', '1')", "UPDATE w SET w = NULL",
    ] {
      try live.run(sql)
      for name in ["q", "all"] { #expect(try live.check(name) == nil, "after \(sql)") }
    }
    #expect(live.snapshot["all"]?.rows.map { "\($0.id)" } == ["w/2", "w/'1'"])
  }

  @Test func `ties are ordered by the key as its collation has it`() throws {
    let rows = "INSERT INTO e VALUES ('B', NULL, 1), ('a', NULL, 1), ('C', NULL, 1)"
    for query in [
      LiveQuery(from: "e"), LiveQuery(from: "e", order: ["v"]), LiveQuery(from: "e", limit: 3),
      LiveQuery(from: "e", order: ["v"], limit: 3),
    ] {
      let (live, _) = try play(query, rows, "UPDATE e SET v = 2")
      #expect(live.shape() == "NULL[a B C]")
    }
    let compound = "INSERT INTO r VALUES ('2 ', 'x', 1), ('1', 'X', 1), ('2', 'w', 1)"
    #expect(try play(LiveQuery(from: "r"), compound).0.shape() == "NULL[w,'2' X,'1' x,2 ]")
  }

  @Test func `windows are refilled by the collation of the key`() throws {
    let (live, _) = try play(
      LiveQuery(from: "e", limit: 2),
      "INSERT INTO e SELECT char(97 + x % 2 * -32 + x) || 'k', NULL, 1 FROM (SELECT value AS x "
        + "FROM json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]'))",
      "DELETE FROM e WHERE id < 'v'"
    )
    #expect(live.shape() == "NULL[Vk wk]" || live.shape() == "NULL[vk Wk]", "\(live.shape())")
  }

  @Test func `children and aggregates are found by the collation of the parent's key`() throws {
    let (live, changes) = try play(
      Self.parents,
      "INSERT INTO g (id) VALUES ('A')",
      "INSERT INTO e VALUES ('x', 'a', 1), ('y', 'A', 1)"
    )
    #expect(changes == "~A")
    let row = live.snapshot.results[0].rows[0]
    #expect(row["n"] == 2)
    #expect(row.included[0].rows.map(\.id.key.description) == ["x", "y"])
    try live.run("UPDATE g SET id = 'a'")
    #expect(live.snapshot.results[0].rows[0]["n"] == 2)
    #expect(live.snapshot.results[0].rows[0].included[0].rows.count == 2)
    try live.run("UPDATE e SET g = NULL WHERE id = 'X'")
    #expect(live.snapshot.results[0].rows[0]["n"] == 1)
    #expect(try live.check("q") == nil)
  }

  @Test func `a changed parent is found by children that spell its key otherwise`() throws {
    let query = LiveQuery(from: "e", order: ["g.ord"])
    let (live, changes) = try play(
      query,
      "INSERT INTO g (id, ord) VALUES ('A', 1), ('B', 2)",
      "INSERT INTO e VALUES ('x', 'a', 1), ('y', 'b', 1)",
      "UPDATE g SET ord = 3 WHERE id = 'a'"
    )
    #expect(live.shape() == "NULL[y x]")
    #expect(changes == ">x" || changes == ">y")
  }

  @Test func `P27 a group is called by its folded key, and its title follows the parent's row`()
    throws
  {
    let query = LiveQuery(
      from: "t",
      group: Grouping(
        by: "g",
        order: ["g.ord"],
        title: "g.name",
        aggregates: [Aggregate("n", "count(*)", from: "t", on: "g")]
      )
    )
    let live = try liveQueries(
      Self.schema
        + "CREATE TABLE t (id INTEGER PRIMARY KEY, g TEXT COLLATE NOCASE REFERENCES g (id));",
      [.init("q", query)]
    )
    try live.run("INSERT INTO g VALUES ('Ab', 'old', 1); INSERT INTO t VALUES (1, 'AB'), (2, 'ab')")
    #expect(live.shape() == "ab[1 2]")
    let old = live.snapshot.results[0]
    let update = try live.run("UPDATE g SET name = 'new'")
    #expect(update?.ids(from: old) == "~Sab")
    #expect(live.snapshot.results[0].sections.sections[0].content.title == "new")
    #expect(live.snapshot.results[0].sections.sections[0].content.aggregates == [2])
    try live.run("DELETE FROM t WHERE id = 1")
    #expect(live.shape() == "ab[2]")
    #expect(live.snapshot.results[0].sections.sections[0].content.aggregates == [1])
    #expect(try live.check("q") == nil)
  }

  @Test func `a key that another program spells differently replaces the row`()
    throws
  {
    let folder = try TemporaryDirectory()
    let location = Store.Location.file(folder.path("a.sqlite"))
    let source = SchemaSource(sql: Self.schema, name: "test.sql")
    let live = try LiveQueries(
      at: location,
      schema: source,
      queries: [.init("e", LiveQuery(from: "e")), .init("u", LiveQuery(from: "u"))]
    )
    try live.run("INSERT INTO e VALUES ('AB', NULL, 1); INSERT INTO u VALUES (1, 1), ('1', 2)")
    let other = try Store(at: location, schema: source)
    try other.withWriter {
      try $0.run("UPDATE e SET id = 'ab'; REPLACE INTO u VALUES (1.0, 3)")
    }
    try live.catchUp()
    #expect(live.shape("e") == "NULL[ab]")
    #expect(live.shape("u") == "NULL[1.0 '1']")
  }

  @Test func `numbers that are equal are one key, and texts that look like them are others`()
    throws
  {
    let (live, changes) = try play(
      LiveQuery(from: "u"),
      "INSERT INTO u VALUES (1, 1), ('1', 2), (x'31', 3), (2, 4)",
      "REPLACE INTO u VALUES (1.0, 5)"
    )
    #expect(live.shape() == "NULL[1.0 2 '1' x'31']")
    #expect(changes == "-1 +1.0")
  }

  @Test func `texts with a zero byte or invalid UTF-8 have SQLite's order`()
    throws
  {
    for order in ["c", "c DESC", "c COLLATE BINARY", "c COLLATE RTRIM"] {
      let (live, _) = try play(
        LiveQuery(from: "n", order: [order]),
        """
        INSERT INTO n VALUES (1, 'a' || char(0) || 'c'), (2, 'A' || char(0) || 'b'), (3, 'a'),
          (4, CAST(x'61ff' AS TEXT)), (5, CAST(x'41fe00' AS TEXT)), (6, 'a' || char(0)), (7, 'é'),
          (8, CAST(x'ff' AS TEXT)), (9, CAST(x'6100ff20' AS TEXT)), (10, 'ab '), (11, NULL)
        """
      )
      let fresh = try live.store.withWriter { writer in
        let rows = try writer.prepare("SELECT id FROM n ORDER BY \(order), id")
        var ids: [String] = []
        while try rows.step() { ids.append(rows.text(at: 0)) }
        return ids.joined(separator: " ")
      }
      #expect(live.shape() == "NULL[\(fresh)]", "\(order)")
    }
  }

  @Test func `two keys of invalid UTF-8 are two rows`() throws {
    let (live, changes) = try play(
      LiveQuery(from: "e"),
      "INSERT INTO e VALUES (CAST(x'ff' AS TEXT), NULL, 1), (CAST(x'fe' AS TEXT), NULL, 1)",
      "UPDATE e SET v = 2 WHERE id = CAST(x'ff' AS TEXT)"
    )
    #expect(live.shape() == "NULL[CAST(x'fe' AS TEXT) CAST(x'ff' AS TEXT)]")
    #expect(changes == "~CAST(x'ff' AS TEXT)")
  }

  @Test(arguments: ["", "STRICT"])
  func `ANY is a number where it can be outside of STRICT tables, and what it is within`(
    strict: String
  ) throws {
    let live = try liveQueries(
      """
      CREATE TABLE p (id ANY PRIMARY KEY NOT NULL, v INTEGER) STRICT;
      CREATE TABLE c (id INTEGER PRIMARY KEY, p ANY REFERENCES p (id)) \(strict);
      """,
      [
        .init("equal", LiveQuery(from: "c", filter: "p = '1'")),
        .init("groups", LiveQuery(from: "c", group: Grouping(by: "p"))),
        .init("joined", LiveQuery(from: "c", order: ["p.v"])),
        .init(
          "children",
          LiveQuery(from: "p", include: [Inclusion("c", LiveQuery(from: "c"), on: "p")])
        ),
      ]
    )
    try live.run("INSERT INTO p VALUES (1, 2), ('1', 1)")
    try live.run("INSERT INTO c VALUES (7, 1), (8, '1')")
    func children() -> [[String]] {
      live.snapshot["children"]?.rows.map { $0.included[0].rows.map(\.id.key.description) } ?? []
    }
    if strict.isEmpty {
      // '1' is stored as 1, so that both refer to the parent 1.
      #expect(live.shape("equal") == "NULL[7 8]")
      #expect(live.shape("groups") == "1[7 8]")
      #expect(live.shape("joined") == "NULL[7 8]")
      #expect(children() == [["7", "8"], []])
    } else {
      #expect(live.shape("equal") == "NULL[8]")
      #expect(live.shape("groups") == "1[7] '1'[8]")
      #expect(live.shape("joined") == "NULL[8 7]")
      #expect(children() == [["7"], ["8"]])
    }
    try live.run("UPDATE p SET v = 3 WHERE id = 1; UPDATE p SET v = 4 WHERE typeof(id) = 'text'")
    #expect(live.shape("joined") == "NULL[7 8]")
    for name in ["equal", "groups", "joined", "children"] { #expect(try live.check(name) == nil) }
  }
}
