import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

/// Commits of programs without live queries, followed by the change log.
@Suite("Tracking others")
struct TrackingTests {
  /// A change of one row, with the rows read after a foreign commit and after an own commit.
  struct Change: Sendable, CustomTestStringConvertible {
    let sql: String
    var more = 0
    var testDescription: String { sql }
  }

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func liveQueries(_ name: String, teams: Int, tracks: Bool = true) throws -> LiveQueries {
    try LiveQueries(
      at: .file(folder.path(name)),
      schema: SchemaSource(
        sql: """
          CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT UNIQUE, rank INTEGER);
          CREATE TABLE player (
            id INTEGER PRIMARY KEY, name TEXT, team INTEGER REFERENCES team ON DELETE CASCADE);
          CREATE INDEX player_team ON player(team);
          CREATE TABLE seat (row INTEGER, number INTEGER, note, PRIMARY KEY (row, number))
            WITHOUT ROWID;
          CREATE TABLE log (id INTEGER PRIMARY KEY, what);
          WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(teams))
            INSERT INTO team SELECT x, 'T' || x, x * 7 % \(teams) FROM n;
          INSERT INTO player SELECT id, 'P' || id, id FROM team;
          INSERT INTO seat SELECT id / 10, id % 10, 'free' FROM team;
          """,
        name: "teams.sql"
      ),
      queries: [
        .init("teams", LiveQuery(from: "team", order: ["rank"])),
        .init(
          "players",
          LiveQuery(
            from: "player",
            order: ["team.rank", "player.name"],
            group: Grouping(by: "team", order: ["team.rank"], title: "team.name")
          )
        ),
        .init("seats", LiveQuery(from: "seat", filter: "note = 'free'", order: ["row", "number"])),
      ],
      tracksOthers: tracks
    )
  }

  /// The number of rows read after a commit of another program, and after the same own commit.
  private func rowsRead(
    _ sql: String,
    teams: Int,
    tracks: Bool
  ) throws -> (outside: Int, own: Int) {
    let live = try liveQueries("\(teams)-outside.sqlite", teams: teams, tracks: tracks)
    let client = try SQLiteClient(path: folder.path("\(teams)-outside.sqlite"))
    try client.run("PRAGMA foreign_keys = 1")
    var start = live.rowsRead
    try client.run(sql)
    let update = try live.catchUp()
    let outside = live.rowsRead - start
    let same = try liveQueries("\(teams)-own.sqlite", teams: teams, tracks: tracks)
    start = same.rowsRead
    let ownUpdate = try same.run(sql)
    #expect(live.snapshot.results.map(\.shape) == same.snapshot.results.map(\.shape))
    for name in ["teams", "players", "seats"] {
      #expect(try live.check(name) == nil)
      #expect(update?[name] == ownUpdate?[name])
    }
    #expect(try live.catchUp() == nil && same.catchUp() == nil)
    return (outside, same.rowsRead - start)
  }

  @Test(
    arguments: [
      "UPDATE team SET rank = 5 WHERE id = 9", "INSERT INTO team VALUES (9999, 'New', 3)",
      "DELETE FROM player WHERE id = 9", "DELETE FROM team WHERE id = 9",
      "UPDATE player SET id = 9999 WHERE id = 9", "UPDATE player SET team = 3 WHERE id = 9",
      "REPLACE INTO team VALUES (9999, 'T9', 3)",
      "UPDATE OR REPLACE team SET name = 'T8' WHERE id = 9",
      "UPDATE seat SET number = 88 WHERE row = 2 AND number = 3",
      "UPDATE seat SET note = 'taken' WHERE row = 2 AND number = 3",
      "REPLACE INTO seat VALUES (2, 3, 'taken')", "INSERT INTO log VALUES (1, 'nobody reads this')",
    ]
  )
  func `a commit of another program reads the rows that one of ours does, in a store of any size`(
    sql: String
  ) throws {
    let small = try rowsRead(sql, teams: 100, tracks: true)
    let large = try rowsRead(sql, teams: amount(400, full: 2_000), tracks: true)
    #expect(small.outside == small.own)
    #expect(large == small)
  }

  @Test func `without tracking, a commit of another program reads every query again`() throws {
    let sql = "UPDATE team SET rank = 5 WHERE id = 9"
    let found = try rowsRead(sql, teams: 100, tracks: false)
    #expect(found.outside >= 300)
    #expect(found.own < 10)
  }

  @Test func `live queries that do not track remove the triggers of others`() throws {
    let live = try liveQueries("a.sqlite", teams: 10)
    let client = try SQLiteClient(path: folder.path("a.sqlite"))
    let triggers = { (live: LiveQueries) in
      try live.store.withWriter { writer in
        let rows = try writer.prepare(
          "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'feed_ch%'"
        )
        return try rows.step() ? rows.integer(at: 0) : -1
      }
    }
    #expect(try triggers(live) > 0)
    try live.close()
    let plain = try liveQueries("a.sqlite", teams: 10, tracks: false)
    #expect(try triggers(plain) == 0)
    try client.run("UPDATE team SET rank = 70 WHERE id = 1")
    #expect(try plain.catchUp()?["teams"].isEmpty == false)
  }

  @Test func `only tables that a query names get triggers`() throws {
    let live = try liveQueries("a.sqlite", teams: 10)
    let tables = try live.store.withWriter { writer in
      let rows = try writer.prepare(
        "SELECT DISTINCT tbl_name FROM sqlite_schema WHERE type = 'trigger' ORDER BY 1"
      )
      var names: [String] = []
      while try rows.step() { names.append(rows.text(at: 0)) }
      return names
    }
    #expect(tables == ["feed_change", "player", "seat", "team"])
  }
}
