/// The course of a match, drawn before it begins: who scores when, and its end.
///
/// A match has sixty ticks. A side leads by sets or legs only as long as it has not won.
struct MatchCourse: Sendable {
  /// A score: its tick, its side (0 is home) and its points.
  struct Score: Sendable {
    let tick: Int
    let side: Int
    let points: Int
  }

  /// The number of ticks of a whole match.
  static let ticks = 60

  /// The scores, in order.
  private(set) var scores: [Score] = []
  /// The tick at which it ends.
  private(set) var end = ticks

  /// Draws a match.
  ///
  /// - Parameter balance: The strength of the home side in ten-thousandths; 5,000 is even.
  init(_ profile: SportProfile, balance: Int, _ random: inout SplitMix64) {
    if let parts = profile.decidingParts {
      drawParts(parts, balance, &random)
    } else {
      drawScores(profile, balance, &random)
    }
  }

  /// Returns the points of both sides after the given number of ticks.
  func points(afterTicks ticks: Int) -> [Int] {
    var points = [0, 0]
    for score in scores where score.tick <= ticks { points[score.side] += score.points }
    return points
  }

  /// Draws the winner of each set or leg, until one side has most of them.
  private mutating func drawParts(_ count: Int, _ balance: Int, _ random: inout SplitMix64) {
    var won = [0, 0]
    for part in 1...count where won.max() ?? 0 <= count / 2 {
      let side = random.below(10_000) < balance ? 0 : 1
      won[side] += 1
      end = (part * Self.ticks + count - 1) / count
      scores.append(Score(tick: end, side: side, points: 1))
    }
  }

  private mutating func drawScores(
    _ profile: SportProfile,
    _ balance: Int,
    _ random: inout SplitMix64
  ) {
    var points = [0, 0]
    for tick in 1..<Self.ticks {
      for side in 0...1 {
        let rate = profile.scoresPerTick(ofSide: side, tick: tick, balance: balance)
        let count = rate / 1_000_000 + (random.below(1_000_000) < rate % 1_000_000 ? 1 : 0)
        for _ in 0..<count {
          let step = random.element(of: profile.scoring.steps) ?? 1
          points[side] += step
          scores.append(Score(tick: tick, side: side, points: step))
        }
      }
      if profile.scoring.sidesTakeTurns, points[1] > points[0] {
        end = tick
        return
      }
    }
  }
}
