import FeedModel
import TestFeeds
import TestSupport
import Testing

@testable import FeedRendering

@Suite("CellGrid")
struct CellGridTests {
  /// A line of cells, written one character after the other.
  private struct NaiveLine {
    var cells: [Cell]

    init(columns: Int) { cells = Array(repeating: Cell(" "), count: columns) }

    mutating func put(_ text: String, column: Int, style: CellStyle, within clip: Range<Int>) {
      let clip = clip.clamped(to: cells.indices)
      var column = column
      for character in text {
        let width = TerminalWidth.of(character)
        put(
          width == 0
            ? Cell("\u{FFFD}", style: style) : Cell(character, width: UInt8(width), style: style),
          column: column,
          within: clip
        )
        column += max(width, 1)
      }
    }

    private mutating func put(_ cell: Cell, column: Int, within clip: Range<Int>) {
      let places = column..<(column + Int(cell.width))
      let isWhole = places.clamped(to: clip) == places
      for place in places where clip.contains(place) { blank(place) }
      for place in places where clip.contains(place) {
        cells[place] = isWhole ? cell : Cell(" ", style: cell.style)
        if isWhole, place > column { cells[place] = Cell(" ", width: 0, style: cell.style) }
      }
    }

    /// Replaces the character in a column by a space in each of its columns.
    private mutating func blank(_ place: Int) {
      var first = place
      while first > 0, cells[first].width == 0 { first -= 1 }
      var end = place + 1
      while end < cells.count, cells[end].width == 0 { end += 1 }
      for column in first..<end { cells[column] = Cell(" ") }
    }
  }

  private static let texts =
    ScreenEncoderTests.texts + ["a b c", "\u{301}", "क्षि", "👩‍👩‍👧‍👦x", "éa\u{308}", "𝄞"]

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `texts written over each other leave what their characters would, one by one`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let columns = Int.random(in: 1...24, using: &random)
    var grid = CellGrid(columns: columns, lines: 1)
    var line = NaiveLine(columns: columns)
    for step in 0..<60 {
      let style: CellStyle = .random(using: &random) ? .accent.reversed : .plain
      let column = Int.random(in: -4...columns, using: &random)
      let start = Int.random(in: -2...columns, using: &random)
      let clip = start..<(start + .random(in: 0...columns, using: &random))
      if step % 3 == 0 {
        let places = column..<(column + .random(in: 0...5, using: &random))
        grid.fill(places, with: "░", line: 0, style: style, within: clip)
        let text = String(repeating: "░", count: places.count)
        line.put(text, column: column, style: style, within: clip)
      } else {
        let text = Self.texts.randomElement(using: &random) ?? ""
        grid.put(text, line: 0, column: column, style: style, within: clip)
        line.put(text, column: column, style: style, within: clip)
      }
      #expect(grid.line(0) == line.cells, "seed \(seed), step \(step)")
    }
  }

  @Test func `grids that show the same are equal, whatever was written before`() {
    var grid = CellGrid(columns: 8, lines: 1)
    grid.put("👨‍👩‍👧🇵🇱", line: 0, column: 0)
    var other = CellGrid(columns: 8, lines: 1)
    other.put("🇵🇱", line: 0, column: 2)
    #expect(grid != other)
    other.put("🇩🇪", line: 0, column: 0)
    #expect(grid != other)
    other.put("👨‍👩‍👧", line: 0, column: 0)
    #expect(grid == other)
    other.restyle(line: 0, columns: 0..<1) { $0.isBold = true }
    #expect(grid != other)
  }

  @Test(arguments: Self.texts)
  func `a line contains the text that was written to it`(text: String) {
    var grid = CellGrid(columns: 12, lines: 1)
    grid.put(text, line: 0, column: 0)
    let shown = text == "\u{301}" ? "\u{FFFD}" : text
    #expect(grid.text == (text == " " ? "" : shown) + "\n")
  }

  @Test
  func `a style is set once for the cells that share it, and taken back at the end of a line`() {
    var grid = CellGrid(columns: 9, lines: 2)
    grid.put("ab", line: 0, column: 0, style: .strong)
    grid.put("c", line: 0, column: 2)
    grid.put("de", line: 0, column: 3, style: .alert)
    grid.put("f", line: 1, column: 1)
    #expect(grid.ansiText(.ansi16) == "\u{1B}[1mab\u{1B}[0mc\u{1B}[33mde\u{1B}[0m\n f\n")
  }
}
