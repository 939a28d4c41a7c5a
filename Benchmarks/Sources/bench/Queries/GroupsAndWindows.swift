// Measures: a group's rank above two thousand rows, and rows that enter and leave a window.
// Why: neither may touch the rows below a group, or those outside a window.
// Expected: the cost of one row, and memory of the window's size.
// Command: swift run -c release --package-path Benchmarks bench queries-many
import Baselines
import FeedModel
import FeedQueries
import FeedStore
import Measuring

private let rankStatement = "UPDATE sport SET display_order = ?1 WHERE id = ?2"

/// Events grouped by sport, and writes of a sport's rank.
func rankedLive(events: Int) throws -> LiveWrites {
  let query = LiveQuery(
    from: "event",
    filter: "status = 'live'",
    order: ["starts_at"],
    group: Grouping(by: "sport_id", order: ["sport.display_order"], title: "sport.name")
  )
  return try LiveWrites(EventTables.queries(events: events, [.init("live", query)]), rankStatement)
}

/// The rank of a sport above 2,000 events.
func measureGroups(_ sheet: inout Sheet) async throws {
  let events = 100_000
  let live = try rankedLive(events: events)
  let bare = try BareWrites(events: events, rankStatement)
  let before = live.live.rowsRead
  try await sheet.compare(
    "one sport's rank above 2,000 events, 100k",
    .ratio,
    must: .atMost(.times(8)),
    per: 1000,
    checking: .lastRun,
    Side("LiveQueries") { _ in
      live
    } work: { live, run in
      try live.run(commits: 1000, rows: 1, events: 50, run: run)
    } outcome: {
      try EventOutcome($0)
    },
    against: Side("SQLite alone") { _ in
      bare
    } work: { bare, run in
      try bare.run(commits: 1000, rows: 1, events: 50, run: run)
    } outcome: {
      try EventOutcome($0)
    }
  )
  let changes = Double((sheet.options.runs + 1) * 1000)
  sheet.count(
    "rows read for one sport's rank above 2,000 events",
    .count(Double(live.live.rowsRead - before) / changes),
    must: .atMost(.count(2))
  )
}

/// Rows that enter and leave a window of 50 over a million.
func measureWindow(_ sheet: inout Sheet) async throws {
  let events = sheet.options.isQuick ? 10_000 : 1_000_000
  let sql = "UPDATE event SET starts_at = ?1 WHERE id = ?2"
  let query = LiveQuery(from: "event", order: ["starts_at"], limit: 50)
  let live = try LiveWrites(EventTables.queries(events: events, [.init("next", query)]), sql)
  let bare = try BareWrites(events: events, sql)
  /// In with a row, and out with it again.
  func change(_ step: Int) -> (Int64, Int64) {
    (step % 2 == 0 ? Int64(-1) : Int64(events + step), Int64((step / 2 * 31) % events + 1))
  }
  try await sheet.compare(
    "a row entering or leaving a window of 50, \(size(events))",
    .ratio,
    must: .atMost(.times(5)),
    per: 1000,
    Side("LiveQueries") { _ in
      live
    } work: { writes, run in
      for offset in 0..<1000 {
        let (start, id) = change(run * 1000 + offset)
        try writes.live.write { writer in
          let statement = try writer.cached(writes.sql)
          statement.bind(start, at: 1)
          statement.bind(id, at: 2)
          try statement.run()
        }
      }
    } outcome: {
      try EventOutcome($0)
    },
    against: Side("SQLite alone") { _ in
      bare
    } work: { bare, run in
      for offset in 0..<1000 {
        let (start, id) = change(run * 1000 + offset)
        try bare.connection.transaction {
          try bare.connection.run(bare.statement, with: start, id)
        }
      }
    } outcome: {
      try EventOutcome($0, ids: "SELECT id FROM event ORDER BY starts_at, id LIMIT 50")
    }
  )
  sheet.count(
    "rows kept for a window of 50, \(size(events))",
    .count(Double(live.live.rowsKept)),
    must: .atMost(.count(250))
  )
}
