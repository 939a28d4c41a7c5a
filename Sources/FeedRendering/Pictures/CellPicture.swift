/// A picture in cells, each of which shows an upper and a lower point.
package struct CellPicture: Hashable, Sendable {
  package let columns: Int
  package let lines: Int
  private let cells: [CellPaint]

  /// Takes points line by line from the top, three bytes each: red, green and blue.
  package init(columns: Int, lines: Int, points: [UInt8]) {
    precondition(
      points.count == columns * lines * 6,
      "\(points.count) bytes for \(columns) × \(lines)"
    )
    (self.columns, self.lines) = (columns, lines)
    func point(_ line: Int, _ column: Int) -> CellPaint.RGB {
      let place = (line * columns + column) * 3
      return CellPaint.RGB(red: points[place], green: points[place + 1], blue: points[place + 2])
    }
    cells = (0..<lines * columns).map { place in
      let (line, column) = place.quotientAndRemainder(dividingBy: columns)
      return CellPaint(top: point(line * 2, column), bottom: point(line * 2 + 1, column))
    }
  }

  subscript(line: Int, column: Int) -> CellPaint { cells[line * columns + column] }
}
