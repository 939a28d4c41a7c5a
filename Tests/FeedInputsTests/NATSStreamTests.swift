import FeedEngine
import FeedInputs
import FeedLog
import FeedModel
import FeedStore
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite(
  "Streams of JetStream",
  .enabled(if: BusClient.isInstalled, "\(BusClient.absence)"),
  .timeLimit(.minutes(10))
)
struct NATSStreamTests {
  private let directory: TemporaryDirectory
  private let server: NATSServer
  private let client: BusClient

  init() async throws {
    directory = try TemporaryDirectory()
    server = try await NATSServer.start(in: directory.url)
    client = BusClient(port: server.port)
  }

  private func feed(_ more: String = "", subject: String = "odds.>") throws -> InputFeed {
    try InputFeed(
      """
      bus: {nats: "\(subject)", servers: ["nats://127.0.0.1:\(server.port)"], jetstream: ODDS, \
      adapter: ticks\(more.isEmpty ? "" : ", " + more)}
      """
    )
  }

  /// Runs the input on the existing store until the feed has the given number of ticks.
  private func run(
    _ feed: InputFeed,
    until count: Int,
    recorder: Recorder? = nil,
    _ check: (FeedEngine, InputFeed.Notices) async throws -> Void = { _, _ in }
  ) async throws -> [Int: Int] {
    let engine = try feed.engine()
    var ticks: [Int: Int] = [:]
    try await feed.whileRunning(engine, recorder: recorder) { notices in
      ticks = await engine.ticks(count)
      try await check(engine, notices)
    }
    try await engine.close()
    return ticks
  }

  @Test(arguments: ["", "consumer: feed"])
  func `a stream is read from its beginning, and after a restart from the next unread message`(
    consumer: String
  ) async throws {
    let feed = try feed(consumer)
    try await client.run("stream ODDS odds.>", "publish odds.a 1 500", "say odds.b garbage")
    let first = try await run(feed, until: 500)
    #expect(first == once(1...500))
    try await client.run("publish odds.b 501 600", "say odds.a ''", "publish odds.b 601 700")
    let second = try await run(feed, until: 700) { engine, notices in
      let record = try await engine.record(ofInput: "bus").record
      #expect(record?.messages == 700)
      #expect(record?.rejected == 1)
      #expect(record?.position?.hasPrefix("702 20") == true, "\(record?.position ?? "")")
      #expect(notices.list.isEmpty)
    }
    #expect(second == once(1...700))
  }

  @Test(arguments: ["", "consumer: feed"])
  func `an input reads only the messages of its subject from a stream`(
    consumer: String
  ) async throws {
    let feed = try feed(consumer, subject: "odds.a")
    try await client.run(
      "stream ODDS odds.>",
      "publish odds.b 900 950",
      "publish odds.a 1 10",
      "publish odds.b 951 999",
      "publish odds.a 11 20"
    )
    #expect(try await run(feed, until: 20) == once(1...20))
    try await client.run("publish odds.b 800 899", "publish odds.a 21 30")
    #expect(try await run(feed, until: 30) == once(1...30))
  }

  @Test(arguments: ["", "consumer: feed"])
  func `an input reads every message once although the server is killed repeatedly`(
    consumer: String
  ) async throws {
    let feed = try feed(consumer)
    try await client.run("stream ODDS odds.>")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      for round in 0..<amount(3, full: 10) {
        try await client.run(
          "publish odds.a \(100 * round + 1) \(100 * round + 100)",
          "last ODDS \(100 * round + 100)"
        )
        // The server is killed while the messages of the round arrive.
        let some = 100 * round + 1 + 30 * round % 100
        for await update in engine.versions() where update.snapshot.ticks.count >= some { break }
        server.kill()
        try await server.start()
      }
      let all = 100 * amount(3, full: 10)
      #expect(await engine.ticks(all) == once(1...all))
      #expect(notices.list.allSatisfy { $0.kind != .missed }, "\(notices.list)")
    }
  }

  @Test(arguments: ["", "consumer: feed"])
  func `a trimmed stream is reported, and reading continues at its first message`(
    consumer: String
  ) async throws {
    let feed = try feed(consumer)
    try await client.run("stream ODDS odds.>", "publish odds.a 1 10")
    _ = try await run(feed, until: 10)
    try await client.run("publish odds.a 11 20", "keep ODDS 16")
    let ticks = try await run(feed, until: 15) { _, notices in
      #expect(
        notices.list.map(\.text) == [
          "the stream 'ODDS' begins with message 16, but the next message to read is 11"
        ]
      )
      #expect(notices.list.first?.kind == .missed)
    }
    #expect(ticks == once(1...10).merging(once(16...20)) { one, _ in one })
  }

  @Test(arguments: ["", "consumer: feed"])
  func `a recreated stream is reported and read from its beginning`(
    consumer: String
  ) async throws {
    let feed = try feed(consumer)
    try await client.run("stream ODDS odds.>", "publish odds.a 1 10")
    _ = try await run(feed, until: 10)
    // The new stream numbers its messages from one again.
    try await client.run("remove ODDS", "stream ODDS odds.>", "publish odds.a 11 22")
    let ticks = try await run(feed, until: 22) { engine, notices in
      #expect(
        notices.list.map(\.text) == [
          "the stream 'ODDS' was recreated; reading starts at its beginning"
        ]
      )
      let record = try await engine.record(ofInput: "bus").record
      #expect(record?.position?.hasPrefix("12 ") == true)
    }
    #expect(ticks == once(1...22))
  }

  @Test func `a running input reports that its stream was recreated`() async throws {
    let feed = try feed()
    try await client.run("stream ODDS odds.>", "publish odds.a 1 10")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      _ = await engine.ticks(10)
      try await client.run("remove ODDS", "stream ODDS odds.>", "publish odds.a 11 15")
      #expect(await engine.ticks(15) == once(1...15))
      #expect(notices.list.contains { $0.kind == .missed && $0.text.contains("recreated") })
    }
  }

  // MARK: Durable consumers

  @Test func `messages are acknowledged after they are stored`() async throws {
    let feed = try feed("consumer: feed")
    try await client.run("stream ODDS odds.>", "publish odds.a 1 300", "say odds.a garbage")
    let ticks = try await run(feed, until: 300) { _, _ in
      let acknowledged = try await client.run("done ODDS feed")
      #expect(acknowledged == "301\n", "a rejected message is acknowledged too")
    }
    #expect(ticks == once(1...300))
  }

  @Test func `messages that a consumer delivered to a killed reader are read first and in order`()
    async throws
  {
    let feed = try feed("consumer: feed", subject: "odds.a")
    try await client.run(
      "stream ODDS odds.>",
      "publish odds.a 1 15",
      "publish odds.b 900 909",
      "publish odds.a 16 20",
      "take ODDS feed odds.a 20",
      "publish odds.a 21 30"
    )
    let path = feed.directory.path("recording.jsonl")
    let recorder = try Recorder(path: path)
    let ticks = try await run(feed, until: 30, recorder: recorder) { _, notices in
      // The consumer redelivers them a second later; then they are acknowledged.
      let acknowledged = try await client.run("done ODDS feed")
      #expect(acknowledged == "40\n")
      #expect(notices.list.isEmpty, "\(notices.list)")
    }
    try recorder.close()
    #expect(ticks == once(1...30))
    let lines = try String(contentsOfFile: path, encoding: .utf8)
    let recorded = lines.matches(of: #/"message":\{"id": (\d+)/#).compactMap { Int($0.1) }
    #expect(recorded == Array(1...30))
    #expect(lines.contains(#""input":"bus","position":"1 20"#))
  }

  @Test func `a store that is older than its consumer reads the missing messages`() async throws {
    let feed = try feed("consumer: feed")
    try await client.run("stream ODDS odds.>", "publish odds.a 1 200")
    #expect(try await run(feed, until: 200) == once(1...200))
    let copy = try Data(contentsOf: URL(filePath: feed.directory.path("ticks.sqlite")))
    try await client.run("publish odds.a 201 400")
    _ = try await run(feed, until: 400) { _, _ in try await client.run("done ODDS feed") }
    // The store is lost and restored from a backup.
    for file in feed.directory.files where file.hasPrefix("ticks.sqlite") {
      try FileManager.default.removeItem(atPath: feed.directory.path(file))
    }
    try copy.write(to: URL(filePath: feed.directory.path("ticks.sqlite")))
    try await client.run("publish odds.a 401 450")
    #expect(try await run(feed, until: 450) == once(1...450))
  }

  @Test func `a work queue is read by its durable consumer`() async throws {
    let feed = try feed("consumer: feed")
    try await client.run("stream ODDS odds.> workqueue", "publish odds.a 1 100")
    let first = try await run(feed, until: 100) { _, notices in
      let left = try await client.run("done ODDS feed", "show ODDS")
      #expect(left == "100\n0\n")
      #expect(notices.list.isEmpty)
    }
    #expect(first == once(1...100))
    try await client.run("publish odds.a 101 120")
    let ticks = try await run(feed, until: 120) { _, notices in #expect(notices.list.isEmpty) }
    #expect(ticks == once(1...120))
  }

  // MARK: Errors

  @Test(arguments: [
    ("stream OTHER other.>", "", "odds.>", "the server has no stream 'ODDS'"),
    (
      "stream ODDS odds.> workqueue", "", "odds.>",
      "JetStream refuses: "
    ),
    ("stream ODDS odds.a", "", "other.>", "JetStream refuses: "),
    (
      "push ODDS feed odds.a", "consumer: feed", "odds.a",
      "consumer 'feed' is a push consumer, but a feed needs a pull consumer"
    ),
    (
      "take ODDS feed odds.b 0", "consumer: feed", "odds.a",
      "consumer 'feed' delivers 'odds.b', but the feed file reads 'odds.a'"
    ),
  ])
  func `an unsuitable stream or consumer is reported with the reason`(
    command: String,
    consumer: String,
    subject: String,
    text: String
  ) async throws {
    if !command.hasPrefix("stream") { try await client.run("stream ODDS odds.>") }
    try await client.run(command)
    let feed = try feed(consumer, subject: subject)
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      let failed = await notices.next(.failed)?.text ?? ""
      #expect(failed.hasPrefix(text), "\(failed)")
    }
  }

  @Test func `a server without JetStream is reported`() async throws {
    let plain = try await NATSServer.start(
      in: directory.url.appending(path: "plain"),
      hasJetStream: false
    )
    let feed = try InputFeed(
      "bus: {nats: odds.a, servers: \"nats://127.0.0.1:\(plain.port)\", jetstream: ODDS}"
    )
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      #expect(await notices.next(.failed)?.text == "the server has no JetStream")
    }
  }
}
