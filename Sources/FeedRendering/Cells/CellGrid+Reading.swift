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
