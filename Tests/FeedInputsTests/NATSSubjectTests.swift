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
  "Subjects of NATS",
  .enabled(if: BusClient.isInstalled, "\(BusClient.absence)"),
  .timeLimit(.minutes(10))
)
struct NATSSubjectTests {
  private let directory: TemporaryDirectory
  private let server: NATSServer
  private let client: BusClient

  init() async throws {
    directory = try TemporaryDirectory()
    server = try await NATSServer.start(in: directory.url)
    client = BusClient(port: server.port)
  }

  private func feed(
    _ more: String = "adapter: ticks",
    to server: NATSServer? = nil
  ) throws
    -> InputFeed
  {
    let port = (server ?? self.server).port
    return try InputFeed("bus: {nats: odds.>, servers: \"nats://127.0.0.1:\(port)\", \(more)}")
  }

  /// Waits until the given numbers of messages are applied and rejected.
  private func counts(
    _ engine: FeedEngine,
    upTo count: Int
  ) async throws -> (applied: Int, rejected: Int) {
    while true {
      let record = try await engine.record(ofInput: "bus").record ?? InputRecord()
      if record.messages + record.rejected >= count { return (record.messages, record.rejected) }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test func `messages of a subject are applied once, and invalid ones are kept as rejected`()
    async throws
  {
    let feed = try feed()
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      try await client.run(
        "wait odds.a",
        "publish odds.a 1 200",
        "say odds.b garbage",
        "say odds.b ''",
        "publish other.a 900 909",
        "publish odds.b.c 201 300"
      )
      #expect(await engine.ticks(300) == once(1...300))
      #expect(try await engine.rejectedMessages().map(\.text) == ["garbage"])
      let record = try await engine.record(ofInput: "bus").record
      #expect(record?.messages == 300)
      #expect(record?.rejected == 1)
      #expect(record?.position == nil)
      #expect(notices.list.map(\.kind) == [.rejected])
    }
  }

  @Test func `messages without an adapter are lines of fixtures without statements`() async throws {
    let feed = try feed("stale: 1h")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      try await client.run(
        "wait odds.a",
        #"say odds.a '{"sql":["INSERT INTO tick VALUES (1, 1, 1)"]}'"#,
        #"say odds.a '{"upsert":{"tick":[{"id":2,"count":1}]}}'"#
      )
      #expect(await engine.ticks(1) == [2: 1])
      let rejected = try await engine.rejectedMessages()
      #expect(rejected.first?.reason.contains("not-allowed") == true)
    }
  }

  @Test func `an input reconnects to a restarted server and reports lost messages`()
    async throws
  {
    let feed = try feed("adapter: ticks, sources: [ticks]")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      try await client.run("wait odds.a", "publish odds.a 1 10")
      #expect(await engine.ticks(10) == once(1...10))
      server.kill()
      let failed = await notices.next(.failed)
      #expect(
        failed?.text.hasPrefix("no server answers at 'nats://127.0.0.1:\(server.port)'") == true,
        "\(failed?.text ?? "")"
      )
      try await server.start()
      // It is live when it is connected, even before the first message.
      #expect(await notices.next(.live)?.text == "can be reached again")
      let missed = await notices.next(.missed)
      #expect(
        missed?.text.wholeMatch(
          of: #/connected again after \d+\.\d s; messages sent in between are lost/#
        ) != nil,
        "\(missed?.text ?? "")"
      )
      try await client.run("wait odds.a", "publish odds.a 11 20")
      #expect(await engine.ticks(20) == once(1...20))
    }
  }

  @Test func `messages that arrive too fast are dropped, counted and reported`() async throws {
    let feed = try feed()
    let engine = try feed.engine()
    let other = try SQLiteClient(path: feed.directory.path("ticks.sqlite"))
    let limits = SubjectLimits(messages: 100, bytes: 1 << 20)
    try await feed.whileRunning(engine, limits: limits) { notices in
      try await client.run("wait odds.a")
      try other.run("BEGIN IMMEDIATE")
      try await client.run("publish odds.a 1 1000")
      try await Task.sleep(for: .milliseconds(300))
      try other.run("ROLLBACK")
      let missed = await notices.next(.missed)
      #expect(
        missed?.text.hasSuffix(
          "dropped: they arrived faster than they can be applied"
        ) == true
      )
      // The messages that are being processed, and those that wait.
      let (applied, rejected) = try await counts(engine, upTo: 1000)
      #expect((1...300).contains(applied))
      #expect(applied + rejected == 1000)
      let kept = try await engine.rejectedMessages()
      #expect(kept.allSatisfy { $0.text.isEmpty && $0.reason.contains("dropped") })
      #expect((1...3).contains(kept.count), "one row represents all messages of a second")
      let ticks = await engine.ticks(applied)
      #expect(ticks.count == applied)
      #expect(ticks.values.allSatisfy { $0 == 1 })
    }
  }

  @Test func `large messages are bounded by their bytes`() async throws {
    let feed = try feed()
    let engine = try feed.engine()
    let other = try SQLiteClient(path: feed.directory.path("ticks.sqlite"))
    let limits = SubjectLimits(messages: 1000, bytes: 1 << 20)
    try await feed.whileRunning(engine, limits: limits) { notices in
      try await client.run("wait odds.a")
      try other.run("BEGIN IMMEDIATE")
      try await client.run("flood odds.a 1 40 100000")
      try await Task.sleep(for: .milliseconds(300))
      try other.run("ROLLBACK")
      #expect(await notices.next(.missed) != nil)
      let (applied, rejected) = try await counts(engine, upTo: 40)
      #expect((1...25).contains(applied))
      #expect(applied + rejected == 40)
    }
  }

  @Test func `an input without messages is late even while it is connected`()
    async throws
  {
    let feed = try feed("adapter: ticks, stale: 1s")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      #expect(await notices.next(.late)?.text == "no message for more than 1s")
      try await client.run("wait odds.a", "publish odds.a 1 1")
      #expect(await notices.next(.live) != nil)
    }
  }
}
