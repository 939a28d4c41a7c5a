import Foundation
import Testing

@Suite("feed stress")
struct StressTests {
  @Test func `a run without a fault ends with a report and the code of success`() throws {
    let run = try FeedProgram.run(
      "stress",
      FeedProgram.sportsbook,
      "--for",
      "300ms",
      "--readers",
      "2",
      "--format",
      "json"
    )
    #expect(run.status == 0, "\(run.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    for key in ["seed", "commits", "readers", "comparisons", "memory", "commitToBatchMicroseconds"]
    {
      #expect(report?[key] != nil, "\(key)")
    }
    #expect((report?["faults"] as? [Any])?.isEmpty == true)
  }

  @Test(arguments: [
    ["--for", "soon"], ["--for", "-1s"], ["--rate", "-3"], ["--readers", "5000"],
  ])
  func `options that mean nothing are refused`(arguments: [String]) throws {
    let run = try FeedProgram.run(["stress", FeedProgram.sportsbook] + arguments)
    #expect(run.status == 64, "\(arguments): \(run.errors)")
  }
}
