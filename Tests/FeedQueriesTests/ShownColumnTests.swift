import FeedModel
import FeedQueries
import FeedSnapshots
import Testing

@Suite("Shown columns")
struct ShownColumnTests {
  private static let rows = """
    INSERT INTO league VALUES (1, 'Zeta', 1), (2, 'Alpha', 2);
    INSERT INTO event VALUES (1, 1, 'one', 10, 1, 1.5), (2, 2, 'two', 20, 1, 2.5),
      (3, 1, 'three', 5, 1, 3.5);
    """

  private static var names: LiveQuery {
    var query = Leagues.live
    query.columns = ["name"]
    return query
  }

  @Test func `rows hold the columns that are shown, whatever else the query names`() throws {
    let live = try Leagues.queries(Self.rows, [.init("q", Self.names)])
    #expect(live.shape() == "1[3 1] 2[2]")
    #expect(live.snapshot["q"]?.rows.map(\.content.shape.names) == [["name"], ["name"], ["name"]])
    #expect(live.snapshot["q"]?.rows.map { $0["name"] } == ["three", "one", "two"])
  }

  @Test func `a column that is not shown changes without a version`() throws {
    let live = try Leagues.queries(Self.rows, [.init("q", Self.names)])
    for odds in 1...1_000 { #expect(try live.run("UPDATE event SET odds = \(odds)") == nil) }
    #expect(live.snapshot.version == 1)
    let update = try #require(try live.run("UPDATE event SET name = 'two!' WHERE id = 2"))
    #expect(update["q"].reconfigureItems == [SnapshotPath(section: 1, item: 0)])
  }

  @Test func `a column that is not shown still filters, orders and groups`() throws {
    let live = try Leagues.queries(Self.rows, [.init("q", Self.names)])
    #expect(try live.run("UPDATE event SET start = 11 WHERE id = 3") != nil)
    #expect(live.shape() == "1[1 3] 2[2]")
    #expect(try live.run("UPDATE event SET start = 12 WHERE id = 3") == nil)
    #expect(try live.run("UPDATE event SET league = 2 WHERE id = 1") != nil)
    #expect(live.shape() == "1[3] 2[1 2]")
    #expect(try live.run("UPDATE event SET live = 0 WHERE id = 2") != nil)
    #expect(live.shape() == "1[3] 2[1]")
  }

  @Test func `a change is one of those queries only that show it`() throws {
    var odds = LiveQuery(from: "event", order: ["id"])
    odds.columns = ["ODDS"]
    let live = try Leagues.queries(Self.rows, [.init("names", Self.names), .init("odds", odds)])
    let update = try #require(try live.run("UPDATE event SET odds = 9 WHERE id = 1"))
    #expect(update.changes.map(\.name) == ["odds"])
    #expect(
      live.snapshot["odds"]?.rows.map(\.content.shape.names) == [["odds"], ["odds"], ["odds"]]
    )
  }

  @Test func `an aggregate may read a column that its query does not show`() throws {
    let query = LiveQuery(
      from: "league",
      columns: ["name"],
      order: ["ord"],
      include: [Inclusion("events", LiveQuery(from: "event", columns: []), on: "league")],
      aggregates: [Aggregate("best", "max(odds)", from: "event", on: "league")]
    )
    let live = try Leagues.queries(Self.rows, [.init("q", query)])
    #expect(live.snapshot["q"]?.rows.map { $0["best"] } == [3.5, 2.5])
    #expect(try live.run("UPDATE event SET odds = 8 WHERE id = 1") != nil)
    #expect(live.snapshot["q"]?.rows.map { $0["best"] } == [8.0, 2.5])
    #expect(try live.run("UPDATE event SET name = 'none'") == nil)
  }

  @Test func `a row is known by a key that is not shown`() throws {
    let live = try liveQueries(
      """
      CREATE TABLE seat (
        line TEXT NOT NULL COLLATE NOCASE, number INTEGER, taken INTEGER, note TEXT,
        PRIMARY KEY (line, number)) WITHOUT ROWID;
      INSERT INTO seat VALUES ('a', 1, 0, ''), ('A', 2, 1, ''), ('b', 1, 1, '');
      """,
      [.init("q", LiveQuery(from: "seat", columns: ["taken"], order: ["taken DESC"], limit: 2))]
    )
    #expect(live.shape() == "NULL[A,2 b,1]")
    #expect(try live.run("UPDATE seat SET note = 'x'") == nil)
    #expect(try live.run("UPDATE seat SET taken = 2 WHERE line = 'a' AND number = 1") != nil)
    #expect(live.shape() == "NULL[a,1 A,2]")
  }
}
