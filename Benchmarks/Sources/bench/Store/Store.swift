// Measures: one message of one row, from JSON text to a commit and its change set.
// Why: the replay of a fixture may cost 1.5 times what SQLite alone needs, all stages together.
// Expected: a constant of a few microseconds beyond SQLite, in a file and in memory alike.
// Command: swift run -c release --package-path Benchmarks bench store
import Baselines
import FeedStore
import Measuring

private let schema = """
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

private let tables = ["market", "selection"]

/// A store with what writes messages into it.
private struct Written {
  let store: OwnedStore
  let writer: MessageWriter

  init(at path: String) throws {
    store = try OwnedStore(
      at: path == ":memory:" ? .memory : .file(path),
      schema: SchemaSource(sql: schema, name: "benchmark")
    )
    writer = try store.withWriter { try MessageWriter(in: $0) }
  }

  /// Runs messages, so many in a transaction; each transaction must tell what it has touched.
  func apply(_ messages: [String], inTransactionsOf size: Int) throws {
    for start in stride(from: 0, to: messages.count, by: size) {
      let changes = try store.withWriter {
        try $0.transaction { _ in
          for message in messages[start..<start + size] { try writer.apply(message) }
        }
      }
      precondition(changes.tables.count == 1, "a change was missed")
    }
  }

  func run(_ sql: String) throws {
    _ = try store.withWriter { try $0.transaction { try $0.run(sql) } }
  }
}

func measureStore(inFile isFile: Bool, _ sheet: inout Sheet) async throws {
  let workshop = try Workshop()
  let place = isFile ? "in a file" : "in memory"
  let count = 10_000
  let messages = (0..<count).map { index in
    let price = Double((index * 7919) % 900 + 101) / 100
    return
      #"{"at":\#(Double(index) / 100),"upsert":{"selection":[{"id":\#((index * 31) % 750 + 1),"price":\#(price)}]}}"#
  }
  let bare = try BareUpdates(
    path: workshop.database("bare", 0, inFile: isFile),
    schema: schema,
    table: "selection",
    column: "price"
  )
  let written = try Written(at: workshop.database("store", 0, inFile: isFile))
  func ours(_ work: @escaping (Written) throws -> Void) -> Side<Written, [String]> {
    Side("FeedStore") { _ in
      written
    } work: { written, _ in
      try work(written)
    } outcome: {
      try $0.store.dump(tables)
    }
  }
  func baseline(_ work: @escaping (BareUpdates) throws -> Void) -> Side<BareUpdates, [String]> {
    Side("SQLite alone") { _ in
      bare
    } work: { bare, _ in
      try work(bare)
    } outcome: {
      try $0.dump(tables)
    }
  }
  for size in [1, 100] {
    try await sheet.compare(
      "\(size) message\(size == 1 ? "" : "s") of one row a transaction, \(place)",
      .ratio,
      per: count,
      ours { try $0.apply(messages, inTransactionsOf: size) },
      against: baseline { try $0.apply(messages, inTransactionsOf: size) }
    )
  }
  // The hook alone: every row of a table in one statement.
  let many =
    "WITH RECURSIVE n(i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < \(1000 + count)) "
    + "INSERT INTO market SELECT i, 'Market ' || i FROM n"
  try bare.run(many)
  try written.run(many)
  let all = "UPDATE market SET name = name || '' WHERE id > 1000"
  try await sheet.compare(
    "all of 10k rows in one statement, \(place)",
    .ratio,
    per: count,
    ours { try $0.run(all) },
    against: baseline { try $0.run(all) }
  )
}

extension OwnedStore {
  /// All rows of some tables as text, to compare what two sides have come to.
  func dump(_ tables: [String], order: String = " ORDER BY id") throws -> [String] {
    try withWriter { writer in
      try tables.flatMap { table in
        let rows = try writer.prepare("SELECT * FROM \(table)\(order)")
        var lines: [String] = []
        while try rows.step() {
          lines.append((0..<rows.columnCount).map { rows.text(at: $0) }.joined(separator: "|"))
        }
        return lines
      }
    }
  }
}
