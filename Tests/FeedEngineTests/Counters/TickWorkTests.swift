import FeedDefinition
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedStore
import Testing

@testable import FeedEngine
@testable import FeedQueries

@Suite("Work of a tick")
struct TickWorkTests {
  /// The cost of a tick.
  private struct Work: Equatable {
    var rowsRead: Int
    var rowsScanned: Int
    var itemsAsked: Int
    var nodesCopied: Int
    var operations: Int
  }

  private static func work(of time: Value, on core: EngineCore) throws -> Work {
    let before = core.snapshot.composition
    let rows = core.evaluator.queries.rowsRead
    let asked = core.composer.times?.itemsAsked ?? 0
    _ = try core.store.withWriter { $0.takeWork() }
    let update = try core.commit(time: time) { _ in }
    return Work(
      rowsRead: core.evaluator.queries.rowsRead - rows,
      rowsScanned: Int(try core.store.withWriter { $0.takeWork() }.scanned),
      itemsAsked: (core.composer.times?.itemsAsked ?? 0) - asked,
      nodesCopied: core.snapshot.composition.nodeCount(notSharedWith: before),
      operations: update?.updates.operationCount ?? 0
    )
  }

  @Test
  func
    `a tick without a changed text touches no item, and a tick with one changed text one item`()
    throws
  {
    let feed = try CountedFeed(
      events: 4_000,
      items: [
        "event-header": ItemAppearance(title: try TextTemplate("{name} {starts_at:ago}")),
        "market": ItemAppearance(title: try TextTemplate("{name}")),
      ]
    )
    // Each event begins at a different second from 0 to 3999; on the second day only hours count.
    _ = try feed.core.commit(time: 90_000) { _ in }
    #expect(feed.core.snapshot.composition.itemCount == 12_000)
    _ = try Self.work(of: 90_400, on: feed.core)
    let nothing = Work(rowsRead: 0, rowsScanned: 0, itemsAsked: 0, nodesCopied: 0, operations: 0)
    for time in [90_400, 90_401, 120_000, 172_799] as [Value] {
      #expect(try Self.work(of: time, on: feed.core) == nothing)
    }
    let one = try Self.work(of: 172_800, on: feed.core)
    #expect(one.rowsRead == 0)
    #expect(one.rowsScanned == 0)
    #expect(one.itemsAsked == 1)
    #expect(one.operations == 1)
    #expect(one.nodesCopied <= 8, "\(one)")
    let three = try Self.work(of: 172_803, on: feed.core)
    #expect(three.rowsRead == 0)
    #expect(three.itemsAsked == 3)
    #expect(three.operations == 3)
  }

  /// The rows that 16 ticks read, and those that SQLite scans, of a query with a condition.
  private static func rows(
    _ condition: String? = nil,
    order: [String] = ["starts"],
    limit: Int? = nil,
    events: Int
  ) throws -> [Int] {
    let sql = """
      CREATE TABLE event (id INTEGER PRIMARY KEY, starts INTEGER NOT NULL, ends INTEGER NOT NULL);
      CREATE INDEX event_starts ON event (starts);
      CREATE INDEX event_ends ON event (ends);
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(events))
        INSERT INTO event SELECT x, x * 10, x * 10 + 600 FROM n;
      """
    let store = try Store(at: .memory, schema: SchemaSource(sql: sql, name: "s.sql"))
    return try store.withWriter { writer in
      let query = LiveQuery(from: "event", filter: condition, order: order, limit: limit)
      let core = try LiveCore([.init("q", query)], writer: writer)
      _ = try core.commit(writer, time: 5_000) { _ in }
      let before = core.queries.rowsRead
      _ = writer.takeWork()
      for tick in Int64(1)...16 {
        _ = try core.commit(writer, time: .integer(5_000 + tick * 10)) { _ in }
      }
      return [core.queries.rowsRead - before, Int(writer.takeWork().scanned)]
    }
  }

  @Test(arguments: [
    ("starts > :now", nil), ("starts > :now", 10), ("ends >= :now - 30", nil),
    ("starts <= :now AND ends > :now", nil),
  ])
  func `a tick reads only the rows that are due, among 100,000 as among 1,000`(
    _ condition: String,
    _ limit: Int?
  ) throws {
    let few = try Self.rows(condition, limit: limit, events: 1_000)
    let many = try Self.rows(condition, limit: limit, events: 100_000)
    #expect(many == few)
    // The rows at both ends of an interval are read, and a window reads the rows that follow it.
    #expect(few[0] <= 16 * 6, "\(few)")
    #expect(few[1] == 0)
  }

  @Test func `a tick reads only the rows whose order is due, among 100,000 as among 1,000`() throws
  {
    let order = ["ends < :now", "starts"]
    let few = try Self.rows(order: order, events: 1_000)
    let many = try Self.rows(order: order, events: 100_000)
    #expect(many == few)
    #expect(few[0] <= 16 * 6, "\(few)")
    #expect(few[1] == 0)
  }
}
