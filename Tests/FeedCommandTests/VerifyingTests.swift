import Foundation
import TestSupport
import Testing

@Suite("feed replay --verify", .waiting)
struct VerifyingTests {
  @Test func `a killed comparison leaves no copy of the store`() throws {
    let small = try SmallFeed()
    let fixture = try small.fixture(SmallFeed.lines)
    var wasKilled = false
    // The moment is short: a run that has already ended proves nothing.
    for _ in 0..<50 where !wasKilled {
      let run = try TemporaryRun(["replay", small.path, fixture, "--verify"])
      run.waitForFile(endingIn: ".sqlite")
      kill(run.process.processIdentifier, SIGKILL)
      try run.waitForAll()
      wasKilled = run.process.terminationReason == .uncaughtSignal
      #expect(run.files == [])
    }
    #expect(wasKilled)
  }
}
