public import FeedFormatting
public import FeedLayout
public import FeedModel
import FeedSnapshots

/// A version as a static page of cells, for text, colours and pictures.
///
/// ```swift
/// let page = try FeedPage(snapshot, appearance: appearance, columns: 80, lines: 44)
/// page.text                               // lines without escape sequences
/// SVGPicture.text(page, title: "Home")    // a picture of the same
/// ```
public struct FeedPage: Sendable {
  /// The points of a cell of a terminal, unless told otherwise.
  public static let cell = Extent(width: 8, height: 16)

  package let layout: PageLayout
  private let status: [SourceStatus]
  private let head: CellGrid
  private static let bandLines = 256

  /// Lays a version out.
  ///
  /// - Parameters:
  ///   - columns: The number of columns; at least 20 are used.
  ///   - lines: The number of lines of the screen, or `nil` for paper, which has as many as needed.
  ///   - most: The line at which paper is cut off. Cut lines are neither drawn nor measured.
  ///   - cell: The points of a cell.
  /// - Throws: `LayoutError` if the layout cannot be solved.
  public init(
    _ snapshot: FeedSnapshot,
    appearance: FeedAppearance,
    columns: Int,
    lines: Int? = nil,
    most: Int? = nil,
    cell: Extent = FeedPage.cell
  ) throws(LayoutError) {
    let columns = max(columns, 20)
    let head = Self.head(snapshot, appearance, columns)
    self.head = head
    status = snapshot.status
    let room = lines.map { max($0 - head.lines, 0) }
    lineLimit = lines ?? most
    layout = try PageLayout(
      snapshot,
      appearance,
      columns: columns,
      lines: room,
      shown: lineLimit.map { max($0 - head.lines, 0) },
      cell: cell
    )
  }

  private let lineLimit: Int?

  /// The lines of the page.
  public var lineCount: Int {
    let all = head.lines + layout.contentLines
    return lineLimit.map { min($0, all) } ?? all
  }

  /// The whole page; it can be very long without a given height.
  public var grid: CellGrid { band(0..<lineCount) }

  /// Calls a body with the page from the top, some lines at a time, so that a long one is never held
  /// as a whole.
  ///
  /// - Throws: The error of the body.
  public func forEachBand(_ body: (CellGrid) throws -> Void) rethrows {
    // Pinned headers are at a place of the screen, not of a band.
    guard layout.lines == nil else { return try body(grid) }
    var start = 0
    repeat {
      try body(band(start..<min(start + Self.bandLines, lineCount)))
      start += Self.bandLines
    } while start < lineCount
  }

  /// Some lines of the page.
  private func band(_ lines: Range<Int>) -> CellGrid {
    var grid = CellGrid(columns: layout.columns, lines: lines.count)
    grid.put(head, at: -lines.lowerBound)
    let first = min(max(head.lines - lines.lowerBound, 0), lines.count)
    let top = Double(max(lines.lowerBound - head.lines, 0)) * layout.cell.height
    var painter = PagePainter(layout, status: status)
    painter.paint(
      into: &grid,
      lines: first..<lines.count,
      scroll: ScrollPosition(offset: Point(x: 0, y: top))
    )
    if let lineLimit, lines.contains(lineLimit - 1), head.lines + layout.contentLines > lineLimit {
      let last = lines.count - 1
      grid.clear(lines: last..<lines.count, columns: 0..<grid.columns)
      grid.put("… more below", line: last, column: 0, style: .faint)
    }
    return grid
  }

  /// The lines without escape sequences.
  public var text: String {
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
    for source in snapshot.status {
      guard let problem = source.problem else { continue }
      lines.append(TextLine("! \(source.source): \(problem)".inert.truncated(to: columns), .alert))
    }
    if !lines.isEmpty { lines.append(TextLine()) }
    var grid = CellGrid(columns: columns, lines: lines.count)
    for (index, line) in lines.enumerated() { grid.put(line, line: index) }
    return grid
  }
}

extension BatchUpdates {
  /// The number of edits of each kind that there are: `insertItems 2 · reconfigureItems 1`.
  package var summary: String {
    counts.filter { $0.count > 0 }.map { "\($0.kind.rawValue) \($0.count)" }
      .joined(separator: " · ")
  }
}
