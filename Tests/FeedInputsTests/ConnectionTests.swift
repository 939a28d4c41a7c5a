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

@Suite("Sockets: Betfair's stream", .enabled(if: ForeignProgram.isInstalled("openssl")))
struct ExchangeStreamTests {
  private let directory: TemporaryDirectory
  private let certificate: (pem: String, certificate: String)
  private var log: String { directory.path("lines.txt") }
  private let secrets = ["KEY": "planted-key", "SESSION": "planted-session"]

  init() throws {
    directory = try TemporaryDirectory()
    certificate = try TestCertificate.make(in: directory)
  }

  private func server(_ messages: Int, port: Int = 0) async throws -> PythonServer {
    try await PythonServer.start(
      "exchange.py",
      [
        "--port", "\(port)", "--pem", certificate.pem, "--messages", "\(messages)", "--log", log,
      ],
      environment: secrets
    )
  }

  private func feed(_ port: Int, _ more: String = "") throws -> InputFeed {
    try InputFeed(
      """
      odds:
          socket: tls://127.0.0.1:\(port)
          ca: ca.pem
          hello:
            - expect: {op: connection}
            - send: {op: authentication, id: 1, appKey: "${KEY}", session: "${SESSION}"}
              expect: {op: status, id: 1, statusCode: SUCCESS}
            - send:
                op: marketSubscription
                id: 2
                initialClk: "${position.initialClk}"
                clk: "${position.clk}"
              expect: {op: status, id: 2, statusCode: SUCCESS}
          refuse: {op: status, statusCode: FAILURE}
          expired: {errorCode: INVALID_CLOCK}
          adapter: changes
          \(more)
      """,
      adapters: """
        changes:
          position: {initialClk: $.initialClk, clk: $.clk}
          sql: |
            INSERT INTO tick (id, count, value)
            SELECT value ->> '$.rc[0].batb[0][2]', 1, value ->> '$.rc[0].ltp'
            FROM json_each(:message, '$.mc') WHERE NOT coalesce(value ->> 'img', FALSE)
            ON CONFLICT (id) DO UPDATE SET count = count + 1
        """,
      beside: ["ca.pem": try String(contentsOfFile: certificate.certificate, encoding: .utf8)]
    )
  }

  private func lines() throws -> [String] {
    try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `the dialogue is followed, and after a restart the stream resumes at its clk`()
    async throws
  {
    var source = try await server(300)
    let port = source.port
    let feed = try feed(port)
    let engine = try feed.engine()
    try await feed.whileRunning(engine, secrets: secrets) { _ in
      #expect(await engine.ticks(300) == once(1...300))
    }
    try await engine.close()
    #expect(
      try lines() == [
        #"{"op":"authentication","id":1,"appKey":"planted-key","session":"planted-session"}"#,
        #"{"op":"marketSubscription","id":2}"#,
      ]
    )
    source.end()
    source = try await server(500, port: port)
    let again = try feed.engine()
    try await feed.whileRunning(again, secrets: secrets) { notices in
      #expect(await again.ticks(500) == once(1...500))
      #expect(notices.list.allSatisfy { $0.kind != .missed }, "\(notices.list)")
    }
    let clk = "AAA" + String(300 * 7919, radix: 16)
    let request = try lines().last { $0.contains("Subscription") }
    #expect(
      request == #"{"op":"marketSubscription","id":2,"initialClk":"INIT","clk":"\#(clk)"}"#
    )
    withExtendedLifetime(source) {}
  }

  @Test func `a refusal is an error in the words of the source, without the secret in them`()
    async throws
  {
    let source = try await server(10)
    let feed = try feed(source.port)
    let engine = try feed.engine()
    let wrong = ["KEY": "planted-key", "SESSION": "planted-wrong-session"]
    try await feed.whileRunning(engine, secrets: wrong) { notices in
      let text = try #require(await notices.next(.failed)?.text)
      #expect(text.hasPrefix("the source refuses: {"))
      #expect(text.contains(#""errorMessage":"no session ${SESSION}""#))
    }
    try await engine.close()
    #expect(try feed.holds("planted-wrong-session") == [])
  }

  @Test func `a position that the source no longer knows is reported, and given up`() async throws {
    let source = try await server(20)
    let feed = try feed(source.port)
    var engine = try feed.engine()
    try await feed.whileRunning(engine, secrets: secrets) { _ in _ = await engine.ticks(20) }
    var record = try #require(try await engine.record(ofInput: "odds").record)
    record.position = "{\"clk\":\"old\",\"initialClk\":\"INIT\"}"
    try await engine.note(record, of: "odds")
    try await engine.close()
    engine = try feed.engine()
    try await feed.whileRunning(engine, secrets: secrets) { notices in
      #expect(
        await notices.next(.missed)?.text
          == "the source no longer knows the position; messages may be missing"
      )
      // All changes are sent again, after a new image.
      for await update in engine.versions() where update.snapshot.ticks[20] == 2 { break }
    }
  }

  @Test func `a heartbeat is sent while nothing else is`() async throws {
    let source = try await server(1)
    let feed = try feed(source.port, "heartbeat: {send: {op: heartbeat, id: 3}, every: 5s}")
    let engine = try feed.engine()
    try await feed.whileRunning(engine, secrets: secrets) { _ in
      try await until(every: .milliseconds(5)) {
        (try? lines())?.count { $0 == #"{"op":"heartbeat","id":3}"# } ?? 0 > 2
      }
    }
  }

  @Test func `the exchange's layout shows the simulator's market`() async throws {
    let source = try await server(100)
    let feed = try InputFeed.exchange(
      port: source.port,
      certificate: certificate.certificate,
      in: directory
    )
    let engine = try FeedEngine(file: feed, store: .file(directory.path("book.sqlite")))
    var runner = InputRunner(engine, secrets: .environment(secrets) { _ in nil })
    runner.time = .system
    let running = Task { [runner] in await runner.run() }
    for await update in engine.versions() {
      let items = update.snapshot.composition.sections.flatMap(\.items)
      let prices = items.compactMap { $0.content["price"]?.description }
      // The last changes of the three runners are the 98th, the 99th and the 100th.
      if Set(prices).isSuperset(of: ["1.99", "2.0", "2.01"]) { break }
    }
    running.cancel()
    await running.value
  }
}

@Suite(
  "WebSockets: PyPI's websockets",
  .enabled(if: PythonServer.hasWebSockets, "\(PythonServer.webSocketsAbsence)")
)
struct WebSocketSourceTests {
  private let directory: TemporaryDirectory
  private let secrets = ["TOKEN": "planted-token"]
  private var log: String { directory.path("lines.txt") }

  init() throws { directory = try TemporaryDirectory() }

  private func server(_ messages: Int, pem: String? = nil) async throws -> PythonServer {
    try await PythonServer.start(
      "websource.py",
      ["--messages", "\(messages)", "--log", log] + (pem.map { ["--pem", $0] } ?? []),
      environment: secrets
    )
  }

  private func feed(
    _ url: String,
    _ more: String = "",
    beside files: [String: String] = [:]
  ) throws -> InputFeed {
    try InputFeed(
      """
      web:
          websocket: "\(url)"
          hello:
            - send: {subscribe: ticks, after: "${position}", token: "${TOKEN}"}
              expect: {type: subscribed}
          refuse: {type: error}
          adapter: sequence
          \(more)
      """,
      adapters: """
        sequence:
          position: $.id
          sql: |
            INSERT INTO tick (id, count, value) VALUES (:message ->> 'id', 1, :message ->> 'value')
            ON CONFLICT (id) DO UPDATE SET count = count + 1
        """,
      beside: files
    )
  }

  @Test(arguments: ["ticks", "binary", "parts", "ticks?after=0&é=ü"])
  func `texts, binary messages and fragments with pings between them are read`(
    path: String
  ) async throws {
    let source = try await server(200)
    let path = path.replacing("é=ü", with: "%C3%A9=%C3%BC")
    let feed = try feed("ws://127.0.0.1:\(source.port)/\(path)")
    var engine = try feed.engine()
    try await feed.whileRunning(engine, secrets: secrets) { _ in
      #expect(await engine.ticks(200) == once(1...200))
    }
    try await engine.close()
    engine = try feed.engine()
    try await feed.whileRunning(engine, secrets: secrets) { notices in
      let request = #"{"subscribe":"ticks","after":200,"token":"planted-token"}"#
      try await until(every: .milliseconds(5)) {
        try String(contentsOfFile: log, encoding: .utf8).contains(request)
      }
      #expect(engine.snapshot.ticks == once(1...200))
      #expect(notices.list.isEmpty, "\(notices.list)")
    }
  }

  @Test func `headers hold secrets, and a refusal closes with the words of the source`()
    async throws
  {
    let source = try await server(5)
    let feed = try feed(
      "ws://127.0.0.1:\(source.port)/ticks",
      "headers: {X-Key: \"Bearer ${TOKEN}\"}"
    )
    let engine = try feed.engine()
    let wrong = ["TOKEN": "planted-wrong-token"]
    try await feed.whileRunning(engine, secrets: wrong) { notices in
      let text = try #require(await notices.next(.failed)?.text)
      #expect(text.hasPrefix("the source refuses: "))
      #expect(text.contains("no token ${TOKEN}"))
    }
    try await engine.close()
    #expect(
      try String(contentsOfFile: log, encoding: .utf8)
        .contains(#""x-key": "Bearer planted-wrong-token""#)
    )
    #expect(try feed.holds("planted-wrong-token") == [])
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("openssl")))
  func `a secure WebSocket needs a certificate that the feed file trusts`() async throws {
    let (pem, only) = try TestCertificate.make(in: directory)
    let source = try await server(50, pem: pem)
    let url = "wss://127.0.0.1:\(source.port)/ticks"
    let authorities = ["ca.pem": try String(contentsOfFile: only, encoding: .utf8)]
    let trusting = try feed(url, "ca: ca.pem", beside: authorities)
    let engine = try trusting.engine()
    try await trusting.whileRunning(engine, secrets: secrets) { _ in
      #expect(await engine.ticks(50) == once(1...50))
    }
    let other = try feed(url)
    let second = try other.engine()
    try await other.whileRunning(second, secrets: secrets) { notices in
      let text = await notices.next(.failed)?.text ?? ""
      #expect(text.hasPrefix("the certificate of the source is not trusted (127."), "\(text)")
    }
  }
}

extension InputFeed {
  /// The exchange's feed file with the input of the documentation.
  static func exchange(
    port: Int,
    certificate: String,
    in directory: TemporaryDirectory
  ) throws -> String {
    let layouts = Repository.root.appending(path: "layouts")
    for name in ["exchange.yaml", "exchange.sql"] {
      let text = try String(contentsOf: layouts.appending(path: name), encoding: .utf8)
      _ = try directory.file(name, text)
    }
    let inputs = """
      inputs:
        odds:
          socket: tls://127.0.0.1:\(port)
          ca: \(URL(filePath: certificate).lastPathComponent)
          hello:
            - expect: {op: connection}
            - send: {op: authentication, id: 1, appKey: "${KEY}", session: "${SESSION}"}
              expect: {op: status, id: 1, statusCode: SUCCESS}
            - send:
                op: marketSubscription
                id: 2
                marketFilter: {eventTypeIds: ["1"]}
                initialClk: "${position.initialClk}"
                clk: "${position.clk}"
              expect: {op: status, id: 2, statusCode: SUCCESS}
          refuse: {op: status, statusCode: FAILURE}
          adapter: betfair
      """
    let text = try String(contentsOf: layouts.appending(path: "exchange.yaml"), encoding: .utf8)
    return try directory.file("exchange.yaml", text + "\n" + inputs + "\n")
  }
}

@Suite("Sockets without an answer to the dialogue")
struct UnansweredSocketTests {
  /// Returns the notices of an input until it has connected several times.
  private func notices(answering text: String) async throws -> [InputNotice] {
    let collected = Mutex<[InputNotice]>([])
    try await ScriptedServer.whileServing(after: "JOIN") { _, _ in
      .close(text)
    } _: { server in
      let feed = try InputFeed(
        "desk: {socket: \"tcp://127.0.0.1:\(server.port)\", hello: [JOIN], refuse: {error: closed}}"
      )
      let engine = try feed.engine()
      try await feed.whileRunning(engine) { notices in
        _ = try #require(await notices.next(.failed))
        var requests = server.requests.makeAsyncIterator()
        for _ in 1...5 { _ = await requests.next() }
        collected.withLock { $0 = notices.list }
      }
      try await engine.close()
    }
    return collected.withLock(\.self)
  }

  @Test func `a source that refuses after the dialogue stays failed`() async throws {
    let list = try await notices(answering: "{\"error\":\"closed\"}\n")
    #expect(list.map(\.kind) == [.failed])
    #expect(list.first?.text.hasPrefix("the source refuses: ") == true)
  }

  @Test func `a source that closes the connection without a message has failed`() async throws {
    let list = try await notices(answering: "")
    #expect(list.map(\.kind) == [.failed])
    #expect(list.first?.text.hasPrefix("the source has ended the connection without data") == true)
  }
}
