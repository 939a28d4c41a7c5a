import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

/// The scenarios outside the table: many commits, several queries, several readers.
extension ScenarioTests {
  @Test func `S12 sections of numbers equal a fresh query after each step`() throws {
    let query = LiveQuery(
      from: "number",
      filter: "n <= 49",
      order: ["n"],
      group: Grouping(by: "n / 10")
    )
    let live = try liveQueries(
      "CREATE TABLE number (id INTEGER PRIMARY KEY, n INTEGER);",
      [.init("q", query)]
    )
    var random = SeededGenerator(seed: 12)
    func number(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }
    for step in 0..<amount(1_000, soak: 100_000) {
      var statements = (0..<number(2)).map { _ in
        "INSERT OR IGNORE INTO number VALUES (\(number(99)), \(number(99)))"
      }
      for _ in 0..<number(3) {
        statements.append("UPDATE number SET n = \(number(99)) WHERE id = \(number(99))")
      }
      if number(3) == 0 { statements.append("DELETE FROM number WHERE id = \(number(99))") }
      try live.run(statements.joined(separator: ";"))
      let fresh = try live.store.withWriter { try NaiveQueries(writer: $0).sections(of: query) }
      let result = live.snapshot.results[0]
      try #require(result.naive == fresh, "step \(step): \(statements)")
      let counts = result.sections.sections.map(\.items.count)
      try #require(counts.reduce(0, +) == result.sections.itemCount, "step \(step)")
    }
  }

  /// Whether the histories are as long as the reference names them.

  @Test func `S36 P44 all queries of a version show one state of the store`() async throws {
    let live = try Leagues.queries(
      Self.two,
      [
        .init("all", LiveQuery(from: "event")),
        .init("live", Leagues.live),
        .init("planned", LiveQuery(from: "event", filter: "live IS NOT 1")),
        .init(
          "leagues",
          LiveQuery(
            from: "league",
            aggregates: [Aggregate("events", "count(*)", from: "event", on: "league")]
          )
        ),
      ]
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var random = SeededGenerator(seed: 36)
        for _ in 0..<amount(400, soak: 10_000) {
          let id = Int.random(in: 1...30, using: &random)
          try live.run(
            """
            INSERT INTO event(id, league, live) VALUES (\(id), \(id % 2 + 1), \(id % 3 == 0))
            ON CONFLICT(id) DO UPDATE SET live = 1 - live, league = 3 - league;
            DELETE FROM event WHERE id = \(Int.random(in: 1...30, using: &random))
            """
          )
        }
        try live.close()
      }
      group.addTask {
        for await update in live.versions() {
          let counts = update.snapshot.results.map(\.sections.itemCount)
          #expect(counts[1] + counts[2] == counts[0])
          let sums = update.snapshot["leagues"]?.rows.map { $0["events"] } ?? []
          let total = sums.reduce(0) { sum, value in
            if case .integer(let count)? = value { return sum + Int(count) }
            return sum
          }
          #expect(total == counts[0])
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `S39 P33 a sum of reals equals SQLite's sum to the last bit`() throws {
    let live = try Leagues.queries(
      "INSERT INTO league VALUES (1, 'a', 1);",
      [
        .init(
          "leagues",
          LiveQuery(
            from: "league",
            aggregates: [Aggregate("worth", "sum(odds)", from: "event", on: "league")]
          )
        )
      ]
    )
    var random = SeededGenerator(seed: 39)
    func expectFresh() throws {
      let fresh = try live.store.withWriter { writer -> Value in
        let sum = try writer.prepare("SELECT sum(odds) FROM event WHERE league IS 1")
        defer { sum.reset() }
        return try sum.step() ? sum.value(at: 0) : .null
      }
      #expect(live.snapshot["leagues"]?.rows.first?["worth"] == fresh)
    }
    let ids = 1...amount(300, soak: 10_000)
    for id in ids {
      let odds = Double.random(in: 0..<1000, using: &random)
      try live.run("INSERT INTO event(id, league, odds) VALUES (\(id), 1, \(odds))")
      try expectFresh()
    }
    for id in ids.shuffled(using: &random) {
      try live.run("DELETE FROM event WHERE id = \(id)")
      try expectFresh()
    }
  }

  @Test func `S40 P34 a tick removes a row whose time has passed`() throws {
    let live = try Leagues.queries(
      Self.two,
      [.init("soon", LiveQuery(from: "event", filter: "start BETWEEN :now AND :now + 10"))]
    )
    #expect(live.shape() == "NULL[]")
    #expect(try live.tick(to: 10)?.snapshot.version == 2)
    #expect(live.shape() == "NULL[1 2]")
    #expect(try live.tick(to: 10) == nil)
    #expect(try live.run("UPDATE event SET start = 15 WHERE id = 2") != nil)
    let old = live.snapshot.results[0]
    #expect(try live.tick(to: 11)?.ids(from: old) == "-1")
    #expect(try live.run("INSERT INTO event(id, start) VALUES (5, 21), (6, 22)") != nil)
    #expect(live.shape() == "NULL[2 5]")
  }

  @Test func `S43 P48 P10 a query whose table is dropped fails alone, and recovers`() throws {
    let live = try Leagues.queries(
      Self.two,
      [.init("events", Self.all), .init("leagues", LiveQuery(from: "league"))]
    )
    let update = try live.run("PRAGMA foreign_keys; DROP TABLE event")
    #expect(update?.changes.map(\.name) == ["events"])
    #expect(live.snapshot["events"]?.failure == "no such table: event")
    #expect(live.shape("events") == "NULL[1 2]")
    try live.run("UPDATE league SET name = 'x' WHERE id = 1")
    #expect(live.snapshot["leagues"]?.failure == nil)
    #expect(live.snapshot["leagues"]?.rows.first?["name"] == "x")
    try live.run(
      "CREATE TABLE event (id INTEGER PRIMARY KEY, league INTEGER REFERENCES league, name TEXT, "
        + "start INTEGER, live INTEGER, odds REAL); INSERT INTO event(id) VALUES (7)"
    )
    #expect(live.snapshot["events"]?.failure == nil)
    #expect(live.shape("events") == "NULL[7]")
    try live.run("INSERT INTO event(id) VALUES (8)")
    #expect(live.shape("events") == "NULL[7 8]")
  }

  @Test func `S45 a row that moves from the last to the first place is one move`() throws {
    let live = try Leagues.queries(
      """
      INSERT INTO event(id, start, live) WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL
      SELECT x + 1 FROM n WHERE x < 10000) SELECT x, x, 1 FROM n;
      """,
      [.init("q", LiveQuery(from: "event", filter: "live = 1", order: ["start"]))]
    )
    let update = try live.run("UPDATE event SET start = -1 WHERE id = 10000")
    #expect(update?["q"].description == "moveItems: [0, 9999] → [0, 0]; reconfigureItems: [0, 0]")
  }
}
