import FeedFormatting
import FeedModel
import FeedRendering

extension WatchModel {
  /// A list that covers the page until a key closes it; it can be scrolled.
  struct Overlay: Hashable {
    enum Content: Hashable { case help, sources }

    var content: Content
    /// The lines that are scrolled out of sight.
    var offset = 0
  }

  /// A line of an overlay in two columns.
  struct OverlayRow {
    var name: String
    var text: String
    var style = CellStyle.plain
  }

  /// Takes a key while an overlay is shown: those that scroll do so, any other closes it.
  mutating func pressInOverlay(_ key: WatchKey) -> Command? {
    let page = max(overlayRoom - 1, 1)
    switch key {
    case .up, .character("k"): scrollOverlay(by: -1)
    case .down, .character("j"): scrollOverlay(by: 1)
    case .wheelUp: scrollOverlay(by: -3)
    case .wheelDown: scrollOverlay(by: 3)
    case .pageUp: scrollOverlay(by: -page)
    case .pageDown, .character(" "): scrollOverlay(by: page)
    case .home, .character("g"): scrollOverlay(by: -Int.max / 4)
    case .end, .character("G"): scrollOverlay(by: Int.max / 4)
    case .character("q"):
      overlay = nil
      return .quit
    case .release, .drag: break
    default: overlay = nil
    }
    return nil
  }

  private mutating func scrollOverlay(by lines: Int) {
    guard let overlay else { return }
    let most = max(overlayLines(overlay).count - overlayRoom, 0)
    self.overlay?.offset = min(max(overlay.offset + lines, 0), most)
  }

  private var overlayWidth: Int { min(columns - 2, 78) }

  /// The most lines of an overlay that are in sight at once.
  private var overlayRoom: Int { max(lines - 4, 1) }

  private func overlayLines(_ overlay: Overlay) -> [TextLine] {
    let (inner, rows) = (overlayWidth - 4, overlayRows(overlay))
    let widest = rows.reduce(0) { max($0, TerminalWidth.of($1.name)) }
    let left = widest + 2
    return rows.flatMap { row in
      // If two columns do not fit, the text is below the name.
      let isStacked = left > inner / 2
      let names = isStacked ? row.name.wrapped(to: inner) : []
      let texts = row.text.wrapped(to: isStacked ? inner - 2 : inner - left)
      return names.map { TextLine($0, row.style) }
        + texts.enumerated().map { index, text in
          let name = isStacked ? "  " : (index == 0 ? row.name : "").fitted(to: left)
          return TextLine(name + text, row.style)
        }
    }
  }

  private func overlayRows(_ overlay: Overlay) -> [OverlayRow] {
    switch overlay.content {
    case .help: help.map { OverlayRow(name: $0.keys, text: $0.what) }
    case .sources: sourceRows + inputRows + noticeRows
    }
  }

  /// The states of the inputs that run with the feed, with the complete reasons of failures.
  private var inputRows: [OverlayRow] {
    status.inputs.enumerated().map { index, text in
      OverlayRow(name: index == 0 ? "inputs" : "", text: text.inert)
    }
  }

  /// The error in the feed file, and the last message of the run, which the line above the last may cut.
  private var noticeRows: [OverlayRow] {
    [("feed file", status.fault), ("message", status.notice)].compactMap { name, text in
      text.map { OverlayRow(name: name, text: $0.inert, style: .alert) }
    }
  }

  /// The state of each source, the worst first.
  private var sourceRows: [OverlayRow] {
    let rows = snapshot.status.worstFirst.map { status in
      OverlayRow(
        name: "\(status.source)".inert,
        text: status.words.split(separator: "\n").map { String($0).inert }.joined(separator: "\n"),
        style: status.problem == nil ? .plain : .alert
      )
    }
    return rows.isEmpty ? [OverlayRow(name: "", text: "The feed has no sources.")] : rows
  }

  func paintOverlay(_ overlay: Overlay, into grid: inout CellGrid) {
    let all = overlayLines(overlay)
    let (width, count) = (overlayWidth, min(all.count, overlayRoom))
    // The size of the screen may have changed since it was scrolled.
    let offset = min(overlay.offset, all.count - count)
    let (left, first) = ((columns - width) / 2, max((lines - count - 2) / 2, 0))
    grid.clear(lines: first..<(first + count + 2), columns: left..<(left + width))
    let rule = String(repeating: "─", count: width - 2)
    let last = first + count + 1
    grid.put("╭" + rule + "╮", line: first, column: left, style: .accent)
    grid.put("╰" + rule + "╯", line: last, column: left, style: .accent)
    for (index, text) in all[offset..<(offset + count)].enumerated() {
      let line = first + 1 + index
      grid.put("│", line: line, column: left, style: .accent)
      grid.put(text.truncated(to: width - 4), line: line, column: left + 2)
      grid.put("│", line: line, column: left + width - 1, style: .accent)
    }
    let title = overlay.content == .help ? " Keys " : " Sources "
    grid.put(title, line: first, column: left + 2, style: .strong)
    guard count < all.count else { return }
    let note = " ↑↓ \(offset + 1)–\(offset + count) of \(all.count) "
    grid.put(note.truncated(to: width - 4), line: last, column: left + 2, style: .accent)
  }
}

extension [SourceStatus] {
  /// The sources that have failed, those that are late, and then the others, each in their order.
  var worstFirst: [SourceStatus] {
    (0...SourceStatus.mildest).flatMap { severity in filter { $0.severity == severity } }
  }
}

extension SourceStatus {
  fileprivate static let mildest = 3

  /// The severity, by which the worst is first.
  fileprivate var severity: Int {
    switch state {
    case .failed: 0
    case .late: 1
    case .waiting: 2
    case .ok: Self.mildest
    }
  }

  /// The error after the kind of trouble.
  fileprivate var words: String {
    switch state {
    case .ok: note ?? "ok"
    case .waiting: "waiting for its first document"
    case .late(let problem): "late: \(problem)"
    case .failed(let problem): "failed: \(problem)"
    }
  }
}

extension WatchModel {
  /// The keys and what they do: those of the page, and those of the feed.
  var help: [(keys: String, what: String)] {
    var rows = [
      ("↑ ↓ ← →  h j k l", "go to an item; sideways in rows that scroll"),
      ("PgUp PgDn  g  G", "go a page up or down, to the top or to the bottom"),
    ]
    rows += features.keys
    if !features.actions.isEmpty {
      rows += [
        (":", "run an action by name, with its parameters"),
        ("u", "undo the last change"),
      ]
    }
    if !features.reorderable.isEmpty {
      rows.append(("Alt+↑ Alt+↓", "move the item by a place; or drag it with the mouse"))
    }
    rows += [
      ("Tab, 0 to 9, s", "pick by number; 0 shows all; s moves to the picker"),
      ("c  C", "hide or show a section's items; show all hidden items"),
      ("/  n  N", "search as you type, next, previous"),
      ("&", "show only items with the words, also of a part: value:12; Esc shows all"),
      (
        "o  t s v b",
        "sort a section by title, subtitle, value or badge; the same again reverses, o o restores"
      ),
      ("e", "show the states of sources and inputs, and complete messages"),
      ("i  [  ]  v", "inspect the batches; go to the previous, next or a given version or time"),
      ("w", "name the version that last changed the selected item, and its cause"),
      ("{  }", "scroll the edits of the inspected version"),
    ]
    rows +=
      isStepping
      ? [("n, Enter  p", "go to the next or the previous version")]
      : [
        ("p, space", "pause or continue"), ("f", "follow changes"),
      ]
    return rows + [
      ("Esc", "clear the selection and the search"),
      ("q, Control-C", "quit"),
      ("Mouse", "wheel scrolls, click selects, a second click runs the action, drag moves"),
    ]
  }
}
