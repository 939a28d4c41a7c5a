import Foundation

/// Every figure that must be something, as a share of its limit: left of the line it holds.
struct FigureChart {
  let figures: [Figure]

  private static let row = 17.0
  private static let names = 492.0
  private static let plot = 320.0
  private static let values = 190.0

  /// The picture.
  var svg: String {
    let asked = figures.filter { $0.holds != nil }
    let subjects = asked.map(\.subject).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let height = 92 + Self.row * (Double(asked.count) + 1.5 * Double(subjects.count)) + 22
    var drawing = Drawing(width: Self.names + Self.plot + Self.values + 20, height: height)
    drawing.text("What must be, and what is", 20, 28, size: 17, isStrong: true)
    drawing.text(
      "each figure as a share of its limit, medians with the spread of all runs",
      20,
      46,
      Drawing.quiet
    )
    let x = LogAxis(0.001...10, over: Self.names...Self.names + Self.plot)
    for tick in x.ticks {
      let place = x.place(tick)
      drawing.line(
        [(place, 76), (place, height - 18)],
        tick == 1 ? Drawing.ink : Drawing.faint,
        width: tick == 1 ? 1.5 : 1
      )
      drawing.text(
        tick == 1 ? "the limit" : Quantity(tick, .count).brief,
        place,
        70,
        tick == 1 ? Drawing.ink : Drawing.quiet,
        size: 11,
        anchor: .middle
      )
    }
    var y = 92.0
    for subject in subjects {
      y += Self.row * 0.5
      drawing.text(subject, 20, y, isStrong: true)
      y += Self.row
      for figure in asked where figure.subject == subject {
        draw(figure, at: y, x, &drawing)
        y += Self.row
      }
    }
    return drawing.svg
  }

  private func draw(_ figure: Figure, at y: Double, _ x: LogAxis, _ drawing: inout Drawing) {
    guard let must = figure.must else { return }
    let holds = figure.holds == true
    let colour = holds ? Drawing.good : Drawing.bad
    drawing.text(figure.what, 32, y, holds ? Drawing.ink : Drawing.bad, size: 11.5)
    let shares = [figure.least, figure.most].map { x.place(max(must.share(of: $0), 1e-9)) }
    drawing.line([(shares[0], y - 4), (shares[1], y - 4)], colour, width: 1.5)
    drawing.dot(x.place(max(must.share(of: figure.value.value), 1e-9)), y - 4, colour)
    drawing.text(
      "\(figure.value)  (\(must))\(holds ? "" : "  misses")",
      Self.names + Self.plot + 14,
      y,
      holds ? Drawing.ink : Drawing.bad,
      size: 11.5
    )
  }
}

extension Results {
  /// Draws the figures and the curves into a directory.
  ///
  /// - Throws: What writing a file throws.
  public func drawCharts(into directory: String) throws {
    let directory = URL(filePath: directory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try FigureChart(figures: figures).svg.write(
      to: directory.appending(path: "figures.svg"),
      atomically: true,
      encoding: .utf8
    )
    guard !curves.isEmpty else { return }
    try CurveChart(curves: curves).svg.write(
      to: directory.appending(path: "one-change.svg"),
      atomically: true,
      encoding: .utf8
    )
  }
}
