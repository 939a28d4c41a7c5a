import FeedFormatting
package import FeedLayout
package import FeedModel
import FeedSnapshots

/// Paints the part of a page that is in view into some lines of a grid.
package struct PagePainter {
  /// The clickable area of an item.
  package struct Target: Hashable, Sendable {
    package var item: ItemID
    package var section: SectionID
    package var line: Int
    package var columns: Range<Int>
  }

  let layout: PageLayout
  /// The sources whose figures may be old.
  private let suspended: Set<Name>
  /// Returns the marks of an item.
  let marks: (ItemID) -> ItemMark
  /// The areas of the painted items, from the top.
  package internal(set) var targets: [Target] = []
  /// The number of painted places: the cost of painting so far.
  package private(set) var paintedPlaces = 0
  /// The lines with the headers of sections.
  package private(set) var headers: [(line: Int, section: SectionID)] = []

  package init(
    _ layout: PageLayout,
    status: [SourceStatus] = [],
    marks: @escaping (ItemID) -> ItemMark = { _ in .none }
  ) {
    self.layout = layout
    self.marks = marks
    suspended = Set(status.lazy.filter(\.isSuspended).map(\.source))
  }

  /// Paints what is in view.
  ///
  /// - Parameter scroll: The place of the page at the top of those lines, and of the rows of
  ///   sections.
  /// - Complexity: O(log *s* + *k*) for *k* items in view.
  package mutating func paint(
    into grid: inout CellGrid,
    lines: Range<Int>,
    scroll: ScrollPosition = ScrollPosition()
  ) {
    let view = Frame(
      x: 0,
      y: scroll.offset.y,
      width: Double(layout.columns) * layout.cell.width,
      height: Double(lines.count) * layout.cell.height
    )
    let elements = layout.solved.elements(in: view, scrolledTo: scroll)
    // Pinned headers last, for they cover what scrolls by.
    let (above, below) = elements.reduce(into: ([LayoutElement](), [LayoutElement]())) {
      if $1.zIndex >= LayoutElement.pinnedZIndex { $0.0.append($1) } else { $0.1.append($1) }
    }
    for element in below + above {
      let place = CellFrame(element.frame, layout.cell, scroll.offset.y, lines)
      switch element.id {
      case .cell(let section, let item): paint(item, of: section, at: place, into: &grid)
      case .supplementary(SectionAdapter.header, let section, 0):
        header(of: section, at: place, into: &grid)
        if element.zIndex >= LayoutElement.pinnedZIndex {
          paintHeads(of: section, under: place, below, scroll, into: &grid)
        }
      case .supplementary, .layoutSupplementary, .decoration: break
      }
    }
    // A row that is in view has a cell in view.
    var inView: [Int] = []
    for case .cell(let section, _) in elements.lazy.map(\.id) where inView.last != section {
      inView.append(section)
    }
    paintEdges(of: inView, lines, scroll, into: &grid)
  }

  private mutating func paint(
    _ place: Int,
    of index: Int,
    at frame: CellFrame,
    into grid: inout CellGrid
  ) {
    paintedPlaces += 1
    let section = layout.sections[index]
    let face = face(of: section)
    let columns = frame.columns
    let seen = frame.lines.clamped(to: frame.clip)
    let parts = face.parts(
      at: place,
      width: columns.count,
      height: frame.lines.count,
      seen: (seen.lowerBound - frame.lines.lowerBound)..<(seen.upperBound - frame.lines.lowerBound)
    )
    for part in parts { paint(part, of: section, at: frame, into: &grid) }
  }

  func face(of section: PageSection) -> PlaceFace {
    let isSuspended = suspended.contains(section.source)
    return PlaceFace(section: section, appearance: layout.appearance) { [marks] item in
      var mark = marks(item)
      mark.isSuspended = isSuspended
      return mark
    }
  }

  mutating func paint(
    _ part: PlaceFace.Part,
    of section: PageSection,
    at frame: CellFrame,
    into grid: inout CellGrid
  ) {
    let columns = frame.columns
    let start = columns.lowerBound + part.columns.lowerBound
    let range = start..<(columns.lowerBound + part.columns.upperBound)
    let isSelected = marks(part.item).isSelected
    for (offset, line) in part.lines.prefix(max(frame.lines.count - part.top, 0)).enumerated() {
      let row = frame.lines.lowerBound + part.top + offset
      guard frame.clip.contains(row) else { continue }
      grid.put(line, line: row, column: start, within: range)
      let separator = part.separator
      grid.put(separator, line: row, column: start - separator.count, style: .faint)
      if isSelected && !part.isBoxed {
        // One bar over all cells: no flash may hide the focus.
        grid.restyle(line: row, columns: range) {
          $0 = CellStyle(.focus, isBold: $0.isBold, isReversed: true)
        }
      }
      let shown = range.clamped(to: 0..<grid.columns)
      if !shown.isEmpty {
        targets.append(Target(item: part.item, section: section.id, line: row, columns: shown))
      }
    }
  }

  private mutating func header(of index: Int, at frame: CellFrame, into grid: inout CellGrid) {
    guard var title = layout.sections[index].title?.inert else { return }
    if let hidden = layout.sections[index].hiddenCount { title = "▸ \(title) (\(hidden) hidden)" }
    for line in frame.lines where frame.clip.contains(line) {
      grid.clear(lines: line..<(line + 1), columns: 0..<grid.columns)
      targets.removeAll { $0.line == line }
    }
    let row = frame.lines.upperBound - 1
    guard frame.clip.contains(row) else { return }
    headers.append((row, layout.sections[index].id))
    let width = frame.columns.count
    var line = TextLine("━━ ", .faint)
    line.append(title.truncated(to: max(width - 6, 1)), .strong)
    line.append(" ", .faint)
    let note = "~ suspended "
    if suspended.contains(layout.sections[index].source), line.width + note.count < width {
      line.append(note, .alert)
    }
    line.fill("━", width - line.width, .faint)
    grid.put(line, line: row, column: frame.columns.lowerBound, within: frame.columns)
  }

  /// Marks the rows that continue sideways, at their edges.
  private func paintEdges(
    of sections: [Int],
    _ lines: Range<Int>,
    _ scroll: ScrollPosition,
    into grid: inout CellGrid
  ) {
    guard layout.lines != nil else { return }
    for index in sections {
      guard let row = layout.solved.orthogonalRow(ofSection: index), row.maxOffset > 0,
        let cell = layout.solved.frame(of: .cell(section: index, item: 0), scrolledTo: scroll)
      else { continue }
      let place = CellFrame(cell, layout.cell, scroll.offset.y, lines)
      let line = (place.lines.lowerBound + place.lines.upperBound - 1) / 2
      guard lines.contains(line) else { continue }
      let offset = scroll.orthogonalOffsets[index] ?? 0
      if offset < row.maxOffset - 0.5 {
        grid.put("›", line: line, column: grid.columns - 1, style: .accent)
      }
      if offset > 0.5 { grid.put("‹", line: line, column: 0, style: .accent) }
    }
  }
}

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
