import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Synchronization
import TestSupport
import Testing

@Suite("Others who write to the store")
struct OutsideWriterTests {
  private static let yaml = """
    feed: 1
    title: Teams
    store: {schema: teams.sql}
    sources:
      news: {document: news, items: $.news, id: id}
      teams: {from: team, order: [rank]}
      players:
        from: player
        where: NOT is_out
        group: {by: team_id, order: [team.rank], title: team.name}
        order: [rank]
    sections:
      - {id: news, source: news, item: headline, layout: list}
      - {id: teams, source: teams, item: team, layout: list}
      - {id: players, source: players, item: player, title: "{title}", layout: list}
    items:
      headline: {title: "{title}"}
      team: {title: "{name}"}
      player: {title: "{name}"}
    layouts:
      list: {height: 44}
    """

  private static let schema = SchemaSource(
    sql: """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank INTEGER NOT NULL);
      CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        team_id INTEGER REFERENCES team (id) DEFERRABLE INITIALLY DEFERRED,
        name TEXT NOT NULL, rank INTEGER NOT NULL DEFAULT 0, is_out INTEGER NOT NULL DEFAULT 0);
      """,
    name: "teams.sql"
  )

  let folder: TemporaryDirectory
  let feed: Feed
  let location: Store.Location
  let engine: FeedEngine
  /// A connection that bypasses the engine.
  let other: Store

  init() throws {
    folder = try TemporaryDirectory()
    _ = try folder.file("teams.sql", Self.schema.sql)
    feed = try FeedFile.load(path: folder.file("teams.yaml", Self.yaml)).feed
    location = .file(folder.path("teams.sqlite"))
    engine = try FeedEngine(feed: feed, store: location)
    other = try Store(at: location, schema: Self.schema)
  }

  private func run(_ sql: String) throws { try other.withWriter { try $0.run(sql) } }

  /// Runs statements as one commit.
  private func commit(_ sql: String) throws {
    _ = try other.withWriter { try $0.transaction { try $0.run(sql) } }
  }

  /// The names that the sections show.
  private func names(_ snapshot: FeedSnapshot) -> [String] {
    snapshot.composition.sections.map { section in
      let names = section.items.map { $0.content["name"]?.string ?? $0.id.description }
      return "\(section.id): " + names.joined(separator: " ")
    }
  }

  /// Compares with a newly opened feed over the same store, which must have the same version.
  private func expectFresh(_ engine: FeedEngine) async throws {
    let mine = engine.snapshot
    let fresh = try FeedEngine(feed: feed, store: location)
    #expect(fresh.snapshot.composition == mine.composition)
    #expect(fresh.snapshot.version == mine.version)
    #expect(fresh.snapshot.status == mine.status)
  }

  @Test func `every commit of the engine shows the earlier commits of other programs`() async throws
  {
    let commits: [(name: String, commit: (FeedEngine) async throws -> Void)] = [
      ("identity", { _ = try await $0.identity { "a" } }),
      ("requests", { try await $0.forgetRequests(before: 0) }),
      // The states of alerts are written without a version, and leave the commits for the next one.
      (
        "alerts",
        {
          try await $0.keep(alertStates: ["a": .integer(1)])
          try await $0.catchUp()
        }
      ),
      ("log", { try await $0.setIdentity("b") }),
      ("difference", { try await $0.note(difference: "c") }),
      ("tick", { _ = try await $0.tick(to: .integer(7)) }),
      ("catch up", { _ = try await $0.catchUp() }),
    ]
    for (rank, (name, commit)) in commits.enumerated() {
      try self.commit("INSERT INTO team VALUES (\(rank + 1), '\(name)', \(rank))")
      try await commit(engine)
      #expect(names(engine.snapshot).contains { $0.hasSuffix(name) }, "\(name)")
      try await expectFresh(engine)
    }
  }

  /// Opens a feed of a table or a view of another program's database.
  private func foreignFeed(from name: String, _ rows: String) throws -> (FeedFile, SQLiteClient) {
    let owner = try SQLiteClient(path: folder.path("own.sqlite"))
    try owner.run(rows)
    let yaml = """
      feed: 1
      store: {file: own.sqlite}
      sources: {teams: {from: \(name)}}
      sections: [{id: teams, source: teams, item: team, layout: list}]
      items: {team: {title: "{name}"}}
      layouts: {list: {height: 44}}
      """
    return (try FeedFile.load(path: folder.file("own.yaml", yaml)), owner)
  }

  private func successor(of engine: FeedEngine, _ file: FeedFile) async throws -> FeedEngine {
    let next = Mutex<FeedEngine?>(nil)
    try await engine.handOver(to: file) { engine, _ in next.withLock { $0 = engine } }
    let adopted = next.withLock { $0 }
    return try #require(adopted)
  }

  @Test func `the time stays when the tables of a foreign database are made after a tick`()
    async throws
  {
    let (file, owner) = try foreignFeed(
      from: "team, where: \"due < :now\"",
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, due INTEGER);
      CREATE TABLE note (id INTEGER PRIMARY KEY);
      INSERT INTO team VALUES (1, 'a', 5)
      """
    )
    let engine = try FeedEngine(file: file)
    try await engine.tick(to: .integer(7))
    #expect(names(engine.snapshot) == ["teams: a"])
    let version = engine.snapshot.version
    try await engine.keep(alertStates: ["a": .integer(1)])
    try owner.run("INSERT INTO note VALUES (1)")
    try await engine.catchUp()
    #expect(names(engine.snapshot) == ["teams: a"])
    #expect(engine.snapshot.version == version)
    // The time of another program that runs the feed is taken over.
    try owner.run("INSERT OR REPLACE INTO feed_state VALUES ('now', 3)")
    try await engine.catchUp()
    #expect(names(engine.snapshot) == [])
    try await engine.close()
  }

  @Test func `the condition of an input is shown by every process, and after a restart`()
    async throws
  {
    _ = try foreignFeed(
      from: "team",
      "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO team VALUES (1, 'a')"
    )
    let yaml = """
      feed: 1
      store: {file: own.sqlite}
      sources: {teams: {from: team}}
      sections: [{id: teams, source: teams, item: team, layout: list}]
      items: {team: {title: "{name}"}}
      inputs: {odds: {poll: "https://odds.example/", every: 1m, stale: 5s, adapter: odds, sources: [teams]}}
      adapters: {odds: INSERT INTO team (name) VALUES (:message)}
      layouts: {list: {height: 44}}
      """
    let file = try FeedFile.load(path: folder.file("inputs.yaml", yaml))
    let (running, shown) = (try FeedEngine(file: file), try FeedEngine(file: file))
    let conditions: [InputCondition] = [.late(.seconds(5)), .failed("it is gone"), .live]
    for condition in conditions {
      try await running.set(condition, ofInput: "odds")
      try await shown.catchUp()
      let restarted = try FeedEngine(file: file)
      for engine in [shown, restarted] {
        #expect(engine.snapshot.status == running.snapshot.status)
        #expect(engine.snapshot.inputs == running.snapshot.inputs)
      }
      #expect(running.snapshot.status.allSatisfy { $0.problem == nil } == (condition == .live))
      try await restarted.close()
    }
    try await running.close()
    try await shown.close()
  }

  @Test func `a feed whose table has lost a column is opened again over the other columns`()
    async throws
  {
    let (file, owner) = try foreignFeed(
      from: "team",
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, note TEXT, name TEXT);
      INSERT INTO team VALUES (1, 'x', 'a')
      """
    )
    let engine = try FeedEngine(file: file)
    #expect(try await engine.takeAlterations().isEmpty)
    try owner.run("ALTER TABLE team DROP COLUMN note")
    try owner.run("UPDATE team SET name = 'b'")
    try await engine.catchUp()
    #expect(try await engine.takeAlterations().tables.keys.sorted() == ["team"])
    let next = try await successor(of: engine, file)
    #expect(next.snapshot.status.map(\.state) == [.ok])
    #expect(names(next.snapshot) == ["teams: b"])
    #expect(try await next.takeAlterations().isEmpty)
  }

  @Test(arguments: ["ALTER TABLE club RENAME TO clubs", "DROP TABLE club"])
  func `a source that reads a joined table fails without it, and keeps its rows`(
    statement: String
  ) async throws {
    let club = """
      CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO club VALUES (1, 'c');
      """
    let (_, owner) = try foreignFeed(
      from: "team",
      """
      \(club)
      CREATE TABLE team (id INTEGER PRIMARY KEY, club_id INTEGER REFERENCES club, name TEXT);
      CREATE TABLE cup (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO team VALUES (1, 1, 'a');
      INSERT INTO cup VALUES (1, 'a')
      """
    )
    let yaml = """
      feed: 1
      store: {file: own.sqlite}
      sources: {teams: {from: team}, cups: {from: cup}}
      sections:
        - {id: teams, source: teams, item: team, layout: list}
        - {id: cups, source: cups, item: cup, layout: list}
      items: {team: {title: "{name}", subtitle: "{club.name}"}, cup: {title: "{name}"}}
      layouts: {list: {height: 44}}
      """
    let engine = try FeedEngine(file: FeedFile.load(path: folder.file("joined.yaml", yaml)))
    #expect(names(engine.snapshot) == ["teams: a", "cups: a"])
    for (round, old) in [(1, "a"), (2, "1")] {
      try owner.run("PRAGMA foreign_keys = OFF; \(statement)")
      try owner.run("UPDATE team SET name = '\(round)'; UPDATE cup SET name = '\(round)'")
      let failed = try #require(try await engine.catchUp()).snapshot
      #expect(failed.status.map(\.problem) == ["no such table: club", nil])
      #expect(names(failed) == ["teams: \(old)", "cups: \(round)"])
      try owner.run(statement.hasPrefix("DROP") ? club : "ALTER TABLE clubs RENAME TO club")
      let restored = try #require(try await engine.catchUp()).snapshot
      #expect(restored.status.map(\.state) == [.ok, .ok])
      #expect(names(restored) == ["teams: \(round)", "cups: \(round)"])
    }
  }

  @Test func `a feed whose view has another text is opened again`() async throws {
    let (file, owner) = try foreignFeed(
      from: "shown",
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO team VALUES (1, 'a'), (2, 'b');
      CREATE VIEW shown AS SELECT * FROM team WHERE id = 1;
      CREATE VIEW counted AS SELECT 1 AS id
      """
    )
    let engine = try FeedEngine(file: file)
    #expect(names(engine.snapshot) == ["teams: a"])
    #expect(try await engine.takeAlterations().isEmpty)
    try owner.run("CREATE VIEW other AS SELECT 2 AS id; UPDATE team SET name = 'A' WHERE id = 1")
    try await engine.catchUp()
    #expect(try await engine.takeAlterations().isEmpty)
    try owner.run("DROP VIEW counted")
    #expect(try await engine.takeAlterations().views == ["counted": nil])
    #expect(try await engine.takeAlterations().isEmpty)
    let text = "CREATE VIEW shown AS SELECT * FROM team WHERE id = 2"
    try owner.run("DROP VIEW shown; \(text)")
    try await engine.catchUp()
    #expect(try await engine.takeAlterations().views == ["counted": nil, "shown": text])
    let next = try await successor(of: engine, file)
    #expect(names(next.snapshot) == ["teams: b"])
    #expect(try await next.takeAlterations().isEmpty)
  }

  @Test func `a source whose view was dropped has failed until the view is created again`()
    async throws
  {
    let view = "CREATE VIEW shown AS SELECT * FROM team WHERE id = 1"
    let (file, owner) = try foreignFeed(
      from: "Shown",
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO team VALUES (1, 'a'), (2, 'b');
      CREATE VIEW other AS SELECT * FROM team;
      \(view)
      """
    )
    let engine = try FeedEngine(file: file)
    try owner.run("DROP VIEW other")
    #expect(try await engine.catchUp() == nil)
    for _ in 1...2 {
      try owner.run("DROP VIEW shown")
      let failed = try #require(try await engine.catchUp()).snapshot
      #expect(
        failed.status.map(\.problem) == [
          "the view 'shown' was dropped; create it again, or change 'from' of the source"
        ]
      )
      #expect(await engine.droppedViews == ["shown"])
      #expect(names(failed) == ["teams: a"])
      try owner.run(view)
      let restored = try #require(try await engine.catchUp()).snapshot
      #expect(restored.status.map(\.state) == [.ok])
      #expect(await engine.droppedViews == [])
    }
  }

  @Test func `fixtures whose names only look alike are played separately`() async throws {
    func line(_ fixture: String, _ number: Int) -> FixtureLine {
      FixtureLine(
        #"{"upsert": {"team": [{"id": \#(number), "name": "a", "rank": 1}]}}"#,
        fixture: fixture,
        line: number,
        digest: UInt64(number)
      )
    }
    let names = ["\u{e9}", "e\u{301}"]
    _ = try await engine.apply(line(names[0], 1))
    // Other programs write, so that the position of the next line is read again.
    try run("UPDATE team SET rank = 2")
    _ = try await engine.apply(line(names[1], 1))
    _ = try await engine.apply(line(names[1], 2))
    #expect(try await engine.position(of: names[0]) == 1)
    #expect(try await engine.position(of: names[1]) == 2)
  }

  @Test func `a commit of another connection becomes the next version without a request`()
    async throws
  {
    let following = Task { [engine] in await engine.followOthers() }
    var versions = engine.versions().makeAsyncIterator()
    var referee = try FeedReferee(#require(await versions.next()).snapshot)
    for round in 1...5 {
      try commit(
        """
        INSERT INTO team VALUES (\(round), 'T\(round)', -\(round));
        INSERT INTO player (id, team_id, name) VALUES (\(round), \(round), 'P\(round)')
        """
      )
      let update = try #require(await versions.next())
      #expect(update.snapshot.version == round + 1)
      try referee.perform(update.updates, to: update.snapshot)
      try await expectFresh(engine)
    }
    #expect(names(engine.snapshot).first == "teams: T5 T4 T3 T2 T1")
    following.cancel()
    await following.value
  }

  @Test func `following starts with the earlier writes of other programs, and ends when cancelled`()
    async throws
  {
    try run("INSERT INTO team VALUES (1, 'Reds', 1)")
    var versions = engine.versions().makeAsyncIterator()
    _ = await versions.next()
    let following = Task { [engine] in await engine.followOthers() }
    #expect(await versions.next()?.snapshot.version == 2)
    following.cancel()
    await following.value
  }

  @Test func `two feeds over one store reach the same versions, and then rest`() async throws {
    let second = try FeedEngine(feed: feed, store: location)
    let following = [engine, second].map { engine in
      Task { await engine.followOthers() }
    }
    for round in 1...20 {
      let (writer, reader) = round.isMultiple(of: 2) ? (engine, second) : (second, engine)
      var versions = reader.versions().makeAsyncIterator()
      let update = try await writer.write {
        try $0.run("INSERT INTO team VALUES (\(round), 'T\(round)', \(round))")
      }
      var latest = try #require(await versions.next()).snapshot
      while latest.version < round + 1 { latest = try #require(await versions.next()).snapshot }
      #expect(update?.snapshot.version == round + 1)
      #expect(latest.version == round + 1)
      #expect(latest.composition == update?.snapshot.composition)
    }
    // A change from outside is the same version for both feeds, whichever notices it first.
    var versions = (
      engine.versions().makeAsyncIterator(), second.versions().makeAsyncIterator()
    )
    _ = await (versions.0.next(), versions.1.next())
    try run("UPDATE team SET name = 'Blues' WHERE id = 20")
    #expect(await versions.0.next()?.snapshot.version == 22)
    #expect(await versions.1.next()?.snapshot.version == 22)
    for task in following { task.cancel() }
    for task in following { await task.value }
    #expect(try await engine.catchUp() == nil)
    #expect(try await second.catchUp() == nil)
    #expect(try await engine.catchUp() == nil)
  }

  @Test func `documents that another program has replaced are shown`() async throws {
    let second = try FeedEngine(feed: feed, store: location)
    let good = Array(#"{"news": [{"id": "a", "title": "Kick-off"}]}"#.utf8)
    _ = try await second.replaceDocument("news", with: good)
    _ = try await engine.catchUp()
    #expect(names(engine.snapshot) == ["news: headline:news/a"])
    try await expectFresh(engine)
    _ = try await second.replaceDocument("news", with: Array("{".utf8))
    _ = try await engine.catchUp()
    try await expectFresh(engine)
    #expect(engine.snapshot.status.first?.problem != nil)
    _ = try await second.replaceDocument("news", with: good)
    _ = try await engine.catchUp()
    try await expectFresh(engine)
    #expect(engine.snapshot.status.first?.problem == nil)
  }

  @Test func `VACUUM and invisible changes create no versions`() async throws {
    _ = try await engine.write { try $0.run("INSERT INTO team VALUES (1, 'Reds', 1)") }
    try run("VACUUM")
    #expect(try await engine.catchUp() == nil)
    try run("CREATE TABLE note (id INTEGER PRIMARY KEY); ALTER TABLE team ADD COLUMN colour")
    #expect(try await engine.catchUp() == nil)
    let update = try await engine.write { try $0.run("UPDATE team SET name = 'Red' WHERE id = 1") }
    #expect(update?.snapshot.version == 3)
    #expect(update?.updates.reconfigureItems.count == 1)
  }

  @Test func `a table that another program drops or replaces fails only its sources`()
    async throws
  {
    _ = try await engine.write {
      try $0.run("INSERT INTO team VALUES (1, 'Reds', 1), (2, 'Blues', 2)")
      try $0.run("INSERT INTO player (id, team_id, name) VALUES (1, 1, 'Ada')")
    }
    let before = names(engine.snapshot)
    try run("ALTER TABLE player RENAME TO gone")
    let failed = try #require(try await engine.catchUp())
    #expect(names(failed.snapshot) == before)
    #expect(failed.snapshot.status.map(\.problem).dropFirst() == [nil, "no such table: player"])
    // The other sources continue.
    let update = try await engine.write { try $0.run("UPDATE team SET rank = 3 WHERE id = 1") }
    #expect(
      update?.snapshot.composition.sections.first?.items.map(\.id.description) == [
        "team:team/2", "team:team/1",
      ]
    )

    // Another table of that name is not treated as the old one.
    try run("CREATE TABLE player (team_id, rank, is_out, name, id TEXT PRIMARY KEY)")
    let strange = try #require(try await engine.catchUp()).snapshot
    #expect(
      strange.status.last?.problem?.hasPrefix(
        "table 'player' has other columns or another key now"
      ) == true
    )
    _ = try await engine.write {
      try $0.run("INSERT INTO player VALUES (1, 1, 0, 'Bo', 'b'); DELETE FROM team WHERE id = 2")
    }
    #expect(names(engine.snapshot) == ["teams: Reds", "players/1: Ada"])

    // The old table is restored.
    try run("DROP TABLE player; ALTER TABLE gone RENAME TO player")
    try run("UPDATE player SET name = 'Cy'")
    let mended = try #require(try await engine.catchUp()).snapshot
    #expect(names(mended) == ["teams: Reds", "players/1: Cy"])
    #expect(mended.status.dropFirst().allSatisfy { $0.problem == nil })
  }

  @Test func `a failed commit does not lose earlier writes of other programs`() async throws {
    var referee = FeedReferee(engine.snapshot)
    try run("INSERT INTO team VALUES (1, 'Reds', 1)")
    // The foreign key is checked after everything has been evaluated.
    await #expect(throws: StoreError.self) {
      _ = try await engine.write {
        try $0.run("INSERT INTO player (id, team_id, name) VALUES (1, 77, 'Ada')")
      }
    }
    let update = try #require(
      try await engine.write { try $0.run("INSERT INTO team VALUES (2, 'Blues', 2)") }
    )
    try referee.perform(update.updates, to: update.snapshot)
    #expect(names(update.snapshot) == ["teams: Reds Blues"])
    try await expectFresh(engine)
  }
}
