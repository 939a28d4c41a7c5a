import FeedFormatting
import FeedLayout
import FeedModel
import FeedSnapshots

extension CellGrid {
  /// Writes a line made of pieces.
  package mutating func put(
    _ text: TextLine,
    line: Int,
    column: Int = 0,
    within clip: Range<Int>? = nil
  ) {
    var column = column
    for span in text.spans {
      let end = column + span.width
      switch span.content {
      case .text(let text):
        put(text, line: line, column: column, style: span.style, within: clip)
      case .fill(let character):
        fill(column..<end, with: character, line: line, style: span.style, within: clip)
      }
      column = end
    }
  }

  /// Copies the lines of another grid.
  mutating func put(_ grid: CellGrid, at line: Int) {
    for source in max(-line, 0)..<max(min(grid.lines, lines - line), -line, 0) {
      for (column, cell) in grid.line(source).enumerated() where cell.width > 0 {
        set(cell, line: line + source, column: column)
      }
    }
  }
}
