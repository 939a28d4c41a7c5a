import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import Testing

@testable import FeedEngine

@Suite("Reordering")
struct ReorderingTests {
  private func cards(
    groups: Int = 1,
    across: Bool = true,
    at location: Store.Location = .memory,
    change: (inout Feed) -> Void = { _ in }
  ) async throws -> FeedEngine {
    var feed = OrderedTable(
      name: "cards",
      column: "INTEGER NOT NULL",
      order: { .integer(Int64($0)) },
      groups: groups
    ).feed
    feed.sections[0].reorder?.isAcross = across && groups > 1
    change(&feed)
    let engine = try FeedEngine(feed: feed, store: location)
    if engine.snapshot.composition.isEmpty {
      _ = try await engine.write { writer in
        for id in 1...6 {
          try writer.upsert(
            [
              "id": .integer(Int64(id)), "pos": .integer(Int64(id)),
              "bin": .integer(Int64(id % groups)),
            ],
            into: "card"
          )
        }
      }
    }
    return engine
  }

  private func shown(_ snapshot: FeedSnapshot) -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: snapshot.composition.sections.map { section in
        (
          section.id.description,
          section.items.map(\.id).filter { $0.kind == "card" }.map(\.object.key.description)
        )
      }
    )
  }

  private let card: (Int64) -> ItemID = { OrderedTable.item($0) }

  @Test func `an object moves with all its items next to its neighbour`() async throws {
    let engine = try await cards()
    var referee = FeedReferee(engine.snapshot)
    let update = try #require(
      try await engine.move(card(5), to: .after(OrderedTable.item(2, kind: "rule")))
    )
    try referee.perform(update.updates, to: update.snapshot)
    #expect(shown(update.snapshot) == ["cards": ["1", "2", "5", "3", "4", "6"]])
    #expect(update.updates.moveItems.count == 2)
    // A move to the present place does nothing.
    #expect(try await engine.move(card(5), to: .before(card(3))) == nil)
    #expect(try await engine.move(card(5), to: .before(card(5))) == nil)
    #expect(engine.snapshot.version == update.snapshot.version)
  }

  @Test(
    arguments: [
      ("pos", "first", [.integer(5), .null, .null]),
      ("pos DESC", "last", [.integer(5), .null, .null]),
      ("pos NULLS LAST, title DESC", "last", [.null, .integer(1), .null]),
      ("pos, (SELECT max(id) FROM card)", "last", ["x", .integer(1), .blob([1])]),
      ("pos", "last", [.integer(.max), .integer(.max - 1), .integer(3)]),
      ("pos DESC", "first", [.integer(.max), .real(1e300), "x"]),
      ("pos", "first", [.integer(.min), .null, .real(-1e300)]),
    ] as [(String, String, [Value])]
  )
  func `a new row is first or last whatever the other rows hold, and they keep their order`(
    order: String,
    end: String,
    values: [Value]
  ) async throws {
    var feed = OrderedTable(name: "", column: "ANYTHING", order: { _ in .null }, term: order).feed
    feed.sources[0] = SourceDeclaration(
      id: "cards",
      kind: .query(LiveQuery(from: "card", order: order.split(separator: ", ").map(String.init)))
    )
    feed.sections[0].insert = [InsertDefault(column: "pos", value: .init(.text(Text(end))))]
    let engine = try FeedEngine(feed: feed, store: .memory)
    try await engine.write { writer in
      for (index, value) in values.enumerated() {
        let id = Int64(index + 1)
        try writer.upsert(["id": .integer(id), "pos": value, "title": .integer(id)], into: "card")
      }
    }
    for id in 10..<13 {
      let before = try #require(shown(engine.snapshot)["cards"])
      try await engine.put(["id": .integer(Int64(id))], into: "card")
      let after = end == "first" ? ["\(id)"] + before : before + ["\(id)"]
      #expect(shown(engine.snapshot)["cards"] == after)
    }
  }

  @Test func `an object moves to another group if that is declared`() async throws {
    let engine = try await cards(groups: 2)
    let update = try #require(try await engine.move(card(5), to: .before(card(4))))
    #expect(shown(update.snapshot) == ["cards/0": ["2", "5", "4", "6"], "cards/1": ["1", "3"]])
    #expect(update.snapshot.composition.content(of: card(5))?["bin"] == 0)
    let strict = try await cards(groups: 2, across: false)
    let error = await #expect(throws: EngineError.self) {
      try await strict.move(card(5), to: .before(card(4)))
    }
    #expect(
      error?.description
        == "error[wrong-place]: 'card:card/5' cannot be moved to another group\n"
        + "  hint: let it with 'reorder: {by: pos, across: true}'"
    )
    #expect(
      shown(strict.snapshot) == ["cards/0": ["2", "4", "6"], "cards/1": ["1", "3", "5"]]
    )
  }

  @Test func `a move by one step reaches the neighbour, or the next group if that is declared`()
    async throws
  {
    let engine = try await cards(groups: 2)
    #expect(try await engine.destination(of: card(4), moved: .up) == .before(card(2)))
    #expect(try await engine.destination(of: card(4), moved: .down) == .after(card(6)))
    #expect(try await engine.destination(of: card(2), moved: .up) == nil)
    #expect(try await engine.destination(of: card(6), moved: .down) == .before(card(1)))
    #expect(try await engine.destination(of: card(1), moved: .up) == .after(card(6)))
    #expect(try await engine.destination(of: card(5), moved: .down) == nil)
    let strict = try await cards(groups: 2, across: false)
    #expect(try await strict.destination(of: card(6), moved: .down) == nil)
  }

  // MARK: Handlers

  @Test(arguments: ["pos IN (2, 3)", "pos BETWEEN 1 AND 3", "coalesce(pos, 0) < 4"])
  func `a move is refused if the condition of the source excludes the new keys`(
    condition: String
  ) async throws {
    let engine = try await cards { feed in
      guard case .query(var query) = feed.sources[0].kind else { return }
      query.filter = condition
      feed.sources[0] = SourceDeclaration(id: "cards", kind: .query(query))
    }
    let before = shown(engine.snapshot)
    let ids = try #require(before["cards"])
    let last = try #require(ids.last.flatMap { Int64($0) })
    let first = try #require(ids.first.flatMap { Int64($0) })
    try #require(first != last)
    do {
      let update = try await engine.move(card(last), to: .before(card(first)))
      // The move may also succeed, with new keys that the condition selects.
      #expect(update.map { shown($0.snapshot)["cards"] } == [ids.last ?? ""] + ids.dropLast())
    } catch let error as EngineError {
      #expect(error.code == .wrongPlace)
      #expect(error.message.contains("the condition of source 'cards'"))
      #expect(shown(engine.snapshot) == before)
    }
  }

  @Test func `handlers see the versions before and after, and their differences`() async throws {
    let engine = try await cards(groups: 2)
    let seen = Seen()
    let before = engine.snapshot
    await engine.setReorderingHandlers(
      ReorderingHandlers(
        canReorder: { item in
          seen.note("can \(item)")
          return nil
        },
        willReorder: { transaction in
          seen.note("will \(transaction.initialSnapshot.version)")
          return nil
        },
        didReorder: { transaction in seen.did(transaction) }
      )
    )
    let update = try #require(try await engine.move(card(5), to: .before(card(4))))
    #expect(seen.notes == ["can card:card/5", "will \(before.version)"])
    let transaction = try #require(seen.transaction)
    #expect(transaction.initialSnapshot.composition == before.composition)
    #expect(transaction.finalSnapshot.composition == update.snapshot.composition)
    #expect(transaction.difference.removals.count == 2)
    #expect(transaction.difference.insertions.count == 2)
    let sections = transaction.sectionTransactions
    #expect(sections.map(\.sectionIdentifier.description) == ["cards/0", "cards/1"])
    #expect(sections[0].difference.insertions.count == 2 && sections[0].difference.removals.isEmpty)
    #expect(sections[1].difference.removals.count == 2)
    let cards = sections[0].finalSnapshot.items.filter { $0.kind == "card" }
    #expect(cards == [2, 5, 4, 6].map { OrderedTable.item($0) })
    #expect(sections[0].initialSnapshot.items.count == 6)
    // Without a new order, there is no transaction.
    _ = try await engine.move(card(5), to: .before(card(4)))
    #expect(seen.notes.count == 3)
  }

  @Test func `a handler refuses with its reason, and nothing is written`() async throws {
    let engine = try await cards()
    let before = engine.snapshot
    await engine.setReorderingHandlers(
      ReorderingHandlers(canReorder: { $0 == OrderedTable.item(1) ? "the first one stays" : nil })
    )
    var error = await #expect(throws: EngineError.self) {
      try await engine.move(card(1), to: .after(card(4)))
    }
    #expect(
      error?.description == "error[refused]: 'card:card/1' was not moved: the first one stays"
    )
    #expect(await engine.canMove(card(1))?.code == .refused)
    #expect(await engine.canMove(card(2)) == nil)
    await engine.setReorderingHandlers(
      ReorderingHandlers(willReorder: { transaction in
        transaction.finalSnapshot.composition.indexOfFirst == OrderedTable.item(1)
          ? nil : "the first one stays"
      })
    )
    error = await #expect(throws: EngineError.self) {
      try await engine.move(card(4), to: .before(card(1)))
    }
    #expect(error?.code == .refused)
    #expect(engine.snapshot.composition == before.composition)
    let update = try #require(try await engine.move(card(4), to: .after(card(1))))
    #expect(update.snapshot.version == before.version + 1)
    #expect(shown(update.snapshot) == ["cards": ["1", "4", "2", "3", "5", "6"]])
  }

  // MARK: Refusals

  @Test func `a move that is not possible is refused with the reason`() async throws {
    let engine = try await cards()
    func message(_ item: ItemID, _ destination: MoveDestination) async -> String? {
      await #expect(throws: EngineError.self) { try await engine.move(item, to: destination) }?
        .description
    }
    #expect(
      await message(card(60), .before(card(1)))
        == "error[unknown-item]: the feed shows no item 'card:card/60'\n"
        + "  hint: did you mean 'card:card/6'?"
    )
    #expect(
      await message(card(1), .before(card(70)))
        == "error[unknown-item]: the feed shows no item 'card:card/70'\n"
        + "  hint: did you mean 'card:card/1'?"
    )
    let sportsbook = try FeedEngine(feed: Sportsbook.feed())
    _ = try await sportsbook.write {
      try $0.run("INSERT INTO sport (id, name) VALUES (1, 'Chess')")
    }
    let sport = ItemID(kind: "sport", object: ObjectID(entity: "sport", key: .integer(1)))
    #expect(
      await sportsbook.canMove(sport)?.description
        == "error[not-reorderable]: 'sport:sport/1' cannot be moved: section 'sports' has an order "
        + "that is not the user's\n  hint: no section of the feed declares 'reorder'"
    )
  }

  @Test(arguments: [
    ("pso", "unknown-column: 'card' has no column 'pso'"),
    ("id", "not-writable: 'id' of 'card' is part of the primary key"),
    ("title", "not-leading: the order of source 'cards' does not begin with 'title'"),
  ])
  func `the declaration of a reordering is checked when the feed is opened`(
    column: String,
    expected: String
  ) async throws {
    let errors = await #expect(throws: DeclarationErrors.self) {
      try await cards { $0.sections[0].reorder?.by = column }
    }
    #expect(errors?.errors.map { "\($0.code): \($0.message)" } == [expected])
    #expect(errors?.errors.map(\.path) == [["sections", "cards", "reorder", "by"]])
  }

  // MARK: Others

  @Test func `a move takes account of the writes of another feed`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "reordering-\(UUID().uuidString).sqlite").path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    let one = try await cards(at: .file(path))
    let two = try await cards(at: .file(path))
    var referee = FeedReferee(two.snapshot)
    _ = try await one.move(card(6), to: .before(card(1)))
    let last = try #require(try await one.move(card(5), to: .after(card(6))))
    // The other feed has not read any of this.
    let versions = two.versions()
    var iterator = versions.makeAsyncIterator()
    _ = await iterator.next()
    let update = try #require(try await two.move(card(4), to: .before(card(1))))
    #expect(update.snapshot.version == last.snapshot.version + 1)
    #expect(shown(update.snapshot) == ["cards": ["6", "5", "4", "1", "2", "3"]])
    let next = try #require(await iterator.next())
    try referee.perform(next.updates, to: next.snapshot)
    #expect(shown(next.snapshot) == shown(update.snapshot))
    // The first feed follows in turn, without a write.
    let seen = try #require(try await one.catchUp())
    #expect(seen.snapshot.version == update.snapshot.version)
    #expect(shown(seen.snapshot) == shown(update.snapshot))
    #expect(try await one.catchUp() == nil)
  }

  @Test func `the same moves lead to the same rows everywhere`() async throws {
    let one = try await cards()
    let two = try await cards()
    for (item, neighbour) in [(5, 1), (4, 1), (3, 1), (2, 6), (1, 6), (6, 3)] as [(Int64, Int64)] {
      for engine in [one, two] {
        _ = try await engine.move(card(item), to: .before(card(neighbour)))
      }
    }
    let rows = one.snapshot.composition.sections[0].items.map(\.content)
    #expect(two.snapshot.composition.sections[0].items.map(\.content) == rows)
  }
}

/// The calls that handlers have received.
private final class Seen: Sendable {
  private let state = Mutex<(notes: [String], transaction: FeedTransaction?)>(([], nil))

  var notes: [String] { state.withLock { $0.notes } }
  var transaction: FeedTransaction? { state.withLock { $0.transaction } }
  func note(_ text: String) { state.withLock { $0.notes.append(text) } }
  func did(_ transaction: FeedTransaction) { state.withLock { $0.transaction = transaction } }
}

extension FeedSnapshot.Composition {
  fileprivate var indexOfFirst: ItemID? { sections.first?.items.first?.id }
}
