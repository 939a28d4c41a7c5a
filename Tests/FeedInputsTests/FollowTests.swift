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

  @Test func `a file is read from its beginning, including appended lines`() async throws {
    try append(lines(1...3))
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      #expect(await engine.ticks(3) == once(1...3))
      try append(lines(4...5))
      #expect(await engine.ticks(5) == once(1...5))
    }
  }

  @Test func `an input waits for a file that does not exist yet`() async throws {
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      try append(lines(1...2))
      #expect(await engine.ticks(2) == once(1...2))
    }
  }

  @Test func `an incomplete line is not delivered before its end is written`() async throws {
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      try append(lines(1...1) + "{\"id\":2,")
      #expect(await engine.ticks(1) == once(1...1))
      try append("\"value\":\"x\"}\n")
      #expect(await engine.ticks(2) == once(1...2))
      #expect(notices.list.isEmpty)
    }
  }

  @Test func `a renamed file is read to its end before the new file`()
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

  @Test func `a truncated file is read from its beginning, even if it has grown again`()
    async throws
  {
    try append(lines(1...3))
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      #expect(await engine.ticks(3) == once(1...3))
      try Data(lines(4...4).utf8).write(to: URL(filePath: path))
      #expect(await engine.ticks(4) == once(1...4))
      // Truncate in place, as copytruncate does, and write the same length again.
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(lines(5...9).utf8))
      try handle.close()
      #expect(await engine.ticks(9) == once(1...9))
    }
  }

  @Test func `lines written while the input was stopped are read once, even from a renamed file`()
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

  @Test func `only a copy whose name begins with that of the file is reported`() async throws {
    try append(lines(1...3))
    let first = try feed.engine()
    try await feed.whileRunning(first) { _ in #expect(await first.ticks(3) == once(1...3)) }
    try await first.close()
    try FileManager.default.copyItem(atPath: path, toPath: feed.directory.path("monday.jsonl"))
    try append(lines(4...4))
    let second = try feed.engine()
    try await feed.whileRunning(second) { notices in
      #expect(await second.ticks(4) == once(1...4))
      #expect(notices.list.isEmpty)
    }
    try await second.close()
    try FileManager.default.copyItem(atPath: path, toPath: path + ".1")
    try append(lines(5...5))
    let third = try feed.engine()
    try await feed.whileRunning(third) { notices in
      #expect(await third.ticks(5) == once(1...5))
      let text = notices.list.first?.text ?? ""
      #expect(text.contains("begins as its rotated file 'log.jsonl.1' does"), "\(text)")
    }
  }

  @Test func `a bad message is stored with its reason, and the input continues`()
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
    // A restart does not read it again.
    try await engine.close()
    let next = try feed.engine()
    try await feed.whileRunning(next) { notices in
      try append(lines(4...4))
      #expect(await next.ticks(4) == once(1...4))
      #expect(notices.list.isEmpty)
      #expect(try await next.rejectedMessages().count == 1)
    }
  }

  @Test func `the newest thousand rejected messages of each input are kept`() async throws {
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

  @Test func `a corrected rejected message can be applied and is then removed`() async throws {
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

  @Test func `messages from outside must not contain SQL statements`() async throws {
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
