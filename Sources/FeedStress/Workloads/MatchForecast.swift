/// The probable results of a match from its present score on.
struct MatchForecast {
  /// A result and its probability.
  struct Result {
    let points: [Int]
    let chance: Double
  }

  private(set) var results: [Result] = []

  /// Forecasts the result.
  ///
  /// - Parameters:
  ///   - balance: The strength of the home side in ten-thousandths.
  ///   - points: The present score.
  ///   - ticks: The ticks that have passed.
  init(_ profile: SportProfile, balance: Int, points: [Int], ticks: Int) {
    if let parts = profile.decidingParts {
      addParts(points, toWin: parts / 2 + 1, home: Double(balance) / 10_000)
    } else {
      let sides = (0...1).map { side in
        let left = (ticks + 1..<max(MatchCourse.ticks, ticks + 1)).reduce(0) {
          $0 + profile.scoresPerTick(ofSide: side, tick: $1, balance: balance)
        }
        return Self.counts(around: Double(left) / 1_000_000)
      }
      let step = Double(profile.pointsPerScore) / 1_000
      for (home, first) in sides[0] {
        for (away, second) in sides[1] {
          let more = [Int(Double(home) * step + 0.5), Int(Double(away) * step + 0.5)]
          results.append(
            Result(points: [points[0] + more[0], points[1] + more[1]], chance: first * second)
          )
        }
      }
    }
  }

  /// Returns the probability of the results that meet a condition.
  func chance(_ isMet: (_ home: Int, _ away: Int) -> Bool) -> Double {
    results.reduce(0) { isMet($1.points[0], $1.points[1]) ? $0 + $1.chance : $0 }
  }

  /// Adds the results of sets or legs that the home side wins with the given probability.
  private mutating func addParts(_ points: [Int], toWin: Int, home: Double) {
    var chances = [[Double]](
      repeating: [Double](repeating: 0, count: toWin + 1),
      count: toWin + 1
    )
    chances[points[0]][points[1]] = 1
    for first in points[0]...toWin {
      for second in points[1]...toWin where chances[first][second] > 0 {
        let chance = chances[first][second]
        if first == toWin || second == toWin {
          results.append(Result(points: [first, second], chance: chance))
        } else {
          chances[first + 1][second] += chance * home
          chances[first][second + 1] += chance * (1 - home)
        }
      }
    }
  }

  /// The distribution of Poisson, without its improbable ends.
  private static func counts(around mean: Double) -> [(count: Int, chance: Double)] {
    var weights = [(count: 0, chance: 1.0)]
    // Only ratios matter, so that neither a power nor an exponential function is needed.
    while weights.count < 200 {
      let next = weights[weights.count - 1].chance * mean / Double(weights.count)
      weights.append((weights.count, next))
      if Double(weights.count) > mean, next < 1e-5 * (weights.map(\.chance).max() ?? 1) { break }
    }
    let most = weights.map(\.chance).max() ?? 1
    weights.removeAll { $0.chance < 1e-5 * most }
    let sum = weights.reduce(0) { $0 + $1.chance }
    return weights.map { ($0.count, $0.chance / sum) }
  }
}
