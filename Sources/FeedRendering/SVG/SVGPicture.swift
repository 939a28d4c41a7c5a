import FeedFormatting

/// A screen as a picture: the same cells, drawn as a terminal of 8 × 16 points a cell draws them.
///
/// The picture follows the reader's choice of a light or a dark ground. Lines and corners are drawn,
/// so that no font leaves gaps between them; text keeps to its columns whatever the font.
public struct SVGPicture {
  private static let cell = (width: 8, height: 18)
  private static let margin = 14
  private let grid: CellGrid
  private var body = ""
  private var strokes: [CellStyle.Color: String] = [:]
  private var shades = ""

  private init(_ grid: CellGrid) { self.grid = grid }

  /// Draws a page.
  ///
  /// - Parameter title: The title of the picture, for screen readers.
  public static func text(_ page: FeedPage, title: String) -> String {
    var text = ""
    forEachPiece(of: page, title: title) { text += $0 }
    return text
  }

  /// Draws a screen.
  package static func text(_ grid: CellGrid, title: String) -> String {
    var picture = SVGPicture(grid)
    return head(columns: grid.columns, lines: grid.lines, title: title.inert)
      + picture.group(at: 0) + "</svg>\n"
  }

  /// Draws a page piece by piece, so that a long one is never held as a whole.
  ///
  /// - Parameters:
  ///   - title: The title of the picture, for screen readers.
  ///   - write: Called with the pieces of the document, in their order.
  /// - Throws: The error of `write`.
  public static func forEachPiece(
    of page: FeedPage,
    title: String,
    _ write: (String) throws -> Void
  ) rethrows {
    try write(head(columns: page.layout.columns, lines: page.lineCount, title: title.inert))
    var line = 0
    try page.forEachBand { band in
      var picture = SVGPicture(band)
      try write(picture.group(at: line))
      line += band.lines
    }
    try write("</svg>\n")
  }

  private static func head(columns: Int, lines: Int, title: String) -> String {
    let (width, height) = (
      columns * cell.width + 2 * margin, lines * cell.height + 2 * margin
    )
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" role="img" xml:space="preserve">
      <title>\(title.escapedForMarkup)</title>
      <style>
      \(style)
      </style>
      <rect class="ground" width="\(width)" height="\(height)" rx="8"/>

      """
  }

  /// The cells of the grid, whose first line is that one of the picture.
  private mutating func group(at first: Int) -> String {
    for line in 0..<grid.lines { draw(line) }
    let top = Self.margin + first * Self.cell.height
    var text = "<g transform=\"translate(\(Self.margin) \(top))\">\n"
    if !shades.isEmpty { text += "<path class=\"shade\" d=\"\(shades)\"/>\n" }
    for color in CellStyle.Color.allCases {
      guard let path = strokes[color] else { continue }
      text += "<path class=\"line \(color.name)\" d=\"\(path)\"/>\n"
    }
    return text + body + "</g>\n"
  }

  private mutating func draw(_ line: Int) {
    let cells = grid.line(line)
    let baseline = line * Self.cell.height + 13
    var column = 0
    while column < cells.count {
      let cell = cells[column]
      if let strokes = BoxDrawing.path(cell.character, cell: Self.cell) {
        let (x, y) = (column * Self.cell.width, line * Self.cell.height)
        self.strokes[cell.style.color, default: ""] += strokes(x, y)
        column += 1
        continue
      }
      if cell.character == "░" {
        let end = cells[column...].firstIndex { $0.character != "░" } ?? cells.count
        shades +=
          "M\(column * Self.cell.width) \(line * Self.cell.height)"
          + "h\((end - column) * Self.cell.width)v\(Self.cell.height)"
          + "H\(column * Self.cell.width)z"
        column = end
        continue
      }
      let end = runEnd(cells, from: column)
      run(cells[column..<end], column, line, baseline)
      column = end
    }
  }

  /// The end of the cells that are drawn as one text: one style, and no character that a font may
  /// give another width.
  private func runEnd(_ cells: [Cell], from start: Int) -> Int {
    var end = start + max(Int(cells[start].width), 1)
    guard cells[start].width == 1 else { return min(end, cells.count) }
    while end < cells.count, cells[end].style == cells[start].style, cells[end].width == 1,
      cells[end].character != "░", BoxDrawing.path(cells[end].character, cell: Self.cell) == nil
    {
      end += 1
    }
    return end
  }

  private mutating func run(
    _ cells: ArraySlice<Cell>,
    _ column: Int,
    _ line: Int,
    _ baseline: Int
  ) {
    var text = String(cells.lazy.filter { $0.width > 0 }.map(\.character))
    guard let style = cells.first?.style else { return }
    var (column, count) = (column, cells.reduce(0) { $0 + Int($1.width) })
    if style.isReversed {
      body +=
        "<rect class=\"\(style.color.name)\" x=\"\(column * Self.cell.width)\" "
        + "y=\"\(line * Self.cell.height)\" width=\"\(count * Self.cell.width)\" "
        + "height=\"\(Self.cell.height)\"/>\n"
    }
    while text.first == " " {
      text.removeFirst()
      column += 1
      count -= 1
    }
    while text.last == " " {
      text.removeLast()
      count -= 1
    }
    guard !text.isEmpty else { return }
    var classes: [String] = []
    if style.isReversed {
      classes.append("onground")
    } else if style.color != .plain {
      classes.append(style.color.name)
    }
    if style.isBold { classes.append("bold") }
    if style.isUnderlined { classes.append("underlined") }
    let kind = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    body +=
      "<text\(kind) x=\"\(column * Self.cell.width)\" y=\"\(baseline)\" "
      + "textLength=\"\(count * Self.cell.width)\">\(text.escapedForMarkup)</text>\n"
  }

  private static var style: String {
    func rules(_ theme: Theme) -> String {
      let colors = CellStyle.Color.allCases.map { color in
        ".\(color.name){fill:\(theme.paint(color).hexadecimal)}"
          + ".line.\(color.name){fill:none;stroke:\(theme.paint(color).hexadecimal)}"
      }
      return
        "text{fill:\(theme.text.hexadecimal)}.ground,.onground{fill:\(theme.ground.hexadecimal)}"
        + ".shade{fill:\(theme.faint.hexadecimal)}" + colors.joined()
    }
    return """
      text{font:13.3px "DejaVu Sans Mono","Cascadia Mono",Menlo,Consolas,monospace;\
      white-space:pre}
      .bold{font-weight:bold}.underlined{text-decoration:underline}
      .line{fill:none;stroke-width:1}.shade{opacity:.18}
      \(rules(.dark))
      @media (prefers-color-scheme:light){\(rules(.light))}
      """
  }
}

extension String {
  /// The text with nothing in it that could be taken for markup.
  var escapedForMarkup: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
