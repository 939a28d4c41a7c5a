// Measures: one message of one row, from JSON text to a commit and its change set.
// Why: the replay of a fixture may cost 1.5 times what SQLite alone needs, all stages together.
// Expected: a constant of a few microseconds beyond SQLite, in a file and in memory alike.
// Command: swift run -c release --package-path Benchmarks StoreBenchmarks
import FeedStore
import Foundation

let schema = """
  CREATE TABLE market (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE selection (
    id INTEGER PRIMARY KEY,
    market_id INTEGER NOT NULL REFERENCES market ON DELETE CASCADE,
    name TEXT NOT NULL, price REAL, status TEXT NOT NULL DEFAULT 'open',
    display_order INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX selection_by_market ON selection (market_id, display_order);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
    INSERT INTO market SELECT i, 'Market ' || i FROM n;
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 750)
    INSERT INTO selection (id, market_id, name, price) SELECT i, i % 250 + 1, 'Selection ' || i, 2.0 FROM n;
  """
let count = 10_000
let runs = 9
let messages = (0..<count).map { index in
  let price = Double((index * 7919) % 900 + 101) / 100
  return
    #"{"at":\#(Double(index) / 100),"upsert":{"selection":[{"id":\#((index * 31) % 750 + 1),"price":\#(price)}]}}"#
}

func microseconds(_ body: () throws -> Void) rethrows -> Double {
  // Processor time, not the clock's: other programs and the disk would drown the difference.
  let start = clock()
  try body()
  return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e6
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func report(_ name: String, _ values: [Double], against baseline: [Double]? = nil) {
  let own = median(values) / Double(count)
  var line = name.padding(toLength: 52, withPad: " ", startingAt: 0)
  line += String(format: "%8.2f µs", own)
  if let baseline {
    let other = median(baseline) / Double(count)
    line += String(format: "   %5.2f ×   %+6.2f µs", own / other, own - other)
  }
  print(line)
}

let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("store-benchmarks-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

for isFile in [true, false] {
  let where_ = isFile ? "file" : "memory"
  let bare = try BareSQLite(
    path: isFile ? folder.appendingPathComponent("bare.sqlite").path : ":memory:",
    schema: schema
  )
  let store = try Store(
    at: isFile ? .file(folder.appendingPathComponent("store.sqlite").path) : .memory,
    schema: SchemaSource(sql: schema, name: "benchmark")
  )
  let writer = try store.withWriter { try MessageWriter(in: $0) }
  var timings: [String: [Double]] = [:]
  var touched = 0
  for _ in 0..<runs {
    timings["bare", default: []].append(
      try microseconds { for message in messages { try bare.apply(message) } }
    )
    timings["store", default: []].append(
      try microseconds {
        for message in messages {
          let changes = try store.withWriter {
            try $0.transaction { _ in try writer.apply(message) }
          }
          touched += changes.tables.count
        }
      }
    )
    timings["held", default: []].append(
      try microseconds {
        try store.withWriter { held in
          for message in messages {
            touched += try held.transaction { _ in try writer.apply(message) }.tables.count
          }
        }
      }
    )
    timings["position", default: []].append(
      try microseconds {
        try store.withWriter { held in
          for (line, message) in messages.enumerated() {
            touched += try held.transaction {
              try writer.apply(message)
              try $0.setPosition(fixture: "updates.jsonl", line: line)
            }.tables.count
          }
        }
      }
    )
    timings["bareBatch", default: []].append(
      try microseconds { try bare.apply(messages, inTransactionsOf: 100) }
    )
    timings["batch", default: []].append(
      try microseconds {
        try store.withWriter { held in
          for start in stride(from: 0, to: count, by: 100) {
            touched += try held.transaction { _ in
              for message in messages[start..<start + 100] { try writer.apply(message) }
            }.tables.count
          }
        }
      }
    )
  }
  let one = timings["bare"] ?? []
  report("SQLite alone, one row a message, \(where_)", one)
  report("FeedStore, one row a message, \(where_)", timings["store"] ?? [], against: one)
  report("  the same, writer held throughout, \(where_)", timings["held"] ?? [], against: one)
  report("  the same, with the position, \(where_)", timings["position"] ?? [], against: one)
  let batch = timings["bareBatch"] ?? []
  report("SQLite alone, 100 messages a transaction, \(where_)", batch)
  report("FeedStore, 100 messages a transaction, \(where_)", timings["batch"] ?? [], against: batch)
  // The hook alone: every row of a table in one statement.
  var bulk: [String: [Double]] = [:]
  let many =
    "WITH RECURSIVE n(i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < \(1000 + count)) "
    + "INSERT INTO market SELECT i, 'Market ' || i FROM n"
  try bare.run(many)
  _ = try store.withWriter { try $0.transaction { try $0.run(many) } }
  for _ in 0..<runs {
    bulk["bare", default: []].append(
      try microseconds { try bare.run("UPDATE market SET name = name || '' WHERE id > 1000") }
    )
    bulk["store", default: []].append(
      try microseconds {
        _ = try store.withWriter {
          try $0.transaction { try $0.run("UPDATE market SET name = name || '' WHERE id > 1000") }
        }
      }
    )
  }
  let rows = bulk["bare"] ?? []
  report("SQLite alone, all rows in one statement, \(where_)", rows)
  report("FeedStore, all rows in one statement, \(where_)", bulk["store"] ?? [], against: rows)
  precondition(touched == runs * (3 * count + count / 100), "changes were missed")
}
