import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@Suite("Locks and triggers in another program's database")
struct ForeignLockTests {
  private let folder: TemporaryDirectory
  /// The program.
  private let owner: SQLiteClient

  init() throws {
    folder = try TemporaryDirectory()
    owner = try SQLiteClient(path: folder.path("own.sqlite"))
    try owner.run(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, code TEXT, due INTEGER);
      CREATE UNIQUE INDEX team_code ON team (code);
      INSERT INTO team VALUES (1, 'a', 'A', 5)
      """
    )
  }

  private func file(_ track: String = "") throws -> FeedFile {
    let yaml = """
      feed: 1
      store: {file: own.sqlite\(track)}
      sources: {teams: {from: team, where: "due < coalesce(:now, 100)"}}
      sections: [{id: teams, source: teams, item: team, layout: list}]
      items: {team: {title: "{name}"}}
      layouts: {list: {height: 44}}
      """
    return try FeedFile.load(path: folder.file("teams.yaml", yaml))
  }

  private func stored(_ name: String) throws -> Int64 {
    try owner.integer("SELECT coalesce(max(value), 0) FROM feed_state WHERE name = '\(name)'")
  }

  private func count(_ engine: FeedEngine) -> Int {
    engine.snapshot.composition.sections.reduce(0) { $0 + $1.items.count }
  }

  @Test(arguments: ["", ", track: outside"])
  func `opening, reading and ticking wait for no other program, and no program waits for them`(
    _ track: String
  ) async throws {
    // Another feed has left the tables and, if it tracks changes, the triggers.
    let first = try FeedEngine(file: file(track))
    try await first.keep(alertStates: ["a": .integer(1)])
    try await first.close()
    try owner.run("BEGIN IMMEDIATE")
    let engine = try FeedEngine(file: file(track))
    #expect(count(engine) == 1)
    try owner.run("INSERT INTO team VALUES (2, 'b', 'B', 7); COMMIT; BEGIN IMMEDIATE")
    try await engine.catchUp()
    #expect(count(engine) == 2)
    try await engine.tick(to: .integer(6))
    #expect(count(engine) == 1)
    try owner.run("COMMIT")
    for time in Int64(7)...8 { try await engine.tick(to: .integer(time)) }
    #expect(count(engine) == 2)
    let version = engine.snapshot.version
    try await engine.close()
    #expect(try stored("now") == 8)
    #expect(try stored("version") == Int64(version))
    // The next engine continues with the number and the time.
    let next = try FeedEngine(file: file(track))
    #expect(next.snapshot.version == version)
    #expect(count(next) == 2)
    try await next.close()
  }

  @Test(arguments: ["", ", track: outside"])
  func `an altered table holds up no commit, and the other queries stay current`(
    _ track: String
  ) async throws {
    try owner.run("CREATE TABLE game (id INTEGER PRIMARY KEY, name TEXT)")
    let yaml = """
      feed: 1
      store: {file: own.sqlite\(track)}
      sources: {teams: {from: team}, games: {from: game}}
      sections:
        - {id: teams, source: teams, item: team, layout: list}
        - {id: games, source: games, item: game, layout: list}
      items: {team: {title: "{code}"}, game: {title: "{name}"}}
      layouts: {list: {height: 44}}
      """
    let file = try FeedFile.load(path: folder.file("both.yaml", yaml))
    let engine = try FeedEngine(file: file)
    try owner.run("ALTER TABLE team RENAME COLUMN code TO sign")
    try await engine.catchUp()
    for id in 1...20 {
      try owner.run(
        "INSERT INTO game VALUES (\(id), 'g'); INSERT INTO team VALUES (\(id + 1), 'b', 'B\(id)', 7)"
      )
      // A read after a commit of the program does not wait for its next one.
      try owner.run("BEGIN IMMEDIATE")
      try await engine.catchUp()
      try owner.run("COMMIT")
      #expect(count(engine) == id + 1)
      #expect(engine.snapshot.status.first?.state != .ok)
    }
    try owner.run("ALTER TABLE team RENAME COLUMN sign TO code")
    try await engine.catchUp()
    #expect(engine.snapshot.status.map(\.state) == [.ok, .ok])
    #expect(count(engine) == 41)
    try await engine.close()
  }

  @Test(arguments: ["", ", track: outside"])
  func `a renamed column fails only the sources that show it, and no other source of their table`(
    _ track: String
  ) async throws {
    try owner.run(
      """
      CREATE TABLE carrier (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE parcel (id INTEGER PRIMARY KEY, carrier_id INTEGER REFERENCES carrier);
      INSERT INTO carrier VALUES (1, 'Post');
      INSERT INTO parcel VALUES (1, 1), (2, NULL)
      """
    )
    let yaml = """
      feed: 1
      store: {file: own.sqlite\(track)}
      sources:
        all: {from: parcel}
        first: {from: parcel, order: [id], limit: 2}
        named: {from: parcel}
      sections:
        - {id: all, source: all, item: plain, layout: list}
        - {id: first, source: first, item: few, layout: list}
        - {id: named, source: named, item: named, layout: list}
      items: {plain: {title: "{id}"}, few: {title: "{id}"}, named: {title: "{id} {carrier.name}"}}
      layouts: {list: {height: 44}}
      """
    let engine = try FeedEngine(file: FeedFile.load(path: folder.file("parcels.yaml", yaml)))
    func counts() -> [Int] { engine.snapshot.composition.sections.map { $0.items.count } }
    func areFailed() -> [Bool] { engine.snapshot.status.map { $0.state != .ok } }
    #expect(counts() == [2, 2, 2])
    try owner.run("ALTER TABLE carrier RENAME COLUMN name TO label")
    try await engine.catchUp()
    for id in 3...6 {
      try owner.run("INSERT INTO parcel VALUES (\(id), 1); DELETE FROM parcel WHERE id = \(id - 2)")
      try await engine.catchUp()
      #expect(areFailed() == [false, false, true])
      #expect(counts().prefix(2) == [2, 2])
      let ids = engine.snapshot.composition.sections.map { $0.items.map(\.id.object.key) }
      #expect(ids[0] == [.integer(Int64(id - 1)), .integer(Int64(id))])
      #expect(ids[1] == ids[0])
    }
    try owner.run("ALTER TABLE carrier RENAME COLUMN label TO name")
    try await engine.catchUp()
    #expect(areFailed() == [false, false, false])
    #expect(counts() == [2, 2, 2])
    try await engine.close()
  }

  @Test func `a commit of the program between a read and its notes is not lost`() async throws {
    let engine = try FeedEngine(file: file())
    try await engine.keep(alertStates: ["a": .integer(1)])
    for id in 2...20 {
      try owner.run("BEGIN IMMEDIATE; INSERT INTO team VALUES (\(id), 'b', 'B\(id)', 7)")
      try await engine.tick(to: .integer(Int64(id + 100)))
      try owner.run("COMMIT")
      // The notes of this tick are written after the commit, which only the next read shows.
      try await engine.tick(to: .integer(Int64(id + 200)))
      try await engine.catchUp()
      #expect(count(engine) == id)
    }
    try await engine.close()
  }

  @Test func `a feed that ends leaves no trigger that hinders an alteration`() async throws {
    let engine = try FeedEngine(file: file(", track: outside"))
    try owner.run("INSERT INTO team VALUES (2, 'b', 'B', 7)")
    try await engine.catchUp()
    #expect(count(engine) == 2)
    // A second feed that continues makes the triggers again.
    let second = try FeedEngine(file: file(", track: outside"))
    try await engine.stopRecordingOthers()
    try await engine.close()
    try owner.run("INSERT INTO team VALUES (3, 'c', 'C', 7)")
    try await second.catchUp()
    #expect(count(second) == 3)
    #expect(try owner.integer("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") == 6)
    try await second.stopRecordingOthers()
    try await second.close()
    #expect(try owner.integer("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") == 0)
    try owner.run("DROP INDEX team_code; ALTER TABLE team DROP COLUMN code")
  }
}
