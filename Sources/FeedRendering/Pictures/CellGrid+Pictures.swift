extension CellGrid {
  /// What stands in the cells below a picture that the terminal draws.
  private static let covered: Character = "\u{A0}"

  /// Draws the part of a picture that lies within some lines and columns.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - line: The line of its upper edge, which may lie outside.
  ///   - column: The column of its left edge.
  ///   - lines: The lines that are drawn to.
  ///   - clip: The columns that are drawn to.
  mutating func draw(
    _ picture: CellPicture,
    line: Int,
    column: Int,
    lines: Range<Int>,
    within clip: Range<Int>
  ) {
    let columns = (column..<(column + picture.columns)).clamped(to: clip)
    for row in (line..<(line + picture.lines)).clamped(to: lines) {
      for place in columns {
        set(paint: picture[row - line, place - column], line: row, column: place)
      }
    }
  }

  /// Leaves a place for a picture that the terminal draws.
  mutating func place(_ image: TerminalImage, lines: Range<Int>, columns: Range<Int>) {
    for line in lines { fill(columns, with: Self.covered, line: line, style: .plain) }
    images.append(PlacedImage(image: image, lines: lines, columns: columns))
  }

  /// Drops the pictures over which something else was written since; a terminal would draw them above it.
  package mutating func settleImages() {
    let placed = images
    images = []
    for place in placed {
      let isWhole = place.lines.allSatisfy { line in
        place.columns.allSatisfy { self[line, $0].character == Self.covered }
      }
      if isWhole {
        images.append(place)
        continue
      }
      for line in place.lines {
        for column in place.columns where self[line, column].character == Self.covered {
          put("░", line: line, column: column, style: .faint)
        }
      }
    }
  }
}
