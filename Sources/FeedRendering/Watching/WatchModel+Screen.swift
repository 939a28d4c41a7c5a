import FeedSnapshots

extension WatchModel {
  /// The screen as it shall be now.
  ///
  /// - Complexity: O(*k*) for *k* items in view, and O(*n*) more where the page is laid out anew.
  package mutating func screen(at now: Duration) -> CellGrid {
    var grid = CellGrid(columns: columns, lines: lines)
    guard columns >= Self.smallest.columns, lines >= Self.smallest.lines else {
      grid.put("\(Self.smallest.columns) × \(Self.smallest.lines) at least", line: 0, column: 0)
      return grid
    }
    clampTop()
    if let layout = currentLayout() {
      let model = self
      var painter = PagePainter(layout) { model.mark($0, at: now) }
      painter.paint(into: &grid, lines: pageLines, scroll: scroll())
      targets = painter.targets
      paintedTop = top
      if layout.contentLines == 0 || layout.sections.isEmpty {
        grid.put("Nothing to show.", line: pageLines.lowerBound + 1, column: 2, style: .faint)
      }
    }
    paintTabs(&grid)
    paintFooter(&grid)
    if showsHelp { paintHelp(&grid) }
    return grid
  }

  private func mark(_ item: ItemID, at now: Duration) -> ItemMark {
    var mark = ItemMark.none
    if let move = moves[item], now - move.at < Self.arrow {
      mark = ItemMark(move.movement, isFlashing: !isStill && now - move.at < Self.flash)
    }
    mark.isSelected = item == selected
    return mark
  }

  /// The title of the feed and the groups to choose from.
  private mutating func paintTabs(_ grid: inout CellGrid) {
    grid.clear(lines: 0..<1, columns: 0..<columns)
    tabs = []
    let title = (appearance.title ?? "Feed").inert.truncated(to: columns / 3)
    grid.put(title, line: 0, column: 0, style: .strong)
    var column = TerminalWidth.of(title) + 2
    let groups = currentGroups()
    guard !groups.isEmpty else { return }
    let all: [(group: Value?, label: String)] =
      [(.none, "0 All")] + groups.enumerated().map { ($1.key, "\($0 + 1) \($1.title.inert)") }
    for (index, tab) in all.enumerated() {
      // Nine have a key of their own; the others are reached by Tab.
      let label = index > 9 ? groups[index - 1].title.inert : tab.label
      let width = TerminalWidth.of(label) + 2
      let isChosen = tab.group == filter
      guard column + width <= columns || isChosen else {
        grid.put("›", line: 0, column: columns - 1, style: .faint)
        continue
      }
      // One that is chosen beyond the edge is shown in the last place.
      let start = min(column, columns - width)
      if start < column { grid.clear(lines: 0..<1, columns: max(start - 1, 0)..<columns) }
      let style: CellStyle = isChosen ? CellStyle.accent.reversed : .plain
      grid.put(" \(label) ", line: 0, column: start, style: style)
      tabs.append((start..<(start + width), tab.group))
      column = start + width
    }
  }

  private func paintFooter(_ grid: inout CellGrid) {
    let (keys, state) = (lines - 2, lines - 1)
    grid.clear(lines: keys..<lines, columns: 0..<columns)
    if isTyping {
      grid.put("/" + search.inert + "▏", line: keys, column: 0, style: .strong)
    } else if let message {
      grid.put(message.inert.truncated(to: columns), line: keys, column: 0, style: .alert)
    } else {
      let text =
        "q quit  ↑↓←→ move  ⏎ betslip  Tab sport  c collapse  / search  p pause  f follow  ? help"
      grid.put(text.truncated(to: columns), line: keys, column: 0, style: .faint)
    }
    var line = TextLine()
    if isPaused {
      let behind = (waiting?.version ?? snapshot.version) - snapshot.version
      line.append(" PAUSED \(behind > 0 ? "\(behind) behind " : "")", CellStyle.alert.reversed)
      line.append(" ")
    } else if isFollowing {
      line.append(" FOLLOWING ", CellStyle.accent.reversed)
      line.append(" ")
    }
    var parts = ["version \(snapshot.version)"]
    if !status.note.isEmpty { parts.append(status.note) }
    parts.append("\(status.messagesPerSecond) messages/s")
    if let latency = status.commitToScreen {
      let milliseconds = Int((latency / .milliseconds(1)).rounded())
      parts.append("on screen p99 \(milliseconds) ms")
    }
    parts.append("lag \(status.lag)")
    line.append(parts.joined(separator: " · "))
    let problems = snapshot.status.filter { $0.problem != nil && !$0.isWaiting }
    if problems.isEmpty {
      line.append(" · sources ok")
    } else {
      let names = problems.map { "\($0.source): \($0.state)".inert }.joined(separator: ", ")
      line.append(" · ! \(names)", .alert)
    }
    grid.put(line, line: state)
  }

  private static let help = [
    "↑ ↓ ← →, h j k l   go to an item; sideways in rows that scroll",
    "PgUp PgDn  g  G    a page up or down, the top, the bottom",
    "Enter, b           put on the betslip, or take off",
    "Tab, 0 to 9        choose a sport; 0 shows all",
    "c                  hide or show a section's items",
    "/  n  N            search, next, previous",
    "p, space           pause and go on",
    "f                  follow what changes",
    "Esc                let go of choice and search",
    "q, Control-C       quit",
    "Mouse: wheel scrolls, click chooses, a second click toggles",
  ]

  private func paintHelp(_ grid: inout CellGrid) {
    let width = min(columns - 2, 66)
    let height = min(Self.help.count + 2, lines - 2)
    let (left, first) = ((columns - width) / 2, max((lines - height) / 2, 0))
    grid.clear(lines: first..<(first + height), columns: left..<(left + width))
    let rule = String(repeating: "─", count: width - 2)
    grid.put("╭" + rule + "╮", line: first, column: left, style: .accent)
    grid.put("╰" + rule + "╯", line: first + height - 1, column: left, style: .accent)
    for (index, text) in Self.help.prefix(height - 2).enumerated() {
      let line = first + 1 + index
      grid.put("│", line: line, column: left, style: .accent)
      grid.put(" " + text.fitted(to: width - 4) + " ", line: line, column: left + 1)
      grid.put("│", line: line, column: left + width - 1, style: .accent)
    }
    grid.put(" Keys ", line: first, column: left + 2, style: .strong)
  }
}
