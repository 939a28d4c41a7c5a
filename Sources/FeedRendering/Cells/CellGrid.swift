import FeedFormatting

/// A screen as it shall be: lines of cells, written by a painter, read by whatever shows it.
///
/// Text outside the grid is cut off. A wide character that is cut becomes spaces, so that each
/// line has as many columns as the grid.
public struct CellGrid: Sendable {
  /// A ``Cell`` as the grid keeps it, which is copied without counting references.
  struct Stored: Hashable, Sendable {
    var glyph: Glyph
    var width: UInt8 = 1
    var style = CellStyle.plain

    static let blank = Stored(glyph: .space)
  }

  /// The number of columns of each line.
  public let columns: Int
  /// The number of lines.
  public let lines: Int
  /// The cells, line by line.
  private(set) var cells: [Stored]
  /// The characters of several scalars that were written, which cells name by their place.
  private(set) var clusters: [Character] = []

  /// Makes a screen of spaces.
  public init(columns: Int, lines: Int) {
    self.columns = max(columns, 0)
    self.lines = max(lines, 0)
    cells = Array(repeating: .blank, count: self.columns * self.lines)
  }

  /// Writes a text from a column on, where it lies within some columns.
  ///
  /// The text is expected to be inert, and is cut and measured as such; a control character that is
  /// in it all the same becomes `�`.
  ///
  /// - Parameter line: The line, from zero; nothing is written outside of the grid.
  public mutating func put(
    _ text: String,
    line: Int,
    column: Int,
    style: CellStyle = .plain,
    within clip: Range<Int>? = nil
  ) {
    guard line >= 0, line < lines else { return }
    let clip = (clip ?? 0..<columns).clamped(to: 0..<columns)
    guard !text.isPrintableASCII else {
      return put(ascii: text, line: line, column: column, style: style, within: clip)
    }
    var column = column
    for character in text {
      if column >= clip.upperBound { break }
      let width = TerminalWidth.of(character)
      // A combining mark without a base would join the previous cell.
      let cell =
        width == 0 || character.isControl
        ? Stored(glyph: Glyph("\u{FFFD}"), style: style)
        : Stored(glyph: glyph(of: character), width: UInt8(clamping: width), style: style)
      put(cell, line: line, column: column, within: clip)
      column += max(width, 1)
    }
  }

  /// Writes a text each of whose bytes is a character of one column: the most of what there is.
  private mutating func put(
    ascii text: String,
    line: Int,
    column: Int,
    style: CellStyle,
    within clip: Range<Int>
  ) {
    let places = (column..<(column + text.utf8.count)).clamped(to: clip)
    guard !places.isEmpty else { return }
    uncover(places, line: line)
    let start = line * columns
    var column = column
    for byte in text.utf8 {
      if column >= places.upperBound { break }
      if column >= places.lowerBound {
        cells[start + column] = Stored(glyph: Glyph(Unicode.Scalar(byte)), style: style)
      }
      column += 1
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
    let places = columns.clamped(to: (clip ?? 0..<self.columns).clamped(to: 0..<self.columns))
    guard !places.isEmpty else { return }
    uncover(places, line: line)
    let cell = Stored(glyph: glyph(of: character), style: style)
    let start = line * self.columns
    for column in places { cells[start + column] = cell }
  }

  private mutating func put(_ cell: Stored, line: Int, column: Int, within clip: Range<Int>) {
    let places = (column..<(column + Int(cell.width))).clamped(to: clip)
    guard !places.isEmpty else { return }
    uncover(places, line: line)
    let start = line * columns
    guard places.count == Int(cell.width) else {
      for column in places { cells[start + column] = Stored(glyph: .space, style: cell.style) }
      return
    }
    cells[start + column] = cell
    for column in places.dropFirst() {
      cells[start + column] = Stored(glyph: .space, width: 0, style: cell.style)
    }
  }

  /// Replaces wide characters that the edges of the columns cut in two with spaces, before a write.
  private mutating func uncover(_ places: Range<Int>, line: Int) {
    let start = line * columns
    var first = places.lowerBound
    while first > 0, cells[start + first].width == 0 { first -= 1 }
    for column in first..<places.lowerBound { cells[start + column] = .blank }
    var column = places.upperBound
    while column < columns, cells[start + column].width == 0 {
      cells[start + column] = .blank
      column += 1
    }
  }

  private mutating func glyph(of character: Character) -> Glyph {
    let scalars = character.unicodeScalars
    if let scalar = scalars.first, scalars.dropFirst().isEmpty { return Glyph(scalar) }
    clusters.append(character)
    return Glyph(place: clusters.count - 1)
  }

  /// Fills a rectangle with spaces.
  package mutating func clear(lines: Range<Int>, columns: Range<Int>, style: CellStyle = .plain) {
    for line in lines.clamped(to: 0..<self.lines) {
      fill(columns, with: " ", line: line, style: style)
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

  /// Sets a cell at its place, for models of terminals.
  package mutating func set(_ cell: Cell, line: Int, column: Int) {
    guard line >= 0, line < lines else { return }
    let stored = Stored(glyph: glyph(of: cell.character), width: cell.width, style: cell.style)
    put(stored, line: line, column: column, within: 0..<columns)
  }
}

extension Character {
  /// Whether a terminal takes the character for a command.
  fileprivate var isControl: Bool {
    let first = unicodeScalars[unicodeScalars.startIndex].value
    return first < 0x20 || (0x7F..<0xA0).contains(first)
  }
}

extension CellGrid {
  /// The lines as text, without the spaces at their ends.
  public var text: String { String(decoding: bytes(.none), as: UTF8.self) }

  /// The lines as UTF-8, without the spaces at their ends.
  ///
  /// - Parameters:
  ///   - depth: The colours. With any, escape sequences say how the text stands out, and each line is
  ///     complete in itself.
  ///   - isASCII: Whether the terminal shows ASCII alone.
  /// - Returns: The bytes; each line ends with a line feed.
  public func bytes(
    _ depth: ColorDepth,
    theme: Theme = .dark,
    isASCII: Bool = false
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(cells.count + lines)
    for line in 0..<lines {
      let start = line * columns
      var end = start + columns
      while end > start, !cells[end - 1].isSeen { end -= 1 }
      var style = CellStyle.plain
      for index in start..<end {
        let cell = cells[index]
        guard cell.width > 0 else { continue }
        if depth != .none, cell.style != style {
          if style != .plain { bytes.append(contentsOf: Self.reset) }
          style = cell.style
          let parameters = style.parameters(depth, theme)
          if !parameters.isEmpty { bytes.append(contentsOf: "\u{1B}[\(parameters)m".utf8) }
        }
        if isASCII {
          bytes.append(contentsOf: ASCIIText.text(self.cell(at: index)).utf8)
        } else if let place = cell.glyph.place {
          bytes.append(contentsOf: clusters[place].utf8)
        } else {
          cell.glyph.write(to: &bytes)
        }
      }
      if style != .plain { bytes.append(contentsOf: Self.reset) }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private static let reset = Array("\u{1B}[0m".utf8)
}

extension CellGrid.Stored {
  /// Whether the cell shows anything: a space that is underlined or reversed does.
  fileprivate var isSeen: Bool {
    (glyph != .space && width > 0) || style.isReversed || style.isUnderlined
  }
}

extension CellGrid {
  /// Reads the cell at a place.
  ///
  /// - Parameters:
  ///   - line: The line, from zero.
  ///   - column: The column, from zero.
  public subscript(line: Int, column: Int) -> Cell { cell(at: line * columns + column) }

  /// Reads the cells of a line.
  ///
  /// - Parameter line: The line, from zero.
  /// - Returns: The cells, one for each column.
  public func line(_ line: Int) -> [Cell] {
    ((line * columns)..<((line + 1) * columns)).map { cell(at: $0) }
  }

  /// Returns whether a line equals that of another grid with the same number of columns.
  func line(_ line: Int, isThatOf other: CellGrid) -> Bool {
    ((line * columns)..<((line + 1) * columns)).allSatisfy { index in
      let (mine, theirs) = (cells[index], other.cells[index])
      // The same place may name different characters in two grids, and different places the same one.
      guard mine.glyph.isReference || theirs.glyph.isReference else { return mine == theirs }
      return cell(at: index) == other.cell(at: index)
    }
  }

  func cell(at index: Int) -> Cell {
    let stored = cells[index]
    return Cell(character(of: stored.glyph), width: stored.width, style: stored.style)
  }

  private func character(of glyph: Glyph) -> Character {
    glyph.scalar.map { Character($0) } ?? glyph.place.map { clusters[$0] } ?? " "
  }
}

extension CellGrid: Equatable {
  /// Compares what two grids show.
  ///
  /// - Returns: Whether both have the same size and the same cells.
  public static func == (lhs: CellGrid, rhs: CellGrid) -> Bool {
    lhs.columns == rhs.columns && lhs.lines == rhs.lines
      && (0..<lhs.lines).allSatisfy { lhs.line($0, isThatOf: rhs) }
  }
}
