import FeedFormatting

extension ItemFace {
  /// The lines around an item.
  enum Border {
    case round
    case double
    /// The border of the selected item.
    case heavy

    var characters: (top: (String, String), bottom: (String, String), rule: Character, side: String)
    {
      switch self {
      case .round: (("╭", "╮"), ("╰", "╯"), "─", "│")
      case .double: (("╔", "╗"), ("╚", "╝"), "═", "║")
      case .heavy: (("┏", "┓"), ("┗", "┛"), "━", "┃")
      }
    }

    var style: CellStyle {
      switch self {
      case .round: .faint
      case .double: .accent
      case .heavy: CellStyle(.focus, isBold: true)
      }
    }
  }

  /// The item in a box: title, subtitle, badge and value, from the top.
  func box(width: Int, height: Int, _ border: Border, _ mark: ItemMark) -> [TextLine] {
    guard Self.hasBox(width: width, height: height) else {
      return rows(width: width, height: height, indent: 0, isHead: false, mark)
    }
    let border = mark.isSelected ? .heavy : border
    let (top, bottom, rule, side) = border.characters
    let inner = width - 4
    func edge(_ corners: (String, String)) -> TextLine {
      var line = TextLine(corners.0, border.style)
      line.fill(rule, width - 2, border.style)
      line.append(corners.1, border.style)
      return line
    }
    var lines = [edge(top)]
    for line in content(width: inner, height: height - 2, mark) {
      var framed = TextLine(side + " ", border.style)
      framed.append(line)
      framed.pad(to: width - 2)
      framed.append(" " + side, border.style)
      lines.append(framed)
    }
    lines.append(edge(bottom))
    return lines
  }

  /// Returns whether there is space for a box.
  static func hasBox(width: Int, height: Int) -> Bool { width > 6 && height > 2 }

  private func content(width: Int, height: Int, _ mark: ItemMark) -> [TextLine] {
    let title = TextLine(signedTitle.truncated(to: width), style(.strong))
    guard height > 1 else { return [title] }
    let figures = figures(width, mark)
    let hasFigures = figures.width > 0
    let hasOwnLine = height > 2 || !hasFigures
    let spare = pictureLines(height)
    var lines: [TextLine] = []
    if spare > 0 {
      // Until there is a picture, its place and its name are shown.
      lines += (0..<spare).map { $0 == spare / 2 ? alternative(width) : Self.shade(width) }
    }
    lines.append(title)
    if hasOwnLine && !subtitle.isEmpty {
      lines.append(TextLine(subtitle.truncated(to: width), .faint))
    }
    let last = hasFigures ? 1 : 0
    while lines.count < height - last { lines.append(TextLine()) }
    guard hasFigures else { return Array(lines.prefix(height)) }
    var line = TextLine()
    let room = width - figures.width
    if !hasOwnLine && !subtitle.isEmpty && room > 4 {
      line.append(subtitle.truncated(to: room - 1), .faint)
    }
    line.pad(to: room)
    line.append(figures)
    return Array(lines.prefix(height - 1)) + [line]
  }

  /// The lines of a box that are left for a picture.
  private func pictureLines(_ height: Int) -> Int {
    guard !image.isEmpty, height > 1 else { return 0 }
    let hasFigures = !flags.isEmpty || !badge.isEmpty || !value.isEmpty
    let hasOwnLine = height > 2 || !hasFigures
    return max(height - 1 - (hasFigures ? 1 : 0) - (hasOwnLine && !subtitle.isEmpty ? 1 : 0), 0)
  }

  private static func shade(_ width: Int) -> TextLine {
    var line = TextLine()
    line.fill("░", width, .faint)
    return line
  }

  /// The name of the picture in the middle of its place.
  private func alternative(_ width: Int) -> TextLine {
    let name = " \(imageName.truncated(to: max(width - 4, 1))) "
    let room = width - TerminalWidth.of(name)
    guard room >= 2 else { return Self.shade(width) }
    var line = Self.shade(room / 2)
    line.append(name, .faint)
    line.append(Self.shade(room - room / 2))
    return line
  }

  private func figures(_ width: Int, _ mark: ItemMark) -> TextLine {
    var line = TextLine()
    for flag in flags { line.append("[\(flag)] ", style(.accent)) }
    if !badge.isEmpty { line.append(badge, .accent) }
    let figureWidth = value.isEmpty ? 0 : TerminalWidth.of(figure(mark)) + 1
    let drawings = drawings(width - line.width - figureWidth - 1, mark)
    if line.width > 0 && drawings.width > 0 { line.append(" ") }
    line.append(drawings)
    if !value.isEmpty {
      line.append(
        (line.width > 0 ? " " : "") + figure(mark),
        mark.figureStyle(style(.strong))
      )
    }
    return line.width > width ? TextLine(value.truncated(to: width), style(.strong)) : line
  }
}

extension ItemFace {
  /// Returns the style of the tone for a part of the item, or the given style without a tone.
  func style(_ other: CellStyle) -> CellStyle {
    tone.map { CellStyle($0, isBold: other.isBold) } ?? other
  }
}
