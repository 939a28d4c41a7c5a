extension CellGrid {
  /// The lines as text, without the spaces at their ends.
  package var text: String {
    var text = ""
    for line in 0..<lines {
      append(line, to: &text) { _ in "" }
      text += "\n"
    }
    return text
  }

  /// The lines with escape sequences for how they stand out, each line complete in itself.
  package func ansiText(_ depth: ColorDepth, theme: Theme = .dark) -> String {
    guard depth != .none else { return text }
    var text = ""
    for line in 0..<lines {
      var current = CellStyle.plain
      append(line, to: &text) { style in
        guard style != current else { return "" }
        let reset = current == .plain ? "" : "\u{1B}[0m"
        current = style
        let parameters = style.parameters(depth, theme)
        return reset + (parameters.isEmpty ? "" : "\u{1B}[\(parameters)m")
      }
      if current != .plain { text += "\u{1B}[0m" }
      text += "\n"
    }
    return text
  }

  private func append(_ line: Int, to text: inout String, _ prefix: (CellStyle) -> String) {
    let cells = self.line(line)
    // A space that is underlined or reversed is to be seen.
    let end =
      cells.lastIndex {
        ($0.character != " " && $0.width > 0) || $0.style.isReversed || $0.style.isUnderlined
      }.map { $0 + 1 } ?? cells.startIndex
    for cell in cells[cells.startIndex..<end] where cell.width > 0 {
      text += prefix(cell.style)
      text.append(cell.character)
    }
  }
}
