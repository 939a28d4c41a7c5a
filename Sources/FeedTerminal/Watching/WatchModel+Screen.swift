import FeedFormatting
import FeedModel
package import FeedRendering

extension WatchModel {
  /// The screen as it shall be now.
  ///
  /// - Complexity: O(*k*) for *k* items in view, and O(*n*) more where the page is laid out anew.
  package mutating func screen(at now: Duration) -> CellGrid {
    var grid = CellGrid(columns: columns, lines: lines)
    guard columns >= Self.smallest.columns, lines >= Self.smallest.lines else {
      let note = "\(Self.smallest.columns) × \(Self.smallest.lines) at least"
      grid.put(note.truncated(to: columns), line: 0, column: 0)
      return grid
    }
    clampTop()
    if let layout = currentLayout() {
      let model = self
      var painter = PagePainter(layout, status: snapshot.status) { model.mark($0, at: now) }
      painter.paint(into: &grid, lines: pageLines, scroll: scroll())
      targets = painter.targets
      headers = painter.headers
      paintedTop = top
      if layout.contentLines == 0 || layout.sections.isEmpty {
        grid.put("Nothing to show.", line: pageLines.lowerBound + 1, column: 2, style: .faint)
      }
    }
    paintDrag(&grid)
    paintInspector(&grid)
    paintTabs(&grid)
    paintFooter(&grid)
    if let overlay { paintOverlay(overlay, into: &grid) }
    return grid
  }

  private func mark(_ item: ItemID, at now: Duration) -> ItemMark {
    var mark = ItemMark.none
    if let move = moves[item], now - move.at < Self.arrow {
      mark = ItemMark(move.movement, isFlashing: !isStill && now - move.at < Self.flash)
    }
    mark.isSelected = item == selected
    if let trace = traces[item] { mark.spark = trace.bars(at: now) }
    return mark
  }

  /// The title of the feed and the groups to choose from.
  private mutating func paintTabs(_ grid: inout CellGrid) {
    grid.clear(lines: 0..<1, columns: 0..<columns)
    tabs = []
    let title = (appearance.title ?? "Feed").inert.truncated(to: columns / 3)
    grid.put(title, line: 0, column: 0, style: .strong)
    var column = TerminalWidth.of(title) + 2
    let choices = currentTabs()
    guard !choices.isEmpty else { return }
    let isAll = !choices.contains(where: \.isChosen)
    var all = [(label: "0 All", isChosen: isAll)]
    for (index, tab) in choices.enumerated() {
      // Nine have a key of their own; the others are reached by Tab.
      let label = index < 9 ? "\(index + 1) \(tab.title.inert)" : tab.title.inert
      all.append((label, tab.isChosen))
    }
    var isFull = false
    for (number, tab) in all.enumerated() {
      let width = TerminalWidth.of(tab.label) + 2
      isFull = isFull || column + width > columns - 2
      guard !isFull || tab.isChosen else {
        grid.put("›", line: 0, column: columns - 1, style: .faint)
        continue
      }
      // One that is chosen beyond the edge is shown in the last place.
      let start = max(min(column, columns - width), 0)
      if start < column { grid.clear(lines: 0..<1, columns: max(start - 1, 0)..<columns) }
      let style: CellStyle = tab.isChosen ? CellStyle.accent.reversed : .plain
      grid.put(" \(tab.label) ", line: 0, column: start, style: style)
      tabs.append((start..<(start + width), number))
      column = start + width
    }
  }
}
