import FeedModel
import FeedStore

/// What a stress run knows of the rows of one table, to write more of their like.
struct StressRows {
  let table: StoreSchema.Table
  private(set) var rows: [[Value]] = []
  /// The rows that there were at the start, from which what has gone is put back.
  private(set) var first: [[Value]] = []
  /// The keys of the rows that are there.
  private(set) var keys: Set<[Value]> = []
  /// How many rows there were at the start, around which their number stays.
  private(set) var usual = 0
  /// The columns that hold nothing but zeros and ones.
  private(set) var flags: [Int] = []

  init(table: StoreSchema.Table) { self.table = table }

  /// The most rows that are known of a table; more are left alone.
  private static var limit: Int { 20_000 }

  /// Reads what is there now.
  mutating func read(_ writer: Writer) throws {
    let statement = try writer.prepare(
      "SELECT \(table.selectList()) FROM \(table.name.quotedAsIdentifier) LIMIT \(Self.limit)"
    )
    rows.removeAll(keepingCapacity: true)
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    // Not raised later: a store that grows for ever would look like memory that leaks.
    if first.isEmpty { (first, usual) = (rows, rows.count) }
    keys = Set(rows.map { key(of: $0) })
    flags = table.columns.indices.filter { column in
      !table.columns[column].isGenerated && !table.primaryKey.contains(column)
        && !rows.isEmpty
        && rows.allSatisfy { $0[column] == .integer(0) || $0[column] == .integer(1) }
    }
  }

  /// Whether much of what was there at the start has gone.
  var isShort: Bool { rows.count < usual * 9 / 10 }

  func key(of row: [Value]) -> [Value] { table.primaryKey.map { row[$0] } }

  mutating func remove(_ index: Int) -> [Value] {
    let row = rows[index]
    rows.swapAt(index, rows.count - 1)
    rows.removeLast()
    keys.remove(key(of: row))
    return row
  }

  /// A row that was there at the start and is gone; `nil` if a few tries find none.
  func missing(_ random: inout SplitMix64) -> [Value]? {
    for _ in 0..<8 where !first.isEmpty {
      let row = first[random.below(first.count)]
      if !keys.contains(key(of: row)) { return row }
    }
    return nil
  }

  mutating func change(_ index: Int, _ column: Int, to value: Value) {
    rows[index][column] = value
  }

  mutating func append(_ row: [Value]) {
    rows.append(row)
    keys.insert(key(of: row))
  }
}
