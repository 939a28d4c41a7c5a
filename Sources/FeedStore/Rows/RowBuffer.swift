import FeedModel

/// A row while it is put together: columns in ascending order, and their values.
struct RowBuffer {
  private(set) var columns: ContiguousArray<Int> = []
  private(set) var values: ContiguousArray<Value> = []
  private(set) var isOpen = false

  mutating func begin() { isOpen = true }

  mutating func clear() {
    guard isOpen else { return }
    columns.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    isOpen = false
  }

  mutating func append(_ value: Value) { values.append(value) }

  /// Puts a column where it belongs.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - column: The column's place in its table.
  /// - Returns: Whether the column was not there yet.
  mutating func insert(_ value: Value, column: Int) -> Bool {
    guard let last = columns.last, last >= column else {
      columns.append(column)
      values.append(value)
      return true
    }
    var place = columns.count - 1
    while place > 0, columns[place - 1] >= column { place -= 1 }
    guard columns[place] != column else { return false }
    columns.insert(column, at: place)
    values.insert(value, at: place)
    return true
  }
}
