// Measures: the first result of 100,000 rows of a file, ready to be read.
// Why: a server that starts must show its feed as soon as SQLite can give it.
// Expected: at most 1.2 times what the program sqlite3 takes to write the rows into a file.
// Command: swift run -c release --package-path Benchmarks bench queries-fill
import FeedQueries
import FeedStore
import Foundation
import Measuring

func measureFill(_ sheet: inout Sheet) async throws {
  let workshop = try Workshop()
  let events = sheet.options.isQuick ? 10_000 : 100_000
  let path = workshop.path("store.sqlite")
  let out = workshop.path("out.txt")
  let source = SchemaSource(sql: EventTables.tables, name: "benchmark")
  let filled = try Store(at: .file(path), schema: source)
  _ = try filled.withWriter { try $0.transaction { try $0.run(EventTables.rows(events: events)) } }
  try filled.close()
  let sql = """
    SELECT event.id, event.*, sport.name FROM event LEFT JOIN sport ON sport.id = event.sport_id
    WHERE status = 'live' AND sport.is_active
    ORDER BY sport.display_order, sport_id, starts_at, event.id
    """
  // A child's time is not this process's, so both are taken by the clock on the wall.
  try await sheet.compare(
    "first result of \(size(events)) rows from a file",
    .ratio,
    must: .atMost(.times(1.2)),
    by: .wall,
    Side("LiveQueries") { _ in
      Box<LiveQueries?>(nil)
    } work: { live, _ in
      let store = try Store(at: .file(path), schema: source)
      live.value = try LiveQueries(over: store, queries: [.init("live", EventTables.live)])
    } outcome: { live in
      guard let queries = live.value else { return [] }
      return try LiveWrites(queries, "UPDATE event SET odds = ?1 WHERE id = ?2").ids
    },
    against: Side("sqlite3") { _ in
    } work: { _, _ in
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["sqlite3", path, ".output \(out)", sql]
      try process.run()
      process.waitUntilExit()
    } outcome: { _ in
      try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n").map { line in
        Int64(line.prefix { $0 != "|" }) ?? -1
      }
    }
  )
}
