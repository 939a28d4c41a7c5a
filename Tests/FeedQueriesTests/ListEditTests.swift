import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedQueries

@Suite("List edits")
struct ListEditTests {
  @Test(arguments: 0..<20)
  func `successive removals lead to the offsets in the old list`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var rest = Array(0..<Int.random(in: 1...60, using: &random))
    var log: ContiguousArray<Int> = []
    var left: [Int] = []
    while !rest.isEmpty, Int.random(in: 0..<20, using: &random) > 0 {
      let offset = Int.random(in: 0..<rest.count, using: &random)
      log.append(offset)
      left.append(rest.remove(at: offset))
    }
    #expect(Array(ListEdit.oldOffsets(log[...])) == left.sorted())
  }

  /// Many rows at once, in groups and in one list with a window.
  @Test(arguments: [
    "UPDATE event SET starts_at = -starts_at",
    "UPDATE event SET starts_at = starts_at * 7919 % 6007",
    "UPDATE event SET g = (g + id) % 9", "DELETE FROM event WHERE id % 3 > 0",
    "UPDATE event SET name = name || '!', starts_at = -starts_at WHERE id % 2",
  ])
  func `a commit of thousands of rows leads where comparing the snapshots leads`(
    sql: String
  ) throws {
    let count = amount(2_400, full: 6_000)
    let live = try liveQueries(
      """
      CREATE TABLE event (id INTEGER PRIMARY KEY, g INTEGER, starts_at INTEGER, name TEXT);
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(count))
        INSERT INTO event SELECT x, x % 7, x, 'Event ' || x FROM n;
      """,
      [
        .init("all", LiveQuery(from: "event", order: ["starts_at"])),
        .init("groups", LiveQuery(from: "event", order: ["starts_at"], group: Grouping(by: "g"))),
        .init(
          "some",
          LiveQuery(from: "event", order: ["starts_at"], limit: count * 5 / 12, offset: 50)
        ),
      ]
    )
    let old = live.snapshot
    let update = try #require(try live.run(sql))
    for (before, now) in zip(old.results, update.snapshot.results) {
      #expect(update[now.name] == before.sections.updates(to: now.sections))
    }
    for name in ["all", "groups", "some"] { #expect(try live.check(name) == nil) }
    let rows = try #require(live.snapshot["all"]?.rows.map(\.id))
    let fresh = try live.store.withWriter { writer in
      let statement = try writer.prepare("SELECT id FROM event ORDER BY starts_at, id")
      var keys: [Value] = []
      while try statement.step() { keys.append(statement.value(at: 0)) }
      return keys
    }
    #expect(rows.compactMap(\.key.first) == fresh)
  }

  @Test func `an edit is checked against the contract with composers`() throws {
    let store = try Store(
      at: .memory,
      schema: SchemaSource(sql: "CREATE TABLE event (id INTEGER PRIMARY KEY);", name: "t.sql")
    )
    try store.withWriter { writer in
      let use = QueryUse(name: "q", LiveQuery(from: "event"), isPlain: true)
      let evaluator = try CommitEvaluator([use], writer: writer)
      try evaluator.open(writer)
      evaluator.showWhole(of: 0, weighing: { _ in 1 }, ending: { _ in })
      try writer.run("INSERT INTO event VALUES (1), (2)")
      var edits = evaluator.evaluate(writer.takeChanges(), time: nil, writer)
      #expect(edits.lists.count == 1)
      #expect(edits.brokenPromise == nil)
      guard case .arrived(let row) = edits.lists[0].rows[1] else { throw Unexpected() }
      row.weight = 1
      #expect(edits.brokenPromise == "in the list 'NULL' event/2 arrives with a weight")
      row.weight = 0
      edits.lists.append(edits.lists[0])
      #expect(edits.brokenPromise == "the list 'NULL' has two edits")
    }
  }

  private struct Unexpected: Error {}

  @Test func `sections that move are stated as comparing the snapshots finds them`() throws {
    let live = try liveQueries(
      """
      CREATE TABLE sport (id INTEGER PRIMARY KEY, rank INTEGER);
      CREATE TABLE event (
        id INTEGER PRIMARY KEY, sport_id INTEGER REFERENCES sport (id), starts_at INTEGER
      );
      INSERT INTO sport VALUES (1, 10), (2, 20), (3, 30), (4, 40), (5, 50), (6, 60);
      INSERT INTO event SELECT s.id * 10 + e.id, s.id, e.id FROM sport s, sport e;
      """,
      [
        .init(
          "groups",
          LiveQuery(
            from: "event",
            order: ["starts_at"],
            group: Grouping(by: "sport_id", order: ["sport.rank"])
          )
        )
      ]
    )
    var random = SeededGenerator(seed: 23)
    var stated = 0
    for step in 0..<amount(400, full: 2_000) {
      let old = live.snapshot
      var sql = ""
      for _ in 0..<[1, 1, 1, 2, 3].randomElement(using: &random)! {
        let (id, rank) = (Int.random(in: 1...6, using: &random), random.next() % 70)
        sql += "UPDATE sport SET rank = \(rank) WHERE id = \(id);"
      }
      let event = Int.random(in: 1...6, using: &random) * 10 + Int.random(in: 1...6, using: &random)
      switch random.next() % 4 {
      case 0: sql += "UPDATE event SET starts_at = \(random.next() % 9) WHERE id = \(event)"
      case 1: sql += "UPDATE event SET sport_id = \(random.next() % 6 + 1) WHERE id = \(event)"
      default: break
      }
      guard let update = try live.run(sql) else { continue }
      let (before, now) = (old.results[0].sections, update.snapshot.results[0].sections)
      let batch = update["groups"]
      #expect(batch == before.updates(to: now), "step \(step): \(sql)")
      if batch.moveSections.count == 1, batch.operationCount == 1 { stated += 1 }
    }
    #expect(stated > 50)
    #expect(try live.check("groups") == nil)
  }
}
