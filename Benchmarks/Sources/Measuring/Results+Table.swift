extension Results {
  private static let head = ["what", "must", "is", "baseline", "spread"]

  private static func cells(of figure: Figure) -> [String] {
    let mark = figure.holds == false ? " ✗" : ""
    var baseline = figure.baseline.map { "\($0.name): \($0.value)" } ?? ""
    if let own = figure.own, figure.baseline != nil { baseline += ", ours \(own)" }
    let spread =
      figure.runs > 1
      ? "\(Quantity(figure.least, figure.value.unit)) to \(Quantity(figure.most, figure.value.unit))"
      : ""
    return [
      figure.what, figure.must.map { "\($0)" } ?? "", "\(figure.value)\(mark)", baseline, spread,
    ]
  }

  private var subjects: [String] {
    figures.map(\.subject).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The table for a terminal, with the rows that do not hold marked.
  public var text: String {
    let lines = Self.aligned([Self.head] + figures.map { Self.cells(of: $0) })
    var text = lines[0]
    for subject in subjects {
      text += "\n\(subject)\n"
      for (figure, line) in zip(figures, lines.dropFirst()) where figure.subject == subject {
        text += line
      }
    }
    return text + "\n" + summary + "\n"
  }

  /// Lines of cells, each column as wide as its widest cell.
  static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { cells in
      var line = ""
      for (cell, width) in zip(cells, widths) {
        line += cell + String(repeating: " ", count: width - cell.count + 2)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }
  }

  /// The table in Markdown, a part of the documentation.
  public var markdown: String {
    subjects.map { subject in
      "### \(subject)\n\n" + Self.table(figures.filter { $0.subject == subject })
    }.joined(separator: "\n") + "\n" + summary + "\n"
  }

  /// Some rows in Markdown.
  static func table(_ figures: [Figure]) -> String {
    var text = "| " + head.joined(separator: " | ") + " |\n"
    text += "|" + String(repeating: " --- |", count: head.count) + "\n"
    for figure in figures {
      var cells = cells(of: figure)
      if figure.holds == false { cells[2] = "**\(cells[2])**" }
      text += "| " + cells.joined(separator: " | ") + " |\n"
    }
    return text
  }

  /// How many rows hold.
  public var summary: String {
    let asked = figures.compactMap(\.holds)
    let timed = figures.compactMap(\.isInTime)
    return "\(asked.count { $0 }) of \(asked.count) ratios and counts hold; "
      + "\(timed.count { $0 }) of \(timed.count) times are within the bounds in brackets, which do not decide; "
      + "\(figures.count - asked.count - timed.count) figures have no bound."
  }

  /// The rows that do not hold.
  public var missed: [Figure] { figures.filter { $0.holds == false } }
}
