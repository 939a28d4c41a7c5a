/// A screen as it shall be: lines of cells, written by a painter, read by whatever shows it.
///
/// What is written outside is cut off; a wide character that is cut in half becomes a space, so that
/// each line has as many columns as the grid.
package struct CellGrid: Hashable, Sendable {
  package let columns: Int
  package let lines: Int
  private(set) var cells: [Cell]

  package init(columns: Int, lines: Int) {
    self.columns = max(columns, 0)
    self.lines = max(lines, 0)
    cells = Array(repeating: .blank, count: self.columns * self.lines)
  }

  /// The cell at a place.
  package subscript(line: Int, column: Int) -> Cell { cells[line * columns + column] }

  /// The cells of a line.
  package func line(_ line: Int) -> ArraySlice<Cell> {
    cells[(line * columns)..<((line + 1) * columns)]
  }

  /// Writes a text from a column on, where it lies within some columns.
  ///
  /// The text is expected to be inert, and is cut and measured as such; a control character that is
  /// in it all the same becomes `�`.
  package mutating func put(
    _ text: some StringProtocol,
    line: Int,
    column: Int,
    style: CellStyle = .plain,
    within clip: Range<Int>? = nil
  ) {
    guard line >= 0, line < lines else { return }
    let clip = (clip ?? 0..<columns).clamped(to: 0..<columns)
    var column = column
    // Most texts are ASCII, of which no characters have to be put together.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      for byte in text.utf8 {
        if column >= clip.upperBound { break }
        let cell = Cell(Character(Unicode.Scalar(byte)), style: style)
        put(cell, line: line, column: column, within: clip)
        column += 1
      }
      return
    }
    for character in text {
      if column >= clip.upperBound { break }
      let width = TerminalWidth.of(character)
      // A mark with nothing to stand on would stand on the cell before it.
      let cell =
        width == 0 || character.isControl
        ? Cell("\u{FFFD}", style: style)
        : Cell(character, width: UInt8(width), style: style)
      put(cell, line: line, column: column, within: clip)
      column += max(width, 1)
    }
  }

  /// Writes a character of one column into some columns, where they lie within others.
  mutating func fill(
    _ columns: Range<Int>,
    with character: Character,
    line: Int,
    style: CellStyle,
    within clip: Range<Int>? = nil
  ) {
    guard line >= 0, line < lines else { return }
    let clip = (clip ?? 0..<self.columns).clamped(to: 0..<self.columns)
    let cell = Cell(character, style: style)
    for column in columns.clamped(to: clip) { put(cell, line: line, column: column, within: clip) }
  }

  private mutating func put(_ cell: Cell, line: Int, column: Int, within clip: Range<Int>) {
    let width = Int(cell.width)
    guard column + width > clip.lowerBound, column < clip.upperBound else { return }
    let isWhole = column >= clip.lowerBound && column + width <= clip.upperBound
    let index = line * columns + column
    for place in max(column, clip.lowerBound)..<min(column + width, clip.upperBound) {
      uncover(line: line, column: place)
      if !isWhole { cells[line * columns + place] = Cell(" ", style: cell.style) }
    }
    guard isWhole else { return }
    cells[index] = cell
    if width == 2 { cells[index + 1] = .continuation(cell.style) }
  }

  /// Leaves no half of a wide character behind where a cell is about to be written.
  private mutating func uncover(line: Int, column: Int) {
    let index = line * columns + column
    if cells[index].width == 0, column > 0 { cells[index - 1] = .blank }
    if cells[index].width == 2, column + 1 < columns { cells[index + 1] = .blank }
    cells[index] = .blank
  }

  /// Fills a rectangle with spaces.
  package mutating func clear(lines: Range<Int>, columns: Range<Int>, style: CellStyle = .plain) {
    let columns = columns.clamped(to: 0..<self.columns)
    for line in lines.clamped(to: 0..<self.lines) {
      for column in columns {
        uncover(line: line, column: column)
        cells[line * self.columns + column] = Cell(" ", style: style)
      }
    }
  }

  /// Changes how the cells of a rectangle stand out.
  package mutating func restyle(
    line: Int,
    columns: Range<Int>,
    _ change: (inout CellStyle) -> Void
  ) {
    guard line >= 0, line < lines else { return }
    for column in columns.clamped(to: 0..<self.columns) {
      change(&cells[line * self.columns + column].style)
    }
  }

  /// Puts a cell where it stands, for models of terminals.
  package mutating func set(_ cell: Cell, line: Int, column: Int) {
    guard line >= 0, line < lines else { return }
    put(cell, line: line, column: column, within: 0..<columns)
  }
}

extension Character {
  /// Whether a terminal takes the character for a command.
  fileprivate var isControl: Bool {
    let first = unicodeScalars[unicodeScalars.startIndex].value
    return first < 0x20 || (0x7F..<0xA0).contains(first)
  }
}
