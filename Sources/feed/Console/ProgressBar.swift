import FeedFormatting

/// A line on standard error that is overwritten as a run goes on; `nil` where nobody looks.
struct ProgressBar {
  private let isShown: Bool
  private var next: ContinuousClock.Instant
  private var isDrawn = false

  init(isShown: Bool = Terminal.showsProgress) {
    self.isShown = isShown
    next = .now
  }

  /// Draws the line again, at the most ten times a second.
  ///
  /// - Parameters:
  ///   - fraction: How much is done, from zero to one.
  ///   - text: What stands behind the bar.
  mutating func update(_ fraction: @autoclosure () -> Double, _ text: @autoclosure () -> String) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    isDrawn = true
    let fraction = min(max(fraction(), 0), 1)
    let filled = Int(fraction * 24)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    Console.draw("\r\(bar) \(Int(fraction * 100)) %  \(text().inert)\u{1B}[K")
  }

  /// Takes the line away.
  mutating func clear() {
    if isDrawn { Console.draw("\r\u{1B}[K") }
    isDrawn = false
  }
}
