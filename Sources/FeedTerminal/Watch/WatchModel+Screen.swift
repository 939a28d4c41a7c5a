import FeedFormatting
import FeedModel
package import FeedRendering

extension WatchModel {
  /// The screen as it shall be now.
  ///
  /// - Complexity: O(*k*) for *k* items in view, and O(*n*) more if the page is laid out again.
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
      var painter = PagePainter(
        layout,
        status: snapshot.status,
        marks: { model.mark($0, at: now) }
      )
      painter.paint(into: &grid, lines: pageLines, scroll: scroll())
      targets = painter.targets
      headers = painter.headers
      paintedTop = top
      if layout.contentLines == 0 || layout.sections.isEmpty {
        paintEmptiness(&grid)
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
}
