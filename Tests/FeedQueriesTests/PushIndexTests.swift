import FeedModel
import FeedQueries
import FeedStore
import Testing

@Suite("Push index")
struct PushIndexTests {
  /// A query for each of many leagues, and some without a guard.
  private func make(_ count: Int) throws -> LiveQueries {
    try Leagues.queries(
      """
      INSERT INTO league SELECT value, 'l' || value, 0 FROM json_each('[1,2,3]');
      INSERT INTO event(id, league, start, live) VALUES (1, 1, 1, 1), (2, 2, 2, 1), (3, 3, 3, 0);
      """,
      (1...count).map { index in
        .init("q\(index)", LiveQuery(from: "event", filter: "league = \(index) AND live = 1"))
      } + [.init("odds", LiveQuery(from: "event", filter: "odds > 2"))]
    )
  }

  @Test func `a changed row is asked about only by queries whose guards it meets`() throws {
    let live = try make(200)
    var before = live.rowsRead
    try live.run("UPDATE event SET live = 0 WHERE id = 1")
    // Once to read the row, once for the queries of its league.
    #expect(live.rowsRead == before + 2)
    #expect(live.shape("q1") == "NULL[]")
    before = live.rowsRead
    try live.run("UPDATE event SET league = 3, live = 1 WHERE id = 2")
    #expect(live.rowsRead == before + 2)
    #expect(live.shape("q2") == "NULL[]")
    #expect(live.shape("q3") == "NULL[2]")
  }

  @Test func `a change of columns that no query reads asks none`() throws {
    let live = try make(200)
    let before = live.rowsRead
    let update = try live.run("UPDATE event SET name = 'x' WHERE id = 2")
    #expect(live.rowsRead == before + 1)
    #expect(update?.changes.map(\.name) == ["q2"])
  }

  @Test(arguments: ["id", "event.id DESC", "id % 2", "start"])
  func `nor does it where rows are put in order by their own numbers`(order: String) throws {
    let live = try Leagues.queries(
      "INSERT INTO league VALUES (1, 'a', 0); INSERT INTO event(id, league, start) VALUES (1, 1, 1), (2, 1, 2);",
      [.init("q", LiveQuery(from: "event", order: ["league.ord", order]))]
    )
    let before = live.rowsRead
    try live.run("UPDATE event SET name = 'x' WHERE id = 2")
    #expect(live.rowsRead == before + 1)
    #expect(try live.check("q") == nil)
  }

  @Test(arguments: [
    ("league = 2", [1]), ("league == 2", [1]), ("2 = league AND odds > 1", [1]),
    ("event.league = 2", [1]), ("league = 2 OR odds > 1", [1]), ("NOT league = 2", [2]),
    ("name = '='", []), ("name = '.'", []),
    ("league BETWEEN 1 AND 2 AND live = 1", [1]), ("(league = 2)", [1]), ("name = 'a''b'", [2]),
    ("league = '2'", [1]), ("odds = 2", [1]), ("CASE WHEN league = 2 THEN 1 END = 1", [1]),
  ])
  func `a guard of any form shows the rows that SQLite selects`(
    filter: String,
    expected: [Int64]
  ) throws {
    let live = try Leagues.queries(
      "INSERT INTO league VALUES (1, 'a', 0), (2, 'b', 0);",
      // More queries than are asked together.
      (0..<12).map { .init("q\($0)", LiveQuery(from: "event", filter: filter)) }
    )
    try live.run(
      "INSERT INTO event(id, league, live, odds, name) VALUES (1, 2, 1, 2, 'a'), (2, 1, 0, 0, 'a''b')"
    )
    for index in 0..<12 {
      #expect(live.snapshot["q\(index)"]?.rows.map(\.id.key) == expected.map { .integer($0) })
    }
    try live.run("UPDATE event SET league = 3 - league, odds = 2 - odds, live = 1 - live")
    for index in 0..<12 { #expect(try live.check("q\(index)") == nil) }
  }
}
