import FeedEngine
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Following files")
struct FollowTests {
  private let feed: InputFeed
  private let path: String

  init() throws {
    feed = try InputFeed("log: {follow: log.jsonl, adapter: ticks}")
    path = feed.directory.path("log.jsonl")
  }

  private func lines(_ range: ClosedRange<Int>) -> String {
    range.map { "{\"id\":\($0),\"value\":\"x\"}\n" }.joined()
  }

  private func append(_ text: String, to path: String? = nil) throws {
    let path = path ?? self.path
    if !FileManager.default.fileExists(atPath: path) {
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
    }
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
  }

  @Test func `a file is read from its beginning, and what is appended comes too`() async throws {
    try append(lines(1...3))
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      #expect(await engine.ticks(3) == once(1...3))
      try append(lines(4...5))
      #expect(await engine.ticks(5) == once(1...5))
    }
  }

  @Test func `a file that is not there yet is waited for`() async throws {
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      try append(lines(1...2))
      #expect(await engine.ticks(2) == once(1...2))
    }
  }

  @Test func `half a line waits for its other half`() async throws {
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      try append(lines(1...1) + "{\"id\":2,")
      #expect(await engine.ticks(1) == once(1...1))
      try append("\"value\":\"x\"}\n")
      #expect(await engine.ticks(2) == once(1...2))
      #expect(notices.list.isEmpty)
    }
  }

  @Test func `a file that is renamed and made anew is read to its end, and then the new one`()
    async throws
  {
    try append(lines(1...3))
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      #expect(await engine.ticks(3) == once(1...3))
      try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
      try append(lines(4...5), to: path + ".1")
      try append(lines(6...8))
      #expect(await engine.ticks(8) == once(1...8))
    }
  }

  @Test func `a file that is cut off is read from its beginning, also if it is longer by then`()
    async throws
  {
    try append(lines(1...3))
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      #expect(await engine.ticks(3) == once(1...3))
      try Data(lines(4...4).utf8).write(to: URL(filePath: path))
      #expect(await engine.ticks(4) == once(1...4))
      // In place, as copytruncate does, and at once as long as before.
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(lines(5...9).utf8))
      try handle.close()
      #expect(await engine.ticks(9) == once(1...9))
    }
  }

  @Test func `what was written while nobody looked is read once, also from a renamed file`()
    async throws
  {
    try append(lines(1...3))
    let first = try feed.engine()
    try await feed.whileRunning(first) { _ in #expect(await first.ticks(3) == once(1...3)) }
    try await first.close()
    try append(lines(4...5))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try append(lines(6...7))
    let second = try feed.engine()
    try await feed.whileRunning(second) { _ in #expect(await second.ticks(7) == once(1...7)) }
  }

  @Test func `one bad message among good ones is kept with its reason, and the input goes on`()
    async throws
  {
    try append(lines(1...2) + "garbage\n" + lines(3...3))
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      #expect(await engine.ticks(3) == once(1...3))
      #expect(notices.list.map(\.kind) == [.rejected])
      let kept = try await engine.rejectedMessages()
      #expect(kept.map(\.text) == ["garbage"])
      #expect(kept.first?.input == "log")
      #expect(kept.first?.adapter == "ticks")
      #expect(kept.first?.reason.contains("malformed") == true)
      let record = try await engine.record(ofInput: "log").record
      #expect(record?.messages == 3)
      #expect(record?.rejected == 1)
    }
    // It is not read again after a restart.
    try await engine.close()
    let next = try feed.engine()
    try await feed.whileRunning(next) { notices in
      try append(lines(4...4))
      #expect(await next.ticks(4) == once(1...4))
      #expect(notices.list.isEmpty)
      #expect(try await next.rejectedMessages().count == 1)
    }
  }

  @Test func `of rejected messages the newest thousand of each input are kept`() async throws {
    try append((1...1010).map { "bad \($0)\n" }.joined() + lines(1...1))
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      #expect(await engine.ticks(1) == once(1...1))
      let kept = try await engine.rejectedMessages(of: "log")
      #expect(kept.count == 1000)
      #expect(kept.first?.text == "bad 11")
      #expect(kept.last?.text == "bad 1010")
      #expect(try await engine.record(ofInput: "log").record?.rejected == 1010)
    }
  }

  @Test func `a rejected message is applied again when it can be, and forgotten then`() async throws
  {
    try append("{\"id\":null,\"value\":1}\n{\"id\":\"x\"}\n")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in _ = await notices.next(.rejected) }
    let kept = try await engine.rejectedMessages()
    let bad = try #require(kept.first { $0.text.contains("\"x\"") })
    await #expect(throws: (any Error).self) { try await engine.retry(bad) }
    #expect(try await engine.rejectedMessages().count == kept.count)
    var mended = bad
    mended.text = "{\"id\":9}"
    try await engine.retry(mended)
    #expect(engine.snapshot.ticks[9] == 1)
    #expect(try await engine.rejectedMessages().count == kept.count - 1)
    try await engine.forget(engine.rejectedMessages())
    #expect(try await engine.rejectedMessages().isEmpty)
  }

  @Test func `statements of SQL are refused in what comes from outside`() async throws {
    let feed = try InputFeed("log: {follow: log.jsonl}")
    let line = #"{"sql":["INSERT INTO tick VALUES (1, 1, 1)"]}"# + "\n"
    _ = try feed.directory.file(
      "log.jsonl",
      line + #"{"upsert":{"tick":[{"id":2,"count":1}]}}"# + "\n"
    )
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      #expect(await engine.ticks(1) == [2: 1])
      let rejected = try await engine.rejectedMessages()
      #expect(rejected.first?.reason.contains("not-allowed") == true)
    }
  }
}
