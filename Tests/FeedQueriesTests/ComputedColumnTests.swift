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

  @Test(arguments: [
    ("league.name = 'A'", "reads other rows than the one of 'event'"),
    ("id IN (SELECT event FROM goal)", "reads other rows than the one of 'event'"),
    ("odds <", "syntax error"), ("odds < :now", "':now'"), ("oddz < 1", "no such column: oddz"),
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
