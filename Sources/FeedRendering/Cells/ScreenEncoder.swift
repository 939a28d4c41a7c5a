/// Turns screens into the bytes that change what a terminal shows from one into the next.
///
/// Only what differs is written, in one piece of bytes a frame, between the marks by which terminals
/// that know them show a frame as a whole. Nothing is written when nothing differs.
package struct ScreenEncoder: Sendable {
  package let depth: ColorDepth
  package let theme: Theme
  /// Whether the terminal shows the output between two marks at once.
  package let isSynchronized: Bool
  /// Whether the terminal shows ASCII alone.
  package let isASCII: Bool
  /// The content of the terminal, as far as it is known.
  private var shown: CellGrid?
  private var bytes: [UInt8] = []
  /// The place of the terminal's cursor, if it is certain.
  private var cursor: (line: Int, column: Int)?
  /// The style in which it will write, if that is certain.
  private var style: CellStyle?

  /// Unchanged cells that are cheaper to write again than to jump over.
  private static let shortGap = 4

  package init(
    depth: ColorDepth,
    theme: Theme = .dark,
    isSynchronized: Bool = true,
    isASCII: Bool = false
  ) {
    self.depth = depth
    self.theme = theme
    self.isSynchronized = isSynchronized
    self.isASCII = isASCII
  }

  /// Forgets what the terminal shows, so that the next screen is written whole.
  package mutating func forget() {
    shown = nil
    style = nil
  }

  /// The bytes that lead to a screen; none if it is shown already.
  package mutating func bytes(for grid: CellGrid) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    cursor = nil
    let isWhole = shown?.columns != grid.columns || shown?.lines != grid.lines
    if isWhole {
      style = nil
      setStyle(.plain)
      append("\u{1B}[2J")
      shown = CellGrid(columns: grid.columns, lines: grid.lines)
    }
    guard let old = shown, old != grid || isWhole else { return [] }
    for line in 0..<grid.lines { encode(line, of: grid, over: old) }
    shown = grid
    guard !bytes.isEmpty, isSynchronized else { return bytes }
    return Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
  }

  private mutating func encode(_ line: Int, of grid: CellGrid, over old: CellGrid) {
    guard !grid.line(line, isThatOf: old) else { return }
    let (new, before) = (grid.line(line), old.line(line))
    func differs(_ column: Int) -> Bool { new[column] != before[column] }
    var column = 0
    while column < grid.columns {
      guard differs(column) else {
        column += 1
        continue
      }
      var start = column
      // A wide character is written from its first column.
      while start > 0, new[start].width == 0 { start -= 1 }
      var end = column + 1
      var gap = 0
      var next = end
      while next < grid.columns, gap <= Self.shortGap {
        if differs(next) {
          end = next + 1
          gap = 0
        } else {
          gap += 1
        }
        next += 1
      }
      while end < grid.columns, new[end].width == 0 { end += 1 }
      for place in start..<end { write(new[place], line, place) }
      column = end
    }
  }

  private mutating func write(_ cell: Cell, _ line: Int, _ column: Int) {
    guard cell.width > 0 else { return }
    if cursor?.line != line || cursor?.column != column {
      append("\u{1B}[\(line + 1);\(column + 1)H")
    }
    if cell.style != style { setStyle(cell.style) }
    if isASCII {
      append(ASCIIText.text(cell))
      cursor = (line, column + Int(cell.width))
      return
    }
    append(String(cell.character))
    // Terminals differ in the widths of special characters, so the next cell gets an address.
    cursor = Self.isPlain(cell) ? (line, column + 1) : nil
  }

  private mutating func setStyle(_ style: CellStyle) {
    let parameters = style.parameters(depth, theme)
    append(parameters.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(parameters)m")
    self.style = style
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private static func isPlain(_ cell: Cell) -> Bool {
    if cell.character.utf8.count == 1 { return true }
    let scalars = cell.character.unicodeScalars
    guard cell.width == 1, scalars.count == 1, let value = scalars.first?.value else {
      return false
    }
    return value < 0x300 || (0x2500...0x259F).contains(value)
  }
}
