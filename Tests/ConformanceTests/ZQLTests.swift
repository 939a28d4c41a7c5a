import TestSupport
import Testing

@Suite("ZQL", .enabled(if: Suites.has("zql"), "\(Suites.absence(of: "zql"))"))
struct ZQLTests {
  @Test(arguments: ZQLCase.all)
  func `live rows and batches equal the data and the pushes that ZQL records`(
    example: ZQLCase
  ) {
    #expect(example.outcome.difference == nil)
  }

  @Test(arguments: ZQLCase.all)
  func `live rows equal fresh SQL after each of many random pushes`(example: ZQLCase) {
    for seed in 1...UInt64(amount(2, full: 8, soak: 100)) {
      let outcome = example.walk(seed: seed, steps: amount(40, full: 200, soak: 1_000))
      #expect(outcome.difference == nil)
    }
  }
}
