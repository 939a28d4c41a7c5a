import FeedRendering

/// The values of a figure in the last minute, in steps of some seconds; times count from the start.
struct FigureTrace: Sendable {
  /// The figure at the end of a step, by the number of the step; only steps in which it changed.
  private var points: [(step: Int, value: Double)] = []
  /// The value before all of these.
  private var base: Double

  static let step = Duration.seconds(5)
  private static let steps = 12

  init(from base: Double) { self.base = base }

  private static func number(of time: Duration) -> Int { Int(time / step) }

  /// Notes another figure.
  mutating func add(_ value: Double, at now: Duration) {
    let step = Self.number(of: now)
    if points.last?.step == step { points.removeLast() }
    points.append((step, value))
    while let first = points.first, first.step <= step - Self.steps {
      base = first.value
      points.removeFirst()
    }
  }

  /// The time at which the trace changes without a new value, if it does.
  func nextChange(after now: Duration) -> Duration? {
    isOver(at: now) ? nil : Self.step * (Self.number(of: now) + 1)
  }

  /// Returns whether nothing has changed for a minute.
  func isOver(at now: Duration) -> Bool {
    points.last.map { $0.step <= Self.number(of: now) - Self.steps } ?? true
  }

  /// The last minute as bars, the present at their end; steps before the time zero are spaces.
  func bars(at now: Duration) -> String {
    guard !isOver(at: now) else { return "" }
    let last = Self.number(of: now)
    var rest = points[...]
    var value = base
    let values = (last - Self.steps + 1...last).map { step -> Double? in
      while let point = rest.first, point.step <= step {
        value = point.value
        rest.removeFirst()
      }
      return step < 0 ? nil : value
    }
    return Sparkline.text(values)
  }
}
