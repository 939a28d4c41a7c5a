import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@Suite("Contents")
struct ContentTests {
  private static let schema = """
    CREATE TABLE game (
      id INTEGER PRIMARY KEY, name TEXT, state TEXT, rank INTEGER, seen INTEGER, note TEXT, risk REAL);
    CREATE TABLE goal (id INTEGER PRIMARY KEY, game INTEGER REFERENCES game, minute INTEGER, by TEXT);
    INSERT INTO game VALUES (1, 'A', 'on', 2, 0, '', 0.5), (2, 'B', 'on', 1, 0, '', NULL);
    INSERT INTO goal VALUES (1, 1, 9, 'x'), (2, 1, 20, 'y');
    """

  private static let yaml = """
    feed: 1
    store: {schema: tables.sql}
    sources:
      news: {document: news}
      games:
        from: game
        order: [rank]
        aggregates: {goals: {value: count(*), from: goal, on: game}}
        include: {goals: {from: goal, on: game, order: [minute]}}
      top: {from: game, order: [rank], limit: 1}
    sections:
      - {id: news, source: news, item: news}
      - {id: top, source: top, item: card}
      - id: games
        source: games
        items: [game, score, {each: goals, item: goal}]
        when: {state: 'off', item: locked}
    items:
      news: {title: "{title}", image: "{picture}"}
      card: {title: "{name}", tone: {bad: risk > 0.9}, fields: [id]}
      game: {title: "{name}", flags: {seen: seen}}
      score: {value: "{goals}"}
      goal: {title: "{minute}"}
      locked: {title: "{name}"}
    """

  private let directory: TemporaryDirectory
  private let engine: FeedEngine

  init() throws {
    directory = try TemporaryDirectory()
    _ = try directory.file("tables.sql", Self.schema)
    engine = try FeedEngine(file: try directory.file("feed.yaml", Self.yaml))
  }

  /// Returns the items that a statement reconfigures, or `nil` if it creates no version.
  private func reconfigured(_ sql: String) async throws -> [String]? {
    guard let update = try await engine.write({ try $0.run(sql) }) else { return nil }
    return update.updates.reconfigureItems.map { path in
      let sections = update.snapshot.composition.sections
      return sections[path.section].items[path.item].id.description
    }
  }

  private func contents(_ snapshot: FeedSnapshot) -> [String] {
    snapshot.composition.sections.flatMap(\.items).map { item in
      let fields = item.content.fields.map { "\($0)=\($1)" }
      return "\(item.id): \(fields.joined(separator: " "))"
    }
  }

  @Test
  func `items hold only the values that they show and those that fields adds`()
    async throws
  {
    try await engine.replaceDocument(
      "news",
      with: Array(#"[{"id": 1, "title": "T", "at": 9}]"#.utf8)
    )
    #expect(
      contents(engine.snapshot) == [
        "news:news/1: title=T picture=NULL", "card:game/2: name=B risk=NULL id=2",
        "game:game/2: name=B seen=0 state=on", "score:game/2: goals=0 state=on",
        "game:game/1: name=A seen=0 state=on", "score:game/1: goals=2 state=on",
        "goal:goal/1: minute=9", "goal:goal/2: minute=20",
      ]
    )
  }

  @Test func `a change reconfigures only the items that show it`() async throws {
    #expect(try await reconfigured("UPDATE game SET note = 'new'") == nil)
    #expect(try await reconfigured("UPDATE goal SET by = 'new'") == nil)
    #expect(try await reconfigured("UPDATE game SET seen = 1 WHERE id = 1") == ["game:game/1"])
    // The condition of a tone is not a text, but is shown as well.
    #expect(try await reconfigured("UPDATE game SET risk = 1 WHERE id = 2") == ["card:game/2"])
    #expect(
      try await reconfigured("UPDATE game SET name = 'C' WHERE id = 2")
        == ["card:game/2", "game:game/2"]
    )
    #expect(try await reconfigured("UPDATE game SET rank = 3 WHERE id = 1") == nil)
    #expect(try await reconfigured("UPDATE game SET rank = 0 WHERE id = 1") == [])
    #expect(
      try await reconfigured("INSERT INTO goal VALUES (3, 2, 5, 'z')") == ["score:game/2"]
    )
    // The fields of a rule are part of the contents of the items that the rule may replace.
    #expect(
      try await reconfigured("UPDATE game SET state = 'over' WHERE id = 2")
        == ["game:game/2", "score:game/2"]
    )
  }

  @Test func `a change of a document that no item shows creates no version`() async throws {
    func replace(_ json: String) async throws -> FeedUpdate? {
      try await engine.replaceDocument("news", with: Array(json.utf8))
    }
    #expect(try await replace(#"[{"id": 1, "title": "T", "at": 9}]"#) != nil)
    #expect(try await replace(#"[{"id": 1, "title": "T", "at": 10, "by": "x"}]"#) == nil)
    #expect(try await replace(#"[{"id": 1, "title": "T", "picture": "p"}]"#) != nil)
  }

  @Test func `a row outside a window does not change the item that another query shows`()
    async throws
  {
    let yaml = """
      feed: 1
      store: {schema: tables.sql}
      sources:
        best:
          from: game
          order: [rank]
          limit: 1
          aggregates: {last: {value: max(minute), from: goal, on: game}}
        all: {from: game}
      sections: [{id: best, source: best, item: game}, {id: all, source: all, item: game}]
      items: {game: {title: "{last}", fields: [name]}}
      """
    let engine = try FeedEngine(file: try directory.file("best.yaml", yaml))
    #expect(
      contents(engine.snapshot) == ["game:game/2: last=NULL name=B", "game:game/1: name=A"]
    )
    // Both queries read the game; the query with the aggregate shows another game.
    let hidden = try await engine.write { try $0.run("INSERT INTO goal VALUES (3, 1, 30, 'x')") }
    #expect(hidden == nil)
    let shown = try await engine.write { try $0.run("INSERT INTO goal VALUES (4, 2, 40, 'x')") }
    #expect(shown?.updates.reconfigureItems.count == 1)
    #expect(
      contents(engine.snapshot) == ["game:game/2: last=40 name=B", "game:game/1: name=A"]
    )
    _ = try await engine.write { try $0.run("UPDATE game SET rank = 0, name = 'C' WHERE id = 1") }
    #expect(
      contents(engine.snapshot) == ["game:game/1: last=30 name=C", "game:game/2: name=B"]
    )
  }
}
