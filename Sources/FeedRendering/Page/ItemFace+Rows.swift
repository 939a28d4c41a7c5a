import FeedFormatting

extension ItemFace {
  /// The title and subtitle on the left, marks, badge and value on the right; the subtitle on a
  /// separate line if there is one.
  ///
  /// - Parameters:
  ///   - isHead: Whether the item is followed by what belongs to it.
  ///   - isLabel: Whether it only names what follows.
  ///   - mark: The marks of the item apart from its content.
  func rows(
    width: Int,
    height: Int,
    indent: Int,
    isHead: Bool,
    isLabel: Bool = false,
    _ mark: ItemMark
  ) -> [TextLine] {
    let hasOwnLine = height > 1 && !subtitle.isEmpty
    var right = TextLine()
    for flag in flags { right.append("[\(flag)] ", style(.accent)) }
    if !badge.isEmpty { right.append(badge + (value.isEmpty ? "" : " "), .accent) }
    if !value.isEmpty {
      right.append(figure(mark), mark.figureStyle(style(isHead ? .strong : .plain)))
    }
    // Drawings, only if all other parts of the line fit.
    let words = TerminalWidth.of(signedTitle) + (hasOwnLine ? 0 : TerminalWidth.of(subtitle) + 2)
    let spare = width - min(indent, width / 2) - words - right.width - 2
    var longer = drawings(min(spare, width / 2 - right.width), mark)
    longer.append(right)
    right = longer
    if right.width > width / 2 { right = TextLine(value.truncated(to: width / 2), style(.plain)) }
    var line = TextLine()
    line.pad(to: min(indent, width / 2))
    let room = width - line.width - right.width - (right.width > 0 ? 1 : 0)
    let title = signedTitle.truncated(to: max(room, 1))
    line.append(title, style(isHead ? .strong : isLabel ? .faint : .plain))
    let left = room - TerminalWidth.of(title)
    if !hasOwnLine && !subtitle.isEmpty && left > 8 {
      line.append("  " + subtitle.truncated(to: left - 2), .faint)
    }
    if right.width > 0 {
      line.pad(to: width - right.width)
      line.append(right)
    }
    guard hasOwnLine else { return [line] }
    var second = TextLine()
    second.pad(to: min(indent, width / 2))
    second.append(subtitle.truncated(to: width - second.width), .faint)
    return [line, second]
  }

  /// Returns the item as the label of a row of cells.
  func label(width: Int, _ mark: ItemMark) -> TextLine {
    guard !value.isEmpty || !flags.isEmpty || !badge.isEmpty else {
      return TextLine(signedTitle.fittedBeforeFigure(to: width), style(.faint))
    }
    return cell(width: width, isFiller: false, mark)
  }

  /// The item as one cell of a row: title on the left, value on the right.
  func cell(width: Int, isFiller: Bool, _ mark: ItemMark) -> TextLine {
    guard !isFiller else {
      // An empty place is never suspended.
      return TextLine((title.isEmpty ? "·" : title).fitted(to: width, .trailing), .faint)
    }
    let isMarked = !flags.isEmpty
    let badge = badge.isEmpty ? "" : badge + " "
    let right = figure(mark, behind: badge, in: width)
    let sign = isMarked ? "✓ " : ""
    let room = width - TerminalWidth.of(right) - sign.count
    var line = TextLine()
    if room > 0 {
      line.append(sign, .accent)
      var name = signedTitle
      let left = room - TerminalWidth.of(name) - 2
      if !subtitle.isEmpty && left > 4 { name += "  " + subtitle }
      let bars = drawings(room - TerminalWidth.of(name) - 2, mark)
      line.append(self.name(name, in: room - bars.width), style(.plain))
      line.append(bars)
    }
    line.append(
      right.fitted(to: width - line.width, .trailing),
      mark.figureStyle(style(isMarked ? .accent : .strong))
    )
    return line
  }

  /// Returns the text of a cell before its value.
  ///
  /// A title that ends with a figure and does not fit loses its words before a digit: `◆ Back 1,578` in eight columns is
  /// `◆ 1,578 `, and in five `1,578`.
  private func name(_ name: String, in columns: Int) -> String {
    guard TerminalWidth.of(name) > columns else { return name.fitted(to: columns) }
    // An ellipsis alone before a figure would say that digits are missing.
    guard columns > 1 else { return String(repeating: " ", count: max(columns, 0)) }
    guard let figure = title.finalFigure else { return name.fitted(to: columns) }
    let shortened = signedTitle.fittedBeforeFigure(to: columns)
    let forms = [shortened, tone.map { "\($0.sign) \(figure)" }, figure].compactMap(\.self)
    let whole = forms.first {
      // An ellipsis alone is not a word.
      $0.contains(figure) && !$0.contains(" … ") && TerminalWidth.of($0) <= columns
    }
    return (whole ?? name).fitted(to: columns)
  }

  /// Returns the badge and the value, or only the value if both do not fit: a cut figure is
  /// useless.
  private func figure(_ mark: ItemMark, behind badge: String, in width: Int) -> String {
    guard !value.isEmpty else { return badge.truncated(to: width) }
    // The arrow replaces the space before the value, so nothing moves.
    let figure = figure(mark)
    var forms = [badge + figure, figure]
    // A suspended figure always has its sign.
    if !mark.isSuspended { forms.append(value) }
    return forms.first { TerminalWidth.of($0) <= width } ?? figure.truncated(to: width)
  }

  /// The bar, the gauge and the history of the figure before it, as far as there is room.
  func drawings(_ room: Int, _ mark: ItemMark) -> TextLine {
    var line = TextLine()
    for share in [bar, gauge].compactMap(\.self) where line.width + ShareBar.width < room {
      line.append(ShareBar.line(share, style(.accent)))
      line.append(" ")
    }
    if !value.isEmpty { line.append(mark.sparkLine(room - line.width)) }
    return line
  }

  /// Returns the value after a sign for its direction, or for a suspended source.
  func figure(_ mark: ItemMark) -> String { mark.sign + value }
}
