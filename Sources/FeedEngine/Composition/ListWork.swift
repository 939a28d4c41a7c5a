import FeedModel
import FeedQueries
import FeedSnapshots

/// The edit of a list with the items that its rows are shown as.
struct ListWork {
  /// The arriving items of a row: all or some.
  struct Arrival {
    let row: ShownRow
    /// The number of the row's items before these.
    var offset = 0
    /// The number of the row's items that stay.
    var kept = 0
    /// The range of the items in ``ListWork/items``.
    var items: Range<Int>
  }

  let edit: ListEdit
  let list: ShownList
  let section: ComposedSection
  /// Whether one item stood in for the rows before the commit.
  let hadStandIn: Bool
  /// The item that stands in for the rows now.
  var standIn: ComposedItem?
  /// The indices before the commit of the items to remove, ascending.
  var removals: ContiguousArray<Int>
  private(set) var arrivals: ContiguousArray<Arrival> = []
  /// The arriving items, row by row: one list for all rows, to avoid an allocation per row.
  private(set) var items: [ComposedItem] = []

  init(_ edit: ListEdit, _ section: ComposedSection) {
    self.edit = edit
    list = edit.list
    self.section = section
    removals = edit.removals
    hadStandIn =
      section.isGrouped
      ? edit.wasFolded && list.hasSection : section.showsPlaceholder
  }

  /// Whether the list may have another number of rows than before the commit.
  var mayCountOthers: Bool { !edit.rows.isEmpty || edit.wasFolded }

  /// The snapshot's section.
  var id: SectionID { section.id(of: list) }

  /// Gives the rows their weights, and returns the edits of the section's items.
  mutating func splice() -> Composer.Composition.Splice {
    for arrival in arrivals { arrival.row.weight = arrival.kept + arrival.items.count }
    standIn = list.weight == 0 ? section.standIn(for: list) : nil
    // The placeholder was the only item, so no other item leaves with it.
    var splice = Composer.Composition.Splice(
      section: id,
      removals: hadStandIn && standIn == nil ? [0] : removals
    )
    splice.reserve(insertions: items.count)
    for arrival in arrivals where !arrival.items.isEmpty {
      let start = arrival.row.offset + arrival.offset - arrival.items.lowerBound
      for index in arrival.items { splice.insert(items[index], at: start + index) }
    }
    splice.replace(edit, section)
    if let standIn {
      if hadStandIn { splice.replace(with: standIn, at: 0) } else { splice.insert(standIn, at: 0) }
    }
    return splice
  }
}

extension ListWork {
  /// Adds arriving items of a row.
  ///
  /// - Parameter offset: The number of the row's items before these.
  mutating func add(
    _ row: ShownRow,
    offset: Int = 0,
    kept: Int = 0,
    _ append: (inout [ComposedItem]) -> Void
  ) {
    let start = items.count
    append(&items)
    arrivals.append(
      Arrival(row: row, offset: offset, kept: kept, items: start..<items.count)
    )
  }

  /// Withholds some items.
  ///
  /// - Parameter isLeftOut: Whether an item of a row is left out; asked about each in turn.
  mutating func leaveOut(_ isLeftOut: (ItemID, ShownRow) -> Bool) {
    let all = items
    items.removeAll(keepingCapacity: true)
    for index in arrivals.indices {
      let row = arrivals[index].row
      let start = items.count
      items.append(contentsOf: all[arrivals[index].items].filter { !isLeftOut($0.id, row) })
      arrivals[index].items = start..<items.count
    }
  }
}

/// The rest of two lists of items without their equal beginnings and ends.
struct Middle {
  let old: Range<Int>
  let new: Range<Int>

  var isEmpty: Bool { old.isEmpty && new.isEmpty }

  init(_ old: [ComposedItem], _ new: [ItemID]) {
    var start = 0
    while start < min(old.count, new.count), old[start].id == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start,
      old[old.count - 1 - end].id == new[new.count - 1 - end]
    {
      end += 1
    }
    self.old = start..<(old.count - end)
    self.new = start..<(new.count - end)
  }
}
