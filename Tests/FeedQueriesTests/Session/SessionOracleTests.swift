import Foundation
import TestSupport
import Testing

/// Change capture and live queries against what SQLite's session extension says has changed.
///
/// The extension is SQLite's own, shares nothing with the store's hook but the place where it is
/// called, and keeps the net effect: what a savepoint, a failed statement or a later one takes back is
/// no change.
@Suite("Live queries, sessions as an oracle")
struct SessionOracleTests {
  private static let seeds = UInt64(0)..<amount(12, full: 40, soak: 2000)

  @Test(arguments: seeds)
  func `the store and the queries report the changes that a SQLite session reports`(
    seed: UInt64
  ) throws {
    // A session of SQLite 3.40 gives up on tables with generated columns (SQLITE_SCHEMA).
    var random = RandomCase(seed: seed, generates: false, spells: false, narrows: false)
    var model = random.make(transactions: amount(40, soak: 100))
    model.queries = model.queries.map(\.onItsOwnRows)
    guard SessionRun.failure(of: model) != nil else { return }
    let shrunk = model.shrunk { SessionRun.failure(of: $0) != nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    Issue.record(
      """
      seed \(seed): \(SessionRun.failure(of: shrunk) ?? "")
      \(String(decoding: try encoder.encode(shrunk), as: UTF8.self))
      """
    )
  }

  @Test func `the oracle detects a database with a different history`() {
    let model = ModelCase(
      schema: "CREATE TABLE a (id INTEGER PRIMARY KEY, b);",
      queries: [],
      history: [["INSERT INTO a VALUES (1, random())"], ["UPDATE a SET b = 2 WHERE b > 0"]]
    )
    // Each of the three databases draws different random numbers, so they differ sooner or later.
    #expect((0..<64).contains { _ in SessionRun.failure(of: model) != nil })
  }
}

extension ModelCase.Query {
  /// The query without all by which other rows than its own could change what it shows.
  fileprivate var onItsOwnRows: ModelCase.Query {
    func isOwn(_ sql: String) -> Bool {
      !["parent.", "second.", "item.", "SELECT", ":now"].contains { sql.contains($0) }
    }
    var query = withoutAggregates
    query.filter = query.filter.flatMap { isOwn($0) ? $0 : nil }
    query.order = query.order.filter(isOwn)
    query.groupOrder = groupOrder.filter(isOwn)
    query.title = title.flatMap { isOwn($0) ? $0 : nil }
    query.limit = nil
    query.offset = 0
    query.include = []
    query.groupAggregates = []
    query.computed = nil
    return query
  }
}
