/// Two runs side by side: what has moved by more than the spread, and which counters have changed.
public struct ResultsComparison {
  /// A row that both runs have.
  private struct Row {
    let before: Figure
    let now: Figure

    /// Whether it was counted, so that any difference is one.
    var isCounted: Bool { before.runs == 1 && now.runs == 1 }

    /// Whether neither median lies within what the other run has seen.
    var hasMoved: Bool {
      if isCounted { return before.value != now.value }
      return !(before.least...before.most).contains(now.value.value)
        && !(now.least...now.most).contains(before.value.value)
    }

    var cells: [String] {
      let change = (now.value.value / before.value.value - 1) * 100
      let sign = change >= 0 ? "+" : ""
      return [
        now.what, "\(before.value)", "\(now.value)",
        change.isFinite ? "\(sign)\(Quantity.digits(change)) %" : "",
        hasMoved ? (isCounted ? "changed" : "moved") : "",
      ]
    }
  }

  private let rows: [Row]
  /// The rows that only the later run has.
  private let added: [Figure]
  /// The rows that only the earlier run has.
  private let removed: [Figure]

  /// Joins the rows of two runs by their names.
  public init(from before: Results, to now: Results) {
    func isSame(_ one: Figure, _ other: Figure) -> Bool {
      one.subject == other.subject && one.what == other.what
    }
    rows = now.figures.compactMap { figure in
      before.figures.first { isSame($0, figure) }.map { Row(before: $0, now: figure) }
    }
    added = now.figures.filter { figure in !before.figures.contains { isSame($0, figure) } }
    removed = before.figures.filter { figure in !now.figures.contains { isSame($0, figure) } }
  }

  /// The table for a terminal, and how many rows have moved.
  public var text: String {
    let head = ["what", "before", "now", "change", ""]
    let cells = rows.map(\.cells)
    let moved = rows.count { $0.hasMoved && !$0.isCounted }
    let changed = rows.count { $0.hasMoved && $0.isCounted }
    var text = Results.aligned([head] + cells).joined()
    text += "\n\(moved) figures have moved by more than the spread, "
    text += "\(changed) counters have changed, \(rows.count - moved - changed) are as they were.\n"
    for (title, figures) in [("only now", added), ("only before", removed)] where !figures.isEmpty {
      text += "\(title): \(figures.map(\.what).joined(separator: "; "))\n"
    }
    return text
  }
}
