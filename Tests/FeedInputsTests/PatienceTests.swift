import FeedEngine
import FeedModel
import Foundation
import Synchronization
import TestFeeds
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Sources that are slow, fast or silent")
struct PatienceTests {
  private let directory: TemporaryDirectory
  private let source: WebSource

  init() async throws {
    directory = try TemporaryDirectory()
    source = try await WebSource.start(in: directory.url)
  }

  private var impatient: WebPatience {
    WebPatience(
      connecting: .seconds(5),
      document: .milliseconds(200),
      stream: .milliseconds(400),
      leastStream: .milliseconds(400)
    )
  }

  @Test func `a stalled document is reported after the time limit`() async throws {
    let feed = try InputFeed("web: {poll: \"\(source.url("/stall"))\", every: 1s, adapter: table}")
    let engine = try feed.engine()
    try await feed.whileRunning(engine, patience: impatient) { notices in
      let text = await notices.next(.failed)?.text
      #expect(text?.hasPrefix("the source does not answer (127.0.0.1:") == true, "\(text ?? "")")
    }
  }

  @Test func `a silent stream is requested again after its last event`()
    async throws
  {
    let feed = try InputFeed("web: {stream: \"\(source.url("/events?to=5"))\", adapter: ticks}")
    let engine = try feed.engine()
    try await feed.whileRunning(engine, patience: impatient) { _ in
      let log = try await source.requests(2)
      #expect(log[1]["last-event-id"] == "5")
      #expect(await engine.ticks(5) == once(1...5))
    }
  }

  @Test func `a source that does not support TLS is reported`() async throws {
    let url = source.url("/plain").replacing("http:", with: "https:")
    let feed = try InputFeed("web: {poll: \"\(url)\", every: 1s, adapter: table}")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      let text = await notices.next(.failed)?.text
      #expect(text?.hasPrefix("no secure connection to the source can be made (127.") == true)
    }
  }

  @Test func `a fast source waits at its own connection while the store is locked`()
    async throws
  {
    let feed = try InputFeed("web: {stream: \"\(source.url("/flood"))\", adapter: ticks}")
    let engine = try feed.engine()
    let other = try SQLiteClient(path: feed.directory.path("ticks.sqlite"))
    try other.run("BEGIN IMMEDIATE")
    try await feed.whileRunning(engine) { _ in
      let log = try await source.requests(2)
      let sent = try #require(log.last?["waits-after"].flatMap { Int($0) })
      // The source has 256 MiB in lines of 64 KiB; it sends only what fits into the sockets, and a few lines more.
      #expect(sent < 512)
      try other.run("ROLLBACK")
      _ = await engine.ticks(1)
    }
  }

  /// The clocks of a session, which a test sets.
  private final class Clocks: Sendable {
    let times = Mutex((uptime: Duration.zero, wall: 1e9))

    func set(uptime: Duration) { times.withLock { $0.uptime = uptime } }
    func set(wall: Double) { times.withLock { $0.wall = wall } }

    /// Starts the session of an input that is late after ten seconds.
    func session(
      _ engine: FeedEngine,
      _ notices: InputFeed.Notices
    ) async throws -> InputSession {
      try await InputSession(
        "log",
        .rows(adapter: "ticks"),
        stale: .seconds(10),
        engine: engine,
        time: InputTime(
          uptime: { self.times.withLock(\.uptime) },
          wall: { self.times.withLock(\.wall) },
          sleep: { _ in }
        ),
        recorder: nil
      ) { notices.add($0) }
    }
  }

  @Test func `the silence of an input before a restart counts`() async throws {
    let feed = try InputFeed(
      "log: {follow: log.jsonl, adapter: ticks, stale: 10s, sources: [ticks]}"
    )
    let engine = try feed.engine()
    let (clocks, notices) = (Clocks(), InputFeed.Notices())
    var session = try await clocks.session(engine, notices)
    try await session.deliver(Array("{\"id\":1}".utf8), position: "1")
    // The clock may have been set back since the last message.
    for (wall, rest) in [(1e9 + 4, 6), (1e9 - 3600, 10)] {
      clocks.set(wall: wall)
      session = try await clocks.session(engine, notices)
      #expect(try await session.checkTime() == .seconds(rest))
    }
    #expect(notices.list.isEmpty)
    clocks.set(wall: 1e9 + 3600)
    session = try await clocks.session(engine, notices)
    _ = try await session.checkTime()
    #expect(notices.list.map(\.kind) == [.late])
    let late = SourceStatus.State.late("input 'log' is late: no message for more than 10s")
    #expect(engine.snapshot.status.map(\.state) == [late])
    try await session.deliver(Array("{\"id\":2}".utf8), position: "2")
    #expect(engine.snapshot.status.map(\.state) == [.ok])
    try await engine.close()
  }

  @Test func `lateness is measured by a monotonic clock`()
    async throws
  {
    let feed = try InputFeed("log: {follow: log.jsonl, adapter: ticks}")
    let engine = try feed.engine()
    let (clocks, notices) = (Clocks(), InputFeed.Notices())
    let session = try await clocks.session(engine, notices)
    for wall in [2e9, 0, 1e9] {
      clocks.set(wall: wall)
      #expect(try await session.checkTime() == .seconds(10))
    }
    clocks.set(uptime: .seconds(4))
    #expect(try await session.checkTime() == .seconds(6))
    clocks.set(uptime: .seconds(11))
    _ = try await session.checkTime()
    #expect(notices.list.map(\.kind) == [.late])
    try await session.deliver(Array("{\"id\":1}".utf8), position: "1")
    #expect(notices.list.map(\.kind) == [.late, .live])
    #expect(try await session.checkTime() == .seconds(10))
  }
}
