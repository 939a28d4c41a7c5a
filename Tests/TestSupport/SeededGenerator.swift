/// Random numbers that are the same for the same seed, on every machine.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Begins a sequence of numbers.
  ///
  /// - Parameter seed: Any number; neighbours lead to sequences that have nothing in common.
  package init(seed: UInt64) {
    // Mixed, since states that are a multiple of the step apart lead into one sequence.
    state = Self.mixed(seed &+ 1)
  }

  /// Makes the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
