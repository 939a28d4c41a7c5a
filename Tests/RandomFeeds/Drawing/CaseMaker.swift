import TestSupport

/// Draws a schema, a feed file and a history from a seed.
struct CaseMaker {
  var random: SeededGenerator
  /// The features that may be used.
  let allowed: Set<Feature>
  /// The features in use.
  var used: Set<Feature> = []
  /// The case so far.
  var model: FeedCase

  /// Makes the case of a seed.
  ///
  /// - Parameter only: The allowed features; all if empty.
  static func make(seed: UInt64, without: Set<Feature> = [], only: Set<Feature> = []) -> FeedCase {
    var maker = CaseMaker(seed: seed, without: without, only: only)
    maker.makeTables()
    maker.makeViews()
    maker.makeFeed()
    maker.makeActions()
    maker.makeHistory()
    maker.model.features = maker.used
    return maker.model
  }

  private init(seed: UInt64, without: Set<Feature>, only: Set<Feature>) {
    var random = SeededGenerator(seed: seed)
    // A case with a few features says more, and is found sooner, than one with all of them; what is
    // forced is in every case.
    var allowed = only
    if only.isEmpty {
      let share = Int.random(in: 1...9, using: &random)
      allowed = Set(Feature.allCases.filter { _ in Int.random(in: 0..<10, using: &random) < share })
    }
    self.random = random
    self.allowed = allowed.subtracting(without)
    model = FeedCase(seed: seed, features: [], tables: [])
  }

  /// Returns whether a feature is used here, and notes it.
  mutating func uses(_ feature: Feature, oneIn: Int = 1) -> Bool {
    guard allowed.contains(feature), chance(oneIn) else { return false }
    used.insert(feature)
    return true
  }

  mutating func chance(_ oneIn: Int) -> Bool { number(1, oneIn) == 1 }

  mutating func number(_ low: Int, _ high: Int) -> Int {
    Int.random(in: low...high, using: &random)
  }

  mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &random)]
  }
}
