import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import TestFeeds
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Forms of answers of sources")
struct AnswerFormTests {
  private let directory: TemporaryDirectory
  private let source: WebSource

  init() async throws {
    directory = try TemporaryDirectory()
    source = try await WebSource.start(in: directory.url)
  }

  /// A feed whose source sends one of these answers per request, and then keeps requests open.
  private func feed(
    _ answers: [String],
    kind: String = "stream",
    more: String = "adapter: ticks"
  ) throws -> InputFeed {
    let texts = (answers + [""]).map {
      Data($0.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }
    let path = "/once?body=" + texts.joined(separator: ",")
    return try InputFeed("web: {\(kind): \"\(source.url(path))\", \(more)}")
  }

  private static func answer(
    _ body: String,
    _ type: String = "text/event-stream",
    isChunked: Bool = false
  ) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n"
      + (isChunked
        ? "Transfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
        : "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  @Test(arguments: [
    ("application/x-ndjson", false), ("application/jsonl", true), ("Text/Plain", false),
  ])
  func
    `the last line needs no line feed, and a byte order mark is ignored`(
      type: String,
      isChunked: Bool
    ) async throws
  {
    let body = "\u{FEFF}{\"id\":1}\n\n\u{FEFF}{\"id\":2}\r\n{\"id\":3}"
    let feed = try feed([Self.answer(body, type, isChunked: isChunked)])
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      #expect(await engine.ticks(3) == once(1...3))
      let rejected = try await engine.rejectedMessages()
      #expect(rejected.isEmpty)
    }
  }

  @Test(arguments: ["Text/Plain; charset=UTF-8", "APPLICATION/JSON", "application/x+json ;a=b"])
  func `media types of documents are compared without case, and a byte order mark is ignored`(
    type: String
  ) async throws {
    let feed = try feed(
      [Self.answer("\u{FEFF}[{\"id\":1}]", type)],
      kind: "poll",
      more: "every: 1s, adapter: table"
    )
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in #expect(await engine.ticks(1) == once(1...1)) }
  }

  @Test func `a comment of an event stream shows that its source is reachable again`() async throws
  {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    try await ScriptedServer.whileServing { number, _ in
      number < 2
        ? .close("HTTP/1.1 503 Away\r\nContent-Length: 0\r\n\r\n") : .hold(head + ": keep\n\n")
    } _: { server in
      let feed = try InputFeed(
        "web: {stream: \"http://127.0.0.1:\(server.port)/\", adapter: ticks}"
      )
      let engine = try feed.engine()
      try await feed.whileRunning(engine) { notices in
        #expect(await notices.next(.failed) != nil)
        #expect(await notices.next(.live)?.text == "can be reached again")
        let records = try await engine.inputRecords()
        #expect(records.map { $0.record?.messages ?? 0 } == [0])
      }
      try await engine.close()
    }
  }

  @Test(arguments: ["[{\"id\":", "{\"error\":\"maintenance\"}", "[{\"title\":\"B\"}]", ""])
  func `a document that cannot be read fails its input until a valid one arrives`(
    body: String
  ) async throws {
    let good = "[{\"id\":\"a\",\"title\":\"A\"}]"
    // The last answer equals the first one.
    let answers = [good, body, body, good].map { Self.answer($0, "application/json") }
    try await ScriptedServer.whileServing { number, _ in
      .close(answers[min(number, answers.count - 1)])
    } _: { server in
      let feed = try InputFeed(
        "web: {listen: /v1/messages, adapter: ticks}",
        documents: "ads: {document: ads, url: \"http://127.0.0.1:\(server.port)/ads\", every: 1s}"
      )
      let engine = try feed.engine()
      try await feed.whileRunning(engine) { notices in
        let failure = try #require(await notices.next(.failed))
        #expect(failure.input == "document/ads")
        let rejected = try #require(try await engine.rejectedMessages().first)
        #expect(rejected.reason.hasPrefix(failure.text), "\(rejected.reason): \(failure.text)")
        #expect(rejected.text == body)
        #expect(engine.snapshot.composition.itemCount(inSection: SectionID("ads")) == 1)
        let recovery = try #require(await notices.next(.live))
        #expect(recovery.input == "document/ads")
        // The notice comes before the version with the new state.
        for await update in engine.versions()
        where update.snapshot.status.allSatisfy({ $0.problem == nil }) { break }
        #expect(engine.snapshot.composition.itemCount(inSection: SectionID("ads")) == 1)
      }
      try await engine.close()
    }
  }

  @Test(arguments: ["json", "csv"])
  func `a poll whose answer is rejected has failed until a valid one arrives`(
    format: String
  ) async throws {
    let (good, bad, type) =
      format == "csv"
      ? ("id,name\n1,a\n", "id,name\n\"1,a\n", "text/csv")
      : ("[{\"id\":1}]", "{\"error\":\"maintenance\"}", "application/json")
    // The last answer equals the first one.
    let answers = [good, bad, bad, good].map { Self.answer($0, type) }
    try await ScriptedServer.whileServing { number, _ in
      .close(answers[min(number, answers.count - 1)])
    } _: { server in
      let feed = try InputFeed(
        """
        web: {poll: "http://127.0.0.1:\(server.port)/", every: 1s, format: \(format), adapter: table, \
        sources: [ticks]}
        """
      )
      let engine = try feed.engine()
      try await feed.whileRunning(engine) { notices in
        let failure = try #require(await notices.next(.failed))
        let rejected = try #require(try await engine.rejectedMessages().first)
        let reason = rejected.reason.prefix { !$0.isNewline }
        #expect(failure.text == "the last answer was rejected (\(reason))")
        for await update in engine.versions()
        where update.snapshot.status.contains(where: { $0.problem != nil }) {
          // Readers of the feed get neither the place nor the SQL.
          let problems = update.snapshot.status.compactMap(\.problem)
          #expect(problems == ["input 'web': the last answer was rejected"])
          break
        }
        #expect(engine.snapshot.ticks == once(1...1))
        #expect(await notices.next(.live) != nil)
        for await update in engine.versions()
        where update.snapshot.status.allSatisfy({ $0.problem == nil }) { break }
      }
      try await engine.close()
    }
  }

  @Test(arguments: [4, 20, 1])
  func `events whose ids repeat are all applied`(each: Int) async throws {
    let events = (1...20).map { "id:\($0 / each % 10)\ndata:{\"id\":\($0)}\n\n" }.joined()
    let feed = try feed([Self.answer(events)])
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in #expect(await engine.ticks(20) == once(1...20)) }
  }

  @Test(arguments: [
    ("id:5\ndata:{\"id\":1}\n\nid:\ndata:{\"id\":2}\n\n", nil),
    ("id:1\ndata:{\"id\":1}\n\nid:99\n\n", "99"), ("id:1\ndata:{\"id\":1}\n\nid:\n\n", nil),
    ("id:1\ndata:\n\n", "1"), ("id:a\u{1}b\ndata:{\"id\":1}\n\n", nil),
    ("id:\u{7F}\ndata:{\"id\":1}\n\n", nil), ("id:a\u{C}\ndata:{\"id\":1}\n\n", nil),
    ("id:a\tb\n\n", "a\tb"),
  ])
  func `the last id of a stream is sent as Last-Event-ID if a header can carry it`(
    events: String,
    next: String?
  ) async throws {
    let feed = try feed([Self.answer(events)])
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      let log = try await source.requests(2)
      #expect(log[1]["last-event-id"] == next)
      let isLost = next == nil && !events.contains("id:\n")
      #expect(notices.list.contains { $0.kind == .missed } == isLost)
    }
  }

  @Test func `events with empty data are skipped`() async throws {
    let beats = String(repeating: "data:\n\n", count: 1100)
    let feed = try feed([Self.answer("data:broken\n\n\(beats)data:{\"id\":1}\n\n")])
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      _ = await engine.ticks(1)
      let rejected = try await engine.rejectedMessages().map(\.text)
      #expect(rejected == ["broken"])
    }
  }

  @Test func `a stream that ends regularly has not failed`() async throws {
    let feed = try feed(Array(repeating: Self.answer(": beat\n\n"), count: 4))
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      try await source.requests(5)
      #expect(notices.list.isEmpty)
    }
  }

  @Test(arguments: [
    ("retry:8000\ndata:{\"id\":1}\n\n", 8.0), ("retry:99999999999999999999\n\n", 0),
    ("retry:86400000\n\n", 3600), ("retry:0\n\n", 0),
  ])
  func `a stream sets the pause with retry, up to an hour, and ends the input with 204`(
    events: String,
    pause: Double
  ) async throws {
    let feed = try feed([Self.answer(events), "HTTP/1.1 204 No Content\r\n\r\n"])
    let engine = try feed.engine()
    let pauses = Mutex<[Duration]>([])
    let notices = InputFeed.Notices()
    var runner = InputRunner(engine, secrets: .environment([:]) { _ in nil }) { notices.add($0) }
    runner.time.sleep = { pause in pauses.withLock { $0.append(pause) } }
    // The answer 204 ends the input.
    await runner.run()
    #expect(try source.log().count == 2)
    #expect(notices.list.map(\.kind) == [.failed])
    let text = try await engine.record(ofInput: "web").failure
    #expect(text == "the source has ended the stream with 204, so the input has stopped")
    let pauseTaken = pauses.withLock(\.first)
    let first = try #require(pauseTaken)
    #expect(first >= .seconds(pause))
    #expect(first <= .seconds(pause + 0.5))
  }

  @Test(arguments: [
    ("304 Not Modified\r\n", "the source answers 304 to a request without a condition"),
    (
      "200 OK\r\nContent-Type: application/json\r\nContent-Encoding: br\r\nContent-Length: 1\r\n",
      "the source sends the unsupported coding 'br'"
    ),
    (
      "200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip, gzip\r\nContent-Length: 1\r\n",
      "the source sends the unsupported coding 'gzip, gzip'"
    ),
    (
      "200 OK\r\nContent-Type: application/json\r\nContent-Encoding: x-gzip\r\nContent-Length: 1\r\n",
      "a compressed body is incomplete"
    ),
    (
      "503 Busy\r\nRetry-After: 315360000\r\nContent-Length: 0\r\n",
      "the source answers 503 and asks for a pause of 315360000 s, of which 3600 s are granted"
    ),
    (
      "200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n",
      "the answer ended after 1 of 5000 bytes"
    ),
    (
      String(repeating: "100 Continue\r\n\r\nHTTP/1.1 ", count: 17) + "200 OK\r\n",
      "the source sends more than 16 interim answers (1xx) before its answer"
    ),
  ])
  func `an unusable answer is reported with its cause`(
    head: String,
    text: String
  ) async throws {
    let answer = "HTTP/1.1 \(head)\r\n\u{1F}"
    let feed = try feed([answer, answer], kind: "poll", more: "every: 1s, adapter: table")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      let failure = await notices.next(.failed)?.text ?? ""
      #expect(failure.hasPrefix("\(text) (127.0.0.1:"), "\(failure)")
    }
  }

  /// Three members, `a`, `bb` and `ccc`, then an empty one.
  private static let members = [
    "H4sIAAAAAAACA0sEAEO+t+gBAAAA", "H4sIAAAAAAACA0tKAgCuG661AgAAAA==",
    "H4sIAAAAAAACA0tOTgYA7aS7LwMAAAA=", "H4sIAAAAAAACAwMAAAAAAAAAAAA=",
  ].flatMap { Array(Data(base64Encoded: $0) ?? Data()) }

  private func inflate(_ bytes: [UInt8], size: Int) throws -> String {
    let inflater = Inflater(isGzip: true, mostInflation: 100)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      inflater.add(bytes[start..<min(start + size, bytes.count)])
      while let piece = try inflater.next() { text += piece }
    }
    try inflater.finish()
    return String(decoding: text, as: UTF8.self)
  }

  @Test(arguments: [1, 2, 7, 1000])
  func `an input reads all members of a compressed body, and reports a broken body`(
    size: Int
  ) throws {
    #expect(try inflate(Self.members, size: size) == "abbccc")
    #expect(try inflate(Self.members + [0, 0, 0], size: size) == "abbccc")
    #expect(try inflate([], size: size) == "")
    for tail in [Array("x".utf8), [0, 0, 0x1F], [0x1F, 0x8B], [0x1F, 0x8B, 9, 9]] {
      #expect(throws: InputError.self) { try inflate(Self.members + tail, size: size) }
    }
    #expect(throws: InputError.self) { try inflate(Self.members.dropLast(), size: size) }
  }
}
