/// The properties of a sport in the sportsbook's workload: its teams, its scoring, its markets.
struct SportProfile: Sendable {
  let name: String
  let competitions: [String]
  let sides: [String]
  let scoring: Scoring
  let markets: [MarketTemplate]
}

/// The scoring and the clock of a sport.
struct Scoring: Sendable {
  /// The number of scores in a whole event.
  let perEvent: Int
  /// The points that one score may bring, the likelier ones more often.
  let steps: [Int]
  let clock: Clock
  /// Whether one side scores in the first half, and the other side in the second.
  var sidesTakeTurns = false

  enum Clock: Sendable {
    /// A clock that counts up to the given number of minutes: `63'`.
    case minutes(Int)
    /// Periods of the given number of minutes, in which the clock counts down: `Q3 04:12`.
    case periods(String, count: Int, minutes: Int)
    /// Parts without a clock: `Set 2`.
    case parts(String, count: Int)
  }

  /// Returns the text of a clock after the given number of ticks; a whole event has sixty.
  func clock(afterTicks ticks: Int) -> String {
    let ticks = min(ticks, 59)
    switch clock {
    case .minutes(let all):
      return "\(1 + ticks * all / 60)'"
    case .periods(let name, let count, let minutes):
      let perPeriod = 60 / count
      let left = minutes * 60 * (perPeriod - ticks % perPeriod) / perPeriod
      return "\(name)\(1 + ticks / perPeriod) \(twoDigits(left / 60)):\(twoDigits(left % 60))"
    case .parts(let name, let count):
      return "\(name) \(1 + ticks * count / 60)"
    }
  }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A market of each event of a sport.
struct MarketTemplate: Sendable {
  let name: String
  let outcomes: Outcomes

  enum Outcomes: Sendable {
    /// One side or the other.
    case winner
    /// One side, the other, or neither.
    case winnerOrDraw
    /// Above or below a line near one given in halves: `5` is 2.5.
    case total(halves: Int)
    /// Above or below the very line that the market is named for.
    case line
    /// One of several, with how likely each is in ten-thousandths.
    case named([(name: String, share: Int)])
  }

  /// Returns the market with a separate line, the given number of goals or points above the usual
  /// one.
  func on(line steps: Int) -> MarketTemplate {
    guard case .total(let halves) = outcomes else { return self }
    let line = max(1, halves + 2 * steps)
    return MarketTemplate(
      name: "\(name) \(line / 2)" + (line % 2 == 0 ? "" : ".5"),
      outcomes: .line
    )
  }
}
