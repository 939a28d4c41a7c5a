import FeedFormatting
import FeedLayout
import FeedModel
import FeedSnapshots

extension PagePainter {
  /// The maximum distance to the object of a row.
  private static let farthest = 1_000

  /// Paints, under a pinned header, the objects of the rows that continue there.
  mutating func paintHeads(
    of index: Int,
    under header: CellFrame,
    _ elements: [LayoutElement],
    _ scroll: ScrollPosition,
    into grid: inout CellGrid
  ) {
    let section = layout.sections[index]
    let line = header.lines.upperBound
    guard section.look.arrangement == .rows, section.look.hasDepth, header.clip.contains(line)
    else {
      return
    }
    for element in elements {
      guard case .cell(index, let place) = element.id else { continue }
      let frame = CellFrame(element.frame, layout.cell, scroll.offset.y, header.clip)
      guard frame.lines.contains(line), let head = head(of: place, in: section) else { continue }
      let isInView =
        head.place == place
        && frame.lines.lowerBound + section.spacing(above: place) >= line
      guard !isInView, section.isInBlocks || head.place < place else { continue }
      grid.clear(lines: line..<(line + 1), columns: frame.columns)
      targets.removeAll { $0.line == line && $0.columns.overlaps(frame.columns) }
      let bar = CellFrame(lines: line..<(line + 1), columns: frame.columns, clip: frame.clip)
      let part = face(of: section).head(section.items[head.item], width: frame.columns.count)
      paint(part, of: section, at: bar, into: &grid)
    }
  }

  /// The object to which the rows of a place belong, and its place; `nil` if it is too far away.
  private func head(of place: Int, in section: PageSection) -> (item: Int, place: Int)? {
    let first = section.items(at: place).lowerBound
    for item in stride(from: first, through: max(first - Self.farthest, 0), by: -1) {
      let id = section.items[item].id
      if id.slot == 0, section.look.isOutermost(id.kind) {
        return (item, item == first ? place : section.place(ofItem: item))
      }
    }
    return nil
  }
}
