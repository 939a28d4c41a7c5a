@testable import FeedRendering

/// A terminal as far as our bytes need one: places the cursor, sets styles, writes, clears.
struct TerminalModel {
  private(set) var grid: CellGrid
  /// The sequences that the terminal does not support.
  private(set) var unknown: [String] = []
  private var line = 0
  private var column = 0
  private var parameters = ""

  /// The style parameters of each cell, which a grid of another depth writes alike.
  private(set) var styles: [[String]]

  init(columns: Int, lines: Int) {
    grid = CellGrid(columns: columns, lines: lines)
    styles = Array(repeating: Array(repeating: "", count: columns), count: lines)
  }

  /// Takes bytes in.
  mutating func read(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1B}" else {
        text.append(scalar)
        continue
      }
      write(String(text))
      text = .init()
      guard rest.popFirst() == "[" else {
        unknown.append("no control sequence")
        continue
      }
      let body = rest.prefix { !(0x40...0x7E).contains($0.value) }
      rest = rest[body.endIndex...]
      guard let final = rest.popFirst() else { return unknown.append("cut short") }
      obey(String(body), final)
    }
    write(String(text))
  }

  private mutating func obey(_ body: String, _ final: Unicode.Scalar) {
    switch (final, body) {
    case ("H", _):
      let numbers = body.split(separator: ";").compactMap { Int($0) }
      (line, column) = (numbers[0] - 1, numbers[1] - 1)
    case ("m", _): parameters = body == "" ? "" : String(body.dropFirst(2))
    case ("J", "2"):
      grid = CellGrid(columns: grid.columns, lines: grid.lines)
      styles = styles.map { $0.map { _ in "" } }
    case ("h", "?2026"), ("l", "?2026"): break
    default: unknown.append(body + String(final))
    }
  }

  private mutating func write(_ text: String) {
    for character in text {
      let width = max(TerminalWidth.of(character), 1)
      grid.set(Cell(character, width: UInt8(width)), line: line, column: column)
      for place in column..<min(column + width, grid.columns) { styles[line][place] = parameters }
      column += width
    }
  }
}

extension CellGrid {
  /// The lines with escape sequences for how they stand out.
  func ansiText(_ depth: ColorDepth) -> String { String(decoding: bytes(depth), as: UTF8.self) }
}
