import FeedModel
import FeedQueries
import FeedSnapshots

/// The edit of a list with the items that its rows are shown as.
struct ListWork {
  /// Items that come, all of a row or some.
  struct Arrival {
    let row: ShownRow
    /// How many of the row's items stand before these.
    var offset = 0
    /// How many items of the row stay.
    var kept = 0
    /// The items, without those that something else shows.
    var items: ArraySlice<ComposedItem>
  }

  let edit: ListEdit
  let list: ShownList
  let section: ComposedSection
  /// Whether one item stood in for the rows before the commit.
  let hadStandIn: Bool
  /// The item that stands in for the rows now.
  var standIn: ComposedItem?
  /// Where the items stood before the commit that are to leave, ascending.
  var removals: ContiguousArray<Int>
  var arrivals: ContiguousArray<Arrival> = []

  init(_ edit: ListEdit, _ section: ComposedSection) {
    self.edit = edit
    list = edit.list
    self.section = section
    removals = edit.removals
    hadStandIn =
      section.isGrouped
      ? edit.wasFolded && list.hasSection : section.showsPlaceholder
  }

  /// The snapshot's section.
  var id: SectionID { section.id(of: list) }

  /// Gives the rows their weights, and says what is to become of the section's items.
  mutating func splice() -> Composer.Composition.Splice {
    for arrival in arrivals { arrival.row.weight = arrival.kept + arrival.items.count }
    standIn = list.weight == 0 ? section.standIn(for: list) : nil
    // What stood in was the only item, so that no other one leaves with it.
    var splice = Composer.Composition.Splice(
      section: id,
      removals: hadStandIn && standIn == nil ? [0] : removals
    )
    for arrival in arrivals where !arrival.items.isEmpty {
      let start = arrival.row.offset + arrival.offset
      for (index, item) in arrival.items.enumerated() { splice.insert(item, at: start + index) }
    }
    splice.replace(edit, section)
    if let standIn {
      if hadStandIn { splice.replace(with: standIn, at: 0) } else { splice.insert(standIn, at: 0) }
    }
    return splice
  }
}

/// What is left of two lists of items without their equal beginnings and ends.
struct Middle {
  let old: Range<Int>
  let new: Range<Int>

  var isEmpty: Bool { old.isEmpty && new.isEmpty }

  init(_ old: [ComposedItem], _ new: [ComposedItem]) {
    var start = 0
    while start < min(old.count, new.count), old[start].id == new[start].id { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start,
      old[old.count - 1 - end].id == new[new.count - 1 - end].id
    {
      end += 1
    }
    self.old = start..<(old.count - end)
    self.new = start..<(new.count - end)
  }
}
