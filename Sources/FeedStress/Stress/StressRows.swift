import FeedModel
import FeedStore

/// The rows of one table that a stress run knows, as a basis for similar rows.
struct StressRows {
  let table: StoreSchema.Table
  private(set) var rows: [[Value]] = []
  /// The rows at the start, from which deleted ones are restored.
  private(set) var first: [[Value]] = []
  /// The keys of the known rows.
  private(set) var keys: Set<[Value]> = []
  /// The number of rows at the start, around which their number stays.
  private(set) var usual = 0
  /// The columns that contain only zeros and ones.
  private(set) var flags: [Int] = []

  init(table: StoreSchema.Table) { self.table = table }

  /// The maximum number of known rows of a table; further rows are not changed.
  private static var limit: Int { 20_000 }

  /// Reads the current rows.
  mutating func read(_ writer: Writer) throws {
    let statement = try writer.prepare(
      "SELECT \(table.selectList()) FROM \(table.name.quotedAsIdentifier) LIMIT \(Self.limit)"
    )
    rows.removeAll(keepingCapacity: true)
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    // The number is not raised later: a store that keeps growing would look like a memory leak.
    if first.isEmpty { (first, usual) = (rows, rows.count) }
    keys = Set(rows.map { key(of: $0) })
    flags = table.columns.indices.filter { column in
      !table.columns[column].isGenerated && !table.primaryKey.contains(column)
        && !rows.isEmpty
        && rows.allSatisfy { $0[column] == .integer(0) || $0[column] == .integer(1) }
    }
  }

  /// Whether the table has less than 90 % of the rows at the start.
  var isShort: Bool { rows.count < usual * 9 / 10 }

  func key(of row: [Value]) -> [Value] { table.primaryKey.map { row[$0] } }

  mutating func remove(_ index: Int) -> [Value] {
    let row = rows[index]
    rows.swapAt(index, rows.count - 1)
    rows.removeLast()
    keys.remove(key(of: row))
    return row
  }

  /// Returns a deleted row of the start, or `nil` if a few attempts do not find one.
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
