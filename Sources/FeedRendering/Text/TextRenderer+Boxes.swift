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

  /// Boxes beside each other, as many as there is room for.
  mutating func cards(_ items: some Sequence<(ItemID, Content)>) {
    let count = max(1, (width + 1) / 27)
    let columns = (width - (count - 1)) / count
    var row: [ItemFace] = []
    for (item, content) in items {
      guard !isFull else { return }
      row.append(face(item, content))
      if row.count == count {
        cards(row, columns)
        row = []
      }
    }
    if !row.isEmpty { cards(row, columns) }
  }

  private mutating func cards(_ row: [ItemFace], _ columns: Int) {
    let inner = columns - 4
    let rule = String(repeating: "─", count: columns - 2)
    add(Self.cards(row) { _ in TextLine("╭" + rule + "╮", .faint) })
    add(Self.cards(row) { Self.boxed(TextLine($0.title.fitted(to: inner), .strong)) })
    add(
      Self.cards(row) { face in
        let right = [face.badge, face.value].filter { !$0.isEmpty }.joined(separator: " ")
          .truncated(to: inner)
        let room = inner - TerminalWidth.of(right)
        var line = TextLine(face.subtitle.fitted(to: max(room - 1, 0)))
        line.pad(to: room)
        line.append(right, .accent)
        return Self.boxed(line)
      }
    )
    add(Self.cards(row) { _ in TextLine("╰" + rule + "╯", .faint) })
  }

  private static func cards(_ row: [ItemFace], _ part: (ItemFace) -> TextLine) -> TextLine {
    var line = TextLine()
    for (index, face) in row.enumerated() {
      if index > 0 { line.append(" ") }
      line.append(part(face))
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

  private static func boxed(_ inner: TextLine) -> TextLine {
    var line = TextLine("│ ", .faint)
    line.append(inner)
    line.append(" │", .faint)
    return line
  }
}
