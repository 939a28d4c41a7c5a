import Testing

@Suite("JSONTestSuite", .enabled(if: Suites.has("json"), "\(Suites.absence(of: "json"))"))
struct JSONTests {
  @Test func `every way in takes what json_valid accepts, and stores and replays it unchanged`()
    async throws
  {
    let entrance = try await JSONEntrance()
    for (name, outcome) in try await JSONCase.outcomes(entrance) {
      #expect(outcome.difference == nil, "\(name)")
    }
    let difference = try await entrance.differenceOfReplay()
    #expect(difference == nil)
  }
}
