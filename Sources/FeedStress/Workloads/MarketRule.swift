/// The way in which the outcomes of a market depend on the score.
enum MarketRule {
  /// The outcomes stay until the score decides the market.
  case decided
  /// The outcomes are results; those that are out of reach leave.
  case listed
  /// The market ends when one side has the given number of points.
  case untilPoints(Int)
  /// The score does not matter.
  case independent

  /// Finds the rule of a market by its name.
  init(market name: String) {
    switch name {
    case "Correct score", "Set betting", "Set score", "Winning margin": self = .listed
    case "First goal", "First score": self = .untilPoints(1)
    case "First to five": self = .untilPoints(5)
    case "Highest opening stand": self = .untilPoints(30)
    case "Highest check-out": self = .independent
    default:
      let isOther = ["Total games", "Total 180s"].contains { name.hasPrefix($0) }
      self = isOther ? .independent : .decided
    }
  }

  /// Returns whether points decide a market of totals, or of both sides scoring.
  static func isDecided(_ market: String, _ points: [Int]) -> Bool {
    if market == "Both teams to score" { return points.allSatisfy { $0 > 0 } }
    guard market.hasPrefix("Total "),
      let line = market.split(separator: " ").last.flatMap({ Double($0) })
    else { return false }
    return Double(points.reduce(0, +)) > line
  }

  /// Returns the condition of an outcome on the final score, or `nil` for an outcome without one.
  static func condition(
    of outcome: String,
    in market: String,
    home: String,
    away: String
  ) -> ((Int, Int) -> Bool)? {
    switch outcome {
    case home: return { $0 > $1 }
    case away: return { $0 < $1 }
    case "Draw": return { $0 == $1 }
    case "Yes": return { $0 > 0 && $1 > 0 }
    case "No": return { $0 == 0 || $1 == 0 }
    case "Over", "Under":
      guard let line = market.split(separator: " ").last.flatMap({ Double($0) }) else { return nil }
      return outcome == "Over"
        ? { Double($0 + $1) > line } : { Double($0 + $1) < line }
    default: break
    }
    let words = outcome.split(separator: " ")
    guard let range = words.last.flatMap(range(of:)) else { return nil }
    guard market == "Winning margin" else { return { $0 == range.0 && $1 == range.1 } }
    switch words.count > 1 ? words[0] : "" {
    case "Home": return { (range.0...range.1).contains($0 - $1) }
    case "Away": return { (range.0...range.1).contains($1 - $0) }
    default: return { (range.0...range.1).contains(abs($0 - $1)) }
    }
  }

  /// Reads `2–1` as two numbers, and `21+` as 21 and more.
  private static func range(of text: Substring) -> (Int, Int)? {
    if text.hasSuffix("+") { return Int(text.dropLast()).map { ($0, Int.max) } }
    let numbers = text.split(separator: "–").compactMap { Int($0) }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }
}
