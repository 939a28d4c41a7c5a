import FeedSnapshots
import FeedStore

/// What a stress run knows of the rows of one table, to write more of their like.
struct StressRows {
  let table: StoreSchema.Table
  private(set) var rows: [[Value]] = []
  /// Rows that were deleted, to be put back.
  private(set) var gone: [[Value]] = []
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
    usual = max(usual, rows.count)
    flags = table.columns.indices.filter { column in
      !table.columns[column].isGenerated && !table.primaryKey.contains(column)
        && !rows.isEmpty
        && rows.allSatisfy { $0[column] == .integer(0) || $0[column] == .integer(1) }
    }
  }

  /// Takes a row out, and keeps it to be put back.
  mutating func remove(_ index: Int) -> [Value] {
    let row = rows[index]
    rows.swapAt(index, rows.count - 1)
    rows.removeLast()
    gone.append(row)
    if gone.count > 200 { gone.removeFirst() }
    return row
  }

  mutating func takeBack(_ random: inout SplitMix64) -> [Value]? {
    guard !gone.isEmpty else { return nil }
    let row = gone.remove(at: random.below(gone.count))
    rows.append(row)
    return row
  }

  mutating func change(_ index: Int, _ column: Int, to value: Value) {
    rows[index][column] = value
  }

  mutating func append(_ row: [Value]) { rows.append(row) }
}
