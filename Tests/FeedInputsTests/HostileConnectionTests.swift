import FeedDefinition
import FeedEngine
import FeedModel
import FeedStore
import Foundation
import TestFeeds
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Sockets and WebSockets that misbehave")
struct HostileConnectionTests {
  /// The result of a behaviour.
  enum Outcome: Sendable {
    /// Ticks are applied, and a part of messages is rejected for a reason.
    case applies([Int], rejecting: String? = nil)
    /// The input has failed with a text.
    case fails(String)
  }

  private static let quick = WebPatience(
    connecting: .seconds(2),
    document: .seconds(1),
    stream: .seconds(300)
  )

  private static let lines: [(String, Outcome)] = [
    ("half-line", .applies([1])),
    ("whole-last-line", .applies([1, 2])),
    ("messages-then-close", .applies(Array(1...16))),
    ("crlf", .applies([1, 2])),
    ("blank-lines", .applies([1, 2])),
    ("endless-line", .applies([1], rejecting: "the line has more than 16 MiB")),
    ("slow-drip", .applies([1])),
    ("not-utf8", .applies([2], rejecting: "the message is not UTF-8")),
    ("utf16", .applies([], rejecting: "a zero byte")),
    ("not-json", .applies([1], rejecting: "not JSON")),
    ("mark", .applies([1])),
    ("zero-byte", .applies([1], rejecting: "a zero byte")),
    ("deep", .applies([1], rejecting: "nested too deep")),
    ("echo", .applies([1], rejecting: "not JSON")),
    ("flood", .applies(Array(1...3000))),
    ("late-refusal", .fails(#"the source refuses: {"refused": "session expired"}"#)),
    ("reset", .fails("the source")),
    ("close", .fails("the source has ended the connection in the opening dialogue")),
    ("silent", .fails("the source does not complete the opening dialogue")),
    ("refusal", .fails(#"the source refuses: {"refused": "no such user ${MARK}"}"#)),
    ("other-answer", .fails(#"its last message is: {"id": 5, "words": "come back with a token"}"#)),
    ("http", .fails("its last message is: ")),
    ("control-characters", .fails("the source")),
  ]

  @Test(arguments: lines)
  func `a socket that misbehaves has the documented result`(
    name: String,
    outcome: Outcome
  ) async throws {
    try await check(
      """
      web:
          socket: tcp://127.0.0.1:PORT
          hello: [{send: {case: \(name), secret: "${MARK}"}, expect: {ready: true}}]
          refuse: {refused: ~}
          adapter: ticks
      """.replacing("refuse: {refused: ~}", with: Self.refusals(name)),
      outcome
    )
  }

  /// The pattern of refusals: its members must have the values of the message.
  private static func refusals(_ name: String) -> String {
    switch name {
    case "late-refusal": "refuse: {refused: session expired}"
    case "refusal": "refuse: {refused: \"no such user planted-mark-of-a-secret\"}"
    default: "refuse: {refused: never}"
    }
  }

  @Test func `pings are sent at their interval`() async throws {
    try await check(
      "web: {websocket: \"ws://127.0.0.1:PORT/pong\", ping: 5s, adapter: ticks}",
      .applies([1])
    )
  }

  @Test func `a source that sends no ping in time is connected again`() async throws {
    try await check(
      "web: {websocket: \"ws://127.0.0.1:PORT/quiet\", ping: {expect: 1s}, adapter: ticks}",
      .fails("the source has sent nothing")
    )
  }

  @Test func `a WebSocket that failed is live when it is open, even without a message`()
    async throws
  {
    let source = try await PythonServer.start("hostile.py")
    let feed = try InputFeed(
      "web: {websocket: \"ws://127.0.0.1:\(source.port)/later-quiet\", adapter: ticks}"
    )
    let engine = try feed.engine()
    try await feed.whileRunning(engine, patience: Self.quick) { notices in
      #expect(await notices.next(.failed) != nil)
      #expect(await notices.next(.live)?.text == "can be reached again")
    }
    try await engine.close()
  }

  @Test func `the silence of an open WebSocket is not a failure`() async throws {
    let source = try await PythonServer.start("hostile.py")
    let feed = try InputFeed("web: {websocket: \"ws://127.0.0.1:\(source.port)/quiet\"}")
    let engine = try feed.engine()
    let driver = ConversationDriver(
      declaration: try #require(engine.feed.inputs.first?.kind.conversation),
      isWebSocket: true,
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

  private static let violations = [
    ("masked", "the source sends masked frames"),
    ("compressed", "the source sends compressed frames, for which it was not asked"),
    ("unknown-opcode", "the source sends frames with unknown opcodes"),
    ("fragmented-ping", "the source sends frames that violate the protocol"),
    ("long-ping", "the source sends frames that violate the protocol"),
    ("lone-continuation", "the source sends frames that violate the protocol"),
    ("two-starts", "the source sends frames that violate the protocol"),
    ("giant-frame", "the source sends a message of more than 16 MiB"),
    ("impossible-frame", "the source sends"),
    ("giant-message", "the source sends a message of more than 16 MiB"),
    ("close-one-byte", "the source sends a close without a code"),
    ("close-not-utf8", "the source sends a close with a code or a reason that is not allowed"),
    ("status-401", "the source answers 401: 'headers:' lacks a valid token for it"),
    ("status-302", "the source answers 302"),
    ("status-503", "the source answers 503"),
    ("status-200", "the source answers 200"),
    ("wrong-accept", "the source does not open a WebSocket"),
    ("no-upgrade", "the source does not open a WebSocket"),
    ("extension", "the source uses the extension 'permessage-deflate', which was not offered"),
    ("subprotocol", "the source has chosen the subprotocol 'chat', which was not offered"),
    ("no-answer", "the source does not answer the request for a WebSocket"),
    ("garbage", "the source does not"),
    ("endless-head", "the source does not"),
    ("closed-head", "the source"),
  ]

  private static let messages: [(String, Outcome)] = [
    ("ticks", .applies([1])),
    ("not-utf8", .applies([], rejecting: "the message is not UTF-8")),
    ("cut-character", .applies([1])),
    ("half-frame", .applies([1])),
    ("no-close", .applies([1])),
    ("pings", .applies([1])),
    ("slow-frame", .applies([1])),
    ("close-without-code", .applies([1])),
    ("close-1000", .applies([1])),
    ("close-1001", .applies([1])),
  ]

  private static let closes: [(String, Outcome)] =
    [
      1002: "(protocol error)", 1003: "(unsupported data)", 1007: "(invalid text)",
      1008: "(policy violation)", 1009: "(message too big)", 1010: "(extension missing)",
      1011: "(internal error)", 1012: "(service restart)", 1013: "(try again later)",
      1014: "(bad gateway)", 3000: "(unauthorized)", 3003: "(forbidden)", 3500: "", 4000: "",
      4999: "",
    ].sorted { $0.key < $1.key }.map { code, meaning in
      let name = meaning.isEmpty ? "\(code)" : "\(code) \(meaning)"
      return (
        "close-\(code)", .fails("the source has closed the connection with \(name): in words")
      )
    }
    + [999, 1004, 1005, 1006, 1015, 2999, 5000].map { code in
      (
        "close-\(code)",
        .fails("the source sends a close with a code or a reason that is not allowed")
      )
    }

  @Test(arguments: messages + closes + violations.map { ($0.0, .fails($0.1)) })
  func `a WebSocket that misbehaves has the documented result`(
    name: String,
    outcome: Outcome
  ) async throws {
    try await check("web: {websocket: \"ws://127.0.0.1:PORT/\(name)\", adapter: ticks}", outcome)
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("openssl")))
  func `a certificate that is expired or for another host ends the connection`() async throws {
    for (name, isExpired, text) in [
      ("IP:127.0.0.1", true, "the certificate of the source is not trusted"),
      ("DNS:other.example", false, "the certificate of the source is for another host"),
    ] {
      let directory = try TemporaryDirectory()
      let (pem, only) = try TestCertificate.make(in: directory, name: name, isExpired: isExpired)
      try await check(
        "web: {socket: \"tls://127.0.0.1:PORT\", ca: ca.pem, hello: [hi], adapter: ticks}",
        .fails(text),
        server: ["--pem", pem],
        beside: ["ca.pem": try String(contentsOfFile: only, encoding: .utf8)]
      )
    }
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("openssl")))
  func `a source with only TLS 1.1 gets no message`() async throws {
    let directory = try TemporaryDirectory()
    let (pem, only) = try TestCertificate.make(in: directory)
    try await check(
      "web: {socket: \"tls://127.0.0.1:PORT\", ca: ca.pem, hello: [hi], adapter: ticks}",
      .fails("no secure connection to the source can be made"),
      server: ["--pem", pem, "--version", "TLSv1_1"],
      beside: ["ca.pem": try String(contentsOfFile: only, encoding: .utf8)]
    )
  }

  @Test func `a source that does not speak TLS is reported`() async throws {
    try await check(
      "web: {socket: \"tls://127.0.0.1:PORT\", hello: [hi], adapter: ticks}",
      .fails("no secure connection to the source can be made")
    )
  }

  /// Runs an input against the server, and compares its result.
  private func check(
    _ input: String,
    _ outcome: Outcome,
    server arguments: [String] = [],
    beside files: [String: String] = [:]
  ) async throws {
    let source = try await PythonServer.start("hostile.py", arguments)
    let mark = "planted-mark-of-a-secret"
    let feed = try InputFeed(input.replacing("PORT", with: "\(source.port)"), beside: files)
    let engine = try feed.engine()
    try await feed.whileRunning(engine, secrets: ["MARK": mark], patience: Self.quick) { notices in
      switch outcome {
      case .applies(let ids, rejecting: let reason):
        if let reason {
          try await until { try await !engine.rejectedMessages().isEmpty }
          let first = try #require(try await engine.rejectedMessages().first)
          #expect(first.reason.contains(reason), "\(first.reason)")
        }
        #expect(await engine.ticks(ids.count).keys.sorted() == ids)
      case .fails(let text):
        var failure = try #require(await notices.next(.failed)?.text)
        // On a busy machine the time limit may end first; the source is then tried again.
        while failure.contains("does not complete"), !failure.contains(text) {
          failure = try #require(await notices.next(.failed)?.text)
        }
        #expect(failure.contains(text), "\(failure)")
        #expect(!failure.unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" })
      }
      #expect(!notices.list.contains { $0.text.contains(mark) })
    }
    try await engine.close()
    #expect(try feed.holds(mark) == [])
  }
}

extension InputFeed {
  /// Returns the files of the feed's folder, except the feed file, that contain a text.
  func holds(_ mark: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.url.path).filter { name in
      name != "ticks.yaml"
        && FileManager.default.contents(atPath: directory.path(name))?
          .firstRange(of: Data(mark.utf8)) != nil
    }
  }
}
