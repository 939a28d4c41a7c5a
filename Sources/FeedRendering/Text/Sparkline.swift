/// Figures as a row of bars, one of eight heights each.
package enum Sparkline {
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Draws figures, the least as the lowest bar and the greatest as the highest.
  ///
  /// ```swift
  /// Sparkline.text([1, 2, 4])   // "▁▃█"
  /// ```
  ///
  /// - Parameters:
  ///   - values: The figures; a place without one is a space.
  ///   - base: The value of the lowest bar; by default the least figure.
  package static func text(_ values: [Double?], from base: Double? = nil) -> String {
    let known = values.compactMap { $0 }.filter(\.isFinite)
    guard let least = base ?? known.min(), let greatest = known.max() else {
      return String(repeating: " ", count: values.count)
    }
    let span = greatest - least
    return String(
      values.map { value in
        guard let value, value.isFinite else { return " " }
        guard span > 0, span.isFinite else { return base == nil ? bars[3] : bars[0] }
        let share = min(max((value - least) / span, 0), 1)
        return bars[Int((share * Double(bars.count - 1)).rounded())]
      }
    )
  }
}
