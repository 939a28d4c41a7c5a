import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedEngine
@testable import FeedQueries

/// The promises of the design by name.
@Suite("Promises")
struct PromiseTests {
  private static let seed = """
    INSERT INTO sport(id, name, display_order) VALUES (1, 'Zeta', 2), (2, 'Alpha', 1);
    INSERT INTO event(id, sport_id, name, status, starts_at) VALUES
      (1, 1, 'e1', 'live', 10), (2, 2, 'e2', 'live', 20), (3, 1, 'e3', 'scheduled', 30);
    INSERT INTO market(id, event_id, name) VALUES (1, 1, 'm1');
    INSERT INTO selection(id, market_id, name, price) VALUES (1, 1, 's1', 2.0), (2, 1, 's2', 3.0);
    """

  private func engine(
    _ feed: Feed = Sportsbook.feed(schema: Sportsbook.schema + seed),
    at location: Store.Location = .memory
  ) throws -> FeedEngine { try FeedEngine(feed: feed, store: location) }

  private func ids(_ snapshot: FeedSnapshot) -> [String] {
    snapshot.composition.sections.map { section in
      "\(section.id)[\(section.items.map(\.id.description).joined(separator: " "))]"
    }
  }

  @Test func `each commit with a visible change creates exactly one version`()
    async throws
  {
    let engine = try engine()
    let first = engine.snapshot.version
    let update = try await engine.write { writer in
      try writer.run(
        """
        UPDATE sport SET name = 'Beta' WHERE id = 2;
        UPDATE event SET is_featured = 1;
        UPDATE selection SET price = 9.5;
        """
      )
    }
    #expect(update?.snapshot.version == first + 1)
    let nothing = try await engine.write { try $0.run("UPDATE selection SET price = price") }
    #expect(nothing == nil)
    let invisible = try await engine.write { writer in
      try writer.run("UPDATE event SET status = 'finished' WHERE id = 3")
      try writer.run("UPDATE event SET status = 'scheduled' WHERE id = 3")
    }
    #expect(invisible == nil)
    #expect(engine.snapshot.version == first + 1)
  }

  @Test func `a snapshot is complete and never newer than itself`() async throws {
    let engine = try engine()
    let held = engine.snapshot
    let selection = ItemID(
      kind: "selection",
      object: ObjectID(entity: "selection", key: .integer(1))
    )
    _ = try await engine.write { try $0.run("DELETE FROM event") }
    #expect(held.composition.content(of: selection)?["price"] == 2.0)
    #expect(engine.snapshot.composition.content(of: selection) == nil)
    for section in held.composition.sections {
      for item in section.items { #expect(held.composition.content(of: item.id) == item.content) }
    }
  }

  @Test func `identity is stable: prices, suspensions and the betslip are reconfigured`()
    async throws
  {
    let engine = try engine()
    for change in ["price = 7.5", "in_betslip = 1", "name = 's'"] {
      let update = try await engine.write {
        try $0.run("UPDATE selection SET \(change) WHERE id = 1")
      }
      let updates = try #require(update?.updates)
      #expect(updates.reconfigureItems.count == 1)
      #expect(updates.deleteItems.isEmpty)
      #expect(updates.insertItems.isEmpty)
    }
    // A kick-off moves an event, with all its items, from one section to the other.
    let before = engine.snapshot.composition
    _ = try await engine.write { writer in
      try writer.run("UPDATE event SET status = 'live' WHERE id = 3")
    }
    let after = engine.snapshot.composition
    let header = ItemID(kind: "event-header", object: ObjectID(entity: "event", key: .integer(3)))
    #expect(before.section(containing: header) == SectionID("standard", group: 1))
    #expect(after.section(containing: header) == SectionID("live", group: 1))
  }

  @Test func `groups have the declared order: by their rank, not by their title`() async throws {
    let engine = try engine()
    let live = engine.snapshot.composition.sections.filter { $0.id.declaration == "live" }
    #expect(live.map(\.content.title) == ["Zeta (1)", "Alpha (1)"])
    let update = try await engine.write {
      try $0.run("UPDATE sport SET display_order = 0 WHERE id = 1")
    }
    #expect(update?.updates.moveSections.count == 1)
    #expect(update?.updates.deleteItems.isEmpty == true)
    let swapped = engine.snapshot.composition.sections
      .filter { $0.id.declaration == "live" }
    #expect(swapped.map(\.content.title) == ["Alpha (1)", "Zeta (1)"])
  }

  @Test func `a section without items is absent, or shows its placeholder`() async throws {
    let engine = try engine()
    #expect(ids(engine.snapshot).contains("featured[message:section/featured]"))
    _ = try await engine.write { try $0.run("DELETE FROM event") }
    #expect(
      ids(engine.snapshot) == [
        "sports[sport:sport/2 sport:sport/1]", "featured[message:section/featured]",
      ]
    )
  }

  @Test(arguments: [10, 1000])
  func `the cost follows the change: one price reads one row in any feed`(events: Int) throws {
    let core = try EngineCore(feed: Sportsbook.feed(), store: .memory)
    _ = try core.commit { writer in
      try writer.run(
        """
        INSERT INTO sport(id, name) VALUES (1, 'a');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(events))
        INSERT INTO event(id, sport_id, name, status, starts_at) SELECT i, 1, 'e', 'live', i FROM n;
        INSERT INTO market(id, event_id, name) SELECT id, id, 'm' FROM event;
        INSERT INTO selection(id, market_id, name) SELECT id, id, 's' FROM market;
        """
      )
    }
    let before = core.evaluator.queries.rowsRead
    let update = try core.commit { try $0.run("UPDATE selection SET price = 2 WHERE id = 5") }
    #expect(update?.updates.reconfigureItems.count == 1)
    #expect(core.evaluator.queries.rowsRead - before == 1)
  }

  @Test func `readers never hold up the writer, and get one batch however long they slept`()
    async throws
  {
    let engine = try engine()
    var versions = engine.versions().makeAsyncIterator()
    let first = try #require(await versions.next())
    for price in 1...20 {
      _ = try await engine.write {
        try $0.run("UPDATE selection SET price = \(price) WHERE id = 1")
      }
    }
    _ = try await engine.write { try $0.run("DELETE FROM event WHERE id = 2") }
    let second = try #require(await versions.next())
    #expect(second.snapshot.version == first.snapshot.version + 21)
    // The price, and the sport that counts its live events.
    #expect(second.updates.reconfigureItems.count == 2)
    var model = CollectionModel(first.snapshot.composition)
    try model.perform(second.updates, to: second.snapshot.composition)
    try await engine.close()
    #expect(await versions.next() == nil)
  }

  @Test func `a reader that has missed no version gets the batch of the commit itself`()
    async throws
  {
    let engine = try engine()
    var versions = engine.versions().makeAsyncIterator()
    _ = await versions.next()
    for price in 5...7 {
      let stated = try #require(
        try await engine.write { try $0.run("UPDATE selection SET price = \(price) WHERE id = 1") }
      )
      let read = try #require(await versions.next())
      #expect(read.isIdentical(to: stated))
    }
    // A reader that has missed a version gets a batch over both, and then the stated ones again.
    try await engine.write { try $0.run("UPDATE selection SET price = 8 WHERE id = 1") }
    let missed = try await engine.write { try $0.run("DELETE FROM event WHERE id = 2") }
    let both = try #require(await versions.next())
    #expect(both.from.version + 2 == missed?.snapshot.version)
    async let waited = versions.next()
    let stated = try await engine.write {
      try $0.run("UPDATE selection SET price = 9 WHERE id = 1")
    }
    #expect(try #require(await waited).isIdentical(to: #require(stated)))
  }

  @Test func `a version carries the version that its batch starts from`() async throws {
    let engine = try engine()
    var versions = engine.versions().makeAsyncIterator()
    let first = try #require(await versions.next())
    #expect(first.from.version == 0)
    #expect(first.from.composition.sectionCount == 0)
    let committed = try await engine.write {
      try $0.run("UPDATE selection SET price = 7 WHERE id = 1")
    }
    #expect(committed?.from.version == first.snapshot.version)
    _ = try await engine.write { try $0.run("DELETE FROM event WHERE id = 2") }
    let second = try #require(await versions.next())
    #expect(second.from.version == first.snapshot.version)
    var model = CollectionModel(second.from.composition)
    try model.perform(second.updates, to: second.snapshot.composition)
  }

  @Test func `an observer that starts during writes misses no version`() async throws {
    let engine = try engine()
    let writing = Task {
      for price in 1...200 {
        _ = try await engine.write {
          try $0.run("UPDATE selection SET price = \(price) WHERE id = 1")
        }
      }
    }
    let observed = Mutex<[FeedUpdate]>([])
    let start = await engine.observe { update in observed.withLock { $0.append(update) } }
    try await writing.value
    var held = start.version
    for update in observed.withLock(\.self) {
      #expect(update.from.version == held)
      held = update.snapshot.version
    }
    #expect(engine.snapshot.version == held)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a reader that joins after the engine was closed has no versions`() async throws {
    let engine = try engine()
    try await engine.close()
    var versions = engine.versions().makeAsyncIterator()
    #expect(await versions.next() == nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `following a clock or documents ends without an error when the engine is closed`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let path = folder.path("ads.json")
    try Data("[]".utf8).write(to: URL(filePath: path))
    var feed = Sportsbook.feed(schema: Sportsbook.schema + Self.seed)
    feed.sources.append(
      SourceDeclaration(
        id: "soon",
        kind: .query(LiveQuery(from: "event", filter: "starts_at > :now"))
      )
    )
    feed.sections.append(
      SectionDeclaration(
        id: "soon",
        source: "soon",
        template: ObjectTemplate(items: [.item(kind: "soon")])
      )
    )
    feed.sources.append(
      SourceDeclaration(
        id: "more",
        kind: .document(
          DocumentDeclaration(name: "more", file: path)
        )
      )
    )
    let engine = try self.engine(feed)
    let errors = Errors()
    let (ticked, tick) = AsyncStream<Void>.makeStream()
    let clock = Task {
      await engine.followClock(
        every: .seconds(3_600),
        onError: { error in errors.add(error) },
        now: {
          tick.yield()
          return 15
        }
      )
    }
    let documents = Task {
      try await engine.followDocumentFiles { error in errors.add(error) }
    }
    for await _ in ticked { break }
    try await engine.close()
    await clock.value
    try await documents.value
    await engine.followClock { 20 }
    #expect(errors.texts.withLock(\.self) == [])
  }

  @Test func `a cancelled reader ends, and the engine continues`() async throws {
    let engine = try engine()
    let versions = engine.versions()
    let reader = Task {
      var count = 0
      for await _ in versions { count += 1 }
      return count
    }
    reader.cancel()
    #expect(await reader.value <= 1)
    let update = try await engine.write { try $0.run("DELETE FROM event WHERE id = 2") }
    #expect(update != nil)
  }
}

/// The collected errors, as texts.
private final class Errors: Sendable {
  let texts = Mutex<[String]>([])

  func add(_ error: any Error) { texts.withLock { $0.append("\(error)") } }
}
