import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Testing

@testable import FeedEngine

@Suite("Rows through the feed")
struct RowTests {
  private func cards(
    _ order: String = "pos",
    last: InsertDefault.Filling = .last
  ) throws
    -> FeedEngine
  {
    var table = OrderedTable(name: "cards", column: "INTEGER NOT NULL") { .integer(Int64($0)) }
    table.term = order
    var feed = table.feed
    feed.sections[0].insert = [
      InsertDefault(column: "pos", value: last), InsertDefault(column: "title", value: .now),
      InsertDefault(column: "bin", value: .value(7)),
    ]
    return try FeedEngine(feed: feed)
  }

  @Test func `a new row gets a key, a place and the declared defaults`() async throws {
    let engine = try cards()
    let first = try await engine.put(json: #"{"is_marked":true}"#, into: "card", now: "noon")
    #expect(first.id.description == "card/1")
    #expect(first.isNew)
    #expect(first.update?.snapshot.version == 2)
    let content = first.update?.snapshot.composition.content(of: OrderedTable.item(1))
    #expect(content?["title"] == "noon")
    #expect(content?["bin"] == 7)
    #expect(content?["is_marked"] == 1)
    let second = try await engine.put(json: #"{"title":"given"}"#, into: "card", now: "noon")
    #expect(second.id.description == "card/2")
    // Only the given columns of an existing row change.
    let again = try await engine.put(json: #"{"id":1,"bin":3}"#, into: "card")
    #expect(!again.isNew)
    let snapshot = engine.snapshot
    #expect(snapshot.composition.content(of: OrderedTable.item(1))?["title"] == "noon")
    #expect(snapshot.composition.content(of: OrderedTable.item(1))?["bin"] == 3)
    #expect(snapshot.composition.content(of: OrderedTable.item(2))?["title"] == "given")
    // A write that changes nothing creates no version.
    #expect(try await engine.put(json: #"{"id":1,"bin":3}"#, into: "card").update == nil)
  }

  @Test(arguments: [
    ("pos", InsertDefault.Filling.last, ["1", "2", "3"]),
    ("pos", .first, ["3", "2", "1"]),
    ("pos DESC", .last, ["1", "2", "3"]),
    ("pos DESC", .first, ["3", "2", "1"]),
  ])
  func `new rows are first or last in ascending and descending orders`(
    order: String,
    place: InsertDefault.Filling,
    expected: [String]
  ) async throws {
    let engine = try cards(order, last: place)
    for _ in 1...3 { try await engine.put(json: "{}", into: "card", now: "noon") }
    let items = engine.snapshot.composition.sections[0].items.map(\.id)
    #expect(items.filter { $0.kind == "card" }.map(\.object.key.description) == expected)
  }

  @Test func `an invalid row is refused with the reason, and changes nothing`() async throws {
    let engine = try cards()
    try await engine.put(json: "{}", into: "card", now: "noon")
    let before = engine.snapshot
    let hint = #"a row names its columns, each with one value, for example {"title":"Night bus"}"#
    for (json, what) in [
      ("{", "is not JSON, at column 2: a name in double quotes is missing"),
      ("[1]", "is not an object, but of the type 'array'"),
      ("7", "is not an object, but of the type 'integer'"),
      ("", "is not JSON, at column 1: the text ends where a value is expected"),
      (#"{"title":{"a":1}}"#, "contains an object for 'title'"),
      (#"{"title":1,"title":2}"#, "has 'title' twice"), ("{}\0", "contains a zero byte"),
      (#"{"title":"a\u0000b"}"#, #"contains '\u0000', a zero byte, at byte 12"#),
    ] {
      let error = await #expect(throws: EngineError.self) {
        try await engine.put(json: json, into: "card")
      }
      #expect(error?.description == "error[malformed-row]: the row \(what)\n  hint: \(hint)")
    }
    for number in ["9223372036854775808", "-9223372036854775809", "1e400"] {
      let error = await #expect(throws: StoreError.self) {
        try await engine.put(json: #"{"title":\#(number)}"#, into: "card")
      }
      #expect(error?.code == .outOfRange)
    }
    var error = await #expect(throws: StoreError.self) {
      try await engine.put(json: #"{"titel":1}"#, into: "card", now: "noon")
    }
    #expect(error?.code == .unknownColumn)
    #expect(error?.hint == "did you mean 'title'?")
    error = await #expect(throws: StoreError.self) { try await engine.put(json: "{}", into: "crd") }
    #expect(error?.code == .unknownTable)
    #expect(error?.hint == "did you mean 'card'?")
    let missing = await #expect(throws: EngineError.self) {
      try await engine.put(json: "{}", into: "card")
    }
    #expect(missing?.code == .missingParameter)
    let unknown = await #expect(throws: EngineError.self) {
      try await engine.delete(ObjectID(entity: "card", key: .integer(12)))
    }
    #expect(
      unknown?.description
        == "error[unknown-object]: the store has no 'card/12'\n  hint: did you mean 'card/1'?"
    )
    #expect(engine.snapshot.version == before.version)
  }

  @Test func `items, objects and sections are found by their written names`() async throws {
    var feed = Sportsbook.feed()
    feed.actions = [
      ActionDeclaration(
        name: "fold",
        items: ["event-header", "folded"],
        sections: ["standard"],
        statements: ["UPDATE sport SET is_folded = NOT is_folded WHERE id = :group"]
      )
    ]
    let engine = try FeedEngine(feed: feed)
    _ = try await engine.write { writer in
      try writer.run("INSERT INTO sport (id, name) VALUES (1, 'Chess')")
      try writer.run("INSERT INTO event (id, sport_id, name) VALUES (7, 1, 'Final')")
    }
    #expect(try await engine.item(named: "sport/1").description == "sport:sport/1")
    #expect(try await engine.item(named: "letter:event/7").description == "letter:event/7")
    #expect(
      try await engine.target(named: "event/7", of: "fold").description == "event-header:event/7"
    )
    #expect(
      try await engine.target(named: "standard/1", of: "fold")
        == .section(SectionID("standard", group: 1))
    )
    try await engine.act("fold", on: engine.target(named: "event/7", of: "fold"))
    #expect(
      try await engine.target(named: "section/standard,1", of: "fold").description
        == "folded:section/standard,1"
    )
    for name in ["event/8", "evnt/7", "", "/", ":", "event-header:event/7", "event/x", "event/"] {
      await #expect(throws: EngineError.self) { try await engine.target(named: name, of: "fold") }
    }
  }
}
