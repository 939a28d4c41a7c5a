#if Network
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

/// The built program as several replicas of one log on a real server.
@Suite(
  "feed serve --log",
  .waiting,
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .timeLimit(.minutes(10))
)
struct ReplicaServeTests {
  private let directory: TemporaryDirectory
  private let feed: String
  private let token: String

  init() throws {
    directory = try TemporaryDirectory()
    _ = try directory.file("log.jsonl", "")
    feed = try TickFeed.write(
      in: directory,
      inputs: [
        "log: {follow: log.jsonl, adapter: ticks}", "desk: {listen: /v1/messages, adapter: ticks}",
      ],
      actions: [
        #"again: {title: again, item: tick, sql: "UPDATE tick SET count = count + 1 WHERE id = :id"}"#
      ]
    )
    token = try TickFeed.token(in: directory)
  }

  private func replica(
    _ name: String,
    of log: String,
    feed: String? = nil,
    environment: [String: String] = [:]
  ) throws -> ServedProgram {
    try ServedProgram(
      feed ?? self.feed,
      ["--store", directory.path("\(name).sqlite"), "--log", log, "--token-file", token],
      environment: environment
    )
  }

  /// Posts to a replica, and returns the status and the body.
  private func post(
    _ path: String,
    _ body: String,
    key: String? = nil,
    to replica: ServedProgram
  ) async throws -> (status: Int, body: String) {
    let answer = try await replica.ask(
      "POST \(path)",
      headers: [
        "Content-Type: application/json",
        "Authorization: Bearer \(TickFeed.secret)",
      ] + (key.map { ["Idempotency-Key: \($0)"] } ?? []),
      body: body
    )
    let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1)
    let status = answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (status ?? 0, parts.count == 2 ? String(parts[1]) : "")
  }

  private func write(_ ids: ClosedRange<Int>) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: directory.path("log.jsonl")))
    try file.seekToEnd()
    try file.write(contentsOf: Data(ids.map { "{\"id\":\($0)}\n" }.joined().utf8))
    try file.close()
  }

  @Test
  func `a killed replica loses nothing: its client and its input continue at another replica`()
    async throws
  {
    let server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    let a = try replica("a", of: server.address())
    let client = try await a.follow()
    try write(1...30)
    try await client.hold(31)
    // It has the leases, and the second one waits.
    let b = try replica("b", of: server.address())
    for number in 31...40 {
      let other = number.isMultiple(of: 2) ? a : b
      let answer = try await post("/v1/messages?input=desk", "{\"id\":\(number)}", to: other)
      #expect(answer.status == 200, "\(answer)")
    }
    try await client.hold(41)
    kill(a.process.processIdentifier, SIGKILL)
    a.process.waitUntilExit()
    // The second replica takes over the fetches of the killed one.
    try write(41...70)
    let cursor = try #require(client.state.cursor)
    let next = try await b.follow(lastEventID: "\(cursor)")
    next.state = client.state
    try await next.hold(71)
    #expect(next.state.cursor?.version == 71)
    // The first one returns with its store, and shows the same feed.
    let again = try replica("a", of: server.address())
    let last = try await again.follow()
    try await last.hold(71)
    let answer = try await post("/v1/messages?input=desk", "{\"id\":71}", to: again)
    #expect(answer.body == "{\"version\":72}\n", "\(answer)")
    try await last.hold(72)
    try await next.hold(72)
    #expect(last.state.cursor == next.state.cursor)
    let (one, other) = (try await b.image(), try await again.image())
    #expect(one == other)
    #expect(one.matches(of: #/"value":"1"/#).count == 71, "\(one)")
    #expect(b.end().status == 0)
    #expect(again.end().status == 0)
    server.kill()
  }

  @Test func `every replica recognises a repeated request`() async throws {
    let server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    let (a, b) = (try replica("a", of: server.address()), try replica("b", of: server.address()))
    for replica in [a, b, a] {
      let answer = try await post(
        "/v1/messages?input=desk",
        "{\"id\":1}\n{\"id\":2}",
        key: "k-1",
        to: replica
      )
      #expect(answer.body == "{\"version\":3}\n", "\(answer)")
    }
    let act = try await post("/v1/act", #"{"action":"again","item":"tick/1"}"#, key: "k-2", to: b)
    #expect(act.body == "{\"version\":4}\n", "\(act)")
    let other = try await post(
      "/v1/act",
      #"{"action":"again","item":"tick/2"}"#,
      key: "k-2",
      to: a
    )
    #expect(other.status == 422, "\(other)")
    #expect(other.body.contains("key-is-taken"), "\(other)")
    let unknown = try await post("/v1/act", #"{"action":"again","item":"tick/9"}"#, to: b)
    #expect(unknown.status == 404, "\(unknown)")
    let bad = try await post("/v1/messages?input=desk", "{\"id\":\"x\"}", to: a)
    #expect(bad.status == 409 || bad.status == 422, "\(bad)")
    let metrics = try await b.ask("GET /metrics")
    #expect(metrics.contains("feed_log_lag_entries 0\n"))
    #expect(metrics.contains("feed_log_ready 1\n"))
    #expect(metrics.contains(/feed_log_answer_age_seconds [0-9.]+\n/), "\(metrics)")
    // Only one of the two reads the input.
    let role = "feed_log_role{role=\"input.log\"} "
    #expect(metrics.contains("\(role)0\n") || metrics.contains("\(role)1\n"), "\(metrics)")
    _ = (a.end(), b.end())
    server.kill()
  }

  @Test func `a replica without its log reports the outage and rejects writes`() async throws {
    let server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    let a = try replica("a", of: server.address())
    let first = try await post("/v1/messages?input=desk", "{\"id\":1}", to: a)
    #expect(first.status == 200, "\(first)")
    server.kill()
    _ = a.log(until: "no server of the log answers")
    let refused = try await post("/v1/messages?input=desk", "{\"id\":2}", key: "late", to: a)
    #expect(refused.status == 503, "\(refused)")
    #expect(refused.body.contains("log-unreachable"))
    let ready = try await a.ask("GET /v1/ready")
    #expect(ready.hasPrefix("HTTP/1.1 200"))
    #expect(ready.contains("\"silentSince\":\"20"))
    #expect(try await a.ask("GET /v1/feed").contains("\"value\":\"1\""))
    try await server.start()
    _ = a.log(until: "the log answers again")
    let late = try await post("/v1/messages?input=desk", "{\"id\":2}", key: "late", to: a)
    #expect(late.body == "{\"version\":3}\n", "\(late)")
    _ = a.end()
    server.kill()
  }

  @Test func `hash seeds, locales, time zones and the speed of catching up have no effect`()
    async throws
  {
    let server = try await NATSServer.start(
      in: directory.url.appending(path: "nats"),
      "max_payload: 8388608"
    )
    let sportsbook = FeedProgram.sportsbook
    let a = try replica(
      "a",
      of: server.address("SPORTS"),
      feed: sportsbook,
      environment: ["TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8"]
    )
    let path = FeedProgram.root.appending(path: FeedProgram.updates)
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
      .prefix(amount(400, full: 6_000))
    var refused = 0
    // In small requests: the first replica applies them one by one.
    for start in stride(from: 0, to: lines.count, by: 20) {
      let body = lines[start..<min(start + 20, lines.count)].joined(separator: "\n")
      if try await post("/v1/messages", body, to: a).status != 200 { refused += 1 }
    }
    // The others apply all entries at once.
    let b = try replica(
      "b",
      of: server.address("SPORTS"),
      feed: sportsbook,
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1", "TZ": "America/New_York", "LC_ALL": "C"]
    )
    let last = try await post("/v1/messages", String(lines.last ?? ""), to: b)
    let version = try #require(last.body.firstMatch(of: #/\d+/#).flatMap { Int($0.output) })
    let client = try await a.follow()
    try await client.hold(version)
    let (one, other) = (try await a.image(), try await b.image())
    #expect(one == other)
    #expect(one.utf8.count > 1_000, "\(refused) refused")
    #expect(version > 20, "\(refused) refused")
    #expect(a.end().status == 0)
    #expect(b.end().status == 0)
    server.kill()
  }

  @Test func `a mistake in the options of a log is reported with a hint`() throws {
    let rows: [([String], Int32, String)] = [
      (["--log", "http://x/Y", "--store", "s"], 64, "there is no nats:// or tls://"),
      (["--log", "nats://127.0.0.1:4222/B"], 64, "--log needs --store"),
      (["--log-replicas", "2", "--store", "s", "--log", "nats://h/B"], 64, "1, 3 or 5"),
      (["--log-ca", "ca.pem"], 64, "name it with --log"),
      (["--log", "nats://h/B", "--store", "s", "--fixture", "f.jsonl"], 64, "--fixture and --log"),
      (
        ["--log", "nats://127.0.0.1:1/B", "--store", directory.path("x.sqlite")], 74,
        "error[unreachable]"
      ),
    ]
    for (arguments, status, text) in rows {
      let run = try FeedProgram.run(["serve", feed, "--listen", "127.0.0.1:0"] + arguments)
      #expect(run.status == status, "\(arguments): \(run.errors)")
      #expect(run.errors.contains(text), "\(arguments): \(run.errors)")
    }
    #expect(try FeedProgram.run("serve", "--help").output.contains("--log nats://log1:4222"))
  }
}

#endif
