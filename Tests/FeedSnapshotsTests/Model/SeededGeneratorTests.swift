import TestSupport
import Testing

/// All random histories draw from it, so their quality depends on it.
@Suite("Random numbers of tests")
struct SeededGeneratorTests {
  @Test func `no two seeds share a part of their numbers`() {
    var seen: Set<UInt64> = []
    for seed in UInt64(0)..<1_000 {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<100 { #expect(seen.insert(random.next()).inserted, "seed \(seed)") }
    }
  }
}
