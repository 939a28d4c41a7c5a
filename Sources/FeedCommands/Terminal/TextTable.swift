import FeedRendering

/// Rows of cells, each column as wide as its widest cell.
package enum TextTable {
  /// Returns the lines of a table.
  ///
  /// - Parameter rows: The rows, each with the same number of cells.
  /// - Returns: A line for each row, without trailing spaces.
  package static func lines(_ rows: [[String]]) -> [String] {
    let widths = (0..<rows.reduce(0) { max($0, $1.count) }).map { column in
      rows.reduce(0) { max($0, TerminalWidth.of($1[column])) }
    }
    return rows.map { row in
      let cells = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - TerminalWidth.of(text))
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
