import FeedFormatting
import FeedModel
import FeedSnapshots

/// The content of one place of a page: one item, or several that share it.
struct PlaceFace {
  /// An item's share of a place.
  struct Part {
    var item: ItemID
    /// From the place's left edge.
    var columns: Range<Int>
    /// The lines above it in the place.
    var top = 0
    /// The lines of text.
    var lines: [TextLine]
    /// The separator before it; empty for none.
    var separator = ""
    /// Whether it is a box, whose border shows the selection.
    var isBoxed = false
  }

  let section: PageSection
  let appearance: FeedAppearance
  let marks: (ItemID) -> ItemMark

  typealias Entry = FeedSnapshot.Composition.Entry

  /// The parts of a place that is so wide and so high.
  func parts(at place: Int, width: Int, height: Int, seen: Range<Int>) -> [Part] {
    let items = section.items(at: place)
    if section.look.arrangement == .rows { return rows(at: place, width, height, seen) }
    if section.look.arrangement == .chips && section.places != nil { return chips(items, width) }
    let entry = section.items[items.lowerBound]
    let face = face(entry)
    let mark = marks(entry.id)
    var part = Part(item: entry.id, columns: 0..<width, lines: [])
    switch section.look.arrangement {
    case .rows: break
    case .chips: part.lines = [Self.chip(face, most: width)]
    case .columns where height < 3: part.lines = [face.cell(width: width, isFiller: false, mark)]
    case .columns, .cards: part.lines = face.box(width: width, height: height, .round, mark)
    case .banners: part.lines = face.box(width: width, height: height, .double, mark)
    }
    let isCell = section.look.arrangement == .chips
    part.isBoxed = !isCell && ItemFace.hasBox(width: width, height: height)
    return [part]
  }

  private func face(_ entry: Entry) -> ItemFace {
    let face = ItemFace(entry.content, appearance: appearance.items[entry.id.kind])
    return entry.id.kind == section.look.folded ? face.marked("▸") : face
  }

  /// The rows of a place, below the line that keeps it apart from the one above.
  private func rows(at place: Int, _ width: Int, _ height: Int, _ seen: Range<Int>) -> [Part] {
    let isHead = section.isHead(at: place)
    let spacing = section.isInBlocks ? section.spacing(above: place) : isHead ? height - 1 : 0
    var parts: [Part] = []
    for (line, row) in section.rows(at: place).enumerated() {
      let top = spacing + line
      // A separate line may be higher than one, but not within a block.
      let lines = section.isInBlocks || isHead ? 1 : height
      guard seen.overlaps(top..<(top + lines)) else { continue }
      parts += self.row(row, width, lines: lines, isHead: isHead && line == 0).map { part in
        var part = part
        part.top = top
        return part
      }
    }
    return parts
  }

  private func row(_ row: Range<Int>, _ width: Int, lines: Int, isHead: Bool) -> [Part] {
    if let count = section.columns(of: row) { return cells(row, count, width) }
    let entry = section.items[row.lowerBound]
    let lines = face(entry).rows(
      width: width,
      height: lines,
      indent: indent(entry.id.kind),
      isHead: isHead,
      isLabel: section.look.labels.contains(entry.id.kind),
      marks(entry.id)
    )
    return [Part(item: entry.id, columns: 0..<width, lines: lines)]
  }

  /// Returns the line of an object that is scrolled out of view while its rows are visible.
  func head(_ entry: Entry, width: Int) -> Part {
    let lines = face(entry).rows(width: width, height: 1, indent: 0, isHead: true, marks(entry.id))
    return Part(item: entry.id, columns: 0..<width, lines: lines)
  }

  private func indent(_ kind: Name) -> Int { 2 * (section.look.depths[kind] ?? 0) }

  private func cells(_ row: Range<Int>, _ count: Int, _ width: Int) -> [Part] {
    var parts: [Part] = []
    let hasLabel = section.hasLabel(row)
    let first = section.items[hasLabel ? row.lowerBound + 1 : row.lowerBound].id.kind
    let widths = section.form.widths(first)
    var start = 2 * (section.look.depths[first] ?? section.look.depths.values.max() ?? 0)
    if let label = widths?.label, label > 0 {
      if hasLabel {
        let entry = section.items[row.lowerBound]
        let line = face(entry).label(width: label, marks(entry.id))
        parts.append(Part(item: entry.id, columns: start..<(start + label), lines: [line]))
      }
      start += label + RowForm.gap
    }
    let separator = RowForm.separator(of: count, in: width - start)
    var room = max(width - start - separator.count * (count - 1), count)
    if let widths { room = min(room, widths.most * count) }
    for (column, index) in row.dropFirst(hasLabel ? 1 : 0).enumerated() {
      let entry = section.items[index]
      // The remainder of the division goes to the first cells, so all rows end at the same column.
      let columns = room / count + (column < room % count ? 1 : 0)
      let line = face(entry)
        .cell(width: columns, isFiller: entry.id.slot > 0, marks(entry.id))
      var part = Part(item: entry.id, columns: start..<(start + columns), lines: [line])
      part.separator = column > 0 ? separator : ""
      parts.append(part)
      start += columns + separator.count
    }
    return parts
  }

  private func chips(_ items: Range<Int>, _ width: Int) -> [Part] {
    var start = 0
    return items.map { index in
      let entry = section.items[index]
      let line = Self.chip(entry, appearance, most: width)
      defer { start += line.width + 1 }
      return Part(item: entry.id, columns: start..<(start + line.width), lines: [line])
    }
  }

  /// Returns an item as a chip of at most the given width.
  static func chip(_ entry: Entry, _ appearance: FeedAppearance, most: Int) -> TextLine {
    chip(ItemFace(entry.content, appearance: appearance.items[entry.id.kind]), most: most)
  }

  private static func chip(_ face: ItemFace, most: Int) -> TextLine {
    let parts = [face.signedTitle, face.badge, face.value].filter { !$0.isEmpty }
    let label = parts.joined(separator: " ").truncated(to: max(min(most - 4, 30), 1))
    let style: CellStyle = face.flags.isEmpty ? .plain : .accent
    var line = TextLine("( ", .faint)
    line.append(label, face.style(style))
    line.append(" )", .faint)
    return line
  }
}
