import FeedModel
import FeedStore

/// The rows of a node or the members of a list, which depend on rows of subqueries.
enum Dependents {
  case node(QueryNode)
  case list(KeptList)
}

/// The values of a table's rows that subqueries and joins read, as of the last evaluation.
///
/// SQLite reports only the keys of changed rows, and a row that has moved names only its new place:
/// its old values lead to the rows that it no longer concerns.
final class WatchedRows {
  /// A statement that leads from a row to the rows that depend on it.
  struct Link {
    let statement: Statement
    /// The places of its parameters among the watched columns.
    let parameters: [Int]
    /// The watched columns whose changes matter, a bit each.
    let columns: UInt64
    let dependents: Dependents
  }

  /// The watched columns as places in the rows of the table, a bit each.
  let places: UInt64
  let links: [Link]
  /// Whether the values may not be those of the last evaluation; set by failures.
  var isStale = true
  private var kept: [ObjectKey: ContiguousArray<Value>] = [:]
  private let count: Int
  private let keyRule: KeyRule
  private let keyCount: Int
  private let row: Statement
  private let rows: Statement

  /// - Parameters:
  ///   - columns: The watched columns, in ascending order.
  ///   - places: The same columns as places in the rows of the table, a bit each.
  init(
    _ table: StoreSchema.Table,
    columns: [Int],
    places: UInt64,
    links: [Link],
    writer: Writer
  ) throws {
    self.places = places
    self.links = links
    count = columns.count
    keyRule = KeyRule(table)
    keyCount = table.primaryKey.count
    let list = (columns + table.primaryKey).map { table.qualified($0) }.joined(separator: ", ")
    let select = "SELECT \(list) FROM \(table.name.quotedAsIdentifier)"
    rows = try writer.prepare(select)
    row = try writer.prepare("\(select) WHERE \(table.keyCondition)")
  }

  /// Reads all rows.
  ///
  /// - Throws: `StoreError` if the table cannot be read.
  func fill() throws {
    isStale = true
    kept = [:]
    while try rows.step() {
      kept[keyRule.representative(of: rows.key(at: count, count: keyCount))] = values(rows)
    }
    isStale = false
  }

  /// Reads a row again.
  ///
  /// - Returns: The old and the new values, each `nil` if there is no such row, and the columns that
  ///   differ, a bit each; `nil` if nothing differs.
  /// - Throws: `StoreError` if the row cannot be read.
  func change(
    of key: ObjectKey
  ) throws -> (old: ContiguousArray<Value>?, new: ContiguousArray<Value>?, columns: UInt64)? {
    let key = keyRule.representative(of: key)
    let old = kept[key]
    row.bind(key, at: 1)
    defer { row.reset() }
    guard try row.step() else {
      kept[key] = nil
      return old.map { ($0, nil, .max) }
    }
    let columns = old.map { row.differences(from: $0, count: count) } ?? .max
    guard columns != 0 || old == nil else { return nil }
    let new = values(row)
    kept[key] = new
    return (old, new, columns)
  }

  private func values(_ row: Statement) -> ContiguousArray<Value> {
    ContiguousArray((0..<count).map { row.value(at: $0) })
  }
}

extension StoreSchema.Table {
  /// The condition that a row has a key, whose values are the first parameters.
  var keyCondition: String {
    primaryKey.enumerated().map { "\(qualified($1)) = ?\($0 + 1)" }.joined(separator: " AND ")
  }
}
