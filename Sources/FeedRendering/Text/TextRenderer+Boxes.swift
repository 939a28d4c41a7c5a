import FeedSnapshots

extension TextRenderer {
  /// Small items in a line that wraps between them.
  mutating func chips(_ items: some Sequence<(ItemID, Content)>) {
    var line = TextLine()
    for (item, content) in items {
      guard !isFull else { return }
      let face = face(item, content)
      let label = (face.title + (face.badge.isEmpty ? "" : " " + face.badge))
        .truncated(to: min(width - 4, 30))
      let chip = "( " + label + " )"
      if line.width > 0 && line.width + 1 + TerminalWidth.of(chip) > width {
        add(line)
        line = TextLine()
      }
      if line.width > 0 { line.append(" ") }
      line.append(chip, face.flags.isEmpty ? .plain : .accent)
    }
    if line.width > 0 { add(line) }
  }

  /// Boxes beside each other, as many as there is room for, with borders in common.
  mutating func cards(_ items: some Sequence<(ItemID, Content)>) {
    let count = max(1, width / 38)
    let columns = (width - 1) / count - 1
    let empty = ItemFace()
    var row: [ItemFace] = []
    var isFirst = true
    func put(_ row: [ItemFace], into page: inout TextRenderer) {
      page.add(Self.rule(isFirst ? "╭┬╮" : "├┼┤", count, columns))
      isFirst = false
      let row = row + Array(repeating: empty, count: count - row.count)
      page.add(Self.boxes(row) { TextLine($0.title.fitted(to: columns - 2), .strong) })
      page.add(Self.boxes(row) { Self.details(of: $0, columns - 2) })
    }
    for (item, content) in items {
      guard !isFull else { return }
      row.append(face(item, content))
      guard row.count == count else { continue }
      put(row, into: &self)
      row = []
    }
    if !row.isEmpty { put(row, into: &self) }
    if !isFirst { add(Self.rule("╰┴╯", count, columns)) }
  }

  /// The second line of a card: the subtitle on the left, badge and value on the right.
  private static func details(of face: ItemFace, _ columns: Int) -> TextLine {
    let right = [face.badge, face.value].filter { !$0.isEmpty }.joined(separator: "  ")
      .truncated(to: columns)
    let room = columns - TerminalWidth.of(right)
    var line = TextLine(face.subtitle.fitted(to: max(room - 1, 0)))
    line.pad(to: room)
    line.append(right, .accent)
    return line
  }

  private static func rule(_ corners: String, _ count: Int, _ columns: Int) -> TextLine {
    let corners = Array(corners).map(String.init)
    let piece = String(repeating: "─", count: columns)
    let pieces = Array(repeating: piece, count: count).joined(separator: corners[1])
    return TextLine(corners[0] + pieces + corners[2], .faint)
  }

  private static func boxes(_ row: [ItemFace], _ part: (ItemFace) -> TextLine) -> TextLine {
    var line = TextLine("│", .faint)
    for face in row {
      line.append(" ")
      line.append(part(face))
      line.append(" │", .faint)
    }
    return line
  }

  /// One box for all, an item a line.
  mutating func banners(_ items: some Sequence<(ItemID, Content)>) {
    let rule = String(repeating: "═", count: width - 2)
    add(TextLine("╔" + rule + "╗", .accent))
    for (item, content) in items {
      guard !isFull else { return }
      let face = face(item, content)
      let inner = width - 4
      let title = face.title.truncated(to: inner)
      var line = TextLine(title, .strong)
      let right = [face.badge, face.value].filter { !$0.isEmpty }.joined(separator: "  ")
      let room = inner - line.width - (right.isEmpty ? 0 : TerminalWidth.of(right) + 2)
      if !face.subtitle.isEmpty && room > 8 {
        line.append("  " + face.subtitle.truncated(to: room - 2))
      }
      if !right.isEmpty && TerminalWidth.of(right) + line.width + 2 <= inner {
        line.pad(to: inner - TerminalWidth.of(right))
        line.append(right, .accent)
      }
      line.pad(to: inner)
      var box = TextLine("║ ", .accent)
      box.append(line)
      box.append(" ║", .accent)
      add(box)
    }
    add(TextLine("╚" + rule + "╝", .accent))
  }
}
