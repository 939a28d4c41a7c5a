import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedEngine
@testable import FeedQueries

@Suite("Acting on the feed")
struct ActingTests {
  private func sportsbook() throws -> FeedEngine {
    let file = try FeedFile.load(path: Repository.path("layouts/sportsbook.yaml"))
    return try FeedEngine(feed: file.feed)
  }

  private func item(_ kind: Name, _ entity: Name, _ key: Int64) -> ItemID {
    ItemID(kind: kind, object: ObjectID(entity: entity, key: .integer(key)))
  }

  @Test func `a selection goes onto the betslip and off it, as one reconfigured item`() async throws
  {
    let engine = try sportsbook()
    let selection = try #require(
      engine.snapshot.composition.sections.lazy.flatMap(\.items).map(\.id).first {
        $0.kind == "selection"
      }
    )
    let before = engine.snapshot
    let update = try #require(
      try await engine.act("toggle-betslip", on: .item(selection))
    )
    #expect(update.updates.reconfigureItems.count == 1)
    #expect(update.snapshot.composition.content(of: selection)?["in_betslip"] == 1)
    let back = try #require(try await engine.act("toggle-betslip", on: .item(selection)))
    #expect(back.snapshot.composition == before.composition)
    #expect(back.snapshot.version == before.version + 2)
  }

  @Test func `a sport folds to its header and one item, and unfolds again`() async throws {
    let engine = try sportsbook()
    let before = engine.snapshot
    let section = SectionID("standard", group: 1)
    let count = try #require(before.composition.itemCount(inSection: section))
    var referee = FeedReferee(before)
    let folded = try #require(try await engine.act("fold", on: .section(section)))
    try referee.perform(folded.updates, to: folded.snapshot)
    let items = try #require(folded.snapshot.composition.section(section)?.items)
    #expect(items.count == 1)
    let fold = try #require(items.first)
    #expect(fold.id.description == "folded:section/standard,1")
    let events = try #require(fold.content["count"])
    #expect(fold.content["text"] == .text(Text("\(events) folded away")))
    #expect(folded.updates.deleteItems.count >= count)
    #expect(
      folded.snapshot.composition.content(ofSection: section)?.title
        == before.composition.content(ofSection: section)?.title
    )
    let unfolded = try #require(try await engine.act("fold", on: .item(fold.id)))
    try referee.perform(unfolded.updates, to: unfolded.snapshot)
    #expect(unfolded.snapshot.composition.sectionCount == before.composition.sectionCount)
    #expect(
      unfolded.snapshot.composition.sections.flatMap { $0.items.map(\.id) }
        == before.composition.sections.flatMap { $0.items.map(\.id) }
    )
  }

  @Test func `the fold of a sport counts events that are added and removed`() async throws {
    let engine = try sportsbook()
    let section = SectionID("standard", group: 1)
    func count() -> Int64? {
      let items = engine.snapshot.composition.section(section)?.items
      guard case .integer(let count)? = items?.first?.content["count"] else { return nil }
      return count
    }
    try await engine.act("fold", on: .section(section))
    let before = try #require(count())
    // No other section shows it.
    let came = try await engine.write {
      try $0.run(
        """
        INSERT INTO event(id, sport_id, name, status, starts_at)
        VALUES (77777, 1, 'a v b', 'scheduled', '2026-06-13T19:50:00Z')
        """
      )
    }
    #expect(count() == before + 1)
    #expect(came?.updates.reconfigureItems.count == 1)
    try await engine.write { try $0.run("DELETE FROM event WHERE id = 77777") }
    #expect(count() == before)
  }

  @Test func `a selected sport is the only one that is shown, until it is selected again`()
    async throws
  {
    let engine = try sportsbook()
    let before = engine.snapshot
    func groups(_ snapshot: FeedSnapshot) -> Set<Value> {
      Set(snapshot.composition.sections.compactMap(\.id.group))
    }
    let all = groups(before)
    #expect(all.count > 2)
    let one = try #require(
      try await engine.act("select-sport", on: .item(item("sport", "sport", 2)))
    )
    #expect(groups(one.snapshot) == [2])
    let other = try #require(
      try await engine.act("select-sport", on: .item(item("sport", "sport", 1)))
    )
    #expect(groups(other.snapshot) == [1])
    // Events of other sports are hidden while a sport is selected; the selected sport may be
    // deleted.
    _ = try await engine.write {
      try $0.run("INSERT INTO sport (id, name) VALUES (99, 'Chess')")
      try $0.run(
        """
        INSERT INTO event (id, sport_id, name, starts_at)
        VALUES (9999, 99, 'Final', '2026-07-01T18:30:00Z')
        """
      )
    }
    #expect(groups(engine.snapshot) == [1])
    _ = try await engine.write { try $0.run("DELETE FROM sport WHERE id = 1") }
    #expect(groups(engine.snapshot) == all.subtracting([1]).union([99]))
    // A sport that is no longer offered cannot remain selected, since no one could deselect it.
    _ = try await engine.act("select-sport", on: .item(item("sport", "sport", 2)))
    #expect(groups(engine.snapshot) == [2])
    _ = try await engine.write { try $0.run("UPDATE sport SET is_active = 0 WHERE id = 2") }
    #expect(groups(engine.snapshot) == all.subtracting([1]).union([99]))
  }

  @Test func `an impossible action is refused with a remedy, and changes nothing`() async throws {
    let engine = try sportsbook()
    let before = engine.snapshot
    let sport = ActionTarget.item(item("sport", "sport", 1))
    let cases: [(name: String, target: ActionTarget?, values: [String: Value], error: String)] = [
      (
        "toggle-betslp", sport, [:],
        "error[unknown-action]: the feed has no action 'toggle-betslp'\n"
          + "  hint: did you mean 'toggle-betslip'?"
      ),
      (
        "toggle-betslip", sport, [:],
        "error[wrong-target]: the action 'toggle-betslip' cannot be done to 'sport:sport/1'\n"
          + "  hint: it is done to an item of the kind 'selection'"
      ),
      (
        "fold", nil, [:],
        "error[wrong-target]: the action 'fold' is done to nothing\n"
          + "  hint: name an item of the kind 'event-header' or 'folded', or a section of "
          + "'standard' or 'live'"
      ),
      (
        "select-sport", .item(item("sport", "sport", 98)), [:],
        "error[unknown-item]: the feed shows no item 'sport:sport/98'\n"
          + "  hint: did you mean 'sport:sport/8'?"
      ),
      (
        "fold", .section(SectionID("standard", group: 77)), [:],
        "error[unknown-section]: the feed shows no section 'standard/77'\n"
          + "  hint: did you mean 'standard/7'?"
      ),
      (
        "select-sport", sport, ["colour": 1],
        "error[unknown-parameter]: the action 'select-sport' has no parameter 'colour'\n"
          + "  hint: it has no parameters"
      ),
    ]
    for example in cases {
      let error = await #expect(throws: EngineError.self) {
        try await engine.act(example.name, on: example.target, values: example.values)
      }
      #expect(error?.description == example.error)
    }
    #expect(engine.snapshot.version == before.version)
    #expect(engine.snapshot.composition == before.composition)
  }

  @Test(arguments: [
    ("UPDATE sport SET name = :nme WHERE id = :id", "sql: there is no parameter ':nme' here"),
    ("UPDATE sport SET name = :group WHERE id = :id", "sql: there is no parameter ':group' here"),
    ("UPDATE sport SET nme = 1", "sql: no such column: nme"),
    ("SELECT 1", "not-allowed: the statement changes nothing"),
    ("UPDATE sport SET name = random()", "non-deterministic: 'random' depends on chance"),
    ("DROP TABLE sport", "not-allowed: a change of the schema is not allowed in a message"),
    (
      "UPDATE sport SET name = datetime('now')",
      "non-deterministic: 'datetime' with 'now' reads the clock"
    ),
  ])
  func `an action is checked when the feed is opened`(sql: String, expected: String) throws {
    var feed = Sportsbook.feed()
    feed.actions = [
      ActionDeclaration(name: "mark", items: ["sport"], needs: ["name"], statements: [sql])
    ]
    let errors = try #require(throws: DeclarationErrors.self) { try FeedEngine(feed: feed) }
    #expect(errors.errors.map(\.path) == [["actions", "mark", "sql", "0"]])
    #expect(errors.errors.map { "\($0.code): \($0.message)" } == [expected])
  }

  @Test(arguments: [
    ("UPDATE sport SET nme = 1", "did you mean 'name'?"),
    ("UPDATE sport SET name = 'a' WHERE sport.nmae = 'b'", "did you mean 'name'?"),
    ("INSERT INTO sport (nmae) VALUES ('a')", "did you mean 'name'?"),
    ("UPDATE sprt SET name = 1", "did you mean 'sport'?"),
    ("UPDATE sport SET name = 1 WHERE display_order =< 3", "write '<='"),
    ("UPDATE sport SET name = 1 WHERE display_order ==> 3", "write '>='"),
    ("UPDATE sport SET name = 1 WHERE id && name", "write 'AND'"),
    ("UPDATE sport SET name = 1 WHERE id || !name", "write 'NOT'"),
    ("UPDATE sport SET name = 1 WHERE id === 1", "write '='"),
    ("UPDATE sport SET name = 1 WHERE id =! 1", "write '!='"),
    ("UPDATE sport SET name = '=<' WHERE id = = 1", nil),
  ])
  func `an action with a usual mistake has a hint`(sql: String, hint: String?) throws {
    var feed = Sportsbook.feed()
    feed.actions = [ActionDeclaration(name: "mark", items: ["sport"], statements: [sql])]
    let errors = try #require(throws: DeclarationErrors.self) { try FeedEngine(feed: feed) }
    #expect(errors.errors.map(\.hint) == [hint], "\(errors.errors)")
  }

  @Test func `declared parameters have the given values or their defaults`() async throws {
    var feed = Sportsbook.feed()
    feed.actions = [
      ActionDeclaration(
        name: "add",
        needs: ["name"],
        defaults: [.init(name: "rank", value: 7)],
        statements: [
          "INSERT INTO sport (name, display_order) VALUES (:name || ' ' || :now, :rank)"
        ]
      )
    ]
    let engine = try FeedEngine(feed: feed)
    await #expect(throws: EngineError.missingParameter("name", of: "add")) {
      try await engine.act("add")
    }
    await #expect(throws: EngineError.missingParameter("now", of: "add")) {
      try await engine.act("add", values: ["name": "Chess"])
    }
    _ = try await engine.act("add", values: ["name": "Chess", "now": "today"])
    _ = try await engine.act("add", values: ["name": "Go", "now": "today", "rank": 3])
    let contents = engine.snapshot.composition.sections[0].items.map(\.content)
    #expect(contents.map { $0["name"] } == ["Go today", "Chess today"])
    #expect(contents.map { $0["display_order"] } == [3, 7])
  }

  @Test(arguments: [10, 1_000])
  func `the cost of folding depends only on the folded items`(others: Int) throws {
    var feed = Sportsbook.feed()
    feed.actions = [
      ActionDeclaration(
        name: "fold",
        sections: ["standard"],
        statements: ["UPDATE sport SET is_folded = NOT is_folded WHERE id = :group"]
      )
    ]
    let core = try EngineCore(feed: feed, store: .memory)
    _ = try core.commit { writer in
      for sport in 1...2 {
        try writer.upsert(["id": .integer(Int64(sport)), "name": "S"], into: "sport")
        for event in 0..<(sport == 1 ? 5 : others) {
          try writer.upsert(
            [
              "id": .integer(Int64(sport * 10_000 + event)), "sport_id": .integer(Int64(sport)),
              "name": "E",
            ],
            into: "event"
          )
        }
      }
    }
    for _ in 1...2 {
      let before = core.evaluator.queries.rowsRead
      let update = try core.act("fold", on: .section(SectionID("standard", group: 1)), values: [:])
      // One row of the sport, and the rows of a query that reads the sport of each event.
      #expect(core.evaluator.queries.rowsRead - before == 1 + 5)
      #expect(update?.updates.operationCount == 12)
    }
  }
}
