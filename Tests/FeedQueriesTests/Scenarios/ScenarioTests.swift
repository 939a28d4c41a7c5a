import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Testing

/// The black-box scenarios, a row each.
@Suite("Live queries, scenarios")
struct ScenarioTests {
  static let two = """
    INSERT INTO league VALUES (1, 'Zeta', 1), (2, 'Alpha', 2);
    INSERT INTO event VALUES (1, 1, 'one', 10, 1, 1), (2, 2, 'two', 20, 1, 2);
    """
  static let all = LiveQuery(from: "event")
  private static let withEvents = LiveQuery(
    from: "league",
    order: ["name"],
    include: [Inclusion("events", LiveQuery(from: "event"), on: "league")]
  )
  private static let words = LiveQuery(
    from: "word",
    order: ["name"],
    group: Grouping(by: "substr(name, 1, 1)")
  )
  private static let wordSchema = """
    CREATE TABLE word (name TEXT PRIMARY KEY NOT NULL, seen INTEGER) WITHOUT ROWID;
    INSERT INTO word(name) VALUES ('apple'), ('apples'), ('apricot'), ('banana'), ('orange');
    """
  private static let scoreSchema = """
    CREATE TABLE issue (id INTEGER PRIMARY KEY, score INTEGER, note);
    INSERT INTO issue(id, score) VALUES (1, 100), (2, 200), (3, 300), (4, 400);
    """
  private static let uniqueSchema = """
    CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
    INSERT INTO event VALUES (1, 'a'), (2, 'b');
    """

  static let rows: [Scenario] = [
    Scenario(
      "S1 sections stand in the order of their rank, not of their titles",
      rows: two,
      "UPDATE event SET odds = odds",
      shows: "1[1] 2[2]",
      changes: "nothing"
    ),
    Scenario(
      "S2 a section moves when its rank changes, and no item does",
      rows: two,
      "UPDATE league SET ord = 3 WHERE id = 1",
      shows: "2[2] 1[1]",
      changes: ">S1"
    ),
    Scenario(
      "S3 a section shows its new title where it stands",
      rows: two,
      "UPDATE league SET name = 'Beta' WHERE id = 1",
      shows: "1[1] 2[2]",
      changes: "~S1"
    ),
    Scenario(
      "S4 two sections of one title are two sections",
      rows: two,
      "UPDATE league SET name = 'Premier'",
      shows: "1[1] 2[2]",
      changes: "~S1 ~S2"
    ),
    Scenario(
      "S5 sections of equal rank do not interleave",
      rows: two,
      """
      UPDATE league SET ord = 1;
      INSERT INTO event VALUES (3, 1, 'three', 30, 1, 1), (4, 2, 'four', 40, 1, 1)
      """,
      shows: "1[1 3] 2[2 4]",
      changes: "+3 +4"
    ),
    Scenario(
      "S6 sections come where their first letters belong",
      schema: wordSchema,
      query: words,
      "INSERT INTO word(name) VALUES ('safari'), ('mail'), ('czar'), ('stocks'), ('cake'), ('any')",
      shows:
        "a[any apple apples apricot] b[banana] c[cake czar] m[mail] o[orange] s[safari stocks]",
      changes: "+Sc +Sm +Ss +any"
    ),
    Scenario(
      "S9 a changed row changes where it stands",
      schema: wordSchema,
      query: words,
      "UPDATE word SET seen = 1 WHERE name = 'apples'",
      shows: "a[apple apples apricot] b[banana] o[orange]",
      changes: "~apples"
    ),
    Scenario(
      "S13 a row comes that an update makes satisfy the condition",
      rows: two + "UPDATE event SET live = 0;",
      "UPDATE event SET live = 1 WHERE id = 1",
      shows: "1[1]",
      changes: "+S1"
    ),
    Scenario(
      "S15 the next row takes the place of one that leaves the window",
      schema: scoreSchema,
      query: LiveQuery(from: "issue", order: ["score"], limit: 3),
      "UPDATE issue SET score = 550 WHERE id = 3",
      shows: "NULL[1 2 4]",
      changes: "-3 +4"
    ),
    Scenario(
      "S18 a row behind the window changes unseen",
      schema: scoreSchema,
      query: LiveQuery(from: "issue", order: ["score DESC"], limit: 1),
      "UPDATE issue SET note = 1 WHERE id < 4",
      shows: "NULL[4]",
      changes: "nothing"
    ),
    Scenario(
      "S18 a window of one is filled from behind it",
      schema: """
        CREATE TABLE issue (id INTEGER PRIMARY KEY, score INTEGER, note);
        INSERT INTO issue(id, score) VALUES (0, 0), (1, 1), (2, 2);
        """,
      query: LiveQuery(from: "issue", order: ["score DESC"], limit: 1),
      "UPDATE issue SET note = 1 WHERE id < 2",
      "DELETE FROM issue WHERE id = 2",
      shows: "NULL[1]",
      changes: "-2 +1"
    ),
    Scenario(
      "S20 a row comes that a subquery lets through",
      schema: """
        CREATE TABLE issue (id INTEGER PRIMARY KEY, owner INTEGER);
        CREATE TABLE label (id INTEGER PRIMARY KEY, issue INTEGER REFERENCES issue);
        INSERT INTO issue VALUES (8, 1), (9, 2);
        """,
      query: LiveQuery(
        from: "issue",
        filter: "owner = 1 OR EXISTS (SELECT 1 FROM label WHERE label.issue = issue.id)"
      ),
      "INSERT INTO label VALUES (1, 9)",
      shows: "NULL[8 9]",
      changes: "+9"
    ),
    Scenario(
      "S22 a row moves when a joined row changes",
      rows: two,
      query: LiveQuery(from: "event", order: ["league.name"]),
      "UPDATE league SET name = 'Zulu' WHERE id = 2",
      shows: "NULL[1 2]",
      changes: ">2"
    ),
    Scenario(
      "S22 a row shows the other row that has come to it",
      rows: two,
      query: withEvents,
      "INSERT INTO event VALUES (3, 2, 'three', 30, 1, 1)",
      shows: "NULL[2 1]",
      changes: "~2"
    ),
    Scenario(
      "S22 a row shows what has changed in the other row",
      rows: two,
      query: withEvents,
      "UPDATE event SET odds = 9 WHERE id = 1",
      shows: "NULL[2 1]",
      changes: "~1"
    ),
    Scenario(
      "S23 P1 all rows go at once",
      rows: two,
      query: all,
      "DELETE FROM event",
      shows: "NULL[]",
      changes: "-1 -2"
    ),
    Scenario(
      "S25 P3 a replacement takes the row that it replaces",
      schema: uniqueSchema,
      query: all,
      "INSERT OR REPLACE INTO event VALUES (50, 'b')",
      shows: "NULL[1 50]",
      changes: "-2 +50"
    ),
    Scenario(
      "S27 P5 a row with another key is another row",
      schema: uniqueSchema,
      query: all,
      "UPDATE event SET id = 10 WHERE id = 1",
      shows: "NULL[2 10]",
      changes: "-1 +10"
    ),
    Scenario(
      "S28 P21 what a savepoint takes back is no change",
      rows: two,
      query: all,
      "SAVEPOINT s; UPDATE event SET odds = 9; ROLLBACK TO s; RELEASE s",
      shows: "NULL[1 2]",
      changes: "nothing"
    ),
    Scenario(
      "S31 P6 a section goes with the rows of a cascade",
      rows: two,
      "DELETE FROM league WHERE id = 1",
      shows: "2[2]",
      changes: "-S1"
    ),
    Scenario(
      "S32 P49 an update that changes nothing is no change",
      rows: two,
      query: all,
      "UPDATE event SET odds = odds",
      shows: "NULL[1 2]",
      changes: "nothing"
    ),
    Scenario(
      "S37 P30 ties have the order of their keys with any index",
      schema: """
        CREATE TABLE event (id INTEGER PRIMARY KEY, k INTEGER, note);
        INSERT INTO event(id, k) VALUES (5, 1), (3, 1), (1, 1), (4, 1), (2, 1);
        """,
      query: LiveQuery(from: "event", order: ["k DESC"]),
      "CREATE INDEX ik ON event(k); UPDATE event SET note = 1 WHERE id = 3",
      shows: "NULL[1 2 3 4 5]",
      changes: "~3"
    ),
    Scenario(
      "S49 P12 a reused row id is the same object with other content",
      rows: two,
      query: all,
      "DELETE FROM event WHERE id = 2; INSERT INTO event(league, name) VALUES (1, 'new')",
      shows: "NULL[1 2]",
      changes: "~2"
    ),
  ]

  @Test(arguments: rows)
  func `shows what it must, and reports nothing else`(row: Scenario) throws {
    let live = try liveQueries(row.schema, [.init("q", row.query)])
    var changes = "nothing"
    for commit in row.commits {
      let old = live.snapshot
      let update = try live.run(commit)
      changes = update.map { $0.ids(from: old.results[0]) } ?? "nothing"
      #expect(live.snapshot.version == old.version + (update == nil ? 0 : 1))
    }
    #expect(live.shape() == row.shows)
    #expect(changes == row.changes)
    #expect(try live.check("q") == nil)
  }

  @Test func `S1 S3 the title of a section is the title of its group`() throws {
    let live = try Leagues.queries(Self.two)
    func titles() -> [Value?] {
      live.snapshot.results[0].sections.sections.map(\.content.title)
    }
    #expect(titles() == ["Zeta", "Alpha"])
    try live.run("UPDATE league SET name = 'Beta' WHERE id = 1")
    #expect(titles() == ["Beta", "Alpha"])
  }

  @Test func `S9 of a changed row alone is asked which section it is in`() throws {
    let live = try liveQueries(
      Self.wordSchema
        + "INSERT INTO word(name) VALUES ('fig'), ('date'), ('kiwi'), ('lime'), ('pear'), ('plum');",
      [.init("words", Self.words)]
    )
    #expect(live.snapshot.results[0].rows.count == 11)
    let before = live.rowsRead
    try live.run("UPDATE word SET seen = 1 WHERE name = 'plum'")
    #expect(live.rowsRead == before + 1)
  }

  @Test func `S14 P50 a row that goes from one query to the other is in one of them`() throws {
    let live = try Leagues.queries(
      Self.two,
      [.init("live", Leagues.live), .init("planned", LiveQuery(from: "event", filter: "live = 0"))]
    )
    let update = try live.run("UPDATE event SET live = 0 WHERE id = 1")
    #expect(update?.snapshot.version == 2)
    #expect(live.shape("live") == "2[2]")
    #expect(live.shape("planned") == "NULL[1]")
  }

  @Test func `S29 P20 rows of a statement that failed are never seen`() throws {
    let live = try liveQueries(Self.uniqueSchema, [.init("q", Self.all)])
    let update = try live.write { writer in
      #expect(throws: StoreError.self) {
        try writer.run("INSERT INTO event VALUES (100, 'q'), (101, 'a')")
      }
    }
    #expect(update == nil)
    #expect(live.shape() == "NULL[1 2]")
  }

  @Test func `S35 a row of an old version can still be asked for`() throws {
    let live = try liveQueries(Self.uniqueSchema, [.init("q", Self.all)])
    let old = live.snapshot
    try live.run("DELETE FROM event WHERE id = 2")
    let id = ObjectID(entity: "event", key: .integer(2))
    #expect(old["q"]?[id]?["name"] == "b")
    #expect(live.snapshot["q"]?[id] == nil)
  }
}
