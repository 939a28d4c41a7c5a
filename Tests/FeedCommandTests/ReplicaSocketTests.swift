#if Network
import FeedSnapshots
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite(
  "feed serve --log: a socket",
  .waiting,
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .timeLimit(.minutes(10))
)
struct ReplicaSocketTests {
  private static let secrets = ["KEY": "planted-key", "SESSION": "planted-session"]

  private static func source(
    _ messages: Int,
    port: Int = 0,
    log: String
  ) async throws
    -> PythonServer
  {
    try await PythonServer.start(
      "exchange.py",
      ["--messages", "\(messages)", "--port", "\(port)", "--log", log],
      environment: secrets
    )
  }

  private static func feed(_ port: Int, in directory: TemporaryDirectory) throws -> String {
    try TickFeed.write(
      in: directory,
      inputs: [
        """
        odds:
            socket: tcp://127.0.0.1:\(port)
            hello:
              - expect: {op: connection}
              - send: {op: authentication, id: 1, appKey: "${KEY}", session: "${SESSION}"}
                expect: {op: status, id: 1, statusCode: SUCCESS}
              - send:
                  op: marketSubscription
                  id: 2
                  initialClk: "${position.initialClk}"
                  clk: "${position.clk}"
            adapter: changes
        """
      ],
      adapters: [
        """
        changes:
            position: {initialClk: $.initialClk, clk: $.clk}
            sql: |
              INSERT INTO tick (id, count)
              SELECT value ->> '$.rc[0].batb[0][2]', 1
              FROM json_each(:message, '$.mc') WHERE NOT coalesce(value ->> 'img', FALSE)
              ON CONFLICT (id) DO UPDATE SET count = count + 1
        """
      ]
    )
  }

  @Test func `the second replica continues a socket at the position in the log`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    let requests = directory.path("requests.txt")
    var source = try await Self.source(30, log: requests)
    let feed = try Self.feed(source.port, in: directory)
    func replica(_ name: String) throws -> ServedProgram {
      try ServedProgram(
        feed,
        ["--store", directory.path("\(name).sqlite"), "--log", server.address()],
        environment: Self.secrets
      )
    }
    func subscriptions() throws -> [Substring] {
      try String(contentsOfFile: requests, encoding: .utf8).split(separator: "\n")
        .filter { $0.contains("marketSubscription") }
    }
    let first = try replica("first")
    let one = try await first.follow()
    try await one.follow { $0.snapshot.itemCount == 30 }
    let second = try replica("second")
    let other = try await second.follow()
    try await other.follow { $0.snapshot.itemCount == 30 }
    #expect(try subscriptions() == [#"{"op":"marketSubscription","id":2}"#])

    // In this order, only the second replica can subscribe again.
    source.end()
    kill(first.process.processIdentifier, SIGKILL)
    first.process.waitUntilExit()
    source = try await Self.source(60, port: source.port, log: requests)
    try await other.follow { $0.snapshot.itemCount == 60 }
    let clk = "AAA" + String(30 * 7919, radix: 16)
    #expect(
      try subscriptions().dropFirst()
        == [#"{"op":"marketSubscription","id":2,"initialClk":"INIT","clk":"\#(clk)"}"#]
    )
    // Each change was applied once.
    let image = try await second.image()
    #expect(image.matches(of: #/"value":"1"/#).count == 60, "\(image)")
    #expect(second.end().status == 0)
    server.kill()
    withExtendedLifetime(source) {}
  }
}
#endif
