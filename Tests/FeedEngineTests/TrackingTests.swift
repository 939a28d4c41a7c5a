import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

/// A feed file with `track: outside`.
@Suite("Tracking others at a feed")
struct TrackingTests {
  private static func yaml(_ store: String) -> String {
    """
    feed: 1
    title: Teams
    store: {\(store)}
    sources:
      news: {document: news, items: $.news, id: id}
      teams: {from: team, where: "rank < coalesce(:now, 100)", order: [rank]}
    sections:
      - {id: news, source: news, item: headline, layout: list}
      - {id: teams, source: teams, item: team, layout: list}
    items:
      headline: {title: "{title}"}
      team: {title: "{name}"}
    layouts:
      list: {height: 44}
    """
  }

  private let folder: TemporaryDirectory
  private let feed: Feed
  private let engine: FeedEngine
  private let client: SQLiteClient

  init() throws {
    folder = try TemporaryDirectory()
    _ = try folder.file(
      "teams.sql",
      "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank INTEGER NOT NULL)"
    )
    feed = try FeedFile.load(
      path: folder.file("teams.yaml", Self.yaml("schema: teams.sql, track: outside"))
    ).feed
    engine = try FeedEngine(feed: feed, store: .file(folder.path("a.sqlite")))
    client = try SQLiteClient(path: folder.path("a.sqlite"))
  }

  /// Compares with a newly opened feed over the same store, which must have the same version.
  private func expectFresh() throws {
    let mine = engine.snapshot
    let fresh = try FeedEngine(feed: feed, store: .file(folder.path("a.sqlite"))).snapshot
    #expect(fresh.composition == mine.composition)
    #expect(fresh.version == mine.version)
    #expect(fresh.status == mine.status)
  }

  @Test func `rows, time and documents of another feed arrive as versions with correct batches`()
    async throws
  {
    let other = try FeedEngine(feed: feed, store: .file(folder.path("a.sqlite")))
    var referee = FeedReferee(engine.snapshot)
    let news = Array(#"{"news": [{"id": "a", "title": "Kick-off"}]}"#.utf8)
    for round in 1...12 {
      switch round % 4 {
      case 0: try await other.replaceDocument("news", with: round == 8 ? Array("{".utf8) : news)
      case 1: try client.run("INSERT INTO team VALUES (\(round), 'T\(round)', \(20 - round))")
      case 2: try await other.tick(to: .integer(Int64(10 + round)))
      default: try await other.write { try $0.run("UPDATE team SET rank = rank + 1") }
      }
      if let update = try await engine.catchUp() {
        try referee.perform(update.updates, to: update.snapshot)
      }
      try expectFresh()
    }
    #expect(engine.snapshot.version > 8)
  }

  @Test func `a failed commit does not lose earlier writes of other programs`() async throws {
    var referee = FeedReferee(engine.snapshot)
    try client.run("INSERT INTO team VALUES (1, 'Reds', 1)")
    await #expect(throws: StoreError.self) {
      try await engine.write {
        try $0.run("INSERT INTO team VALUES (2, 'Blues', 2), (1, 'Twice', 3)")
      }
    }
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      try await engine.write { _ in throw Refusal() }
    }
    let update = try #require(
      try await engine.write { try $0.run("INSERT INTO team VALUES (3, 'Greens', 3)") }
    )
    try referee.perform(update.updates, to: update.snapshot)
    #expect(update.snapshot.composition.sections.flatMap(\.items).count == 2)
    try expectFresh()
  }

  @Test(arguments: [true, false])
  func `a feed with actions opens after another program has dropped the log of changes`(
    tracks: Bool
  ) async throws {
    try await engine.close()
    try client.run("DROP TABLE feed_change")
    #expect(throws: (any Error).self) { try client.run("INSERT INTO team VALUES (1, 'A', 1)") }
    let track = tracks ? ", track: outside" : ""
    let yaml =
      Self.yaml("schema: teams.sql\(track)") + """

        actions: {rise: {item: team, sql: UPDATE team SET rank = rank - 1 WHERE id = :id}}
        """
    let file = try FeedFile.load(path: folder.file("acting.yaml", yaml))
    let again = try FeedEngine(feed: file.feed, store: .file(folder.path("a.sqlite")))
    // SQLite compiles a trigger of a schema that has changed only after another statement.
    #expect(try client.integer("SELECT count(*) FROM team") == 0)
    try client.run("INSERT INTO team VALUES (1, 'A', 1)")
    let update = try #require(try await again.catchUp())
    #expect(update.snapshot.composition.sections.flatMap(\.items).count == 1)
  }

  @Test func `a feed file that no longer tracks removes the triggers when its store is opened`()
    async throws
  {
    let plain = try FeedFile.load(
      path: folder.file("plain.yaml", Self.yaml("schema: teams.sql"))
    ).feed
    #expect(feed.tracksOthers)
    #expect(!plain.tracksOthers)
    let second = try FeedEngine(feed: plain, store: .file(folder.path("a.sqlite")))
    #expect(throws: SQLiteClient.Failure.self) { try client.run("SELECT * FROM feed_change") }
    try client.run("INSERT INTO team VALUES (1, 'Reds', 1)")
    // A running engine that tracks creates them again, and misses nothing.
    for engine in [engine, second] {
      #expect(try await engine.catchUp()?.snapshot.version == 2)
    }
    try client.run("SELECT * FROM feed_change; UPDATE team SET name = 'Blues'")
    for engine in [engine, second] {
      #expect(try await engine.catchUp()?.updates.reconfigureItems.count == 1)
    }
  }
}
