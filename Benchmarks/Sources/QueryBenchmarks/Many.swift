import FeedQueries
import FeedStore

/// Five queries of the sportsbook, four of which do not read what changes, against one.
func measureQueries() throws {
  let sql = "UPDATE event SET odds = ?1 / 100.0 WHERE id = ?2"
  let others: [LiveQueries.Registration] = [
    .init("sports", LiveQuery(from: "sport", filter: "is_active", order: ["display_order"])),
    .init("featured", LiveQuery(from: "event", filter: "viewers > 1000", order: ["starts_at"])),
    .init("finished", LiveQuery(from: "event", filter: "status = 'finished'")),
    .init("named", LiveQuery(from: "event", filter: "name LIKE 'X%'", order: ["name"])),
  ]
  let events = 10_000
  let one = try LiveWrites(Sportsbook.queries(events: events), sql)
  let five = try LiveWrites(
    Sportsbook.queries(events: events, [.init("live", Sportsbook.live)] + others),
    sql
  )
  var salt = 0
  let times = try interleaved([
    { try one.run(commits: 2000, rows: 1, events: events, salt: salt) },
    {
      try five.run(commits: 2000, rows: 1, events: events, salt: salt)
      salt += 1
    },
  ])
  report(
    "five queries, four of which do not read what changed",
    "\(format(times[1] / 2000)) against \(format(times[0] / 2000)) µs = "
      + "\(format(times[1] / times[0])) ×",
    times[1] <= 2 * times[0]
  )
}

/// The rank of a sport above 2,000 events.
func measureGroups() throws {
  let sql = "UPDATE sport SET display_order = ?1 WHERE id = ?2"
  let query = LiveQuery(
    from: "event",
    filter: "status = 'live'",
    order: ["starts_at"],
    group: Grouping(by: "sport_id", order: ["sport.display_order"], title: "sport.name")
  )
  let live = try LiveWrites(Sportsbook.queries(events: 100_000, [.init("live", query)]), sql)
  let bare = Bare(path: ":memory:", schema: Sportsbook.schema(events: 100_000))
  let before = try live.live.rowsRead
  var salt = 0
  let times = try interleaved([
    { try live.run(commits: 1000, rows: 1, events: 50, salt: salt) },
    {
      bare.run(sql, commits: 1000, rows: 1, events: 50, salt: salt)
      salt += 1
    },
  ])
  report(
    "one sport's rank above 2,000 events",
    "\(format((times[0] - times[1]) / 1000)) µs, \(try live.live.rowsRead - before) rows read",
    times[0] - times[1] <= 20_000
  )
}

/// Rows that enter and leave a window of 50 over a million.
func measureWindow() throws {
  let events = 1_000_000
  let sql = "UPDATE event SET starts_at = ?1 WHERE id = ?2"
  let live = try LiveWrites(
    Sportsbook.queries(
      events: events,
      [.init("next", LiveQuery(from: "event", order: ["starts_at"], limit: 50))]
    ),
    sql
  )
  let bare = Bare(path: ":memory:", schema: Sportsbook.schema(events: events))
  /// In with a row, and out with it again.
  func value(_ step: Int) -> (Int64, Int64) {
    (step % 2 == 0 ? Int64(-1) : Int64(events + step), Int64((step / 2 * 31) % events + 1))
  }
  var step = 0
  let times = try interleaved([
    {
      for offset in 0..<1000 {
        let (start, id) = value(step + offset)
        try live.live.write { _ in
          live.statement.bind(start, at: 1)
          live.statement.bind(id, at: 2)
          try live.statement.run()
        }
      }
    },
    {
      for offset in 0..<1000 {
        let (start, id) = value(step + offset)
        bare.step("BEGIN IMMEDIATE")
        bare.step(sql, start, id)
        bare.step("COMMIT")
      }
      step += 1000
    },
  ])
  report(
    "a row entering or leaving a window of 50 over 1M",
    "\(format((times[0] - times[1]) / 1000)) µs, \(try live.live.rowsKept) rows kept",
    times[0] - times[1] <= 20_000
  )
}

/// Many queries over one table, each for the rows of one value.
func measureIndex() throws {
  let sql = "UPDATE event SET odds = ?1 / 100.0 WHERE id = ?2"
  func make(_ count: Int) throws -> LiveWrites {
    try LiveWrites(
      Sportsbook.queries(
        events: 10_000,
        (1...count).map { index in
          .init("q\(index)", LiveQuery(from: "event", filter: "sport_id = \(index) AND odds > 0"))
        }
      ),
      sql
    )
  }
  let few = try make(5)
  let many = try make(500)
  // Rows that both have a query for: those of the first five sports.
  func run(_ writes: LiveWrites, _ salt: Int) throws {
    for step in 0..<2000 {
      try writes.live.write { _ in
        writes.statement.bind(Int64((step * 7907 + salt) % 900 + 100), at: 1)
        writes.statement.bind(Int64(step % 200 * 50 + step % 5), at: 2)
        try writes.statement.run()
      }
    }
  }
  var salt = 0
  let times = try interleaved([
    { try run(few, salt) },
    {
      try run(many, salt)
      salt += 1
    },
  ])
  report(
    "500 queries with guards over one table, against 5",
    "\(format(times[1] / 2000)) against \(format(times[0] / 2000)) µs = "
      + "\(format(times[1] / times[0])) ×",
    times[1] <= 2 * times[0]
  )
}
