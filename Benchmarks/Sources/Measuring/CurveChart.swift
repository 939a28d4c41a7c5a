import Foundation

/// The stages of one change at growing sizes, a panel for each kind of change.
struct CurveChart {
  let curves: [Curve]

  private static let panel = (width: 560.0, height: 460.0)
  private static let margin = (left: 62.0, right: 218.0, top: 92.0, bottom: 52.0)

  /// The picture.
  var svg: String {
    let charts = curves.map(\.chart).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    var drawing = Drawing(
      width: Double(charts.count) * Self.panel.width + 12,
      height: Self.panel.height
    )
    drawing.text("Where the time of one change goes", 20, 28, size: 17, isStrong: true)
    drawing.text(
      "processor time of each stage by the number of items; both axes are logarithmic",
      20,
      46,
      Drawing.quiet
    )
    let all = curves.flatMap(\.points).map(\.median).filter { $0 > 0 }
    let least = max(all.min() ?? 100, 100)
    let low = pow(10, log10(least).rounded(.down))
    let high = max(all.max() ?? 1e6, low * 10) * 1.3
    for (index, chart) in charts.enumerated() {
      drawPanel(chart, at: Double(index) * Self.panel.width, low...high, &drawing)
    }
    return drawing.svg
  }

  private func drawPanel(
    _ chart: String,
    at left: Double,
    _ range: ClosedRange<Double>,
    _ drawing: inout Drawing
  ) {
    let curves = curves.filter { $0.chart == chart }
    let sizes = Set(curves.flatMap(\.points).map { Double($0.size) }).sorted()
    guard let smallest = sizes.first, let largest = sizes.last, smallest < largest else { return }
    let x = LogAxis(
      smallest...largest,
      over: left + Self.margin.left...left + Self.panel.width - Self.margin.right
    )
    let y = LogAxis(
      range,
      over: Self.margin.top...Self.panel.height - Self.margin.bottom,
      isReversed: true
    )
    drawing.text(chart, x.pixels.lowerBound, Self.margin.top - 10, size: 13, isStrong: true)
    for tick in y.ticks {
      let height = y.place(tick)
      drawing.line(
        [(x.pixels.lowerBound, height), (x.pixels.upperBound, height)],
        Drawing.faint
      )
      drawing.text(
        Quantity(tick, .nanoseconds).brief,
        x.pixels.lowerBound - 8,
        height + 4,
        Drawing.quiet,
        anchor: .end
      )
    }
    for size in sizes {
      let place = x.place(size)
      drawing.line([(place, y.pixels.lowerBound), (place, y.pixels.upperBound)], Drawing.faint)
      let name = size >= 1e6 ? "\(Int(size / 1e6))M" : "\(Int(size / 1000))k"
      drawing.text(name, place, y.pixels.upperBound + 18, Drawing.quiet, anchor: .middle)
    }
    drawing.text(
      "items",
      (x.pixels.lowerBound + x.pixels.upperBound) / 2,
      y.pixels.upperBound + 38,
      Drawing.quiet,
      anchor: .middle
    )
    drawCurves(curves, x, y, &drawing)
  }

  private func drawCurves(
    _ curves: [Curve],
    _ x: LogAxis,
    _ y: LogAxis,
    _ drawing: inout Drawing
  ) {
    var ends: [(y: Double, name: String, value: Double, colour: String)] = []
    for (index, curve) in curves.enumerated() {
      let colour = Drawing.colours[index % Drawing.colours.count]
      // What costs nothing has no place on a logarithmic axis.
      let points = curve.points.filter { $0.median > 0 }.map {
        (x: x.place(Double($0.size)), y: y.place($0.median))
      }
      guard let last = points.last, let value = curve.points.last?.median else { continue }
      drawing.line(points, colour, width: 2)
      for point in points { drawing.dot(point.x, point.y, colour) }
      let name = curve.stage.prefix { $0 != ":" }
      ends.append((last.y, String(name), value, colour))
    }
    // Names at the ends of their curves, moved apart where they would cover each other.
    ends.sort { $0.y < $1.y }
    var floor = -Double.infinity
    for index in ends.indices {
      ends[index].y = max(ends[index].y, floor + 17)
      floor = ends[index].y
    }
    for end in ends {
      drawing.text(
        "\(end.name)  \(Quantity(end.value, .nanoseconds))",
        x.pixels.upperBound + 12,
        end.y + 4,
        end.colour
      )
    }
  }
}
