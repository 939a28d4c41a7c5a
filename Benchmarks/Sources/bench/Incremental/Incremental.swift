// Measures: one changed row under a filter, a join, EXISTS, an aggregate and a window, against running the query
// again in SQLite and comparing the results.
// Why: that is how libraries keep a query current that do not follow its changes.
// Expected: faster by the number of rows; a change reads a few rows in a table of any size.
// Command: swift run -c release --package-path Benchmarks bench incremental
import Baselines
import FeedQueries
import FeedStore
import Measuring

let incrementalParts = [
  Part("incremental", of: "Incremental", "one row of 10k and 1M, against running the query again") {
    let sizes = $0.options.isQuick ? [10_000] : [10_000, 1_000_000]
    for each in IncrementalCase.all {
      for events in sizes { try await measure(each, events, &$0) }
    }
    try await measureUnconcernedPrice(&$0)
  }
]

/// SQLite alone: each change is followed by the whole query and a difference.
private final class Again {
  /// A row of the result.
  private struct Row: Hashable {
    let key: Int64
    let content: Int64
  }

  private let writes: BareConnection
  private let change: BareConnection.Statement
  private let query: BareConnection.Statement
  private var rows: [Row] = []
  private(set) var changes = 0

  init(_ each: IncrementalCase, events: Int) throws {
    writes = try BareConnection(schema: IncrementalCase.schema(events: events))
    change = try writes.prepare(each.change)
    query = try writes.prepare(each.sql)
    rows = result()
  }

  func run(_ value: Int64, _ key: Int64) throws {
    try writes.transaction { try writes.run(change, with: value, key) }
    let new = result()
    changes += new.difference(from: rows).count
    rows = new
  }

  var ids: [Int64] { rows.map(\.key) }

  private func result() -> [Row] {
    writes.pairs(of: query).map { Row(key: $0, content: $1) }
  }
}

private func measure(_ each: IncrementalCase, _ events: Int, _ sheet: inout Sheet) async throws {
  let steps = events > 10_000 ? 2 : 20
  let live = try LiveWrites(
    LiveQueries(
      at: .memory,
      schema: SchemaSource(sql: IncrementalCase.schema(events: events), name: "benchmark"),
      queries: [.init("q", each.query)]
    ),
    each.change
  )
  let again = try Again(each, events: events)
  let before = live.live.rowsRead
  try await sheet.compare(
    "\(each.name), \(size(events))",
    .speedup,
    must: .atLeast(.times(events > 10_000 ? each.least.many : each.least.few)),
    per: steps,
    Side("LiveQueries") { _ in
      live
    } work: { live, run in
      try live.run(commits: steps, rows: 1, events: events, run: run)
    } outcome: {
      $0.ids
    },
    against: Side("the query again, and a difference") { _ in
      again
    } work: { again, run in
      for step in 0..<steps {
        let (value, key) = pair(step, events, run)
        try again.run(value, key)
      }
    } outcome: {
      $0.ids
    }
  )
  guard let mostRows = each.mostRows else { return }
  let changes = Double((sheet.options.runs + 1) * steps)
  sheet.count(
    "rows read for a change, \(each.name), \(size(events))",
    .count(Double(live.live.rowsRead - before) / changes),
    must: .atMost(.count(mostRows))
  )
}

/// A price under ten queries with EXISTS over other columns, against the price without them.
private func measureUnconcernedPrice(_ sheet: inout Sheet) async throws {
  let events = 10_000
  let price = "UPDATE event SET odds = ?1 / 100.0 WHERE id = ?2"
  func make(_ count: Int) throws -> LiveWrites {
    let others = (0..<count).map { index in
      LiveQueries.Registration(
        "exists\(index)",
        LiveQuery(
          from: "sport",
          columns: ["name"],
          filter:
            "EXISTS (SELECT 1 FROM event WHERE event.sport_id = sport.id AND event.viewers > \(index))"
        )
      )
    }
    let schema = SchemaSource(sql: IncrementalCase.schema(events: events), name: "benchmark")
    let queries = [LiveQueries.Registration("live", EventTables.live)] + others
    return try LiveWrites(LiveQueries(at: .memory, schema: schema, queries: queries), price)
  }
  func side(_ name: String, _ writes: LiveWrites) -> Side<LiveWrites, [Int64]> {
    Side(name) { _ in
      writes
    } work: { writes, run in
      try writes.run(commits: 2000, rows: 1, events: events, run: run)
    } outcome: {
      $0.ids
    }
  }
  try await sheet.compare(
    "a price under ten queries with EXISTS that it does not concern, 10k",
    .ratio,
    must: .atMost(.times(1.2)),
    per: 2000,
    side("eleven queries", make(10)),
    against: side("one query", make(0))
  )
}
