package import FeedSnapshots

/// A section as a page shows it: its items, and which of them share a place of the layout.
///
/// The items of a row of slots share one place, because the feed file says that they stand in a row;
/// so do chips on a page that cannot be scrolled sideways. All else has a place of its own.
package struct PageSection: Sendable {
  package let id: SectionID
  package let title: String?
  package let look: SectionAppearance
  package private(set) var items: FeedSnapshot.Composition.ItemList
  /// How many items are hidden behind the header, or nothing if the section is open.
  package let hiddenCount: Int?
  /// The first item of each place, or nothing where each item has its own.
  private(set) var starts: [Int]?

  init(
    _ section: FeedSnapshot.Composition.Section,
    _ appearance: FeedAppearance,
    columns: Int,
    isUnrolled: Bool,
    isCollapsed: Bool = false
  ) {
    id = section.id
    title = section.content.title
    look = appearance.sections[section.id.declaration] ?? SectionAppearance()
    items = isCollapsed ? section.items[0..<0] : section.items
    hiddenCount = isCollapsed ? section.items.count : nil
    if look.arrangement == .rows && !look.cells.isEmpty {
      starts = rowStarts()
    } else if look.arrangement == .chips && isUnrolled {
      starts = chipStarts(appearance, columns: columns)
    }
  }

  /// The same places with the items of another version.
  func showing(_ section: FeedSnapshot.Composition.Section) -> PageSection {
    var copy = self
    copy.items = hiddenCount == nil ? section.items : section.items[0..<0]
    return copy
  }

  /// The number of places.
  package var count: Int { starts?.count ?? items.count }

  /// The items of a place.
  package func items(at place: Int) -> Range<Int> {
    guard let starts else { return place..<(place + 1) }
    return starts[place]..<(place + 1 < starts.count ? starts[place + 1] : items.count)
  }

  /// The place of an item.
  package func place(ofItem item: Int) -> Int {
    guard let starts else { return item }
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= item { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// How many columns the row of a place has, or nothing for an item with a line of its own.
  func columns(at place: Int) -> Int? {
    guard look.arrangement == .rows, !look.cells.isEmpty else { return nil }
    let first = items[items(at: place).lowerBound].id
    return look.cells[first.kind] ?? (first.slot > 0 ? look.cells.values.max() : nil)
  }

  private func rowStarts() -> [Int] {
    var starts: [Int] = []
    var (count, room) = (0, 0)
    for (index, entry) in items.enumerated() {
      let isFiller = entry.id.slot > 0
      let columns = look.cells[entry.id.kind] ?? (isFiller ? look.cells.values.max() : nil)
      if let columns, room > 0, isFiller || columns == count {
        room -= 1
        continue
      }
      starts.append(index)
      count = columns ?? 0
      room = max(count - 1, 0)
    }
    return starts
  }

  private func chipStarts(_ appearance: FeedAppearance, columns: Int) -> [Int] {
    var starts: [Int] = []
    var room = 0
    for (index, entry) in items.enumerated() {
      let width = PlaceFace.chip(entry, appearance, most: columns).width + 1
      if starts.isEmpty || width > room + 1 {
        starts.append(index)
        room = columns
      }
      room -= width
    }
    return starts
  }
}
