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

// The size of scores.
extension SportProfile {
  /// The number of sets or legs, if the side that has won most of them wins.
  var decidingParts: Int? {
    if case .parts(_, let count) = scoring.clock, scoring.steps == [1] { count } else { nil }
  }

  /// The points of a whole match that its market of totals expects, in thousandths.
  var expectedPoints: Int {
    for market in markets {
      if case .total(let halves) = market.outcomes { return halves * 500 }
    }
    return scoring.perEvent * 1_000
  }

  /// The points of an average score, in thousandths.
  var pointsPerScore: Int {
    scoring.steps.reduce(0, +) * 1_000 / scoring.steps.count
  }

  /// The scores of a side in a tick, in millionths.
  ///
  /// - Parameter balance: The strength of the home side in ten-thousandths.
  func scoresPerTick(ofSide side: Int, tick: Int, balance: Int) -> Int {
    let both = expectedPoints * 1_000_000 / (pointsPerScore * MatchCourse.ticks)
    // The more scores there are, the less luck decides: equal chances to win need a smaller difference.
    let scores = Double(expectedPoints) / Double(pointsPerScore)
    let edge = Double(balance - 5_000) * min(2 / scores.squareRoot(), 1)
    let strength = 5_000 + Int(side == 0 ? edge : -edge)
    guard scoring.sidesTakeTurns else { return both * strength / 10_000 }
    return (tick <= MatchCourse.ticks / 2) == (side == 0) ? both * strength / 5_000 : 0
  }
}
