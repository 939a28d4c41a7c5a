import Foundation
import TestSupport
import Testing

@Suite("feed replay --step: lines", .waiting)
struct StepTests {
  /// Runs the given steps as lines.
  private func step(_ steps: String...) throws -> FeedProgram.Outcome {
    let feed = try SmallFeed()
    let directory = try TemporaryDirectory()
    let output = try directory.file("output", "")
    let errors = try directory.file("errors", "")
    let process = try FeedProgram.make(["replay", feed.path, try feed.fixture(), "--step"])
    process.standardInput = try FileHandle(
      forReadingFrom: URL(
        filePath: try directory.file("steps", steps.map { $0 + "\n" }.joined())
      )
    )
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.start()
    process.waitUntilExit()
    return FeedProgram.Outcome(
      status: process.terminationStatus,
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8)
    )
  }

  private func heads(_ outcome: FeedProgram.Outcome) -> [Substring] {
    outcome.lines.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != "·" } }
  }

  @Test func `versions are shown forward and back`() throws {
    let outcome = try step("n", "n", "", "p", "9", "2", "q")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(
      heads(outcome) == [1, 2, 3, 4, 3, 9, 2].map { "version \($0) " }
    )
    // A step back removes the inserted items.
    #expect(outcome.output.contains("version 3 · from version 4 · "))
    #expect(outcome.output.contains("  deleteSections([0])"))
  }

  @Test func `the first and last versions and invalid steps are reported`() throws {
    let outcome = try step("p", "sideways", "99", "0", "n")
    #expect(outcome.status == 0)
    #expect(heads(outcome) == ["version 1 ", "version 11 "])
    #expect(outcome.errors.contains("version 1 is the first one"))
    #expect(outcome.errors.contains("'sideways' is not a step; use n (next), p (back)"))
    #expect(outcome.errors.contains("the fixture has ended; version 11 is the last one"))
  }
}
