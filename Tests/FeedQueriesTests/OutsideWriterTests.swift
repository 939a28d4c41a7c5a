import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedQueries

@Suite("Others who write to the store of live queries")
struct OutsideWriterTests {
  private static let schema = SchemaSource(
    sql: """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE player (
        id INTEGER PRIMARY KEY, name TEXT,
        team_id INTEGER REFERENCES team (id) DEFERRABLE INITIALLY DEFERRED);
      """,
    name: "teams.sql"
  )
  let folder: TemporaryDirectory
  let live: LiveQueries
  let other: Store

  init() throws {
    folder = try TemporaryDirectory()
    let location = Store.Location.file(folder.path("a.sqlite"))
    live = try LiveQueries(
      at: location,
      schema: Self.schema,
      queries: [
        .init("teams", LiveQuery(from: "team", order: ["name"])),
        .init("players", LiveQuery(from: "player", order: ["team.name", "player.name"])),
      ]
    )
    other = try Store(at: location, schema: Self.schema)
  }

  private func run(_ sql: String) throws { try other.withWriter { try $0.run(sql) } }

  private func names(_ query: String) -> [String?] {
    live.snapshot[query]?.rows.map { $0["name"]?.string } ?? []
  }

  @Test func `P15 a failed commit does not lose earlier commits of other programs`() throws {
    try run("INSERT INTO team VALUES (1, 'Reds')")
    #expect(throws: StoreError.self) {
      try live.run("INSERT INTO player VALUES (1, 'Ada', 77)")
    }
    #expect(names("teams") == [])
    let before = live.snapshot
    let update = try #require(try live.run("INSERT INTO team VALUES (2, 'Blues')"))
    #expect(update.snapshot.version == before.version + 1)
    #expect(names("teams") == ["Blues", "Reds"])
    #expect(update["teams"].insertItems.count == 2)
    #expect(try live.check("teams") == nil)
    #expect(try live.check("players") == nil)
  }

  @Test func `a commit of another program during a check is not a mismatch`() throws {
    let store = try Store(at: .file(folder.path("a.sqlite")), schema: Self.schema)
    try store.withWriter { writer in
      let core = try LiveCore([.init("teams", LiveQuery(from: "team"))], writer: writer)
      try run("INSERT INTO team VALUES (1, 'Reds')")
      #expect(throws: OutsideWrite.self) { try core.check(0, writer) }
      #expect(try core.catchUp(writer)?["teams"].insertItems.count == 1)
      let (mismatch, update) = try core.check(0, writer)
      #expect(mismatch == nil)
      #expect(update == nil)
    }
  }

  @Test func `following a busy store tries again later and blocks no thread`()
    throws
  {
    try run("INSERT INTO team VALUES (1, 'Reds')")
    let writing = try SQLiteClient(path: folder.path("a.sqlite"))
    try writing.run("BEGIN IMMEDIATE; INSERT INTO team VALUES (2, 'Blues')")
    #expect(throws: WriteLockTaken.self) {
      try live.publishing(waiting: false) { core, writer in try core.catchUp(writer) }
    }
    #expect(names("teams") == [])
    try writing.run("COMMIT")
    try live.publishing(waiting: false) { core, writer in try core.catchUp(writer) }
    #expect(names("teams") == ["Blues", "Reds"])
  }

  @Test(arguments: [false, true])
  func `time that another program lets pass is taken over with its commit`(_ tracks: Bool) throws {
    let path = folder.path("time-\(tracks).sqlite")
    func open() throws -> LiveQueries {
      try LiveQueries(
        at: .file(path),
        schema: SchemaSource(sql: "CREATE TABLE task (id INTEGER PRIMARY KEY, due)", name: "t.sql"),
        queries: [.init("due", LiveQuery(from: "task", filter: "due <= :now", order: ["due"]))],
        tracksOthers: tracks
      )
    }
    let (live, other) = (try open(), try open())
    try other.run("INSERT INTO task VALUES (1, 10), (2, 20), (3, 30)")
    #expect(try live.catchUp() == nil)
    try other.tick(to: 20)
    let update = try #require(try live.catchUp())
    #expect(live.snapshot["due"]?.rows.map(\.id.key.description) == ["1", "2"])
    #expect(update["due"].insertItems.count == 2)
    // Later commits of this program use the same time.
    try live.run("INSERT INTO task VALUES (4, 15)")
    #expect(live.snapshot["due"]?.rows.map(\.id.key.description) == ["1", "4", "2"])
    #expect(try live.tick(to: 20) == nil)
    #expect(try live.check("due") == nil)
  }

  @Test func `P14 a backup restored into the file is one version`() throws {
    try live.run(
      "INSERT INTO team VALUES (1, 'Reds'), (2, 'Blues'); INSERT INTO player VALUES (1, 'Ada', 1)"
    )
    try live.store.copy(to: folder.path("b.sqlite"))
    try live.run("DELETE FROM player; UPDATE team SET name = 'Greens' WHERE id = 2")
    let before = live.snapshot.version
    try SQLiteClient(path: folder.path("b.sqlite")).backUp(to: folder.path("a.sqlite"))
    let update = try #require(try live.catchUp())
    #expect(update.snapshot.version == before + 1)
    #expect(names("teams") == ["Blues", "Reds"])
    #expect(names("players") == ["Ada"])
    #expect(update["players"].insertItems.count == 1)
    #expect(try live.catchUp() == nil)
    #expect(try live.run("UPDATE player SET name = 'Bo'")?["players"].reconfigureItems.count == 1)
    #expect(try live.check("teams") == nil && live.check("players") == nil)
  }

  @Test func `VACUUM, ANALYZE and new indexes of another program create no version`() throws {
    try live.run("INSERT INTO team VALUES (1, 'Reds'), (2, 'Blues')")
    let before = live.snapshot.version
    for sql in [
      "VACUUM", "CREATE INDEX player_team ON player(team_id)", "ANALYZE",
      "ALTER TABLE team ADD COLUMN rank INTEGER DEFAULT 3", "PRAGMA wal_checkpoint(TRUNCATE)",
    ] {
      try run(sql)
      #expect(try live.catchUp() == nil, "\(sql)")
    }
    #expect(live.snapshot.version == before)
    #expect(live.snapshot.results.allSatisfy { $0.failure == nil })
    try run("DELETE FROM team WHERE rank = 3 AND id = 2")
    #expect(try live.catchUp()?.snapshot.version == before + 1)
    try live.run("UPDATE team SET name = 'Whites'")
    #expect(names("teams") == ["Whites"])
  }

  @Test func `a replaced table fails the queries that read or join it`() throws {
    try live.run("INSERT INTO team VALUES (1, 'Reds'); INSERT INTO player VALUES (1, 'Ada', 1)")
    try run(
      """
      ALTER TABLE team RENAME TO gone;
      CREATE TABLE team (name TEXT PRIMARY KEY, id INTEGER UNIQUE); INSERT INTO team VALUES ('x', 1)
      """
    )
    #expect(try live.catchUp()?.snapshot.version == 3)
    for query in ["teams", "players"] {
      let failure = try #require(live.snapshot[query]?.failure)
      #expect(failure.hasPrefix("table 'team' has other columns or another key now"))
    }
    try live.run("UPDATE team SET id = 2; UPDATE player SET name = 'Bo'")
    #expect(names("teams") == ["Reds"])
    #expect(live.snapshot["players"]?.failure != nil)

    // The old table returns with one more column.
    try run("DROP TABLE team; ALTER TABLE gone RENAME TO team; ALTER TABLE team ADD COLUMN rank")
    try run("UPDATE team SET name = 'Whites'; INSERT INTO team VALUES (2, 'Blues', 2)")
    #expect(try live.catchUp() != nil)
    #expect(live.snapshot.results.allSatisfy { $0.failure == nil })
    #expect(names("teams") == ["Blues", "Whites"])
    #expect(names("players") == ["Bo"])
    try live.run("UPDATE team SET name = 'Zebras' WHERE id = 2")
    #expect(names("teams") == ["Whites", "Zebras"])
  }
}
