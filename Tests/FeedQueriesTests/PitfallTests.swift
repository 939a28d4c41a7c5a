import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

/// Ways to be silently wrong over SQLite, each with its number.
///
/// Other suites test the remaining ones.
@Suite("Live queries, pitfalls")
struct PitfallTests {
  private static let events = LiveQuery(from: "event", order: ["start"])

  private func make(_ rows: String = "", _ query: LiveQuery = Self.events) throws -> LiveQueries {
    try Leagues.queries(rows, [.init("q", query)])
  }

  // MARK: What SQLite does not tell

  @Test func `P11 VACUUM changes nothing, since rows are known by declared keys`() throws {
    let live = try liveQueries(
      "CREATE TABLE tag (name TEXT PRIMARY KEY NOT NULL, n INTEGER);"
        + "INSERT INTO tag VALUES ('a', 1), ('b', 2), ('c', 3); DELETE FROM tag WHERE name = 'a';",
      [.init("q", LiveQuery(from: "tag", order: ["n"]))]
    )
    try live.store.withWriter { try $0.run("VACUUM") }
    #expect(try live.catchUp() == nil)
    #expect(try live.run("UPDATE tag SET n = 9 WHERE name = 'b'") != nil)
    #expect(live.shape() == "NULL[c b]")
    #expect(try live.check("q") == nil)
  }

  @Test func `P15 S42 a commit of another connection is one version`() async throws {
    let folder = try TemporaryDirectory()
    let location = Store.Location.file(folder.path("a.sqlite"))
    let source = SchemaSource(sql: Leagues.schema, name: "leagues.sql")
    let live = try LiveQueries(at: location, schema: source, queries: [.init("q", Self.events)])
    let other = try Store(at: location, schema: source)
    #expect(try live.catchUp() == nil)
    try other.withWriter {
      try $0.run("INSERT INTO event(id) VALUES (1); INSERT INTO event(id) VALUES (2)")
    }
    #expect(try live.catchUp()?.snapshot.version == 2)
    #expect(live.shape() == "NULL[1 2]")
    #expect(try live.catchUp() == nil)

    // An own write first reads the commits of other programs.
    try other.withWriter { try $0.run("DELETE FROM event WHERE id = 1") }
    #expect(try live.run("INSERT INTO event(id) VALUES (3)")?.snapshot.version == 3)
    #expect(live.shape() == "NULL[2 3]")

    // A program that follows others need not catch up.
    var versions = live.versions().makeAsyncIterator()
    _ = await versions.next()
    let following = Task { await live.followOthers { Issue.record($0) } }
    try other.withWriter { try $0.run("UPDATE event SET name = 'new' WHERE id = 3") }
    #expect(await versions.next()?["q"].description == "reconfigureItems: [0, 1]")
    following.cancel()
    await following.value

    // Closing is an end as well, and no error.
    let again = Task { await live.followOthers { Issue.record($0) } }
    try live.close()
    await again.value
  }

  @Test func `P16 P11 tables whose changes cannot be followed are refused`() {
    let message = refusal("CREATE VIRTUAL TABLE note USING fts5(text)", LiveQuery(from: "note"))
    #expect(message.contains("error[unsupported-table]: table 'note' is virtual"))
    #expect(
      refusal("CREATE TABLE note (text)", LiveQuery(from: "note"))
        .contains("error[no-primary-key]: table 'note' declares no primary key")
    )
  }

  @Test func `P25 rows may be changed while they are read`() throws {
    let live = try make("INSERT INTO event(id, start) VALUES (1, 1), (2, 2), (3, 3);")
    try live.write { writer in
      let ids = try writer.prepare("SELECT id FROM event")
      while try ids.step() {
        try writer.run("UPDATE event SET start = -start WHERE id = \(ids.integer(at: 0))")
      }
    }
    #expect(live.shape() == "NULL[3 2 1]")
    #expect(try live.check("q") == nil)
  }

  // MARK: Order and values

  @Test func `P26 texts are told apart and ordered by their bytes`() throws {
    let live = try liveQueries(
      "CREATE TABLE word (name TEXT PRIMARY KEY NOT NULL);",
      [
        .init("words", LiveQuery(from: "word", order: ["name"])),
        .init("groups", LiveQuery(from: "word", group: Grouping(by: "name"))),
      ]
    )
    try live.run("INSERT INTO word VALUES ('z'), ('\u{E9}'), ('e\u{301}'), ('f')")
    #expect(live.snapshot["words"]?.sections.itemCount == 4)
    #expect(live.snapshot["groups"]?.sections.sectionCount == 4)
    let bytes = live.snapshot["words"]?.rows.map { Array(($0["name"]?.string ?? "").utf8) }
    #expect(bytes == [Array("e\u{301}".utf8), [0x66], [0x7A], [0xC3, 0xA9]])
    try live.run("DELETE FROM word WHERE name = 'e\u{301}'")
    #expect(live.snapshot["groups"]?.sections.sectionCount == 3)
  }

  @Test func `P27 a group is its key's bytes, and its title follows its first row`() throws {
    let live = try liveQueries(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE);"
        + "INSERT INTO item VALUES (1, 'Ä'), (2, 'a'), (3, 'A'), (4, 'ä');",
      [
        .init(
          "q",
          LiveQuery(from: "item", group: Grouping(by: "lower(name)", title: "name"))
        )
      ]
    )
    #expect(live.shape() == "a[2 3] Ä[1] ä[4]")
    #expect(live.snapshot["q"]?.sections.sections.first?.content.title == "a")
    let update = try live.run("DELETE FROM item WHERE id = 2")
    #expect(live.snapshot["q"]?.sections.sections.first?.content.title == "A")
    #expect(update?["q"].reloadSections == [0])
  }

  @Test func `P27 a reference matches its parent by the affinity of the key's column`()
    throws
  {
    let schema =
      "CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child "
      + "(id INTEGER PRIMARY KEY, parent %T REFERENCES parent);"
    let query = LiveQuery(
      from: "parent",
      include: [Inclusion("children", LiveQuery(from: "child"), on: "parent")]
    )
    #expect(
      refusal(schema.replacing("%T", with: "TEXT"), query) == """
        error[mismatched-reference]: q.include.children.on: 'child.parent' is declared TEXT, but \
        'parent.id', which it refers to, is INTEGER
          hint: declare both with the same type: a text is never equal to a number
        """
    )
    let counts = LiveQuery(
      from: "parent",
      aggregates: [Aggregate("children", "count(*)", from: "child", on: "parent")]
    )
    #expect(
      refusal(schema.replacing("%T", with: "TEXT"), counts).contains("q.aggregates.children.on: ")
    )
    let live = try liveQueries(
      schema.replacing("%T", with: "")
        + "INSERT INTO parent VALUES (5); INSERT INTO child VALUES (1, '5'), (2, 5), (3, 5.0);",
      [.init("q", query)]
    )
    #expect(
      live.snapshot["q"]?.sections.sections[0].items[0].content.children("children").count == 3
    )
  }

  @Test func `P28 NaN is NULL, zeros are equal, and large integers are exact`() throws {
    let live = try liveQueries(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, v);",
      [.init("q", LiveQuery(from: "item", order: ["v"]))]
    )
    try live.run(
      """
      INSERT INTO item VALUES (1, 9007199254740993), (2, 9007199254740992.0), (3, 9e999 - 9e999),
        (4, 0), (5, -0.0), (6, 9223372036854775807), (7, 9.3e18), (8, x'00'), (9, '0')
      """
    )
    #expect(live.shape() == "NULL[3 4 5 2 1 6 7 9 8]")
    #expect(try live.check("q") == nil)
  }

  @Test func `P29 NULL is neither true nor false, and NULLS LAST orders it`() throws {
    let live = try liveQueries(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, v); INSERT INTO item VALUES (1, 1), (2, NULL), (3, 3);",
      [
        .init("not", LiveQuery(from: "item", filter: "NOT (v = 1)")),
        .init("in", LiveQuery(from: "item", filter: "v NOT IN (1, NULL)")),
        .init("up", LiveQuery(from: "item", order: ["v"])),
        .init("down", LiveQuery(from: "item", order: ["v DESC"])),
        .init("last", LiveQuery(from: "item", order: ["v NULLS LAST"])),
      ]
    )
    try live.run("UPDATE item SET v = v")
    let shapes = live.snapshot.results.map(\.shape)
    #expect(shapes == ["NULL[3]", "NULL[]", "NULL[2 1 3]", "NULL[3 1 2]", "NULL[1 3 2]"])
  }

  @Test func `P30 P31 the key is the last term, and an index on the order still serves`() throws {
    let live = try make(
      "CREATE INDEX by_start ON event(start);",
      LiveQuery(from: "event", order: ["start DESC"], limit: 2)
    )
    #expect(live.reports[0].notes == [])
    try live.run("INSERT INTO event(id, start) VALUES (3, 1), (1, 1), (2, 1), (4, 0)")
    #expect(live.shape() == "NULL[1 2]")
    let slow = try make("", LiveQuery(from: "event", order: ["name"], limit: 2))
    #expect(
      slow.reports[0].notes
        == ["filling the window sorts all of 'event': add an index on 'name'"]
    )
  }

  @Test func `P32 values compare as what SQLite has stored`() throws {
    let live = try liveQueries(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, t TEXT, n INTEGER);",
      [
        .init("texts", LiveQuery(from: "item", order: ["t"])),
        .init("numbers", LiveQuery(from: "item", order: ["n"])),
      ]
    )
    try live.run("INSERT INTO item VALUES (1, 10, '10'), (2, 9, '9'), (3, '1e1', '1e1')")
    #expect(live.shape("texts") == "NULL[1 3 2]")
    #expect(live.shape("numbers") == "NULL[2 1 3]")
  }

  @Test(arguments: [
    ("random() > 0", "error[non-deterministic]: q.filter: 'random' depends on chance"),
    ("changes() = 0", "error[non-deterministic]: q.filter: 'changes' depends on earlier"),
    ("start > unixepoch()", "error[non-deterministic]: q.filter: 'unixepoch' without a time"),
    ("start > datetime('now')", "error[non-deterministic]: q.filter: 'datetime' with 'now'"),
    ("start > :then", "error[parameter]: q.filter: the parameter ':then' has no value"),
  ])
  func `P34 what changes without a commit is refused`(filter: String, message: String) {
    let text = refusal(Leagues.schema, LiveQuery(from: "event", filter: filter))
    #expect(text.hasPrefix(message))
    #expect(text.contains("hint: "))
  }

  @Test func `P34 ':now' is allowed only in conditions and orders`() {
    let query = LiveQuery(from: "event", group: Grouping(by: "start - :now"))
    let text = refusal(Leagues.schema, query)
    #expect(
      text.hasPrefix("error[parameter]: q.group.by: ':now' is allowed only in the conditions")
    )
  }

  @Test func `P35 an order of a language, which differs between machines, is refused`() {
    let order = "name COLLATE localizedStandardCompare"
    for (query, place) in [
      (LiveQuery(from: "event", order: [order]), "q.order.0"),
      (LiveQuery(from: "event", filter: "\(order) > 'a'"), "q.filter"),
      (
        LiveQuery(from: "event", group: Grouping(by: "name", order: [order])),
        "q.group.order.0"
      ),
    ] {
      let text = refusal(Leagues.schema, query)
      #expect(
        text
          == "error[sql]: \(place): no such collation sequence: localizedStandardCompare\n  hint: "
          + "use BINARY, NOCASE or RTRIM, or order by a column that holds the position"
      )
    }
  }

  @Test func `P35 an order that a program has taught SQLite is asked of SQLite as a whole`() throws
  {
    let query = LiveQuery(from: "event", order: ["name COLLATE language"])
    let store = try Store(
      at: .memory,
      schema: SchemaSource(sql: Leagues.schema, name: "leagues.sql")
    )
    try store.withWriter { LanguageOrder.declare(to: $0) }
    let live = try LiveQueries(over: store, queries: [.init("q", query)])
    #expect(live.reports[0].queryClass.letter == "D")
    #expect(live.reports[0].queryClass.reason.contains("a collation that only SQLite knows"))
    try live.run("INSERT INTO event(id, name) VALUES (1, 'b'), (2, 'a'), (3, 'B')")
    try live.run("UPDATE event SET name = 'c' WHERE id = 2")
    #expect(try live.check("q") == nil)
    let groups = LiveQuery(
      from: "event",
      group: Grouping(by: "name", order: ["name COLLATE language"])
    )
    let errors = #expect(throws: QueryErrors.self) {
      try LiveQueries(over: store, queries: [.init("q", groups)])
    }
    #expect(errors.map { "\($0)" }?.contains("use BINARY, NOCASE or RTRIM") == true)
  }

  // MARK: Queries

  @Test func `P36 the report names a table scan at registration`() throws {
    let live = try make("", LiveQuery(from: "event", order: ["league.name"]))
    #expect(
      live.reports[0].notes
        == ["a changed 'league' scans 'event': add an index on 'league'"]
    )
    let indexed = try make(
      "CREATE INDEX by_league ON event(league);",
      LiveQuery(from: "event", order: ["league.name"])
    )
    #expect(indexed.reports[0].notes == [])
  }

  @Test func `P38 a new rank moves a section without reading its rows`() throws {
    let live = try Leagues.queries(
      """
      INSERT INTO league VALUES (1, 'a', 1), (2, 'b', 2);
      INSERT INTO event(id, league, start, live) WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL
      SELECT x + 1 FROM n WHERE x < 2000) SELECT x, 1, x, 1 FROM n;
      INSERT INTO event(id, league, live) VALUES (9999, 2, 1);
      """
    )
    let before = live.rowsRead
    let update = try live.run("UPDATE league SET ord = 3, name = 'z' WHERE id = 1")
    #expect(update?["QL"].description == "moveSections: 0 → 1; reloadSections: 1")
    #expect(live.rowsRead == before)
  }

  @Test func `P39 a row that moves changes its old owner and its new one`() throws {
    let live = try Leagues.queries(
      """
      INSERT INTO league VALUES (1, 'a', 1), (2, 'b', 2);
      INSERT INTO event(id, league, live) VALUES (1, 1, 1), (2, 1, 1), (3, 2, 1);
      """,
      [
        .init(
          "leagues",
          LiveQuery(
            from: "league",
            aggregates: [
              Aggregate("live", "count(*)", from: "event", on: "league", filter: "live = 1")
            ]
          )
        ),
        .init(
          "with",
          LiveQuery(
            from: "league",
            filter: "EXISTS (SELECT 1 FROM event WHERE event.league = league.id AND live = 1)"
          )
        ),
        .init(
          "groups",
          LiveQuery(
            from: "event",
            group: Grouping(
              by: "league",
              aggregates: [Aggregate("n", "count(*)", from: "event", on: "league")]
            )
          )
        ),
      ]
    )
    let counts = { live.snapshot["leagues"]?.rows.map { $0["live"] } }
    #expect(live.reports.map(\.queryClass.letter) == ["A", "C", "A", "A", "C"])
    #expect(counts() == [2, 1])
    try live.run("UPDATE event SET league = 2 WHERE id = 1")
    #expect(counts() == [1, 2])
    try live.run("UPDATE event SET live = 0, league = 2 WHERE id = 2")
    #expect(counts() == [0, 2])
    #expect(live.shape("with") == "NULL[2]")
    let sections = live.snapshot["groups"]?.sections.sections.map(\.content.aggregates)
    #expect(sections == [[3]])
  }

  @Test func `P40 a row reached on several paths is shown once`() throws {
    let live = try make(
      "INSERT INTO event(id, name, odds) VALUES (1, 'a', 1), (2, 'a', 2), (3, 'b', 3);",
      LiveQuery(
        from: "event",
        filter: "EXISTS (SELECT 1 FROM event AS other WHERE other.name = event.name "
          + "AND other.id <> event.id) OR odds > 1"
      )
    )
    #expect(live.shape() == "NULL[1 2 3]")
    try live.run("UPDATE event SET odds = 0 WHERE id = 2")
    #expect(live.shape() == "NULL[1 2 3]")
    try live.run("UPDATE event SET name = 'c' WHERE id = 1")
    #expect(live.shape() == "NULL[3]")
  }

  @Test func `P41 groups are contiguous, and the empty text is not NULL`() throws {
    let live = try make(
      "INSERT INTO event(id, name, start) VALUES (1, '', 1), (2, NULL, 2), (3, '', 3), (4, NULL, 0);",
      LiveQuery(from: "event", order: ["start"], group: Grouping(by: "name", title: "name"))
    )
    #expect(live.shape() == "NULL[4 2] ''[1 3]")
    #expect(live.snapshot["q"]?.sections.sections.map(\.content.title) == [.some(.null), ""])
  }

  @Test func `P37 several rows that leave a window at once are replaced by others that stay`()
    throws
  {
    let live = try make(
      """
      INSERT INTO event(id, start) WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL
      SELECT x + 1 FROM n WHERE x < 1000) SELECT x, x FROM n;
      """,
      LiveQuery(from: "event", order: ["start"], limit: 5, offset: 2)
    )
    #expect(live.shape() == "NULL[3 4 5 6 7]")
    #expect(live.rowsKept < 50)
    try live.run("DELETE FROM event WHERE id < 600; UPDATE event SET start = 2000 WHERE id < 800")
    #expect(live.shape() == "NULL[802 803 804 805 806]")
    try live.run("UPDATE event SET start = -id")
    #expect(live.shape() == "NULL[998 997 996 995 994]")
    #expect(live.rowsKept < 50)
    #expect(try live.check("q") == nil)
  }

  /// 100 leagues of 100 events each.
  private static let manyEvents = """
    INSERT INTO league WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < 100)
    SELECT x, 'league ' || x, x FROM n;
    INSERT INTO event(id, league, start) WITH RECURSIVE n(x) AS (VALUES (0) UNION ALL
    SELECT x + 1 FROM n WHERE x < 9999) SELECT x + 1, x / 100 + 1, x FROM n;
    CREATE INDEX event_by_league ON event(league, start);
    """

  @Test(arguments: [
    LiveQuery(from: "event", order: ["start"], group: Grouping(by: "league"), limit: 3),
    LiveQuery(
      from: "league",
      include: [
        Inclusion("events", LiveQuery(from: "event", order: ["start"], limit: 3), on: "league")
      ]
    ),
  ])
  func `P37 of each group's and each parent's list hardly more is kept than is shown`(
    query: LiveQuery
  ) throws {
    let live = try make(Self.manyEvents, query)
    let most = 100 + 100 * 12
    #expect(live.rowsKept <= most)
    var before = live.rowsRead
    // The third event makes room for the next one, which is known already.
    try live.run("DELETE FROM event WHERE id = 703")
    #expect(live.rowsRead - before == 1)
    #expect(try live.check("q") == nil)
    before = live.rowsRead
    // More go than were known: the next ones are asked for.
    try live.run("DELETE FROM event WHERE league = 8 AND id < 750")
    #expect(live.rowsRead - before < 49 + 12)
    #expect(try live.check("q") == nil)
    // Rows outside the window are inserted and deleted without being kept.
    try live.run("UPDATE event SET odds = 2 WHERE id % 100 > 50")
    #expect(live.rowsKept <= most)
    try live.run("UPDATE event SET start = -start")
    #expect(live.rowsKept <= most)
    #expect(try live.check("q") == nil)
    #expect(live.reports.flatMap(\.notes) == [])
  }
}
