import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Testing

@Suite("ComputedColumn")
struct ComputedColumnTests {
  private static let schema = """
    CREATE TABLE league (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, league INTEGER REFERENCES league, name TEXT, odds REAL, start INTEGER
    );
    CREATE TABLE goal (id INTEGER PRIMARY KEY, event INTEGER REFERENCES event);
    INSERT INTO league VALUES (1, 'A');
    INSERT INTO event VALUES (7, 1, 'Ajax', 1.5, 10), (8, 1, 'Bari', 3, 20);
    """

  private static let expressions = [
    ComputedColumn("is_low", "odds < 2"), ComputedColumn("letters", "length(name)"),
    ComputedColumn("is_high", "goals > 1 OR odds >= 3"),
  ]

  private func texts(_ live: LiveQueries) -> [String] {
    (live.snapshot["q"]?.rows ?? []).map { row in
      ["name", "goals", "is_low", "letters", "is_high"]
        .map { "\($0)=\(row[$0] ?? .null)" }.joined(separator: " ")
    }
  }

  private func queries() throws -> LiveQueries {
    let query = LiveQuery(
      from: "event",
      columns: ["name"],
      order: ["start"],
      aggregates: [Aggregate("goals", "count(*)", from: "goal", on: "event")],
      computed: Self.expressions
    )
    return try liveQueries(Self.schema, [.init("q", query)])
  }

  @Test func `rows have the values of expressions over their columns and aggregates`() throws {
    let live = try queries()
    #expect(
      texts(live) == [
        "name=Ajax goals=0 is_low=1 letters=4 is_high=0",
        "name=Bari goals=0 is_low=0 letters=4 is_high=1",
      ]
    )
  }

  @Test func `a row changes with each column and aggregate that its expressions name`() throws {
    let live = try queries()
    func changed(_ sql: String) throws -> Int {
      let update = try live.write { try $0.run(sql) }
      return update?["q"].reconfigureItems.count ?? 0
    }
    #expect(try changed("UPDATE event SET odds = 1.6 WHERE id = 7") == 0, "no value differs")
    #expect(try changed("UPDATE event SET odds = 2.5 WHERE id = 7") == 1)
    #expect(try changed("UPDATE event SET name = 'Feyenoord' WHERE id = 7") == 1)
    #expect(try changed("INSERT INTO goal VALUES (1, 7), (2, 7)") == 1)
    #expect(try changed("UPDATE event SET start = 11 WHERE id = 7") == 0)
    #expect(
      texts(live) == [
        "name=Feyenoord goals=2 is_low=0 letters=9 is_high=1",
        "name=Bari goals=0 is_low=0 letters=4 is_high=1",
      ]
    )
  }

  @Test func `an expression follows an aggregate that another query gives another name`() throws {
    func query(_ name: String, _ computed: [ComputedColumn]) -> LiveQuery {
      LiveQuery(
        from: "event",
        columns: ["name"],
        order: ["start"],
        aggregates: [Aggregate(name, "count(*)", from: "goal", on: "event")],
        computed: computed
      )
    }
    let live = try liveQueries(
      Self.schema,
      [
        .init("p", query("scored", [])),
        .init("q", query("goals", [ComputedColumn("is_high", "goals > 1")])),
      ]
    )
    _ = try live.write { try $0.run("INSERT INTO goal VALUES (1, 7), (2, 7)") }
    #expect(live.snapshot["p"]?.rows.map { $0["scored"] } == [2, 0])
    #expect(live.snapshot["q"]?.rows.map { $0["is_high"] } == [1, 0])
  }

  @Test func `an expression follows the columns of the rows that its row refers to`() throws {
    let query = LiveQuery(
      from: "goal",
      columns: ["id"],
      computed: [
        ComputedColumn("event.name", "event.name"), ComputedColumn("league", "league.name"),
        ComputedColumn("text", "coalesce(event.league.name, 'none') || goal.id"),
      ]
    )
    let live = try liveQueries(
      Self.schema + "INSERT INTO goal VALUES (1, 7), (2, 8), (3, NULL);",
      [.init("q", query)]
    )
    func shown() -> [[Value?]] {
      (live.snapshot["q"]?.rows ?? []).map { [$0["event.name"], $0["league"], $0["text"]] }
    }
    let none: [Value?] = [.null, .null, "none3"]
    #expect(shown() == [["Ajax", "A", "A1"], ["Bari", "A", "A2"], none])
    let update = try live.write { try $0.run("UPDATE event SET name = 'Como' WHERE id = 8") }
    #expect(update?["q"].reconfigureItems.count == 1)
    #expect(shown() == [["Ajax", "A", "A1"], ["Como", "A", "A2"], none])
    try live.write { try $0.run("UPDATE league SET name = 'B'") }
    #expect(shown() == [["Ajax", "B", "B1"], ["Como", "B", "B2"], none])
    try live.write { try $0.run("UPDATE goal SET event = 7 WHERE id > 1") }
    #expect(shown() == [["Ajax", "B", "B1"], ["Ajax", "B", "B2"], ["Ajax", "B", "B3"]])
    try live.write {
      try $0.run("INSERT INTO league VALUES (2, 'C')")
      try $0.run("UPDATE event SET league = 2 WHERE id = 7")
    }
    #expect(shown() == [["Ajax", "C", "C1"], ["Ajax", "C", "C2"], ["Ajax", "C", "C3"]])
    try live.write { writer in
      try writer.run("UPDATE goal SET event = NULL WHERE id = 3")
      try writer.run("UPDATE event SET league = NULL")
      try writer.run("DELETE FROM league")
    }
    #expect(shown() == [["Ajax", .null, "none1"], ["Ajax", .null, "none2"], none])
  }

  @Test func `a name alone is that of the row, even if a referenced row has the same column`()
    throws
  {
    let query = LiveQuery(
      from: "event",
      columns: ["id"],
      order: ["name", "id"],
      limit: 5,
      computed: [
        ComputedColumn("league.name", "league.name"), ComputedColumn("letters", "length(name)"),
        ComputedColumn("both", "name || league.name"),
      ]
    )
    let live = try liveQueries(Self.schema, [.init("q", query)])
    func shown() -> [[Value?]] {
      (live.snapshot["q"]?.rows ?? []).map { [$0["league.name"], $0["letters"], $0["both"]] }
    }
    #expect(shown() == [["A", 4, "AjaxA"], ["A", 4, "BariA"]])
    try live.write { try $0.run("UPDATE league SET name = 'BB'") }
    #expect(shown() == [["BB", 4, "AjaxBB"], ["BB", 4, "BariBB"]])
  }

  @Test func `an expression follows a row that is referred to by a unique column`() throws {
    let schema = """
      CREATE TABLE team (id INTEGER PRIMARY KEY, code TEXT UNIQUE, name TEXT);
      CREATE TABLE player (id INTEGER PRIMARY KEY, team TEXT REFERENCES team(code));
      INSERT INTO team VALUES (1, 'a', 'Ajax'), (2, 'b', 'Bari');
      INSERT INTO player VALUES (1, 'a'), (2, 'b');
      """
    let query = LiveQuery(
      from: "player",
      columns: ["id"],
      computed: [ComputedColumn("team.name", "team.name")]
    )
    let live = try liveQueries(schema, [.init("q", query)])
    func shown() -> [Value?] { (live.snapshot["q"]?.rows ?? []).map { $0["team.name"] } }
    #expect(shown() == ["Ajax", "Bari"])
    try live.write { try $0.run("UPDATE team SET name = 'Como' WHERE id = 2") }
    #expect(shown() == ["Ajax", "Como"])
    try live.write { try $0.run("UPDATE player SET team = NULL WHERE id = 1") }
    #expect(shown() == [.null, "Como"])
  }

  @Test(arguments: [
    ("league.id IN (SELECT id FROM goal)", "reads other rows than the one of 'event'"),
    ("league.nam = 'A'", "no such column"), ("cup.name", "no reference called 'cup'"),
    ("id IN (SELECT event FROM goal)", "reads other rows than the one of 'event'"),
    ("odds <", "the expression ends too early"), ("odds < :now", "':now'"),
    ("oddz < 1", "no such column: oddz"),
    ("random() > odds", "'random' depends on"), ("odds, name", "','"),
  ])
  func `an expression over other rows, or one that SQLite rejects, is refused`(
    sql: String,
    message: String
  ) {
    let text = refusal(
      Self.schema,
      LiveQuery(from: "event", computed: [ComputedColumn("c", sql)])
    )
    #expect(text.contains("q.computed.c: "), "\(text)")
    #expect(text.contains(message), "\(text)")
  }

  @Test func `queries over one table have different expressions under one name`() throws {
    func query(_ sql: String) -> LiveQuery {
      LiveQuery(from: "event", columns: [], computed: [ComputedColumn("x", sql)])
    }
    let live = try liveQueries(
      Self.schema,
      [.init("a", query("odds * 2")), .init("b", query("odds + 1")), .init("c", query("odds * 2"))]
    )
    func values(_ name: String) -> [Value?] { (live.snapshot[name]?.rows ?? []).map { $0["x"] } }
    #expect(values("a") == [3.0, 6.0])
    #expect(values("b") == [2.5, 4.0])
    #expect(values("c") == [3.0, 6.0])
    try live.write { try $0.run("UPDATE event SET odds = 10 WHERE id = 8") }
    #expect(values("a") == [3.0, 20.0])
    #expect(values("b") == [2.5, 11.0])
  }
}
