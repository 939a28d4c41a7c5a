import FeedModel
import FeedQueries
import FeedStore
import Synchronization
import TestSupport
import Testing

/// Touched rows that lie close together.
@Suite("Rows of a range")
struct RangeTests {
  private static let schema = """
    CREATE TABLE entry (id INTEGER PRIMARY KEY, value INTEGER NOT NULL, text TEXT) STRICT;
    CREATE INDEX entry_value ON entry (value);
    """
  private static let queries: [LiveQueries.Registration] = [
    .init("all", LiveQuery(from: "entry", order: ["value", "id"])),
    .init(
      "even",
      LiveQuery(from: "entry", filter: "value % 2 = 0", group: Grouping(by: "value / 10"))
    ),
    .init("first", LiveQuery(from: "entry", order: ["value DESC"], limit: 20)),
    .init("deep", LiveQuery(from: "entry", filter: "text ->> 'a' > 0", order: ["value"])),
  ]

  /// Live queries over a table with as many rows.
  private func make(_ count: Int) throws -> LiveQueries {
    try liveQueries(
      Self.schema
        + "WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < \(count)) "
        + "INSERT INTO entry SELECT id, id * 7 % 1000, '{\"a\":1}' FROM n;",
      Self.queries
    )
  }

  /// The number of rows that a commit read, and of statement runs.
  private func work(of sql: String, _ live: LiveQueries) throws -> (rows: Int, runs: Int) {
    let before = live.rowsRead
    try live.write { writer in
      _ = writer.takeWork()
      try writer.run(sql)
    }
    let rows = live.rowsRead - before
    let runs = Mutex(0)
    try live.write { writer in runs.withLock { $0 = writer.takeWork().runs } }
    return (rows, runs.withLock { $0 })
  }

  @Test func `rows that lie close together are read by one statement, others in portions`() throws {
    let live = try make(3000)
    let close = try work(
      of: "UPDATE entry SET text = '{\"a\":2}' WHERE id BETWEEN 101 AND 600",
      live
    )
    #expect(close.rows == 500)
    #expect(close.runs < 10)
    // Every other row lies close as well, and those between them are passed by.
    let half = try work(
      of: "UPDATE entry SET text = '{\"a\":3}' WHERE id % 2 = 0 AND id <= 1000",
      live
    )
    #expect(half.rows < 1000)
    #expect(half.runs < 10)
    let far = try work(of: "UPDATE entry SET text = '{\"a\":4}' WHERE id % 10 = 0", live)
    #expect(far.rows == 300)
    // Ten portions of at most 32.
    #expect(far.runs < 20)
    let gone = try work(of: "DELETE FROM entry WHERE id % 100 = 0 OR id = 1205", live)
    #expect(gone.rows == 0)
    #expect(gone.runs < 10)
    let few = try work(of: "UPDATE entry SET text = '{\"a\":5}' WHERE id % 500 = 1", live)
    #expect(few.rows == 6)
    #expect((6..<16).contains(few.runs))
    for query in Self.queries { #expect(try live.check(query.name) == nil) }
  }

  @Test func `a table and its columns may be called whatever they like`() throws {
    let live = try liveQueries(
      """
      CREATE TABLE "touched rows" (id INTEGER PRIMARY KEY, "touched key" INTEGER, "TOUCHED KEY+" TEXT);
      WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 300)
        INSERT INTO "touched rows" SELECT id, id % 7, 'a' FROM n;
      """,
      [.init("some", LiveQuery(from: "touched rows", filter: "\"touched key\" > 3"))]
    )
    try live.run("UPDATE \"touched rows\" SET \"touched key\" = id % 5 WHERE id % 10 = 1")
    #expect(try live.check("some") == nil)
  }

  @Test func `keys at both ends of all numbers lie far apart`() throws {
    let live = try make(1)
    // Read in portions, of which none is a range.
    let ends = (0..<20).map {
      "(\(Int64.min) + \($0), \($0), NULL), (\(Int64.max) - \($0), \($0), NULL)"
    }
    try live.run("INSERT INTO entry VALUES \(ends.joined(separator: ", "))")
    try live.run("UPDATE entry SET value = value + 1")
    #expect(live.snapshot["all"]?.rows.count == 41)
    for query in Self.queries { #expect(try live.check(query.name) == nil) }
  }

  @Test func `of rows that are read together one fails for the query that it fails for`() throws {
    let live = try make(300)
    try live.run(
      "UPDATE entry SET value = value + 1, text = CASE id WHEN 150 THEN '{' ELSE text END"
    )
    #expect(live.snapshot["deep"]?.failure == "malformed JSON (row entry/150)")
    for name in ["all", "even", "first"] {
      #expect(live.snapshot[name]?.failure == nil)
      #expect(try live.check(name) == nil)
    }
    try live.run("UPDATE entry SET value = value + 1, text = '{\"a\":1}'")
    for query in Self.queries { #expect(try live.check(query.name) == nil) }
  }

  @Test(arguments: 0..<amount(8, full: 80, soak: 400))
  func `whatever becomes of rows side by side, queries show what a fresh reading shows`(
    seed: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let live = try make(400)
    var history: [String] = []
    for _ in 0..<30 {
      let start = Int.random(in: -20...420, using: &random)
      let end = start + Int.random(in: 0...120, using: &random)
      let rows =
        "id BETWEEN \(start) AND \(end) AND id % \(Int.random(in: 1...9, using: &random)) = 0"
      let number = Int.random(in: 1...50, using: &random)
      let commit = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        switch Int.random(in: 0..<4, using: &random) {
        case 0: "DELETE FROM entry WHERE \(rows);"
        case 1: "UPDATE entry SET value = value + \(number) WHERE \(rows);"
        case 2: "UPDATE OR IGNORE entry SET id = id + \(number) WHERE \(rows);"
        default:
          """
          WITH RECURSIVE n (id) AS (SELECT \(start) UNION ALL SELECT id + 1 FROM n WHERE id < \(end))
          INSERT OR REPLACE INTO entry SELECT id, id * \(number) % 1000, NULL FROM n WHERE \(rows);
          """
        }
      }
      history += commit
      try live.run(commit.joined())
      for query in Self.queries {
        guard let mismatch = try live.check(query.name) else { continue }
        Issue.record("seed \(seed): \(mismatch)\n\(history.joined(separator: "\n"))")
        return
      }
    }
  }
}
