import Foundation
import TestSupport
import Testing

@Suite("feed watch: others at the store", .waiting, .timeLimit(.minutes(10)))
struct WatchOthersTests {
  @Test func `P15 a page over a store shows what another program commits there`() throws {
    let feed = try SmallFeed()
    let store = feed.directory.path("small.sqlite")
    let first = try feed.fixture(Array(SmallFeed.lines.prefix(2)), name: "first.jsonl")
    _ = try FeedProgram.run("replay", feed.path, first, "--store", store)
    let process = try FeedProgram.make(["watch", feed.path, "--store", store, "--format", "json"])
    let output = Pipe()
    process.standardOutput = output
    try process.start()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    var lines = RunningLines(output.fileHandleForReading)
    let begin = try #require(try lines.next())
    #expect(begin["version"] as? Int == 3)

    let rest = try feed.fixture(Array(SmallFeed.lines[3...3]), name: "rest.jsonl")
    let replay = try FeedProgram.run("replay", feed.path, rest, "--store", store)
    #expect(replay.status == 0)
    let next = try #require(try lines.next())
    // The other program has given the same number to the same state.
    #expect(next["version"] as? Int == 4)
    let updates = next["updates"] as? [String: Any]
    #expect((updates?["reconfigureItems"] as? [Any])?.count == 1)
  }
}
