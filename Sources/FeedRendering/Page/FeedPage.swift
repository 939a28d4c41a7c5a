package import FeedLayout
package import FeedSnapshots

/// A version as a page of cells that stands still, for text, colours and pictures alike.
///
/// ```swift
/// let page = try FeedPage(snapshot, appearance, columns: 80, lines: 44)
/// page.text          // lines without escape sequences
/// page.grid.svg()    // a picture of the same
/// ```
package struct FeedPage: Sendable {
  package let layout: PageLayout
  private let head: CellGrid
  private static let bandLines = 256

  /// Lays a version out.
  ///
  /// - Parameters:
  ///   - snapshot: The version.
  ///   - appearance: What the feed looks like.
  ///   - columns: How many columns there are; at least 20 are used.
  ///   - lines: How many lines there are, or nothing for as many as it takes.
  ///   - cell: The points of a cell.
  /// - Throws: `LayoutError` if the layout cannot be solved.
  package init(
    _ snapshot: FeedSnapshot,
    _ appearance: FeedAppearance,
    columns: Int,
    lines: Int? = nil,
    cell: Extent = PageLayout.cell
  ) throws(LayoutError) {
    let columns = max(columns, 20)
    let head = Self.head(snapshot, appearance, columns)
    self.head = head
    let room = lines.map { max($0 - head.lines, 0) }
    layout = try PageLayout(snapshot, appearance, columns: columns, lines: room, cell: cell)
    lineLimit = lines
  }

  private let lineLimit: Int?

  /// The lines of the page.
  package var lineCount: Int {
    let all = head.lines + layout.contentLines
    return lineLimit.map { min($0, all) } ?? all
  }

  /// The whole page; mind its size where it has no height of its own.
  package var grid: CellGrid {
    var grid = CellGrid(columns: layout.columns, lines: lineCount)
    grid.put(head, at: 0)
    var painter = PagePainter(layout)
    let first = min(head.lines, lineCount)
    painter.paint(into: &grid, lines: first..<lineCount)
    if let lineLimit, head.lines + layout.contentLines > lineLimit, lineLimit > 0 {
      grid.clear(lines: (lineLimit - 1)..<lineLimit, columns: 0..<grid.columns)
      grid.put("… more below", line: lineLimit - 1, column: 0, style: .faint)
    }
    return grid
  }

  /// Calls for the page from the top, so many lines at a time.
  package func forEachBand(_ body: (CellGrid) throws -> Void) rethrows {
    guard lineLimit == nil else { return try body(grid) }
    try body(head)
    var start = 0
    while start < layout.contentLines {
      let count = min(Self.bandLines, layout.contentLines - start)
      var band = CellGrid(columns: layout.columns, lines: count)
      var painter = PagePainter(layout)
      let offset = Point(x: 0, y: Double(start) * layout.cell.height)
      painter.paint(into: &band, lines: 0..<count, scroll: ScrollPosition(offset: offset))
      try body(band)
      start += count
    }
  }

  /// The lines without escape sequences.
  package var text: String {
    var text = ""
    forEachBand { text += $0.text }
    return text
  }

  private static func head(
    _ snapshot: FeedSnapshot,
    _ appearance: FeedAppearance,
    _ columns: Int
  ) -> CellGrid {
    var lines: [TextLine] = []
    if let title = appearance.title?.inert {
      let note = "version \(snapshot.version)"
      var line = TextLine(title.truncated(to: columns), .strong)
      if line.width + note.count + 2 <= columns {
        line.pad(to: columns - note.count)
        line.append(note, .faint)
      }
      lines.append(line)
    }
    for source in snapshot.status where !source.isWaiting {
      guard let problem = source.problem else { continue }
      lines.append(TextLine("! \(source.source): \(problem)".inert.truncated(to: columns), .alert))
    }
    if !lines.isEmpty { lines.append(TextLine()) }
    var grid = CellGrid(columns: columns, lines: lines.count)
    for (index, line) in lines.enumerated() { grid.put(line, line: index) }
    return grid
  }
}

extension CellGrid {
  /// Writes a line made of pieces.
  mutating func put(_ text: TextLine, line: Int, column: Int = 0) {
    var column = column
    for span in text.spans {
      put(span.text, line: line, column: column, style: span.style)
      column += TerminalWidth.of(span.text)
    }
  }

  /// Copies the lines of another grid.
  mutating func put(_ grid: CellGrid, at line: Int) {
    for source in 0..<min(grid.lines, max(lines - line, 0)) {
      for (column, cell) in grid.line(source).enumerated() where cell.width > 0 {
        set(cell, line: line + source, column: column)
      }
    }
  }
}

extension SourceStatus {
  /// Whether the source is a document that nobody has given us yet, which is no fault.
  package var isWaiting: Bool { problem == "waiting" }
}

extension BatchUpdates {
  /// The number of edits of each kind that there are: `insertItems 2 · reconfigureItems 1`.
  package var summary: String {
    counts.filter { $0.count > 0 }.map { "\($0.kind.rawValue) \($0.count)" }
      .joined(separator: " · ")
  }
}
