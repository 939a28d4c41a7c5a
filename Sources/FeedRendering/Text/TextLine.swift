/// A line of text in the making: pieces, each with its style.
struct TextLine {
  private(set) var spans: [(text: String, style: CellStyle, width: Int)] = []
  private(set) var width = 0

  init() {}

  init(_ text: String, _ style: CellStyle = .plain) { append(text, style) }

  mutating func append(_ text: String, _ style: CellStyle = .plain) {
    guard !text.isEmpty else { return }
    let width = TerminalWidth.of(text)
    spans.append((text, style, width))
    self.width += width
  }

  mutating func append(_ line: TextLine) {
    spans += line.spans
    width += line.width
  }

  /// Adds spaces until the line has so many columns.
  mutating func pad(to columns: Int) {
    append(String(repeating: " ", count: max(0, columns - width)))
  }
}
