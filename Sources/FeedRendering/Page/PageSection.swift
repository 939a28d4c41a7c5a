package import FeedFormatting
import FeedLayout
package import FeedModel
package import FeedSnapshots

/// A section as a page shows it: its items, and which of them share a place of the layout.
///
/// The items of a row of slots share one place, since the feed file puts them in a row. So do chips
/// on a page without sideways scrolling, and all items of an object if several objects form a row.
/// Every other item has a separate place.
package struct PageSection: Sendable {
  package let id: SectionID
  package let title: String?
  /// The source of the items.
  let source: Name
  package let look: SectionAppearance
  package private(set) var items: FeedSnapshot.Composition.ItemList
  /// The number of items hidden below the header, or `nil` for an open section.
  package private(set) var hiddenCount: Int?
  /// The items of each place, or `nil` where each item has its own.
  private(set) var places: PlaceList?
  /// The number of places in a row.
  package let across: Int
  /// Whether all items of an object form one place.
  let isInBlocks: Bool
  /// The widths of rows of cells.
  let form: RowForm

  init(
    _ section: FeedSnapshot.Composition.Section,
    _ appearance: FeedAppearance,
    _ declared: LayoutSection,
    _ adapter: SectionAdapter,
    shown: Int? = nil,
    isCollapsed: Bool = false
  ) {
    id = section.id
    // A collapsed section keeps a header.
    title = section.content.title ?? (isCollapsed ? "\(section.id)" : nil)
    source = section.content.source
    look = appearance.sections[section.id.declaration] ?? SectionAppearance()
    across = SectionAppearance.Arrangement(declared).columns
    isInBlocks = across > 1 && look.arrangement == .rows && look.hasDepth
    form = RowForm(look, columns: adapter.columns(of: declared, across: across), adapter.cell)
    items = isCollapsed ? section.items[0..<0] : section.items
    hiddenCount = isCollapsed ? section.items.count : nil
    if look.arrangement == .rows && (!look.cells.isEmpty || isInBlocks) {
      places = rows()
    } else if look.arrangement == .chips && adapter.isUnrolled {
      places = chips(appearance, columns: adapter.columns(of: declared), rows: shown ?? .max)
    }
  }

  /// Takes the items of another version, which differ only in their contents.
  mutating func show(_ items: FeedSnapshot.Composition.ItemList) {
    self.items = hiddenCount == nil ? items : items[0..<0]
  }

  /// The number of places.
  package var count: Int { places?.count ?? items.count }

  /// The items of a place.
  package func items(at place: Int) -> Range<Int> {
    places?.items(at: place) ?? place..<(place + 1)
  }

  /// The place of an item.
  package func place(ofItem item: Int) -> Int { places?.place(ofItem: item) ?? item }

  /// The rows of a place, from the top: the items of each.
  package func rows(at place: Int) -> [Range<Int>] {
    let items = items(at: place)
    guard isInBlocks else { return [items] }
    var rows: [Range<Int>] = []
    var scanner = RowScanner(look, labels: form.labels)
    for index in items {
      if scanner.begins(with: self.items[index].id) || rows.isEmpty {
        rows.append(index..<(index + 1))
      } else {
        rows[rows.count - 1] = rows[rows.count - 1].lowerBound..<(index + 1)
      }
    }
    return rows
  }

  /// Returns whether the first item of a row is a label left of the others.
  package func hasLabel(_ row: Range<Int>) -> Bool {
    row.count > 1 && form.labels.contains(items[row.lowerBound].id.kind)
  }

  /// Returns the number of columns of a row, or `nil` for an item with a separate line.
  func columns(of row: Range<Int>) -> Int? {
    guard look.arrangement == .rows, !look.cells.isEmpty else { return nil }
    let first = items[hasLabel(row) ? row.lowerBound + 1 : row.lowerBound].id
    return look.cells[first.kind] ?? (first.slot > 0 ? look.cells.values.max() : nil)
  }

  private var scanner: RowScanner {
    RowScanner(look, labels: form.labels, isInBlocks: isInBlocks)
  }

  private func rows() -> PlaceList {
    var lengths: [UInt32] = []
    var scanner = scanner
    for entry in items {
      if scanner.begins(with: entry.id) || lengths.isEmpty {
        lengths.append(1)
      } else {
        lengths[lengths.count - 1] += 1
      }
    }
    return PlaceList(lengths)
  }

  /// Returns chips in rows as wide as the page; after the given number of rows, row ends do not
  /// matter.
  private func chips(_ appearance: FeedAppearance, columns: Int, rows: Int) -> PlaceList {
    var lengths: [UInt32] = []
    var room = 0
    var count = 0
    for entry in items {
      if lengths.count > rows { break }
      count += 1
      let width = PlaceFace.chip(entry, appearance, most: columns).width + 1
      if lengths.isEmpty || width > room + 1 {
        lengths.append(0)
        room = columns
      }
      lengths[lengths.count - 1] += 1
      room -= width
    }
    lengths += stride(from: count, to: items.count, by: columns).map {
      UInt32(min(columns, items.count - $0))
    }
    return PlaceList(lengths)
  }
}

// MARK: - Editing

extension PageSection {
  /// Takes the items of another version.
  ///
  /// - Returns: The changed places, which may be more: a split row is a new one.
  /// - Complexity: O(*edits* + the items of the rows that are others).
  mutating func show(
    _ new: FeedSnapshot.Composition.ItemList,
    differingIn blocks: [ChangedBlock]
  ) -> [ChangedBlock] {
    guard hiddenCount == nil else {
      hiddenCount = new.count
      items = new[0..<0]
      return []
    }
    items = new
    guard var places else { return blocks }
    var edits: [(block: ChangedBlock, lengths: [UInt32])] = []
    var (index, shift) = (0, 0)
    while index < blocks.count {
      // The row before may gain or lose items.
      let before = max(blocks[index].old.lowerBound - 1, 0)
      let first = places.count == 0 ? 0 : places.place(ofItem: before)
      let start = places.count == 0 ? 0 : places.items(at: first).lowerBound
      let (lengths, end) = rescan(
        from: start + blocks[index].new.lowerBound - blocks[index].old.lowerBound,
        blocks,
        &index,
        places
      )
      edits.append(
        (
          ChangedBlock(
            old: first..<end,
            new: (first + shift)..<(first + shift + lengths.count)
          ), lengths
        )
      )
      shift += lengths.count - (end - first)
      index += 1
    }
    for edit in edits.reversed() { places.replace(edit.block.old, with: edit.lengths) }
    self.places = places
    return edits.map(\.block)
  }

  /// Cuts items into rows from a beginning on, until the rows are the old ones again.
  ///
  /// - Parameter index: The first block; moved on to the last one that the scan has passed.
  private func rescan(
    from start: Int,
    _ blocks: [ChangedBlock],
    _ index: inout Int,
    _ old: PlaceList
  ) -> (lengths: [UInt32], end: Int) {
    var scanner = scanner
    var lengths: [UInt32] = []
    for (offset, entry) in items[start..<items.count].enumerated() {
      let item = start + offset
      while index + 1 < blocks.count, item >= blocks[index + 1].new.lowerBound { index += 1 }
      guard scanner.begins(with: entry.id) || lengths.isEmpty else {
        lengths[lengths.count - 1] += 1
        continue
      }
      if item >= blocks[index].new.upperBound {
        let before = item - blocks[index].shift
        let place = old.place(ofItem: before)
        if old.items(at: place).lowerBound == before { return (lengths, place) }
      }
      lengths.append(1)
    }
    index = blocks.count - 1
    return (lengths, old.count)
  }
}

extension PageSection {
  /// Returns whether a place holds an object with further items below it.
  func isHead(at place: Int) -> Bool {
    guard look.hasDepth else { return false }
    let entry = items[items(at: place).lowerBound]
    return entry.id.slot == 0 && look.isOutermost(entry.id.kind)
  }

  /// Returns the empty lines above a place: an object with further items is separated from the one
  /// above.
  package func spacing(above place: Int) -> Int {
    look.arrangement == .rows && place >= across && isHead(at: place) ? 1 : 0
  }
}
