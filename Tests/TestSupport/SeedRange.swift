/// The seeds of random histories, as an environment variable names them: `1575..3000`.
package struct SeedRange {
  /// The seeds, without the last number.
  package let seeds: Range<UInt64>

  /// Reads a range of seeds.
  ///
  /// - Parameter text: Two numbers with two dots between them, or a single seed.
  package init?(_ text: String) {
    let ends = text.split(separator: ".").map { UInt64($0) }
    switch (ends.first ?? nil, ends.dropFirst().first ?? nil) {
    case (let low?, let high?) where ends.count == 2 && low <= high: seeds = low..<high
    case (let seed?, nil) where ends.count == 1: seeds = seed..<(seed + 1)
    default: return nil
    }
  }
}
