import FeedFormatting

/// A line on standard error that shows the progress of a run; empty without a terminal.
package struct ProgressBar {
  private let isShown: Bool
  private var next: ContinuousClock.Instant
  private var isDrawn = false

  package init(isShown: Bool = Terminal.showsProgress) {
    self.isShown = isShown
    next = .now
  }

  /// Redraws the line, at most ten times per second.
  ///
  /// - Parameter fraction: The completed fraction, from zero to one.
  package mutating func update(
    _ fraction: @autoclosure () -> Double,
    _ text: @autoclosure () -> String
  ) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    isDrawn = true
    let fraction = min(max(fraction(), 0), 1)
    let filled = Int(fraction * 24)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    Console.draw("\r\(bar) \(Int(fraction * 100)) %  \(text().inert)\u{1B}[K")
  }

  /// Removes the line.
  package mutating func clear() {
    if isDrawn { Console.draw("\r\u{1B}[K") }
    isDrawn = false
  }
}
