#if Network
import Foundation
import TestSupport
import Testing

@Suite("feed record", .waiting)
struct RecordTests {
  @Test func `the end counts the recorded and the rejected messages of the run`() throws {
    let directory = try TemporaryDirectory()
    let feed = try TickFeed.write(
      in: directory,
      inputs: ["log: {follow: log.jsonl, adapter: ticks}"]
    )
    let store = directory.path("ticks.sqlite")
    func messages() throws -> Int {
      let run = try FeedProgram.run("inputs", feed, "--store", store, "--format", "json")
      let inputs = try? JSONSerialization.jsonObject(with: Data(run.output.utf8))
      return (inputs as? [[String: Any]] ?? []).reduce(0) {
        $0 + ($1["messages"] as? Int ?? 0) + ($1["rejected"] as? Int ?? 0)
      }
    }
    var log = ""
    for (text, count, end) in [
      ("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\ngarbage\n", 4, "recorded 3 messages, 1 rejected"),
      ("{\"id\":4}\n", 5, "recorded 1 message"),
    ] {
      log += text
      _ = try directory.file("log.jsonl", log)
      let errors = try directory.file("errors", "")
      let process = try FeedProgram.make(
        ["record", feed, "--output", directory.path("day.jsonl"), "--store", store]
      )
      process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
      try process.start()
      try until(every: 0.2) { try !process.isRunning || messages() >= count }
      kill(process.processIdentifier, SIGTERM)
      process.waitUntilExit()
      let last = try String(contentsOfFile: errors, encoding: .utf8).split(separator: "\n").last
      #expect(last == Substring(end))
    }
  }
}
#endif
