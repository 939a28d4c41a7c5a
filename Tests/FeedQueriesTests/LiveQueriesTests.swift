import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation
import Testing

@Suite("LiveQueries")
struct LiveQueriesTests {
  fileprivate static let rows = """
    INSERT INTO league VALUES (1, 'Zeta', 1), (2, 'Alpha', 2);
    INSERT INTO event VALUES (1, 1, 'one', 10, 1, 1.5), (2, 2, 'two', 20, 1, 2.5),
      (3, 1, 'three', 5, 0, 3.5);
    """
  fileprivate static let planned = LiveQuery(from: "event", filter: "live = 0", order: ["start"])

  private func make() throws -> LiveQueries {
    try Leagues.queries(
      Self.rows,
      [.init("live", Leagues.live), .init("planned", Self.planned)]
    )
  }

  @Test func `the first snapshot shows one state of the store with the content of rows`() throws {
    let live = try make()
    let snapshot = live.snapshot
    #expect(snapshot.version == 1)
    #expect(snapshot["live"]?.shape == "1[1] 2[2]")
    #expect(snapshot["planned"]?.shape == "NULL[3]")
    #expect(snapshot["live"]?.sections.sections.map(\.content.title) == ["Zeta", "Alpha"])
    #expect(snapshot["planned"]?.rows.map { $0["name"] } == ["three"])
    #expect(snapshot["none"] == nil)
  }

  @Test func `one commit updates all queries in one version`() throws {
    let live = try make()
    let update = try #require(
      try live.run("UPDATE event SET live = 1 - live WHERE league = 1")
    )
    #expect(update.snapshot.version == 2)
    #expect(update.changes.map(\.name) == ["live", "planned"])
    #expect(update["live"].insertItems == [SnapshotPath(section: 0, item: 0)])
    #expect(live.shape("live") == "1[3] 2[2]")
    #expect(live.shape("planned") == "NULL[1]")
  }

  @Test func `a commit without a visible change creates no version`() throws {
    let live = try make()
    #expect(try live.run("UPDATE event SET name = name") == nil)
    #expect(try live.run("UPDATE league SET ord = ord + 7") == nil)
    #expect(try live.write { _ in } == nil)
    #expect(live.snapshot.version == 1)
  }

  @Test func `a check of a query that does not exist is an error`() throws {
    let live = try make()
    let error = #expect(throws: QueryError.self) { try live.check("liev") }
    #expect(
      error?.description == """
        error[unknown-query]: no query is called 'liev'
          hint: did you mean 'live'?
        """
    )
  }

  @Test func `an update stops the program that asks for a query that does not exist`() async throws
  {
    await #expect(processExitsWith: .failure) {
      let live = try Leagues.queries(
        LiveQueriesTests.rows,
        [.init("planned", LiveQueriesTests.planned), .init("live", Leagues.live)]
      )
      let update = try live.run("UPDATE event SET live = 0 WHERE id = 1")
      _ = update?["planend"]
    }
  }

  @Test func `a store has one object of live queries at a time`() throws {
    let store = try Store(
      at: .memory,
      schema: SchemaSource(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)", name: "t.sql")
    )
    func register() throws -> LiveQueries {
      try LiveQueries(over: store, queries: [.init("q", LiveQuery(from: "t"))])
    }
    var live: LiveQueries? = try register()
    let error = #expect(throws: StoreError.self) { try register() }
    #expect(error?.code == .sharedConnection)
    #expect(try live?.run("INSERT INTO t VALUES (1)")?.snapshot["q"]?.rows.count == 1)
    live = nil
    #expect(try register().snapshot["q"]?.rows.count == 1)
  }

  @Test
  func `an error has its text and its remedy in localizedDescription, and a report is readable`()
    throws
  {
    let live = try make()
    let refused = #expect(throws: StoreError.self) { try live.run("UPDATE evnet SET live = 1") }
    #expect(refused?.localizedDescription == refused?.description)
    let malformed = #expect(throws: QueryErrors.self) {
      try liveQueries(
        "CREATE TABLE t (id INTEGER PRIMARY KEY);",
        [.init("q", LiveQuery(from: "tt"))]
      )
    }
    #expect(malformed?.localizedDescription == malformed?.description)
    #expect("\(live.reports[0])".hasPrefix("live  "))
  }

  @Test func `closing queries a second time does nothing`() throws {
    let live = try make()
    try live.close()
    try live.close()
    #expect(throws: StoreError.self) { try live.run("DELETE FROM event") }
  }

  @Test func `a snapshot does not change when the store does`() throws {
    let live = try make()
    let old = live.snapshot
    try live.run("DELETE FROM event; DELETE FROM league")
    let event = ObjectID(entity: "event", key: .integer(1))
    #expect(old["live"]?[event]?["name"] == "one")
    #expect(live.snapshot["live"]?[event] == nil)
    #expect(live.shape("live") == "")
  }

  @Test func `children come with their row, and a change of them is a change of it`() throws {
    let live = try Leagues.queries(
      Self.rows,
      [
        .init(
          "leagues",
          LiveQuery(
            from: "league",
            order: ["ord"],
            include: [
              Inclusion("events", LiveQuery(from: "event", order: ["start"]), on: "league")
            ]
          )
        )
      ]
    )
    let league = ObjectID(entity: "league", key: .integer(1))
    let names = { live.snapshot["leagues"]?[league]?.children("events").map { $0["name"] } }
    #expect(names() == ["three", "one"])
    let update = try live.run("UPDATE event SET start = 50 WHERE id = 3")
    #expect(update?["leagues"].description == "reconfigureItems: [0, 0]")
    #expect(names() == ["one", "three"])
    let moved = try live.run("UPDATE event SET league = 2 WHERE id = 3")
    #expect(moved?["leagues"].description == "reconfigureItems: [0, 0], [0, 1]")
    #expect(names() == ["one"])
  }

  @Test func `rows are upserted, patched and deleted through the queries`() throws {
    let live = try make()
    let id = ObjectID(entity: "event", key: .integer(9))
    #expect(
      try live.upsert(["id": 9, "league": 2, "live": 1, "start": 1], into: "event")?["live"]
        .insertItems
        == [SnapshotPath(section: 1, item: 0)]
    )
    #expect(
      try live.patch(id, with: ["name": "nine"])?["live"].reconfigureItems
        == [SnapshotPath(section: 1, item: 0)]
    )
    #expect(live.snapshot["live"]?[id]?["name"] == "nine")
    #expect(
      try live.patch(ObjectID(entity: "event", key: .integer(99)), with: ["name": "x"]) == nil
    )
    #expect(
      try live.delete(id)?["live"].deleteItems == [SnapshotPath(section: 1, item: 0)]
    )
    #expect(try live.delete(id) == nil)
  }

  @Test func `a write that is refused says why, and changes nothing`() throws {
    let live = try make()
    func code(_ body: () throws(StoreError) -> LiveUpdate?) -> StoreError.Code? {
      do throws(StoreError) {
        _ = try body()
        return nil
      } catch {
        return error.code
      }
    }
    let event = ObjectID(entity: "event", key: .integer(1))
    #expect(
      code { () throws(StoreError) in try live.upsert(["id": 1], into: "evnt") } == .unknownTable
    )
    #expect(
      code { () throws(StoreError) in try live.upsert(["id": 1, "nme": 1], into: "event") }
        == .unknownColumn
    )
    #expect(code { () throws(StoreError) in try live.upsert([:], into: "event") } == .missingKey)
    #expect(
      code { () throws(StoreError) in try live.patch(event, with: ["id": 7]) } == .invalidValue
    )
    #expect(
      code { () throws(StoreError) in try live.patch(event, with: ["league": 7]) } == .constraint
    )
    #expect(code { () throws(StoreError) in try live.run("UPDATE") } == .sql)
    #expect(live.snapshot.version == 1)
  }

  @Test func `a failed transaction changes no query and no version`() throws {
    struct Stop: Error {}
    let live = try make()
    #expect(throws: Stop.self) {
      try live.write { writer in
        try writer.run("DELETE FROM event")
        throw Stop()
      }
    }
    #expect(throws: StoreError.self) {
      try live.run("DELETE FROM event WHERE id = 1; INSERT INTO event(id) VALUES (2)")
    }
    #expect(live.snapshot.version == 1)
    #expect(try live.run("UPDATE event SET name = 'x' WHERE id = 1")?.snapshot.version == 2)
    #expect(live.shape("live") == "1[1] 2[2]")
  }

  @Test func `the heading of a group without a row that it refers to is that of NULL columns`()
    throws
  {
    let query = LiveQuery(
      from: "event",
      group: Grouping(
        by: "league",
        order: ["league.name IS NULL"],
        title: "coalesce(league.name, 'None')"
      )
    )
    let live = try Leagues.queries(
      "INSERT INTO league(id, name) VALUES (1, 'One'); INSERT INTO event(id, league) VALUES (1, NULL), (2, 1);",
      [.init("q", query)]
    )
    func titles() -> [Value?]? { live.snapshot["q"]?.sections.sections.map(\.content.title) }
    #expect(titles() == ["One", "None"])
    try live.run("UPDATE event SET league = NULL")
    #expect(titles() == ["None"])
    #expect(try live.check("q") == nil)
  }

  @Test func `two queries of one name are refused, with all other mistakes`() {
    let errors = #expect(throws: QueryErrors.self) {
      try Leagues.queries(
        "",
        [.init("a", Leagues.live), .init("a", Self.planned), .init("b", LiveQuery(from: "evnet"))]
      )
    }
    #expect(errors?.errors.map(\.code) == [.duplicateName, .unknownTable])
  }
}
