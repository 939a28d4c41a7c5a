import FeedFormatting
import FeedRendering

extension WatchModel {
  /// The keys and what they do: those of the page, and those of the feed.
  private var help: [(keys: String, what: String)] {
    var rows = [
      ("↑ ↓ ← →  h j k l", "go to an item; sideways in rows that scroll"),
      ("PgUp PgDn  g  G", "a page up or down, the top, the bottom"),
    ]
    for action in features.actions where action.key != nil {
      rows.append((action.keyName, action.title.inert))
    }
    if !features.reorderable.isEmpty {
      rows.append(("Alt+↑ Alt+↓", "move the item by a place; or drag it with the mouse"))
    }
    rows += [
      ("Tab, 0 to 9, s", "pick by number; 0 shows all; s goes to the picker"),
      ("c", "hide or show a section's items"),
      ("/  n  N", "search, next, previous"),
      ("i  [  ]  v", "inspect the batches; a version back, forth, by its number"),
      ("{  }", "scroll the edits of the version that is inspected"),
    ]
    rows +=
      isStepping
      ? [("n, Enter  p", "the next version, the one before")]
      : [
        ("p, space", "pause and go on"), ("f", "follow what changes"),
      ]
    return rows + [
      ("Esc", "let go of choice and search"),
      ("q, Control-C", "quit"),
      ("Mouse", "wheel scrolls, click chooses, a second click acts, drag moves"),
    ]
  }

  func paintHelp(_ grid: inout CellGrid) {
    let help = help
    let width = min(columns - 2, 78)
    let height = min(help.count + 2, lines - 2)
    let (left, first) = ((columns - width) / 2, max((lines - height) / 2, 0))
    grid.clear(lines: first..<(first + height), columns: left..<(left + width))
    let rule = String(repeating: "─", count: width - 2)
    grid.put("╭" + rule + "╮", line: first, column: left, style: .accent)
    grid.put("╰" + rule + "╯", line: first + height - 1, column: left, style: .accent)
    for (index, row) in help.prefix(height - 2).enumerated() {
      let line = first + 1 + index
      let text = row.keys.fitted(to: min(19, width / 3)) + row.what
      grid.put("│", line: line, column: left, style: .accent)
      grid.put(" " + text.fitted(to: width - 4) + " ", line: line, column: left + 1)
      grid.put("│", line: line, column: left + width - 1, style: .accent)
    }
    grid.put(" Keys ", line: first, column: left + 2, style: .strong)
  }
}
