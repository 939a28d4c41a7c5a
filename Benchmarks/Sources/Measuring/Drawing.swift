import Foundation

/// A picture in SVG, drawn by lines, dots and words.
struct Drawing {
  private let width: Double
  private let height: Double
  private var body = ""

  /// Colours that people with any kind of sight can tell apart, dark enough on white.
  static let colours = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56606b", "#3d9ed6", "#7b3294",
  ]
  static let ink = "#1f2933"
  static let faint = "#dde2e7"
  static let quiet = "#66717d"
  static let good = "#18794e"
  static let bad = "#c62a2f"

  /// Where a text stands from its place.
  enum Anchor: String {
    case start, middle, end
  }

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  mutating func line(
    _ points: [(x: Double, y: Double)],
    _ colour: String,
    width: Double = 1,
    dashes: String? = nil
  ) {
    let path = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    let dashes = dashes.map { " stroke-dasharray=\"\($0)\"" } ?? ""
    body +=
      "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" "
      + "stroke-width=\"\(Self.number(width))\" stroke-linejoin=\"round\"\(dashes)/>\n"
  }

  mutating func dot(_ x: Double, _ y: Double, _ colour: String, radius: Double = 3.5) {
    body +=
      "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" "
      + "fill=\"\(colour)\"/>\n"
  }

  mutating func text(
    _ text: String,
    _ x: Double,
    _ y: Double,
    _ colour: String = Drawing.ink,
    size: Double = 12,
    anchor: Anchor = .start,
    isStrong: Bool = false
  ) {
    let safe = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let weight = isStrong ? " font-weight=\"600\"" : ""
    body +=
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" fill=\"\(colour)\" "
      + "font-size=\"\(Self.number(size))\" text-anchor=\"\(anchor.rawValue)\"\(weight)>\(safe)</text>\n"
  }

  /// The picture as a file.
  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
    width="\(Self.number(width))" height="\(Self.number(height))" \
    font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif">
    <rect width="100%" height="100%" fill="#ffffff"/>
    \(body)</svg>

    """
  }

  private static func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}

/// An axis on which every power of ten takes up the same room.
struct LogAxis {
  let range: ClosedRange<Double>
  let pixels: ClosedRange<Double>
  /// Whether greater values have the lesser coordinates, as upwards in a picture.
  let isReversed: Bool

  init(_ range: ClosedRange<Double>, over pixels: ClosedRange<Double>, isReversed: Bool = false) {
    self.range = range
    self.pixels = pixels
    self.isReversed = isReversed
  }

  func place(_ value: Double) -> Double {
    let value = min(max(value, range.lowerBound), range.upperBound)
    let share =
      (log10(value) - log10(range.lowerBound)) / (log10(range.upperBound) - log10(range.lowerBound))
    let room = pixels.upperBound - pixels.lowerBound
    return isReversed ? pixels.upperBound - share * room : pixels.lowerBound + share * room
  }

  /// The powers of ten on the axis.
  var ticks: [Double] {
    let first = Int(log10(range.lowerBound).rounded(.up))
    let last = Int(log10(range.upperBound).rounded(.down))
    return first <= last ? (first...last).map { pow(10, Double($0)) } : []
  }
}
