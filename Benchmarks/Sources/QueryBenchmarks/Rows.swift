import FeedQueries
import FeedStore

/// The statements whose cost is compared, each with a value and a key.
private let statements = [
  (name: "content", sql: "UPDATE event SET odds = ?1 / 100.0 WHERE id = ?2"),
  (name: "order", sql: "UPDATE event SET starts_at = ?1 WHERE id = ?2"),
]

/// Runs commits of some rows each through live queries.
struct LiveWrites {
  let live: LiveQueries
  let statement: Statement

  init(_ live: LiveQueries, _ sql: String) throws {
    self.live = live
    statement = try live.store.withWriter { try $0.prepare(sql) }
  }

  func run(commits: Int, rows: Int, events: Int, salt: Int) throws {
    for commit in 0..<commits {
      try live.write { _ in
        for row in 0..<rows {
          let (value, key) = pair(commit * rows + row, events, salt)
          statement.bind(value, at: 1)
          statement.bind(key, at: 2)
          try statement.run()
        }
      }
    }
  }
}

/// A value and a key that differ from step to step.
///
/// The value is mixed from the step: one that followed the key would give all rows the same shift
/// in the next run, and hardly any of them would change its place.
func pair(_ step: Int, _ events: Int, _ salt: Int) -> (Int64, Int64) {
  var mixed = UInt64(truncatingIfNeeded: step &+ salt &* 1_000_003) &* 0x9E37_79B9_7F4A_7C15
  mixed = (mixed ^ mixed >> 32) &* 0xBF58_476D_1CE4_E5B9
  let value = Int64(mixed >> 33) % Int64(max(events, 1000))
  return (value, Int64((step * 31 + salt) % events + 1))
}

extension Bare {
  func run(_ sql: String, commits: Int, rows: Int, events: Int, salt: Int) {
    for commit in 0..<commits {
      step("BEGIN IMMEDIATE")
      for row in 0..<rows {
        let (value, key) = pair(commit * rows + row, events, salt)
        step(sql, value, key)
      }
      step("COMMIT")
    }
  }
}

func measureRows() throws {
  for statement in statements where options.kind ?? statement.name == statement.name {
    for rows in options.rows {
      var beyond: [Double] = []
      for events in options.sizes {
        let live = try LiveWrites(Sportsbook.queries(events: events), statement.sql)
        let bare = Bare(path: ":memory:", schema: Sportsbook.schema(events: events))
        let commits = 2000 / rows
        var salt = 0
        let times = try interleaved(
          [
            { try live.run(commits: commits, rows: rows, events: events, salt: salt) },
            {
              bare.run(statement.sql, commits: commits, rows: rows, events: events, salt: salt)
              salt += 1
            },
          ],
          runs: options.runs
        )
        let perRow = times.map { $0 / Double(commits * rows) }
        beyond.append(perRow[0] - perRow[1])
        let limit = rows == 1 ? 10.0 : 3.0
        report(
          "one row's \(statement.name), transaction of \(rows), \(events)",
          "\(format(perRow[0])) - SQLite \(format(perRow[1])) = \(format(perRow[0] - perRow[1])) µs",
          beyond[beyond.count - 1] <= limit
        )
      }
      guard let first = beyond.first, let last = beyond.last, beyond.count > 1 else { continue }
      report("  smallest to largest", "\(format(last / first)) ×", last <= 4 * first)
    }
  }
}

/// Runs changes for a profiler to watch.
func spin() throws {
  for statement in statements where options.kind ?? statement.name == statement.name {
    for (events, rows) in zip(options.sizes, options.rows) {
      let live = try LiveWrites(Sportsbook.queries(events: events), statement.sql)
      let commits = 2000 / rows
      print("spinning")
      let time = try microseconds {
        for salt in 0..<options.runs {
          try live.run(commits: commits, rows: rows, events: events, salt: salt)
        }
      }
      report("spun", format(time / Double(commits * rows * options.runs)), nil)
    }
  }
}
