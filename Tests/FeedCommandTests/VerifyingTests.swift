import Foundation
import TestSupport
import Testing

@Suite("feed replay --verify", .waiting)
struct VerifyingTests {
  @Test func `a comparison that is killed leaves no copy of the store`() throws {
    let small = try SmallFeed()
    let fixture = try small.fixture(SmallFeed.lines)
    var wasKilled = false
    // The moment is short: a run that has ended before is no proof.
    for _ in 0..<50 where !wasKilled {
      let directory = try TemporaryDirectory()
      let process = try FeedProgram.make(
        ["replay", small.path, fixture, "--verify"],
        environment: ["TMPDIR": directory.path]
      )
      process.standardOutput = FileHandle.nullDevice
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      func files() -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: directory.path)) ?? []
      }
      while process.isRunning, !files().contains(where: { $0.hasSuffix(".sqlite") }) {}
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      wasKilled = process.terminationReason == .uncaughtSignal
      // Nobody holds standard error open any more when all processes have ended.
      _ = try errors.fileHandleForReading.readToEnd()
      #expect(files() == [])
    }
    #expect(wasKilled)
  }
}
