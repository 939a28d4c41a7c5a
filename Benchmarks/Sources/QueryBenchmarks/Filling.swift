import FeedQueries
import FeedStore
import Foundation
import GRDB

/// The first result of 100,000 rows from a file, against the program `sqlite3` writing it to one.
func measureFill() throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("query-benchmarks-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("store.sqlite").path
  let source = SchemaSource(sql: Sportsbook.schema(events: 100_000), name: "benchmark")
  try Store(at: .file(path), schema: source).close()
  let sql = """
    SELECT event.*, sport.name FROM event LEFT JOIN sport ON sport.id = event.sport_id
    WHERE status = 'live' AND sport.is_active
    ORDER BY sport.display_order, sport_id, starts_at, event.id
    """
  var own: [Double] = []
  var other: [Double] = []
  for _ in 0..<7 {
    let store = try Store(at: .file(path), schema: source)
    let start = ContinuousClock.now
    let live = try LiveQueries(over: store, queries: [.init("live", Sportsbook.live)])
    own.append((ContinuousClock.now - start).milliseconds)
    precondition(live.snapshot.results[0].sections.itemCount == 100_000)
    let began = ContinuousClock.now
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", path, ".output \(folder.path)/out.txt", sql]
    try process.run()
    process.waitUntilExit()
    other.append((ContinuousClock.now - began).milliseconds)
  }
  report(
    "first fill of 100k rows from a file, against sqlite3",
    "\(format(median(own))) against \(format(median(other))) ms = "
      + "\(format(median(own) / median(other))) ×",
    median(own) <= 2 * median(other)
  )
}

/// The same change by reading the ids of 10,000 rows again and comparing them.
func measureRefetching() throws {
  let events = 10_000
  let sql = "UPDATE event SET starts_at = ?1 WHERE id = ?2"
  let live = try LiveWrites(Sportsbook.queries(events: events), sql)
  let database = try DatabaseQueue()
  try database.write { try $0.execute(sql: Sportsbook.schema(events: events)) }
  let query = """
    SELECT event.id FROM event LEFT JOIN sport ON sport.id = event.sport_id
    WHERE status = 'live' AND sport.is_active
    ORDER BY sport.display_order, sport_id, starts_at, event.id
    """
  var held = try database.read { try Int64.fetchAll($0, sql: query) }
  var salt = 0
  let times = try interleaved(
    [
      { try live.run(commits: 1000, rows: 1, events: events, salt: salt) },
      {
        for step in 0..<10 {
          let (value, key) = pair(step, events, salt)
          try database.write { try $0.execute(sql: sql, arguments: [value, key]) }
          let ids = try database.read { try Int64.fetchAll($0, sql: query) }
          _ = ids.difference(from: held)
          held = ids
        }
        salt += 1
      },
    ],
    runs: 7
  )
  let ratio = (times[1] / 10) / (times[0] / 1000)
  report(
    "one row moved among 10k, against fetching the ids again",
    "\(format(times[0] / 1000)) against \(format(times[1] / 10)) µs = \(format(ratio)) ×",
    ratio >= 100
  )
}

extension Duration {
  fileprivate var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
