import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedQueries

/// Queries over views that only select rows and columns of one table.
@Suite("Live queries over views")
struct ViewTests {
  private static let schema = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE game (
      id INTEGER PRIMARY KEY, home INTEGER REFERENCES team (id), goals INTEGER, note TEXT);
    CREATE VIEW high AS SELECT * FROM game WHERE goals > 4 OR note = 'x' -- or both
      ;
    CREATE VIEW Late (id, goals) AS SELECT game.id, Goals FROM "game"
      WHERE home IN (SELECT id FROM team WHERE name > 'b') ORDER BY goals DESC;
    CREATE VIEW whole AS SELECT id AS id, home, goals FROM game;
    CREATE VIEW spaced AS SELECT id, "goals" FROM [game] WHERE (game."note" = 'a  b');
    CREATE VIEW quoted AS SELECT id, goals FROM game
      WHERE EXISTS (SELECT 1 FROM "team" WHERE "team".id = home AND "team"."name" > 'a');
    """

  /// A query over a view, and the same rows as SQLite reads them from the view.
  private static let queries: [(query: LiveQuery, sql: String)] = [
    (
      LiveQuery(from: "high", filter: "goals < 8 OR home = 2", order: ["goals DESC"]),
      "SELECT id FROM high WHERE goals < 8 OR home = 2 ORDER BY goals DESC, id"
    ),
    (
      LiveQuery(from: "late", order: ["goals"], limit: 3, offset: 1),
      "SELECT id FROM late ORDER BY goals, id LIMIT 3 OFFSET 1"
    ),
    (
      LiveQuery(from: "whole", filter: "home.name = 'b' OR home.name = 'c'", order: ["home.name"]),
      """
      SELECT whole.id FROM whole JOIN team ON team.id = home WHERE name IN ('b', 'c')
      ORDER BY name, whole.id
      """
    ),
    (
      LiveQuery(from: "high", order: ["note"], group: Grouping(by: "home", order: ["home"])),
      "SELECT id FROM high ORDER BY home, note, id"
    ),
    (LiveQuery(from: "spaced", order: ["goals"]), "SELECT id FROM spaced ORDER BY goals, id"),
    (LiveQuery(from: "quoted", order: ["goals"]), "SELECT id FROM quoted ORDER BY goals, id"),
  ]

  /// Random statements over both tables.
  private static func statement(_ random: inout SeededGenerator) -> String {
    func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }
    func text(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
    let id = number(1..<9)
    let home = text("NULL", "1", "2", "3")
    switch number(0..<10) {
    case 0: return "DELETE FROM game WHERE id = \(id)"
    case 1: return "UPDATE OR REPLACE game SET id = id + 10 WHERE id = \(id) AND id < 9"
    case 2:
      return "UPDATE game SET note = \(text("'x'", "NULL", "'a b'", "'a  b'")) WHERE id = \(id)"
    case 3: return "UPDATE team SET name = \(text("'a'", "'b'", "'c'")) WHERE id = \(number(1..<4))"
    case 4: return "UPDATE game SET goals = goals + 1"
    default:
      let note = text("'x'", "'y'", "'a  b'", "NULL")
      return "INSERT OR REPLACE INTO game VALUES (\(id), \(home), \(number(0..<9)), \(note))"
    }
  }

  @Test(arguments: 0..<amount(10, full: 200, soak: 2_000))
  func `after every commit they show the rows that SQLite reads from the view`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let live = try liveQueries(
      Self.schema + "INSERT INTO team VALUES (1, 'a'), (2, 'b'), (3, 'c');",
      Self.queries.enumerated().map { .init("q\($0)", $1.query) }
    )
    for _ in 0..<40 {
      let sql = Self.statement(&random)
      try live.write { try $0.run(sql) }
      try live.write { writer in
        for (index, query) in Self.queries.enumerated() {
          let rows = try writer.prepare(query.sql)
          var fresh: [String] = []
          while try rows.step() { fresh.append("\(rows.value(at: 0).int64 ?? 0)") }
          rows.reset()
          let sections = try #require(live.snapshot["q\(index)"]).sections.sections
          let shown = sections.flatMap { $0.items.map(\.id.key.description) }
          #expect(shown == fresh, "seed \(seed), query \(index), after \(sql)")
        }
      }
    }
  }

  @Test func `a view may be included, and its columns are those that are shown`() throws {
    let live = try liveQueries(
      Self.schema
        + "INSERT INTO team VALUES (1, 'a'); INSERT INTO game VALUES (1, 1, 5, NULL), (2, 1, 3, NULL);",
      [
        .init(
          "teams",
          LiveQuery(
            from: "team",
            include: [Inclusion("games", LiveQuery(from: "high", order: ["goals"]), on: "home")]
          )
        ),
        .init("late", LiveQuery(from: "whole")),
      ]
    )
    #expect(
      live.snapshot["late"]?.rows.map(\.content.shape.names).first == ["id", "home", "goals"]
    )
    let children = { live.snapshot["teams"]?.rows.first?.children("games").count }
    #expect(children() == 1)
    try live.write { try $0.run("UPDATE game SET goals = 9 WHERE id = 2") }
    #expect(children() == 2)
  }

  @Test func `an aggregate does not hide a column that the view names`() throws {
    let live = try liveQueries(
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, n INTEGER);
      CREATE TABLE game (id INTEGER PRIMARY KEY, home INTEGER REFERENCES team (id));
      CREATE TABLE goal (id INTEGER PRIMARY KEY, game INTEGER REFERENCES game (id));
      CREATE VIEW v AS SELECT * FROM game WHERE home IN (SELECT id FROM team WHERE n > 1);
      INSERT INTO team VALUES (1, 0), (2, 2);
      INSERT INTO game VALUES (1, 1), (2, 2);
      INSERT INTO goal VALUES (1, 1), (2, 1);
      """,
      [
        .init(
          "q",
          LiveQuery(
            from: "v",
            aggregates: [Aggregate("n", "count(*)", from: "goal", on: "game")]
          )
        )
      ]
    )
    #expect(live.snapshot["q"]?.rows.map { $0["id"] } == [2])
    #expect(live.snapshot["q"]?.rows.map { $0["n"] } == [0])
  }

  @Test(arguments: [
    "SELECT home, count(*) FROM game GROUP BY home", "SELECT g.id FROM game AS g",
    "SELECT g.id FROM game g", "SELECT DISTINCT id FROM game", "SELECT id FROM game LIMIT 2",
    "SELECT id, goals + 1 AS goals FROM game", "SELECT id, home AS goals FROM game",
    "SELECT id FROM game UNION SELECT id FROM team", "SELECT game.id FROM game, team",
    "SELECT id, max(goals) FROM game", "SELECT id FROM (SELECT * FROM game)",
    "SELECT id FROM (SELECT id, home AS goals FROM game) game", "SELECT id, id FROM game",
    "WITH one AS (SELECT 1) SELECT id FROM game", "SELECT rowid FROM game",
    "SELECT id, row_number() OVER () AS goals FROM game", "SELECT id FROM game WHERE note = \"x\"",
    "SELECT id FROM game NOT INDEXED WHERE id > 1", "SELECT value AS id FROM json_each('[1]')",
    "SELECT id FROM high", "SELECT id FROM main.game",
  ])
  func `a view whose rows are not rows and columns of one table is refused`(select: String) {
    let message = refusal(Self.schema + "CREATE VIEW v AS \(select);", LiveQuery(from: "v"))
    #expect(message.hasPrefix("error["), "\(message)")
  }

  @Test func `a view that renames a column is refused`() {
    let message = refusal(
      Self.schema + "CREATE VIEW v (id, home) AS SELECT id, goals FROM game;",
      LiveQuery(from: "v")
    )
    #expect(message.hasPrefix("error[view]: q.from: 'v' is a view, whose rows have no primary key"))
  }
}
