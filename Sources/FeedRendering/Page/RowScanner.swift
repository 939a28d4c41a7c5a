import FeedModel

/// Tells where rows begin when the items of a section are met one after the other.
///
/// Whether an item begins a row depends on nothing before the row that it may belong to, so that a
/// scan may start at any beginning of a row.
struct RowScanner {
  private let cells: [Name: Int]
  private let most: Int?
  private var columns = 0
  private var room = 0

  init(_ cells: [Name: Int]) {
    self.cells = cells
    most = cells.values.max()
  }

  /// Whether the next item begins a row.
  mutating func begins(with id: ItemID) -> Bool {
    let isFiller = id.slot > 0
    let own = cells[id.kind] ?? (isFiller ? most : nil)
    if let own, room > 0, isFiller || own == columns {
      room -= 1
      return false
    }
    columns = own ?? 0
    room = max(columns - 1, 0)
    return true
  }
}
