import FeedDefinition
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedEngine

/// A feed with relative times, and their expected texts.
struct RelativeFeed {
  static let schema = """
    CREATE TABLE game (id INTEGER PRIMARY KEY, name TEXT, at, ends, rank INTEGER, note TEXT);
    CREATE TABLE goal (id INTEGER PRIMARY KEY, game INTEGER REFERENCES game ON DELETE CASCADE, at);
    CREATE TABLE bet (
      id INTEGER PRIMARY KEY, game INTEGER REFERENCES game DEFERRABLE INITIALLY DEFERRED);
    CREATE INDEX goal_game ON goal (game);
    CREATE INDEX bet_game ON bet (game);
    """

  static let yaml = """
    feed: 1
    store: {schema: tables.sql}
    sources:
      news: {document: news}
      soon: {from: game, where: at > :now, order: [at]}
      games:
        from: game
        order: [rank]
        include: {goals: {from: goal, on: game, order: [id]}}
    sections:
      - {id: news, source: news, item: story}
      - {id: soon, source: soon, item: soon}
      - {id: games, source: games, items: [game, {each: goals, item: goal}]}
    items:
      story: {title: "{at:ago ss}"}
      soon: {title: "{name} {at:in ss}"}
      game: {title: "{name} {at:ago}", subtitle: "{at:in}, {ends:in}"}
      goal: {title: "{at:ago}"}
    """

  let folder: TemporaryDirectory
  let file: FeedFile
  let location: Store.Location
  let core: EngineCore

  init(isInFile: Bool = false) throws {
    folder = try TemporaryDirectory()
    _ = try folder.file("tables.sql", Self.schema)
    file = try FeedFile.load(path: try folder.file("feed.yaml", Self.yaml))
    location = isInFile ? .file(folder.path("a.sqlite")) : .memory
    core = try EngineCore(feed: file.feed, store: location)
  }

  /// Returns the items with their texts.
  func texts(_ snapshot: FeedSnapshot) -> [String] {
    let looks = FeedAppearance(file.feed).items
    return snapshot.composition.sections.flatMap(\.items).map { item in
      let face = ItemFace(item.content, appearance: looks[item.id.kind])
      return "\(item.id): \(face.title)" + (face.subtitle.isEmpty ? "" : " / \(face.subtitle)")
    }
  }
}

@Suite("Relative times")
struct RelativeTimeTests {
  @Test func `an item changes only at the ticks at which its text changes`() throws {
    let feed = try RelativeFeed()
    _ = try feed.core.commit(time: 1_000) {
      try $0.run("INSERT INTO game VALUES (1, 'A', 880, 9999, 1, ''), (2, 'B', 4589, NULL, 2, '')")
    }
    func tick(_ time: Value) throws -> [String]? {
      guard let update = try feed.core.commit(time: time, { _ in }) else { return nil }
      return update.updates.reconfigureItems.map {
        "\(update.snapshot.composition.item(at: $0).id)"
      }
    }
    #expect(
      feed.texts(feed.core.snapshot) == [
        "soon:game/2: B in 59 min", "game:game/1: A 2 min ago / now, in 2 h",
        "game:game/2: B now / in 59 min",
      ]
    )
    #expect(try tick(1_000) == nil)
    #expect(try tick(1_049) == nil)
    #expect(try tick(1_050) == ["soon:game/2", "game:game/2"])
    #expect(try tick(1_059) == nil)
    #expect(try tick(1_060) == ["game:game/1"])
    #expect(
      feed.texts(feed.core.snapshot) == [
        "soon:game/2: B in 58 min", "game:game/1: A 3 min ago / now, in 2 h",
        "game:game/2: B now / in 58 min",
      ]
    )
    // Time may run backwards.
    #expect(try tick(1_000) == ["soon:game/2", "game:game/1", "game:game/2"])
  }

  @Test func `a date is written as a plain value before the first tick`() throws {
    let feed = try RelativeFeed()
    _ = try feed.core.commit {
      try $0.run("INSERT INTO game VALUES (1, 'A', '2026-07-01T18:30:00Z', NULL, 1, '')")
    }
    #expect(feed.core.usesTime)
    #expect(
      feed.texts(feed.core.snapshot) == [
        "game:game/1: A 2026-07-01T18:30:00Z / 2026-07-01T18:30:00Z"
      ]
    )
    let update = try feed.core.commit(time: "2026-07-01T20:31:00+02:00") { _ in }
    #expect(update?.updates.reconfigureItems.count == 1)
    #expect(feed.texts(feed.core.snapshot) == ["game:game/1: A 1 min ago / now"])
  }

  @Test func `a document's items change by ticks as well`() throws {
    let feed = try RelativeFeed()
    _ = try feed.core.commit(time: 100) { writer in
      try feed.core.replaceDocument(
        "news",
        with: Array(#"[{"id": 1, "at": 90}, {"id": 2, "at": "never"}]"#.utf8),
        isFromFile: false,
        in: writer
      )
    }
    #expect(
      feed.texts(feed.core.snapshot) == ["story:news/1: 10 s ago", "story:news/2: never"]
    )
    let update = try feed.core.commit(time: 101) { _ in }
    #expect(update?.updates.reconfigureItems == [SnapshotPath(section: 0, item: 0)])
    #expect(feed.texts(feed.core.snapshot).first == "story:news/1: 11 s ago")
  }

  @Test(arguments: UInt64(0)..<amount(12, full: 60, soak: 1_000))
  func `after random ticks and changes every text agrees with the rows and the time`(
    seed: UInt64
  ) throws {
    var run = try RelativeModel(seed: seed)
    try run.play(steps: amount(120, soak: 400))
  }
}
