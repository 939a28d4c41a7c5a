import FeedFormatting
import FeedLayout
import FeedModel
import FeedRendering
import FeedSnapshots

extension WatchModel {
  /// Returns the layout of the page, and computes it again if necessary.
  mutating func currentLayout() -> PageLayout? {
    if let layout { return layout }
    layout = try? PageLayout(
      snapshot,
      appearance,
      columns: columns,
      lines: pageLines.count,
      choice: PageChoice(group: filter, collapsed: collapsed, picker: picker?.section)
    )
    return layout
  }

  /// Changes the page and keeps the item at the top of the screen in its place.
  mutating func keepingPlace(_ change: (inout WatchModel) -> Void) {
    // The first lines may hold a pinned header and an object; the item below them is the anchor.
    let first = top - paintedTop + pageLines.lowerBound + 3
    let anchor = top > 0 ? targets.first { $0.line >= first } ?? targets.last : nil
    let before = anchor.flatMap { frame(of: $0.item) }
    change(&self)
    if let anchor, let before, let after = frame(of: anchor.item) {
      top += Int(((after.y - before.y) / PageLayout.cell.height).rounded())
    }
    clampTop()
  }

  /// The page scrolled as far as it is.
  mutating func scroll() -> ScrollPosition {
    var scroll = ScrollPosition(offset: Point(x: 0, y: Double(top) * PageLayout.cell.height))
    guard let layout = currentLayout() else { return scroll }
    // Few rows have been moved, however many there are.
    for (id, offset) in rowOffsets {
      guard let index = position(of: id, in: layout),
        let resting = layout.solved.restingOffset(for: offset, inSection: index)
      else { continue }
      scroll.orthogonalOffsets[index] = resting
    }
    return scroll
  }

  mutating func clampTop() {
    let most = max((currentLayout()?.contentLines ?? 0) - pageLines.count, 0)
    top = min(max(top, 0), most)
  }

  /// The section and the place of an item on the page.
  mutating func place(of item: ItemID) -> (section: Int, place: Int, item: Int)? {
    guard let layout = currentLayout(), let path = snapshot.composition.path(of: item) else {
      return nil
    }
    let id = snapshot.composition.sectionID(at: path.section)
    guard let section = position(of: id, in: layout, near: path.section),
      path.item < layout.sections[section].items.count
    else { return nil }
    return (section, layout.sections[section].place(ofItem: path.item), path.item)
  }

  /// Returns the index of a section on the page.
  private func position(of id: SectionID, in layout: PageLayout, near index: Int? = nil) -> Int? {
    // Usually all sections are shown.
    if let index = index ?? snapshot.composition.index(ofSection: id),
      index < layout.sections.count, layout.sections[index].id == id
    {
      return index
    }
    return layout.sections.firstIndex { $0.id == id }
  }

  /// The frame of an item's row on the page.
  mutating func frame(of item: ItemID) -> Frame? {
    guard let (section, place, position) = place(of: item) else { return nil }
    let scroll = scroll()
    return layout?.frame(ofItem: position, at: place, inSection: section, scrolledTo: scroll)
  }

  /// Scrolls so that an item is in view, below a header that may be pinned.
  mutating func reveal(_ item: ItemID) {
    guard let (section, place, _) = place(of: item), let layout else { return }
    if let row = layout.solved.orthogonalRow(ofSection: section),
      let frame = layout.solved.frame(of: .cell(section: section, item: place))
    {
      let offset = rowOffsets[layout.sections[section].id] ?? 0
      let width = Double(columns) * layout.cell.width
      if frame.x - offset < 0 || frame.maxX - offset > width {
        rowOffsets[layout.sections[section].id] = min(
          max(frame.x - layout.cell.width * 2, 0),
          row.maxOffset
        )
      }
    }
    guard let frame = frame(of: item) else { return }
    let (first, last) = (
      Int((frame.y / layout.cell.height).rounded()),
      Int((frame.maxY / layout.cell.height).rounded())
    )
    let room = pageLines.count
    let header = min(3, room / 3)
    if first - header < top { top = first - header }
    if last > top + room { top = last - room }
    clampTop()
  }

  /// Selects the next item in the direction of an arrow key.
  mutating func move(_ key: WatchKey) {
    if moveInPicker(key) { return }
    guard let layout = currentLayout() else { return }
    guard let selected, let (section, place, item) = place(of: selected) else {
      // The first item in view is where a user begins.
      if let first = targets.first(where: { $0.line > pageLines.lowerBound }) ?? targets.first {
        self.selected = first.item
      }
      return
    }
    let shown = layout.sections[section]
    let isRow = layout.solved.orthogonalRow(ofSection: section) != nil
    let (rows, across) = (shown.rows(at: place), shown.across)
    let line = rows.firstIndex { $0.contains(item) } ?? 0
    let row = rows[line]
    // Cells are counted without the label before them.
    func cells(_ row: Range<Int>) -> Int { row.lowerBound + (shown.hasLabel(row) ? 1 : 0) }
    let column = item - cells(row)
    func nearest(in row: Range<Int>) -> Int {
      min(max(cells(row) + column, row.lowerBound), row.upperBound - 1)
    }
    var next = (section: section, item: item)
    switch key {
    case .left where item == row.lowerBound && place % across > 0:
      let beside = shown.rows(at: place - 1)
      next.item = beside[min(line, beside.count - 1)].upperBound - 1
    case .right
    where item == row.upperBound - 1 && place % across < across - 1 && place + 1 < shown.count:
      let beside = shown.rows(at: place + 1)
      next.item = beside[min(line, beside.count - 1)].lowerBound
    case .left: next.item = item > 0 ? item - 1 : item
    case .right: next.item = item + 1 < shown.items.count ? item + 1 : item
    case .down where line + 1 < rows.count: next.item = nearest(in: rows[line + 1])
    case .up where line > 0: next.item = nearest(in: rows[line - 1])
    case .down where !isRow && place + across < shown.count:
      next.item = nearest(in: shown.rows(at: place + across)[0])
    case .up where !isRow && place >= across:
      let above = shown.rows(at: place - across)
      next.item = nearest(in: above[above.count - 1])
    // The last row of a grid may be a short one.
    case .down where !isRow && place / across < (shown.count - 1) / across:
      next.item = shown.items(at: shown.count - 1).lowerBound
    case .down:
      guard
        let below = (section + 1..<layout.sections.count).first(where: {
          layout.sections[$0].count > 0
        })
      else { return }
      next = (below, 0)
    case .up:
      guard let above = (0..<section).last(where: { layout.sections[$0].count > 0 }) else {
        top = 0
        if picker != nil { goToPicker() }
        return
      }
      let isAboveRow = layout.solved.orthogonalRow(ofSection: above) != nil
      next = (above, isAboveRow ? 0 : layout.sections[above].items.count - 1)
    default: return
    }
    let id = layout.sections[next.section].items[next.item].id
    self.selected = id
    reveal(id)
  }
}
