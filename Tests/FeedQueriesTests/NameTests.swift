import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Testing

/// The resolution of names in fragments, and the queries' updates after a change of the named
/// columns.
@Suite("Names in fragments")
struct NameTests {
  private static let schema = """
    CREATE TABLE country (id INTEGER PRIMARY KEY, name TEXT, ord INTEGER);
    CREATE TABLE team (
      id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, country_id INTEGER REFERENCES country);
    CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT, rank INTEGER);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, sport_id INTEGER REFERENCES sport, home_id INTEGER REFERENCES team,
      awayId INTEGER REFERENCES team, name TEXT, ord INTEGER);
    CREATE TABLE market (
      id INTEGER PRIMARY KEY, event_id INTEGER REFERENCES event ON DELETE CASCADE, name TEXT);
    CREATE TABLE seat (line INTEGER, number INTEGER, name TEXT, PRIMARY KEY (number, line));
    CREATE TABLE guest (
      id INTEGER PRIMARY KEY, line INTEGER, number INTEGER,
      FOREIGN KEY (line, number) REFERENCES seat (line, number));
    INSERT INTO country VALUES (1, 'Z', 1), (2, 'A', 2);
    INSERT INTO team VALUES (1, 'b', 1), (2, 'A', 2), (3, 'c', 2);
    INSERT INTO sport VALUES (1, 'one', 2), (2, 'two', 1);
    INSERT INTO event VALUES (1, 1, 1, 2, 'first', 9), (2, 2, 2, 3, 'second', 5),
      (3, 1, 3, 1, 'third', 7);
    INSERT INTO market VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c');
    INSERT INTO seat VALUES (1, 2, 'x'), (2, 1, 'y');
    INSERT INTO guest VALUES (1, 1, 2), (2, 2, 1), (3, 9, NULL);
    """

  private static func live(_ query: LiveQuery) throws -> LiveQueries {
    try liveQueries(schema, [.init("q", query)])
  }

  @Test func `a name without a table is the row's own column, in every fragment`() throws {
    let live = try Self.live(
      LiveQuery(
        from: "event",
        filter: "name <> 'x' AND sport.name <> 'x'",
        order: ["name"],
        group: Grouping(by: "sport_id", order: ["ord"], title: "name || ' ' || sport.name")
      )
    )
    #expect(live.shape() == "2[2] 1[1 3]")
    #expect(
      live.snapshot.results[0].sections.sections.map(\.content.title) == [
        "second two", "first one",
      ]
    )
    try live.run("UPDATE event SET ord = 1 WHERE id = 1")
    #expect(live.shape() == "1[1 3] 2[2]")
    try live.run("UPDATE sport SET name = 'x' WHERE id = 1")
    #expect(live.shape() == "2[2]")
  }

  @Test func `conditions hold for rows of a table with a column 'true'`() throws {
    let live = try liveQueries(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, "true" INTEGER, n INTEGER);
      INSERT INTO a VALUES (1, 0, 2), (2, 7, 2), (3, 0, 0), (4, 1, 0);
      """,
      [.init("q", LiveQuery(from: "a", filter: "n > 1 AND (SELECT max(n) FROM a) > 1"))]
    )
    func shown() -> [Text] {
      live.snapshot.results[0].sections.sections.flatMap(\.items).map {
        Text($0.id.key.description)
      }
    }
    #expect(shown() == ["1", "2"])
    try live.run("UPDATE a SET n = 3 - n, \"true\" = 1 - \"true\"")
    #expect(shown() == ["3", "4"])
  }

  @Test func `a name that the row lacks is the column of the one row that it refers to`() throws {
    let live = try Self.live(
      LiveQuery(
        from: "event",
        filter: "rank > 0",
        order: ["rank", "name DESC"],
        group: Grouping(by: "sport_id", order: ["rank DESC"], title: "rank")
      )
    )
    #expect(live.shape() == "1[3 1] 2[2]")
    try live.run("UPDATE sport SET rank = 3 WHERE id = 2")
    #expect(live.shape() == "2[2] 1[3 1]")
  }

  @Test func `of two foreign keys to one table, each is called by its column`() throws {
    let live = try Self.live(
      LiveQuery(
        from: "event",
        filter: "home.name <> away.name",
        order: ["home_id.name DESC", "awayId.name"]
      )
    )
    #expect(live.shape() == "NULL[3 1 2]")
    // Texts that are declared NOCASE are compared so, through whichever name.
    try live.run("UPDATE team SET name = 'D' WHERE id = 2")
    #expect(live.shape() == "NULL[2 3 1]")
    try live.run("UPDATE team SET name = 'B' WHERE id = 3")
    #expect(live.shape() == "NULL[2 1]")
    try live.run("UPDATE event SET home_id = 2 WHERE id = 3")
    #expect(live.shape() == "NULL[2 3 1]")
  }

  @Test func `a group's key may be one of two foreign keys to one table`() throws {
    let live = try Self.live(
      LiveQuery(
        from: "event",
        group: Grouping(by: "home_id", order: ["home.name"], title: "home_id.name")
      )
    )
    #expect(live.shape() == "2[2] 1[1] 3[3]")
    try live.run("UPDATE team SET name = 'z' WHERE id = 2")
    #expect(live.shape() == "1[1] 3[3] 2[2]")
    #expect(
      live.snapshot.results[0].sections.sections.map(\.content.title) == ["b", "c", "z"]
    )
  }

  @Test func `a column further away is read through the rows between, and kept true`() throws {
    let live = try Self.live(
      LiveQuery(from: "market", filter: "sport.rank > 0", order: ["sport.rank", "name"])
    )
    #expect(live.shape() == "NULL[2 1 3]")
    try live.run("UPDATE sport SET rank = 9 WHERE id = 2")
    #expect(live.shape() == "NULL[1 3 2]")
    try live.run("UPDATE event SET sport_id = 2 WHERE id = 1")
    #expect(live.shape() == "NULL[3 1 2]")
    try live.run("UPDATE sport SET rank = 0 WHERE id = 2")
    #expect(live.shape() == "NULL[3]")
    try live.run("DELETE FROM event WHERE id = 3")
    #expect(live.shape() == "NULL[]")
  }

  @Test func `a name may say every step of its way`() throws {
    let live = try Self.live(
      LiveQuery(
        from: "market",
        filter: "event.home.name > ''",
        order: ["event.home_id.country.name", "event.away.country.name DESC", "event.name"]
      )
    )
    #expect(live.shape() == "NULL[3 2 1]")
    try live.run("UPDATE country SET name = 'ZZ' WHERE id = 2")
    #expect(live.shape() == "NULL[1 2 3]")
  }

  @Test func `a reference may have several columns`() throws {
    let live = try Self.live(LiveQuery(from: "guest", order: ["seat.name DESC"]))
    #expect(live.shape() == "NULL[2 1 3]")
    try live.run("UPDATE seat SET name = 'z' WHERE line = 1")
    #expect(live.shape() == "NULL[1 2 3]")
    #expect(live.reports[0].queryClass == .incremental)
  }

  @Test func `rows are ordered, and kept, by an aggregate that their query declares`() throws {
    let events = Aggregate("events", "count(*)", from: "event", on: "sport_id", filter: "ord > 0")
    let live = try liveQueries(
      Self.schema,
      [
        .init("all", LiveQuery(from: "sport", order: ["events DESC"], aggregates: [events])),
        .init(
          "first",
          LiveQuery(
            from: "sport",
            order: ["events * 2 DESC", "name"],
            limit: 1,
            aggregates: [events]
          )
        ),
        .init(
          "some",
          LiveQuery(from: "sport", filter: "events > 1 AND rank > 0", aggregates: [events])
        ),
      ]
    )
    #expect(live.shape("all") == "NULL[1 2]")
    #expect(live.shape("some") == "NULL[1]")
    try live.run("UPDATE event SET sport_id = 2 WHERE id = 1")
    #expect(live.shape("all") == "NULL[2 1]")
    #expect(live.shape("first") == "NULL[2]")
    #expect(live.shape("some") == "NULL[2]")
    try live.run("UPDATE event SET ord = 0 WHERE sport_id = 2")
    #expect(live.shape("all") == "NULL[1 2]")
    #expect(live.shape("first") == "NULL[1]")
    #expect(live.shape("some") == "NULL[]")
    #expect(live.reports.first?.queryClass == .incremental)
  }

  @Test func `the rows that are counted may be of the table itself`() throws {
    let live = try liveQueries(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES item, name TEXT);
      INSERT INTO item VALUES (1, NULL, 'a'), (2, 1, 'b'), (3, 1, 'c'), (4, 2, 'd');
      """,
      [
        .init(
          "q",
          LiveQuery(
            from: "item",
            order: ["children DESC", "parent.name", "name DESC"],
            aggregates: [Aggregate("children", "count(*)", from: "item", on: "parent")]
          )
        )
      ]
    )
    #expect(live.shape() == "NULL[1 2 3 4]")
    try live.run("UPDATE item SET parent = 3 WHERE id IN (2, 4)")
    #expect(live.shape() == "NULL[3 1 4 2]")
    try live.run("UPDATE item SET name = 'Z' WHERE id = 3; DELETE FROM item WHERE id = 2")
    #expect(live.shape() == "NULL[1 3 4]")
  }

  @Test func `an aggregate is a field only in the query that declares it`() throws {
    func events(_ filter: String?) -> Aggregate {
      Aggregate("events", "count(*)", from: "event", on: "sport_id", filter: filter)
    }
    let live = try liveQueries(
      Self.schema,
      [
        .init("plain", LiveQuery(from: "sport")),
        .init("all", LiveQuery(from: "sport", aggregates: [events(nil)])),
        .init("few", LiveQuery(from: "sport", aggregates: [events("ord > 6")])),
      ]
    )
    func names(_ query: String) -> [String]? { live.snapshot[query]?.rows[0].content.shape.names }
    #expect(names("plain") == ["id", "name", "rank"])
    #expect(names("all") == ["id", "name", "rank", "events"])
    let update = try #require(try live.run("DELETE FROM event WHERE id = 2"))
    #expect(update.changes.map(\.name) == ["all"])
    #expect(live.snapshot["all"]?.rows.map { $0["events"] } == [.integer(2), .integer(0)])
    #expect(live.snapshot["few"]?.rows.map { $0["events"] } == [.integer(2), .integer(0)])
    #expect(live.reports.map(\.name) == ["plain", "all", "all.events", "few", "few.events"])
  }

  @Test(arguments: [
    ("name", "2 1 3"), ("(name)", "2 1 3"), ("+ (name)", "2 1 3"),
    ("CAST(name AS TEXT)", "2 1 3"), ("name || ''", "2 3 1"), ("substr(name, 1)", "2 3 1"),
    ("CASE WHEN 1 THEN name END", "2 3 1"), ("name COLLATE BINARY", "2 3 1"),
    ("length(name)", "1 2 3"),
  ])
  func `a bare column has its collation, and the result of a function has BINARY`(
    term: String,
    order: String
  ) throws {
    let live = try liveQueries(
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE);
      INSERT INTO team VALUES (1, 'b'), (2, 'A'), (3, 'B');
      """,
      [
        .init("rows", LiveQuery(from: "team", order: [term])),
        .init("groups", LiveQuery(from: "team", group: Grouping(by: "id", order: [term]))),
      ]
    )
    #expect(live.shape("rows") == "NULL[\(order)]")
    #expect(
      live.snapshot["groups"]?.sections.sections.map { "\($0.id)" }.joined(separator: " ") == order
    )
    #expect(live.reports.allSatisfy { $0.queryClass == .incremental })
  }

  @Test func `a query that fails for a row that it refers to recovers with that row`() throws {
    let live = try Self.live(LiveQuery(from: "event", filter: "abs(sport.rank) > 0"))
    try live.run("UPDATE sport SET rank = -9223372036854775807 - 1 WHERE id = 1")
    #expect(live.snapshot.results[0].failure != nil)
    try live.run("UPDATE sport SET rank = 1 WHERE id = 1")
    #expect(live.snapshot.results[0].failure == nil)
    #expect(live.shape() == "NULL[1 2 3]")
  }
}
