import FeedDefinition
import FeedEngine
import FeedModel
import FeedStore
import Foundation
import Synchronization
import TestFeeds
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Late and failed inputs")
struct LatenessTests {
  private func state(_ engine: FeedEngine) -> SourceStatus.State? {
    engine.snapshot.status.first { $0.source == "ticks" }?.state
  }

  @Test func `an input without messages is late, and live again with its next message`()
    async throws
  {
    let feed = try InputFeed(
      "log: {follow: log.jsonl, adapter: ticks, stale: 300ms, sources: [ticks]}"
    )
    let path = try feed.directory.file("log.jsonl", "")
    let engine = try feed.engine()
    let states = Mutex<[SourceStatus.State]>([])
    _ = await engine.observe { update in
      states.withLock { $0 += update.snapshot.status.map(\.state) }
    }
    try await feed.whileRunning(engine) { notices in
      #expect(await notices.next(.late) != nil)
      for await update in engine.versions()
      where update.snapshot.status.contains(where: { $0.problem != nil }) {
        break
      }
      try "{\"id\":1}\n".write(toFile: path, atomically: false, encoding: .utf8)
      #expect(await notices.next(.live) != nil)
      #expect(await engine.ticks(1) == once(1...1))
    }
    // On a slow machine it may already be late again.
    let late = SourceStatus.State.late("input 'log' is late: no message for more than 300ms")
    #expect(states.withLock { $0.drop { $0 != late }.contains(.ok) })
  }

  @Test func `an input that never receives a message is listed as late`() async throws {
    let feed = try InputFeed("log: {follow: missing.jsonl, stale: 300ms, sources: []}")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      #expect(await notices.next(.late) != nil)
      let records = try await engine.inputRecords()
      #expect(records.map(\.record?.messages) == [0])
      let status = try #require(records.first.map { InputStatus($0, now: 4e9) })
      #expect(status.state == .late)
      #expect(status.lastMessage == nil)
      #expect(status.reason(at: 4e9) == "no message yet (stale: 300ms)")
    }
    try await engine.close()
  }

  @Test func `a document whose address does not answer is late`() async throws {
    try await ScriptedServer.whileServing { number, _ in
      number == 0
        ? .close(ScriptedServer.answer("200 OK", headers: ["Content-Type: application/json"], "[]"))
        : .hold("")
    } _: { server in
      let feed = try InputFeed(
        "log: {follow: log.jsonl, sources: []}",
        documents:
          "ads: {document: ads, url: 'http://127.0.0.1:\(server.port)/', every: 1s, stale: 300ms}"
      )
      let engine = try feed.engine()
      try await feed.whileRunning(engine) { notices in
        #expect(await notices.next(.late)?.input == "document/ads")
        for await update in engine.versions() {
          let ads = update.snapshot.status.first { $0.source == "ads" }
          if case .late = ads?.state { break }
        }
      }
      try await engine.close()
    }
  }

  @Test func `an input that receives only rejected messages is late`() async throws {
    let feed = try InputFeed(
      "log: {follow: log.jsonl, adapter: ticks, stale: 300ms, sources: [ticks]}"
    )
    let path = try feed.directory.file("log.jsonl", "no JSON\n")
    let engine = try feed.engine()
    func isLate() async -> Bool {
      if case .late = await engine.condition(ofInput: "log") { return true }
      return false
    }
    try await feed.whileRunning(engine) { notices in
      #expect(await notices.next(.late) != nil)
      try await until(every: .milliseconds(5)) { await isLate() }
      // The second line is processed when the third one is stored.
      try "no JSON\nneither\nnor this\n".write(toFile: path, atomically: false, encoding: .utf8)
      try await until(every: .milliseconds(5)) {
        try await engine.rejectedMessages().count == 3
      }
      #expect(await isLate())
    }
  }

  @Test func `a rejected answer fails its input until another answer, also after a restart`()
    async throws
  {
    let feed = try InputFeed(
      "web: {poll: \"http://127.0.0.1:1/\", every: 1m, adapter: table, sources: [ticks]}"
    )
    let engine = try feed.engine()
    let problem = SourceStatus.State.failed("input 'web': the last answer was rejected")
    try await InputSession.ofWeb(engine).deliver(Array("[".utf8), .json, position: "1")
    #expect(state(engine) == problem)
    let session = try await InputSession.ofWeb(engine)
    #expect(session.position == "1")
    // The source has nothing new.
    try await session.didHear(position: "1")
    #expect(state(engine) == problem)
    try await session.deliver(Array(#"[{"id":1}]"#.utf8), .json, position: "2")
    #expect(state(engine) == .ok)
    #expect(engine.snapshot.ticks == once(1...1))
    #expect(try await engine.record(ofInput: "web").failure == nil)
  }

  @Test func `an unreachable source has failed from the second attempt on`() async throws {
    let feed = try InputFeed(
      "web: {stream: \"http://127.0.0.1:1/none\", adapter: ticks, sources: [ticks]}"
    )
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      let reason = "the source cannot be reached: the connection is refused"
      #expect(await notices.next(.failed)?.text == "\(reason) (127.0.0.1:1)")
      for await update in engine.versions()
      where update.snapshot.status.contains(where: { $0.problem != nil }) {
        break
      }
      // Readers of the feed do not get the address.
      #expect(state(engine) == .failed("input 'web': \(reason)"))
      let failure = try await engine.record(ofInput: "web").failure
      #expect(failure == reason)
    }
    // A new run does not take over the failure of the previous run.
    let session = try await InputSession(
      "web",
      .rows(adapter: nil),
      stale: nil,
      engine: engine,
      time: .system,
      recorder: nil
    ) { _ in }
    #expect(session.failures == 0)
    #expect(try await engine.record(ofInput: "web").failure == nil)
  }

  /// Answers the first two requests with 503, and then keeps each stream open without sending anything.
  private static func answerSilently(_ number: Int) -> ScriptedServer.Script {
    number < 2
      ? .close(ScriptedServer.answer("503 Service Unavailable")) : .hold(ScriptedServer.stream)
  }

  @Test func `a stream that failed is live when it is connected, even without a message`()
    async throws
  {
    try await ScriptedServer.whileServing { number, _ in
      Self.answerSilently(number)
    } _: { server in
      let feed = try InputFeed(
        "web: {stream: 'http://127.0.0.1:\(server.port)/', adapter: ticks, sources: [ticks]}"
      )
      let engine = try feed.engine()
      try await feed.whileRunning(engine) { notices in
        #expect(await notices.next(.failed)?.text.hasPrefix("the source answers 503") == true)
        #expect(await notices.next(.live)?.text == "can be reached again")
        try await until { try await engine.record(ofInput: "web").failure == nil }
        #expect(state(engine) == .ok)
      }
      try await engine.close()
    }
  }

  @Test func `a stream that failed is late when it is connected, if it has been silent for long`()
    async throws
  {
    try await ScriptedServer.whileServing { number, _ in
      Self.answerSilently(number)
    } _: { server in
      let url = "http://127.0.0.1:\(server.port)/"
      let feed = try InputFeed(
        "web: {stream: '\(url)', adapter: ticks, stale: 1h, sources: [ticks]}"
      )
      let engine = try feed.engine()
      var record = InputRecord()
      (record.messages, record.time) = (1, Date.now.timeIntervalSince1970 - 7200)
      try await engine.note(record, of: "web")
      try await feed.whileRunning(engine) { notices in
        #expect(await notices.next(.failed) != nil)
        #expect(await notices.next(.late) != nil)
        #expect(!notices.list.contains { $0.kind == .live })
      }
      try await engine.close()
    }
  }

  @Test func `a source that breaks each connection stays failed until it sends something`()
    async throws
  {
    // Only the fifth answer has a comment; the answers before it are empty.
    try await ScriptedServer.whileServing { number, _ in
      number < 4 ? .close(ScriptedServer.stream) : .hold(ScriptedServer.stream + ": keep\n")
    } _: { server in
      let feed = try InputFeed(
        "web: {stream: 'http://127.0.0.1:\(server.port)/', adapter: ticks, sources: [ticks]}"
      )
      let engine = try feed.engine()
      try await feed.whileRunning(engine) { notices in
        #expect(await notices.next(.live) != nil)
        var requests = server.requests.makeAsyncIterator()
        for _ in 0...4 { _ = await requests.next() }
        #expect(notices.list.map(\.kind) == [.failed, .live])
      }
      try await engine.close()
    }
  }

  @Test func `the silence of an accepted stream is not a failure`() async throws {
    try await ScriptedServer.whileServing { _, _ in
      .hold(ScriptedServer.stream)
    } _: { server in
      let feed = try InputFeed("web: {stream: 'http://127.0.0.1:\(server.port)/'}")
      let engine = try feed.engine()
      let driver = StreamDriver(
        address: try #require(engine.feed.inputs.first?.kind.address),
        paths: nil,
        secrets: .environment([:]) { _ in nil },
        patience: WebPatience(stream: .milliseconds(300))
      )
      let session = try await InputSession.ofWeb(engine)
      var error: InputError?
      // On a busy machine the time limit may end before the answer.
      repeat {
        error = await #expect(throws: InputError.self) { try await driver.run(session) }
      } while error?.code == .timeout
      #expect(error == .endedByItself)
      try await engine.close()
    }
  }

  @Test func `a missing secret is reported by its name`() async throws {
    let feed = try InputFeed(
      "web: {stream: \"http://127.0.0.1:1/\", headers: {Authorization: \"Bearer ${NO_TOKEN}\"}}"
    )
    let engine = try feed.engine()
    #expect(InputRunner(engine, secrets: Secrets { _ in nil }).missingSecrets == ["NO_TOKEN"])
    try await feed.whileRunning(engine) { notices in
      #expect(await notices.next(.failed)?.text == "the secret 'NO_TOKEN' is missing")
    }
  }
}
