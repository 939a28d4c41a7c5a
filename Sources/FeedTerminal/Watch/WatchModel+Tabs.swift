import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots

extension WatchModel {
  /// Paints the title of the feed, and the choices.
  ///
  /// The picked choice is always visible, after the
  /// digit that ends it.
  mutating func paintTabs(_ grid: inout CellGrid) {
    grid.clear(lines: 0..<1, columns: 0..<columns)
    tabs = []
    let choices = currentTabs()
    let labels = choices.map { label($0) }
    let all = Tab(
      title: "All",
      isChosen: !choices.contains(where: \.isChosen),
      choice: .all
    )
    // The selected choice, or else the picked one, must fit.
    let wanted =
      choices.firstIndex { tab in selected.map { tab.choice == .item($0) } ?? false }
      ?? choices.firstIndex(where: \.isChosen)
    let needed = label(all).width + 2 + (wanted.map { labels[$0].width + 2 } ?? 0)
    let title = (appearance.title ?? "Feed").inert
      .truncated(to: max(min(columns / 3, columns - needed - 4), 0))
    grid.put(title, line: 0, column: 0, style: .strong)
    guard !choices.isEmpty else { return }
    var column = put(all, at: title.isEmpty ? 0 : TerminalWidth.of(title) + 2, &grid)
    var first = 0
    var taken = labels[...(wanted ?? 0)].reduce(0) { $0 + $1.width + 2 }
    while first < wanted ?? 0, column + taken > columns - 2 {
      taken -= labels[first].width + 2
      first += 1
    }
    if first > 0, column > 0 { grid.put("‹", line: 0, column: column - 1, style: .faint) }
    for (index, tab) in choices.enumerated().dropFirst(first) {
      guard index == wanted || column + labels[index].width + 2 <= columns - 2 else {
        grid.put("›", line: 0, column: columns - 1, style: .faint)
        return
      }
      column = put(tab, at: column, &grid)
    }
  }

  /// Returns the label of a choice, after its digit if it has one.
  private func label(_ tab: Tab) -> (text: String, badge: String, width: Int) {
    let digit = tab.choice == .all ? "0 " : digits[tab.choice].map { "\($0) " } ?? ""
    let text = digit + tab.title.inert
    let badge = tab.badge.isEmpty ? "" : " (\(tab.badge.inert))"
    return (text, badge, TerminalWidth.of(text) + TerminalWidth.of(badge))
  }

  /// Puts a tab into the first line, and notes where it can be clicked.
  private mutating func put(
    _ tab: Tab,
    at column: Int,
    _ grid: inout CellGrid
  ) -> Int {
    var style: CellStyle = tab.isChosen ? CellStyle.accent.reversed : .plain
    if case .item(let item) = tab.choice, item == selected {
      style = CellStyle(.focus, isBold: tab.isChosen, isReversed: true)
    }
    let (text, badge, width) = label(tab)
    grid.put(" \(text)", line: 0, column: column, style: style)
    let badgeStyle: CellStyle = style.isReversed ? style : .faint
    let end = column + 1 + TerminalWidth.of(text)
    grid.put(badge, line: 0, column: end, style: badgeStyle)
    grid.put(" ", line: 0, column: column + width + 1, style: style)
    tabs.append((column..<(column + width + 2), tab.choice))
    return column + width + 2
  }

  /// Paints the reason for an empty page, and a hint.
  func paintEmptiness(_ grid: inout CellGrid) {
    var lines: [(text: String, style: CellStyle)] = []
    if filter != nil {
      lines.append(("Nothing to show of \(filterTitle ?? "what is picked"); 0 shows all.", .plain))
    } else {
      let isFiltered =
        snapshot.composition.sections.isEmpty && unsorted?.composition.sections.isEmpty == false
      let reasons =
        isFiltered
        ? ["No item has '\(filtering.text.inert)'; Esc shows all items."]
        : EmptyFeed.reasons(snapshot)
      lines = reasons.map { ($0, .plain) }
      if !isFiltered, EmptyFeed.lacksRows(snapshot) { lines += emptyHints.map { ($0, .faint) } }
    }
    if lines.isEmpty, !filtering.text.isEmpty {
      lines = [
        (
          "Only items of the first line have '\(filtering.text.inert)'; Esc shows all items.",
          .plain
        )
      ]
    }
    if lines.isEmpty { lines = [("Nothing to show.", .faint)] }
    for (index, line) in lines.enumerated() where pageLines.contains(2 + index) {
      grid.put(
        line.text.inert.truncated(to: columns - 4),
        line: 2 + index,
        column: 2,
        style: line.style
      )
    }
  }
}
