import FeedSnapshots

extension TextRenderer {
  /// One item below the other; the cells of a row beside each other.
  mutating func rows(_ items: some Sequence<(ItemID, Content)>, _ look: SectionAppearance) {
    var row = CellRow()
    let hasChildren = look.depths.values.contains { $0 > 0 }
    var isFirst = true
    for (item, content) in items {
      guard !isFull else { return }
      let depth = look.depths[item.kind] ?? 0
      let face = face(item, content)
      if let count = columns(of: item, look, row) {
        if row.isFull || (row.count > 0 && row.count != count) { finish(&row) }
        row.begin(columns: count, depth: look.depths[item.kind] ?? row.depth)
        row.cells.append((face, isFiller: item.slot > 0))
        continue
      }
      finish(&row)
      // An object that is followed by what belongs to it stands apart from the one above.
      if hasChildren && depth == 0 && !isFirst { add(TextLine()) }
      isFirst = false
      add(line(face, indent: depth * 2, isHead: hasChildren && depth == 0))
    }
    finish(&row)
  }

  /// Items beside each other, so many in a row.
  mutating func columns(_ items: some Sequence<(ItemID, Content)>, _ count: Int) {
    var row = CellRow()
    for (item, content) in items {
      guard !isFull else { return }
      if row.isFull { finish(&row) }
      row.begin(columns: max(1, count), depth: 0)
      row.cells.append((face(item, content), isFiller: item.slot > 0))
    }
    finish(&row)
  }

  /// How many columns an item's row has, or nothing for an item with a line of its own.
  private func columns(of item: ItemID, _ look: SectionAppearance, _ row: CellRow) -> Int? {
    if item.slot > 0 { return row.count > 0 ? row.count : look.cells.values.max() ?? 1 }
    return look.cells[item.kind]
  }

  private mutating func finish(_ row: inout CellRow) {
    if !row.cells.isEmpty { add(line(row)) }
    row = CellRow()
  }

  /// Title and subtitle on the left; badge and value on the right.
  private func line(_ face: ItemFace, indent: Int, isHead: Bool) -> TextLine {
    var right = TextLine()
    for flag in face.flags { right.append("[\(flag)] ", .accent) }
    if !face.badge.isEmpty { right.append(face.badge + "  ", .accent) }
    if !face.value.isEmpty { right.append(face.value, isHead ? .strong : .plain) }
    if right.width > width / 2 {
      right = TextLine(face.value.truncated(to: width / 2), .plain)
    }
    var line = TextLine(String(repeating: " ", count: indent))
    let room = width - indent - right.width - (right.width > 0 ? 2 : 0)
    let title = face.title.truncated(to: max(room, 4))
    line.append(title, isHead ? .strong : .plain)
    let left = room - TerminalWidth.of(title)
    if !face.subtitle.isEmpty && left > 8 {
      line.append("  " + face.subtitle.truncated(to: left - 2), .faint)
    }
    if right.width > 0 {
      line.pad(to: width - right.width)
      line.append(right)
    }
    return line
  }

  private func line(_ row: CellRow) -> TextLine {
    let indent = row.depth * 2
    let separator = " │ "
    let room = width - indent - separator.count * (row.count - 1)
    var line = TextLine(String(repeating: " ", count: indent))
    for (index, cell) in row.cells.enumerated() {
      if index > 0 { line.append(separator, .faint) }
      // What is left by rounding goes to the first cells, so that all rows end alike.
      let columns = max(room / row.count + (index < room % row.count ? 1 : 0), 3)
      line.append(self.cell(cell.face, columns, isFiller: cell.isFiller))
    }
    return line
  }

  private func cell(_ face: ItemFace, _ columns: Int, isFiller: Bool) -> TextLine {
    guard !isFiller else {
      let text = face.title.isEmpty ? "—" : face.title
      return TextLine(text.fitted(to: columns, .trailing), .faint)
    }
    let isMarked = !face.flags.isEmpty
    let value = (face.badge.isEmpty ? "" : face.badge + " ") + face.value
    let valueWidth = min(TerminalWidth.of(value), columns)
    let mark = isMarked ? "✓ " : ""
    let room = columns - valueWidth - mark.count - (valueWidth > 0 ? 1 : 0)
    var line = TextLine(mark, .accent)
    if room > 0 {
      var title = face.title
      let left = room - TerminalWidth.of(title) - 2
      if !face.subtitle.isEmpty && left > 4 { title += "  " + face.subtitle }
      line.append(title.fitted(to: room) + (valueWidth > 0 ? " " : ""))
    }
    line.append(
      value.fitted(to: columns - line.width, .trailing),
      isMarked ? .accent : .strong
    )
    return line
  }
}

/// A row of cells in the making.
private struct CellRow {
  var cells: [(face: ItemFace, isFiller: Bool)] = []
  private(set) var count = 0
  private(set) var depth = 0

  var isFull: Bool { count > 0 && cells.count >= count }

  mutating func begin(columns: Int, depth: Int) {
    guard cells.isEmpty else { return }
    count = columns
    self.depth = depth
  }
}
