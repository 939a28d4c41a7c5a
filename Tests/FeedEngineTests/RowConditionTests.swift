import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@Suite("RowCondition")
struct RowConditionTests {
  private static let schema = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE game (
      id INTEGER PRIMARY KEY, team INTEGER REFERENCES team, name TEXT, state TEXT, rank INTEGER
    );
    CREATE TABLE goal (id INTEGER PRIMARY KEY, game INTEGER REFERENCES game);
    INSERT INTO game VALUES (1, NULL, 'Ajax', '1', 1), (2, NULL, 'Bari', 'on', 2);
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
    sections:
      - {id: news, source: news, item: news}
      - {id: games, source: games, item: game, when: {state: 1, item: over}}
    items:
      news: {title: "{title}", tone: {accent: "json_extract(tags, '$[0]') = 'hot'"}}
      over: {title: "{name}", tone: {muted: rank}}
      game:
        title: "{name}"
        tone: {good: goals >= 2, warning: name LIKE 'b%' AND length(state) > 2}
    actions:
      rename:
        item: game
        needs: [name]
        sql: UPDATE game SET name = :name WHERE id = :id
        check: ["length(trim(name)) BETWEEN 1 AND 5", "name <> 'x'"]
    """

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    _ = try directory.file("tables.sql", Self.schema)
  }

  private func engine() throws -> FeedEngine {
    try FeedEngine(file: try directory.file("feed.yaml", Self.yaml))
  }

  private func faces(_ engine: FeedEngine) -> [String] {
    engine.snapshot.composition.sections.flatMap(\.items).map { item in
      let look = engine.feed.items[item.id.kind.description]
      return "\(item.id) \(ItemFace(item.content, appearance: look).tone?.rawValue ?? "–")"
    }
  }

  @Test func `a tone follows any expression over the columns and aggregates of its row`()
    async throws
  {
    let engine = try engine()
    #expect(faces(engine) == ["over:game/1 muted", "game:game/2 –"])
    let update = try await engine.write { try $0.run("UPDATE game SET state = 'off' WHERE id = 2") }
    #expect(update?.updates.reconfigureItems == [SnapshotPath(section: 0, item: 1)])
    #expect(faces(engine) == ["over:game/1 muted", "game:game/2 warning"])
    try await engine.write { try $0.run("INSERT INTO goal VALUES (1, 2), (2, 2)") }
    #expect(faces(engine) == ["over:game/1 muted", "game:game/2 good"])
    // The columns and aggregates in a condition are part of the item's content.
    let more = try await engine.write { try $0.run("INSERT INTO goal VALUES (3, 2)") }
    #expect(more?.updates.reconfigureItems == [SnapshotPath(section: 0, item: 1)])
  }

  @Test func `a text follows the columns of a referenced row`() async throws {
    let yaml = """
      feed: 1
      store: {schema: tables.sql}
      sources: {goals: {from: goal}}
      sections:
        - id: goals
          source: goals
          item: goal
          when: {game.state: "off", item: ended}
      items:
        ended: {title: "{game.name} is off"}
        goal:
          title: "#{id} {game.name} {game.team.name}"
          value: "{game.rank:0.0}"
          flags: {ranked: game.rank}
          tone: {good: game.rank > 1}
      """
    let engine = try FeedEngine(file: try directory.file("goals.yaml", yaml))
    func shown() -> [String] {
      engine.snapshot.composition.sections.flatMap(\.items).map { item in
        let face = ItemFace(item.content, appearance: engine.feed.items[item.id.kind.description])
        let flags = face.flags.joined(separator: ",")
        return "\(face.title)|\(face.value)|\(flags)|\(face.tone?.rawValue ?? "–")"
      }
    }
    try await engine.write { writer in
      try writer.run("INSERT INTO team VALUES (1, 'Reds')")
      try writer.run("UPDATE game SET team = 1 WHERE id = 2")
      try writer.run("INSERT INTO goal VALUES (1, 1), (2, 2), (3, NULL)")
    }
    #expect(shown() == ["#1 Ajax|1.0|ranked|–", "#2 Bari Reds|2.0|ranked|good", "#3|||–"])
    let update = try await engine.write { try $0.run("UPDATE game SET rank = 0 WHERE id = 2") }
    #expect(update?.updates.reconfigureItems == [SnapshotPath(section: 0, item: 1)])
    #expect(shown()[1] == "#2 Bari Reds|0.0||–")
    try await engine.write { try $0.run("UPDATE team SET name = 'Blues'") }
    #expect(shown()[1] == "#2 Bari Blues|0.0||–")
    try await engine.write { try $0.run("UPDATE game SET state = 'off' WHERE id = 2") }
    #expect(shown()[1] == "Bari is off|||–")
    try await engine.write { writer in
      try writer.run("UPDATE goal SET game = NULL WHERE id = 2")
      try writer.run("DELETE FROM game WHERE id = 2")
    }
    #expect(shown()[1] == "#2|||–")
  }

  @Test func `a rule compares its value as SQL does`() async throws {
    let engine = try engine()
    // The column is a text, so the number 1 equals the text '1'.
    try await engine.write {
      try $0.run("UPDATE game SET state = CASE id WHEN 1 THEN 'on' ELSE 1 END")
    }
    #expect(faces(engine) == ["game:game/1 –", "over:game/2 muted"])
  }

  @Test func `the items of a document have tones`() async throws {
    let engine = try engine()
    let json = #"[{"id": 1, "title": "A", "tags": "[\"hot\"]"}, {"id": 2, "title": "B"}]"#
    try await engine.replaceDocument("news", with: Array(json.utf8))
    #expect(faces(engine).prefix(2) == ["news:news/1 accent", "news:news/2 –"])
  }

  @Test func `the fields that programs read do not contain conditions`() throws {
    let engine = try engine()
    let items = engine.snapshot.composition.sections.flatMap(\.items)
    #expect(
      items.map { $0.content.fields.map(\.name) } == [
        ["name", "rank", "state"], ["name", "goals", "state"],
      ]
    )
  }

  @Test(arguments: [("Ajax", true), ("  ", false), ("Feyenoord", false)])
  func `an action is refused unless its checks are true`(name: String, isDone: Bool) async throws {
    let engine = try engine()
    let item = ItemID(kind: "game", object: ObjectID(entity: "game", key: .integer(2)))
    do {
      try await engine.act("rename", on: .item(item), values: ["name": .text(Text(name))])
      #expect(isDone)
    } catch let error as EngineError {
      #expect(!isDone)
      #expect(error.code == .failedCheck)
      #expect(error.message == "the action 'rename' was refused: 'name' is \(name)")
      #expect(error.hint == "this must be true: length(trim(name)) BETWEEN 1 AND 5")
    }
  }

  private func problems(_ yaml: String) throws -> [String] {
    let path = try directory.file("feed.yaml", yaml)
    do {
      _ = try FeedEngine(file: path)
    } catch let errors as FeedFileErrors {
      return errors.problems.map { "\($0.position?.line ?? 0) \($0.code)" }
    }
    return []
  }

  @Test func `a condition that SQLite rejects is reported at its place in the feed file`() throws {
    let tones = Self.yaml
      .replacing("goals >= 2", with: "goals >= 'x' +")
      .replacing(
        "{muted: rank}",
        with: "{muted: \"rank IN (SELECT id FROM team)\", bad: random() > rank}"
      )
    #expect(try problems(tones) == ["14 other-rows", "14 non-deterministic", "17 sql"])
    // The message quotes what the file has, and not what SQLite evaluates.
    let error = try #require(throws: FeedFileErrors.self) {
      try FeedEngine(file: directory.path("feed.yaml"))
    }
    let message = "'rank IN (SELECT id FROM team)' reads other rows than the one of 'game'"
    #expect(error.problems.map(\.message).contains(message))
    let check = Self.yaml.replacing("name <> 'x'", with: "lenght(name) > 1")
    #expect(try problems(check) == ["23 sql"])
  }
}
