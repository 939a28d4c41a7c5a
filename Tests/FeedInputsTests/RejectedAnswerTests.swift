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

/// Answers that replace each other, such as those of a poll, and that cannot be applied.
@Suite("Rejected answers")
struct RejectedAnswerTests {
  static let answer = #"{"rows":[{"id":1}],"next":"page 2"}"#

  /// An input with an adapter that does not fit the answer, or with one that does.
  private struct Web {
    let wrong: InputFeed
    let right: String

    init(_ input: String) throws {
      wrong = try InputFeed("\(input), adapter: table, sources: [ticks]}")
      let text = try String(contentsOfFile: wrong.path, encoding: .utf8)
      right = try wrong.directory.file(
        "right.yaml",
        text.replacing("json_each(:message)", with: "json_each(:message, '$.rows')")
      )
    }

    init(port: Int) throws { try self.init("web: {poll: \"http://127.0.0.1:\(port)/\", every: 1s") }

    /// An engine with the adapter that fits.
    func fixed() throws -> FeedEngine { try FeedEngine(file: right, store: wrong.store) }
  }

  /// A server whose answer never changes; it answers 304 to a request that names its entity tag.
  private func whileServing(
    _ body: @Sendable (Web, _ requests: @Sendable () -> Int) async throws -> Void
  ) async throws {
    let requests = Mutex(0)
    let document = ScriptedServer.answer(
      "200 OK",
      headers: ["Content-Type: application/json", "ETag: \"1\""],
      Self.answer
    )
    try await ScriptedServer.whileServing { _, request in
      requests.withLock { $0 += 1 }
      return .close(
        request.contains("If-None-Match") ? ScriptedServer.answer("304 Not Modified") : document
      )
    } _: { server in
      try await body(Web(port: server.port)) { requests.withLock { $0 } }
    }
  }

  /// Runs the wrong adapter until its answer is rejected.
  private func reject(_ web: Web) async throws {
    let engine = try web.wrong.engine()
    try await web.wrong.whileRunning(engine) { notices in
      _ = try #require(await notices.next(.failed))
      try await until { try await engine.record(ofInput: "web").failure != nil }
      let problems = engine.snapshot.status.map(\.problem)
      #expect(problems == ["input 'web': the last answer was rejected"])
    }
    #expect(try await engine.rejectedMessages().map(\.text) == [Self.answer])
    try await engine.close()
  }

  @Test func `a rejected answer is applied once after a restart with another adapter`() async throws
  {
    try await whileServing { web, requests in
      try await reject(web)
      for round in 1...2 {
        let engine = try web.fixed()
        try await web.wrong.whileRunning(engine) { notices in
          #expect(await engine.ticks(1) == once(1...1))
          if round == 1 { #expect(await notices.next(.live) != nil) }
          // The later answers are not new.
          let seen = requests()
          try await until(every: .milliseconds(5)) { requests() > seen + 2 }
        }
        #expect(engine.snapshot.ticks == once(1...1))
        #expect(engine.snapshot.status.allSatisfy { $0.problem == nil })
        #expect(try await engine.rejectedMessages().isEmpty)
        let (record, failure) = try await engine.record(ofInput: "web")
        #expect(failure == nil && record?.messages == 1 && record?.rejected == 1)
        try await engine.close()
      }
    }
  }

  @Test func `an answer that is rejected again after a restart is listed and counted once`()
    async throws
  {
    try await whileServing { web, requests in
      for round in 1...3 {
        try await reject(web)
        let engine = try web.wrong.engine()
        #expect(try await engine.record(ofInput: "web").record?.rejected == 1, "run \(round)")
        #expect(engine.snapshot.inputs.map(\.state) == [.failed])
        try await engine.close()
      }
      #expect(requests() > 2)
    }
  }

  @Test func `a retry of the last answer ends the failure of its input in the same commit`()
    async throws
  {
    try await whileServing { web, requests in
      try await reject(web)
      let engine = try web.fixed()
      for message in try await engine.rejectedMessages() {
        let update = try #require(try await engine.retry(message))
        #expect(update.snapshot.ticks == once(1...1))
        #expect(update.snapshot.inputs.map(\.state) == [.live])
      }
      #expect(try await engine.record(ofInput: "web").failure == nil)
      // The next run does not apply it again.
      try await web.wrong.whileRunning(engine) { notices in
        try await until(every: .milliseconds(5)) { requests() > 3 }
        #expect(notices.list.isEmpty)
      }
      #expect(engine.snapshot.ticks == once(1...1))
      try await engine.close()
    }
  }

  @Test func `a running input notices that another process has applied its rejected answer`()
    async throws
  {
    try await whileServing { web, _ in
      let engine = try web.wrong.engine()
      try await web.wrong.whileRunning(engine) { notices in
        _ = try #require(await notices.next(.failed))
        try await until { try await engine.record(ofInput: "web").failure != nil }
        let other = try web.fixed()
        for message in try await other.rejectedMessages() { try await other.retry(message) }
        try await other.close()
        #expect(await notices.next(.live) != nil)
        try await until { try await engine.rejectedMessages().isEmpty }
      }
      #expect(try await engine.record(ofInput: "web").failure == nil)
      try await engine.close()
    }
  }

  @Test(arguments: [true, false])
  func
    `an answer that another process applies before the retry is neither applied nor listed again`(
      isFixed: Bool
    ) async throws
  {
    try await whileServing { web, _ in
      try await reject(web)
      let engine = try isFixed ? web.fixed() : web.wrong.engine()
      let position = try #require(try await engine.record(ofInput: "web").record?.position)
      let session = try await InputSession.ofWeb(engine)
      let other = try web.fixed()
      for message in try await other.rejectedMessages() { try await other.retry(message) }
      try await other.close()
      #expect(session.awaitsRetry)
      #expect(session.mustDeliver(isNew: false))
      try await session.deliver(Array(Self.answer.utf8), .json, position: position)
      #expect(try await engine.rejectedMessages().isEmpty)
      #expect(try await engine.record(ofInput: "web").failure == nil)
      try await until(every: .milliseconds(5)) { engine.snapshot.ticks == once(1...1) }
      #expect(!session.mustDeliver(isNew: false))
      try await engine.close()
    }
  }

  @Test func `a rejected answer stays known while its source cannot be reached`() async throws {
    let web = try Web("web: {poll: \"http://127.0.0.1:1/\", every: 1s")
    let engine = try web.wrong.engine()
    try await InputSession.ofWeb(engine).deliver(Array(Self.answer.utf8), .json, position: "1")
    let unreachable = InputError(.refused, "no one answers")
    try await InputSession.ofWeb(engine).didFail(unreachable)
    #expect(try await engine.record(ofInput: "web").failure == unreachable.message)
    let next = try await InputSession.ofWeb(engine)
    #expect(next.awaitsRetry)
    #expect(await engine.condition(ofInput: "web") == .failed(RejectedAnswer.failure))
    // A new answer takes its place.
    #expect(next.mustDeliver(isNew: true))
    try await next.deliver(Array(#"[{"id":1}]"#.utf8), .json, position: "2")
    #expect(try await !InputSession.ofWeb(engine).awaitsRetry)
    #expect(try await engine.rejectedMessages().count == 1)
    try await engine.close()
  }

  private static let document =
    "ads: {document: ads, url: 'http://127.0.0.1:1/', every: 1h, items: $.list}"
  private static let hostile = #"{"upsert":{"tick":[{"id":9,"count":1}]}}"#

  @Test func `a rejected text of a document is read as the document, never as a message`()
    async throws
  {
    let feed = try InputFeed("log: {follow: log.jsonl, adapter: ticks}", documents: Self.document)
    let engine = try feed.engine()
    let session = try await InputSession.ofWeb(engine, "document/ads", .document("ads"))
    let texts = [Self.hostile, Self.hostile, "<html>", Self.hostile]
    for text in texts {
      await #expect(throws: InputError.self) {
        try await session.deliver(Array(text.utf8), position: nil)
      }
    }
    // The repeated text is listed and counted once.
    let messages = try await engine.rejectedMessages()
    #expect(messages.map(\.text) == [Self.hostile, "<html>", Self.hostile])
    #expect(try await engine.record(ofInput: "document/ads").record?.rejected == 3)
    for message in messages {
      await #expect(throws: (any Error).self) { try await engine.retry(message) }
    }
    #expect(engine.snapshot.ticks.isEmpty)
    #expect(try await engine.rejectedMessages() == messages)
    try await engine.close()

    let yaml = try String(contentsOfFile: feed.path, encoding: .utf8)
    let right = try feed.directory.file(
      "right.yaml",
      yaml.replacing("$.list", with: "$.upsert.tick")
    )
    let fixed = try FeedEngine(file: right, store: feed.store)
    // The feed has read the newest text again when it was opened; the first one equals it.
    #expect(try await fixed.retry(messages[0]) == nil)
    for message in messages.dropFirst() {
      let error = await #expect(throws: EngineError.self) { try await fixed.retry(message) }
      #expect(error?.code == .answerReplaced)
    }
    let ads = fixed.snapshot.composition.sections.first { $0.id.declaration == "ads" }
    #expect(ads?.items.map { "\($0.id)" } == ["ad:ads/9"])
    #expect(fixed.snapshot.ticks.isEmpty)
    #expect(fixed.snapshot.status.allSatisfy { $0.problem == nil })
    #expect(try await fixed.record(ofInput: "document/ads").failure == nil)
    try await fixed.close()
  }
}

extension InputSession {
  /// Starts the session of an input; by default of the input `web`, whose adapter is `table`.
  static func ofWeb(
    _ engine: FeedEngine,
    _ name: String = "web",
    _ target: Target = .rows(adapter: "table")
  ) async throws -> InputSession {
    try await InputSession(
      name,
      target,
      stale: nil,
      engine: engine,
      time: .system,
      recorder: nil
    ) { _ in }
  }
}
