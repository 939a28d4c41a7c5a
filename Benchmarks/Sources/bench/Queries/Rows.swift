// Measures: one changed row of a joined, grouped, ordered query, against SQLite's own write.
// Why: a changed row must cost the same among a million rows as among a thousand.
// Expected: at most 3.5 times SQLite alone, and 4.5 times from 100k rows on.
// Command: swift run -c release --package-path Benchmarks bench queries-rows
import Measuring

/// What is changed in a row.
let rowStatements = [
  (name: "content", sql: "UPDATE event SET odds = ?1 / 100.0 WHERE id = ?2"),
  (name: "order", sql: "UPDATE event SET starts_at = ?1 WHERE id = ?2"),
]

func measureRows(_ sheet: inout Sheet) async throws {
  let sizes = sheet.options.isQuick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000]
  var beyond: [String: Samples] = [:]
  for events in sizes {
    for statement in rowStatements {
      // The same rows for both transactions: filling a million takes longer than changing them.
      let live = try LiveWrites(EventTables.queries(events: events), statement.sql)
      let bare = try BareWrites(events: events, statement.sql)
      for rows in [1, 100] {
        // Other values than before, or the second half would write what is there already.
        let salt = rows * 1000
        let name = name(statement.name, rows)
        let comparison = try await sheet.compare(
          "\(name), \(size(events))",
          .ratio,
          must: .atMost(.times(events > 10_000 ? 4.5 : 3.5)),
          per: 2000,
          checking: .lastRun,
          Side("LiveQueries") { _ in
            live
          } work: { live, run in
            try live.run(commits: 2000 / rows, rows: rows, events: events, run: run + salt)
          } outcome: {
            try EventOutcome($0)
          },
          against: Side("SQLite alone") { _ in
            bare
          } work: { bare, run in
            try bare.run(commits: 2000 / rows, rows: rows, events: events, run: run + salt)
          } outcome: {
            try EventOutcome($0)
          }
        )
        if let small = beyond[name], events == sizes.last {
          sheet.growth("\(name), 1k to \(size(events))", from: small, to: comparison.beyond)
        } else if events == sizes[0] {
          beyond[name] = comparison.beyond
        }
      }
    }
  }
  // By what is changed, and then by size.
  let names = rowStatements.flatMap { statement in
    [1, 100].map { name(statement.name, $0) }
  }
  sheet.arrange { figure in
    names.firstIndex { figure.what.hasPrefix($0 + ",") } ?? names.count
  }
}

private func name(_ change: String, _ rows: Int) -> String {
  "one row's \(change), in a transaction of \(rows)"
}
