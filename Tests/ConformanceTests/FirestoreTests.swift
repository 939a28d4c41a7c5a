import Testing

@Suite("Firestore", .enabled(if: Suites.has("firestore"), "\(Suites.absence(of: "firestore"))"))
struct FirestoreTests {
  @Test(arguments: FirestoreCase.all)
  func `the batches equal the added, modified and removed documents of every step`(
    example: FirestoreCase
  ) {
    #expect(example.outcome.difference == nil)
  }
}
