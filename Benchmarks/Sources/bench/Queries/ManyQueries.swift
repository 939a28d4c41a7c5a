// Measures: several queries over one table, of which a change concerns one.
// Why: a feed has five queries and a server five hundred; what nobody reads must cost nothing.
// Expected: little more than one query alone.
// Command: swift run -c release --package-path Benchmarks bench queries-many
import FeedModel
import FeedQueries
import FeedStore
import Measuring

private let change = "UPDATE event SET odds = ?1 / 100.0 WHERE id = ?2"

/// Five queries of the sportsbook, four of which do not read what changes, against one.
func measureFiveQueries(_ sheet: inout Sheet) async throws {
  let others: [LiveQueries.Registration] = [
    .init("sports", LiveQuery(from: "sport", filter: "is_active", order: ["display_order"])),
    .init("featured", LiveQuery(from: "event", filter: "viewers > 1000", order: ["starts_at"])),
    .init("finished", LiveQuery(from: "event", filter: "status = 'finished'")),
    .init("named", LiveQuery(from: "event", filter: "name LIKE 'X%'", order: ["name"])),
  ]
  let events = 10_000
  let one = try LiveWrites(EventTables.queries(events: events), change)
  let five = try LiveWrites(
    EventTables.queries(events: events, [.init("live", EventTables.live)] + others),
    change
  )
  func side(_ name: String, _ writes: LiveWrites) -> Side<LiveWrites, EventOutcome> {
    Side(name) { _ in
      writes
    } work: { writes, run in
      try writes.run(commits: 2000, rows: 1, events: events, run: run)
    } outcome: {
      try EventOutcome($0)
    }
  }
  try await sheet.compare(
    "five queries, four of which do not read what changed, 10k",
    .ratio,
    must: .atMost(.times(2)),
    per: 2000,
    side("five queries", five),
    against: side("one query", one)
  )
}

/// Many queries over one table, each for the rows of one value.
func measureGuards(_ sheet: inout Sheet) async throws {
  func make(_ count: Int) throws -> LiveWrites {
    try LiveWrites(
      EventTables.queries(
        events: 10_000,
        (1...count).map { index in
          .init("q\(index)", LiveQuery(from: "event", filter: "sport_id = \(index) AND odds > 0"))
        }
      ),
      change
    )
  }
  func side(_ name: String, _ writes: LiveWrites) -> Side<LiveWrites, EventOutcome> {
    Side(name) { _ in
      writes
    } work: { writes, run in
      // Rows that both have a query for: those of the first five sports.
      for step in 0..<2000 {
        try writes.live.write { writer in
          let statement = try writer.cached(writes.sql)
          statement.bind(Int64((step * 7907 + run) % 900 + 100), at: 1)
          statement.bind(Int64(step % 200 * 50 + step % 5), at: 2)
          try statement.run()
        }
      }
    } outcome: {
      try EventOutcome($0)
    }
  }
  try await sheet.compare(
    "one row under 500 queries with guards over one table",
    .ratio,
    must: .atMost(.times(2)),
    per: 2000,
    side("500 queries", make(500)),
    against: side("5 queries", make(5))
  )
}
