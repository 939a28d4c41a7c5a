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
    #expect(one.rowsRead == 0 && one.rowsScanned == 0)
    #expect(one.itemsAsked == 1 && one.operations == 1)
    #expect(one.nodesCopied <= 8, "\(one)")
    let three = try Self.work(of: 172_803, on: feed.core)
    #expect(three.rowsRead == 0 && three.itemsAsked == 3 && three.operations == 3)
  }
}
