import FeedDefinition
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedEngine

@Suite("Undoing what was done")
struct UndoTests {
  /// Returns the sportsbook with additional actions, with its history kept.
  private func sportsbook(_ actions: [ActionDeclaration] = []) async throws -> FeedEngine {
    let path = Repository.path("layouts/sportsbook.yaml")
    var feed = try FeedFile.load(path: path).feed
    feed.actions += actions
    let engine = try FeedEngine(feed: feed)
    await engine.keepUndo()
    return engine
  }

  private static let cancel = ActionDeclaration(
    name: "cancel",
    items: ["event-header"],
    statements: ["DELETE FROM event WHERE id = :id"]
  )

  private static let move = ActionDeclaration(
    name: "raise",
    title: "raise the price",
    items: ["selection"],
    needs: ["by"],
    statements: ["UPDATE selection SET price = price + :by WHERE id = :id"],
    checks: [RowCondition("by > 0", naming: ["by"])]
  )

  private func first(_ kind: Name, _ engine: FeedEngine) throws -> ItemID {
    try #require(
      engine.snapshot.composition.sections.lazy.flatMap(\.items).map(\.id).first { $0.kind == kind }
    )
  }

  @Test func `an undo restores deleted rows and all rows deleted with them`() async throws {
    let engine = try await sportsbook([Self.cancel])
    let before = engine.snapshot
    let event = try first("event-header", engine)
    _ = try #require(try await engine.act("cancel", on: .item(event)))
    #expect(engine.snapshot.composition.content(of: event) == nil)
    #expect(await engine.canUndo)
    let (title, update) = try await engine.undo()
    #expect(title == "cancel")
    #expect(update != nil)
    #expect(engine.snapshot.composition == before.composition)
    #expect(engine.snapshot.version == before.version + 2)
    #expect(await !engine.canUndo)
    await #expect(throws: EngineError.nothingToUndo) { try await engine.undo() }
  }

  @Test func `several changes are undone from the last to the first, triggers and all`()
    async throws
  {
    let engine = try await sportsbook([Self.cancel])
    var states = [engine.snapshot.composition]
    for (action, kind) in [
      ("toggle-betslip", "selection"), ("select-sport", "sport"), ("fold", "event-header"),
    ] as [(String, Name)] {
      _ = try await engine.act(action, on: .item(try first(kind, engine)))
      states.append(engine.snapshot.composition)
    }
    for state in states.dropLast().reversed() {
      _ = try await engine.undo()
      #expect(engine.snapshot.composition == state)
    }
  }

  @Test func `an undo keeps later prices, and overwrites no row in its way`() async throws {
    let engine = try await sportsbook([Self.move])
    let selection = try first("selection", engine)
    let key = selection.object.key
    _ = try await engine.act("toggle-betslip", on: .item(selection))
    _ = try await engine.apply(message: #"{"upsert":{"selection":[{"id":\#(key),"price":9.5}]}}"#)
    _ = try await engine.undo()
    let content = engine.snapshot.composition.content(of: selection)
    #expect(content?["price"] == 9.5)
    #expect(content?["in_betslip"] == 0)
    _ = try await engine.act("raise", on: .item(selection), values: ["by": 1])
    _ = try await engine.apply(message: #"{"upsert":{"selection":[{"id":\#(key),"price":3.5}]}}"#)
    let error = await #expect(throws: EngineError.self) { try await engine.undo() }
    #expect(
      error?.description == """
        error[not-undone]: 'raise the price' is not undone: 'selection/\(key)' was changed since
          hint: change the row itself, or declare 'undo' for the action
        """
    )
    #expect(engine.snapshot.composition.content(of: selection)?["price"] == 3.5)
    #expect(await !engine.canUndo)
  }

  @Test func `an undo that a trigger would change is refused unless the feed file declares it`()
    async throws
  {
    var feed = Sportsbook.feed()
    feed.schema?.sql += """
      CREATE TABLE journal (id INTEGER PRIMARY KEY, what TEXT);
      CREATE TRIGGER noted AFTER UPDATE OF name ON sport BEGIN
        INSERT INTO journal (what) VALUES (new.name);
      END;
      """
    let rename = "UPDATE sport SET name = :name WHERE id = :id"
    feed.actions = [
      ActionDeclaration(
        name: "rename",
        items: ["sport"],
        needs: ["name"],
        statements: [rename]
      ),
      ActionDeclaration(
        name: "shout",
        items: ["sport"],
        statements: ["UPDATE sport SET name = upper(name) WHERE id = :id"],
        undo: ["UPDATE sport SET name = lower(name) WHERE id = :id"]
      ),
    ]
    let engine = try FeedEngine(feed: feed)
    await engine.keepUndo()
    _ = try await engine.apply(
      message: #"{"upsert":{"sport":[{"id":1,"name":"chess","is_active":1}]}}"#
    )
    let sport = try first("sport", engine)
    func name() -> Value? { engine.snapshot.composition.content(of: sport)?["name"] }
    _ = try await engine.act("rename", on: .item(sport), values: ["name": "go"])
    let error = await #expect(throws: EngineError.self) { try await engine.undo() }
    let reason = "'journal/1' cannot be restored, since a trigger changes it again"
    #expect(error?.message == "'rename' is not undone: \(reason)")
    #expect(name() == "go")
    _ = try await engine.act("shout", on: .item(sport))
    #expect(name() == "GO")
    _ = try await engine.undo()
    #expect(name() == "go")
  }

  @Test func `an action whose check does not hold is refused`() async throws {
    let engine = try await sportsbook([Self.move])
    let selection = try first("selection", engine)
    let before = engine.snapshot
    let error = await #expect(throws: EngineError.self) {
      try await engine.act("raise", on: .item(selection), values: ["by": -1])
    }
    #expect(
      error?.description == """
        error[failed-check]: the action 'raise' was refused: 'by' is -1
          hint: this must be true: by > 0
        """
    )
    #expect(engine.snapshot.version == before.version)
    #expect(await !engine.canUndo)
  }
}
