import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import TestFeeds
import TestSupport
import Testing

@testable import FeedEngine
@testable import FeedLog

@Suite(
  "Replica",
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .timeLimit(.minutes(10))
)
struct ReplicaTests {
  @Test func `replicas show the same versions, and answer a write when they show it`()
    async throws
  {
    let run = try await ReplicaRun()
    let (a, b) = (try await run.replica("a"), try await run.replica("b"))
    for number in 1...150 {
      let replica = number.isMultiple(of: 2) ? a : b
      let applied = try await replica.replica.apply(.upsert(number))
      #expect(applied?.version == replica.engine.snapshot.version)
      #expect(applied?.version == number + 1)
    }
    try await a.replica.applyAll()
    try await b.replica.applyAll()
    #expect(a.engine.snapshot.version == b.engine.snapshot.version)
    #expect(a.engine.snapshot.composition == b.engine.snapshot.composition)
    #expect(try await a.engine.appliedEntries() == b.engine.appliedEntries())
    #expect(try await a.engine.verifyStateHash() == nil)
    #expect(try await a.engine.identity { "" } == b.engine.identity { "" })
    #expect(a.replica.condition.isReady)
    #expect(b.replica.condition.applied == 150)
    try await run.end()
  }

  @Test
  func `every replica rejects an invalid write and detects a repeated request`()
    async throws
  {
    let run = try await ReplicaRun()
    let (a, b) = (try await run.replica("a"), try await run.replica("b"))
    var refused = FeedEntry(.message("{", adapter: nil))
    refused.request = IdempotencyKey(key: "bad", digest: 1, time: 1)
    guard case .refused? = try await a.replica.apply(refused)?.outcome else {
      Issue.record("it was applied")
      return
    }
    // The rejected write left no record, so it is applied again.
    try await b.replica.applyAll()
    guard case .refused? = try await b.replica.apply(refused)?.outcome else {
      Issue.record("it was applied")
      return
    }
    var entry = FeedEntry.upsert(1)
    entry.request = IdempotencyKey(key: "k", digest: 7, time: 1)
    let first = try #require(try await a.replica.apply(entry))
    try await b.replica.applyAll()
    for replica in [a, b] {
      let again = try await replica.replica.apply(entry)
      #expect(again == nil || again?.sequence == first.sequence)
      #expect(try await replica.engine.record(ofRequest: "k")?.version == first.version)
    }
    #expect(try await run.log().bounds().last == 3)
    try await run.end()
  }

  @Test func `a restarted replica applies many entries per commit and reaches the same state`()
    async throws
  {
    let run = try await ReplicaRun()
    let a = try await run.replica("a")
    try await run.replica("b").end()
    let log = try await run.log()
    let count = amount(2_000, soak: 50_000)
    for number in 1...count {
      _ = try await log.append(FeedEntry.upsert(number % 500).encoded(), id: "\(number)")
    }
    let start = ContinuousClock.now
    let b = try await run.replica("b")
    try await b.replica.applyAll()
    let seconds = start.duration(to: .now) / .seconds(1)
    print("caught up \(count) entries in \(seconds) s: \(Int(Double(count) / seconds)) a second")
    try await a.replica.applyAll()
    #expect(try await a.engine.appliedEntries() == b.engine.appliedEntries())
    #expect(a.engine.snapshot.version == b.engine.snapshot.version)
    #expect(a.engine.snapshot.composition == b.engine.snapshot.composition)
    #expect(try await b.engine.verifyStateHash() == nil)
    try await run.end()
  }

  @Test(.enabled(if: TestAmount.current != .quick, "measures; make test-full plays it"))
  func `the latency of a write is measured on replicas and on the log alone`() async throws {
    let run = try await ReplicaRun()
    let replicas = [try await run.replica("a"), try await run.replica("b")]
    let (third, log) = (try await run.replica("c"), try await run.log("ALONE"))
    var (alone, here, everywhere): ([Duration], [Duration], [Duration]) = ([], [], [])
    for number in 1...2_000 {
      let entry = FeedEntry.upsert(number % 500)
      var start = ContinuousClock.now
      _ = try await log.append(entry.encoded(), id: "\(number)")
      alone.append(start.duration(to: .now))
      start = .now
      let applied = try #require(try await replicas[number % 2].replica.apply(entry))
      here.append(start.duration(to: .now))
      for other in replicas + [third] {
        _ = try await other.replica.wait(for: applied.sequence)
      }
      everywhere.append(start.duration(to: .now))
    }
    for (name, times) in [("log alone", alone), ("here", here), ("at all three", everywhere)] {
      let sorted = times.sorted()
      print("append to \(name): p50 \(sorted[1_000]), p99 \(sorted[1_980])")
    }
    try await run.end()
  }

  @Test func `pitfall 1: a replica that lacks trimmed entries stops with an error`()
    async throws
  {
    let run = try await ReplicaRun()
    let a = try await run.replica("a")
    for number in 1...5 { _ = try await a.replica.apply(.upsert(number)) }
    try await run.log().trim(before: 4)
    let error = await #expect(throws: LogError.self) { try await run.replica("b") }
    #expect(error?.code == .trimmed)
    try await run.end()
  }

  @Test func `a store of another log is rejected`() async throws {
    let run = try await ReplicaRun()
    let a = try await run.replica("a")
    _ = try await a.replica.apply(.upsert(1))
    try await a.end()
    let error = await #expect(throws: EngineError.self) { try await run.replica("a", of: "OTHER") }
    #expect(error?.code == .otherLog)
    try await run.end()
  }

  @Test
  func `a replica without its log serves its state, rejects writes, and resumes with the log`()
    async throws
  {
    let run = try await ReplicaRun()
    let a = try await run.replica("a")
    _ = try await a.replica.apply(.upsert(1))
    run.server.kill()
    await a.notices.first { $0 == .silent }
    let since = try #require(a.replica.condition.silentSince)
    #expect(Date.now.timeIntervalSince1970 - since < 60)
    let error = await #expect(throws: EngineError.self) { try await a.replica.apply(.upsert(2)) }
    #expect(error?.code == .logUnreachable)
    #expect(error?.message.hasPrefix("no server of the log answers, since ") == true)
    #expect(a.engine.snapshot.version == 2)
    #expect(a.replica.condition.isReady)
    try await run.server.start()
    await a.notices.first { $0 == .answered }
    #expect(try await a.replica.apply(.upsert(2))?.version == 3)
    #expect(a.replica.condition.silentSince == nil)
    try await run.end()
  }

  @Test func `a replica with a full disk serves its state and continues when there is space`()
    async throws
  {
    let run = try await ReplicaRun()
    let (a, b) = (try await run.replica("a"), try await run.replica("b"))
    _ = try await a.replica.apply(.upsert(1))
    try await b.replica.applyAll()
    // Its file must not grow by a page.
    try await b.engine.limit(pages: 1)
    for number in 2...400 { _ = try await a.replica.apply(.upsert(number)) }
    await b.notices.first {
      if case .waiting(let reason) = $0 { reason.contains("full") } else { false }
    }
    #expect(b.replica.condition.isReady)
    #expect((2..<401).contains(b.engine.snapshot.version))
    try await b.engine.limit(pages: 1_000_000)
    try await b.replica.applyAll()
    #expect(b.engine.snapshot.version == 401)
    #expect(b.engine.snapshot.composition == a.engine.snapshot.composition)
    #expect(try await b.engine.verifyStateHash() == nil)
    try await run.end()
  }

  @Test func `pitfall 12: a replica that differs from most stops and reports the first entry`()
    async throws
  {
    let run = try await ReplicaRun()
    let (a, b) = (try await run.replica("a"), try await run.replica("b"))
    let c = try await run.replica("c")
    for number in 1...120 { _ = try await a.replica.apply(.upsert(number)) }
    try await c.replica.applyAll()
    // Change a visible row of the store without the log.
    try await c.engine.write { try $0.run("UPDATE team SET name = 'Forged' WHERE id = 7") }
    for number in 121...220 { _ = try await a.replica.apply(.upsert(number)) }
    let error = await #expect(throws: LogError.self) { try await c.task.value }
    #expect(error?.code == .replicaDiffers)
    #expect(error?.message.contains("since entry 121") == true)
    #expect(try await a.replica.apply(.upsert(500))?.version == 222)
    try await b.replica.applyAll()
    #expect(b.engine.snapshot.version == 222)
    try await run.end()
  }

  @Test func `a role moves to another replica within five seconds`()
    async throws
  {
    let run = try await ReplicaRun()
    let (a, b) = (try await run.replica("a"), try await run.replica("b"))
    let (holders, holds) = AsyncStream.makeStream(of: String.self)
    var iterator = holders.makeAsyncIterator()
    @Sendable func work(_ running: RunningReplica) async {
      await running.replica.whileHolding("odds") {
        holds.yield(running.replica.id)
        try? await Task.sleep(for: .seconds(1000))
      }
    }
    let first = Task { await work(a) }
    #expect(await iterator.next() == "a")
    let second = Task { await work(b) }
    // A released lease is taken immediately. Killed replicas are tested with processes.
    let start = ContinuousClock.now
    first.cancel()
    #expect(await iterator.next() == "b")
    // Other tests run concurrently with the quick tests.
    #expect(TestAmount.current == .quick || start.duration(to: .now) < .seconds(5))
    second.cancel()
    await first.value
    await second.value
    try await run.end()
  }

  @Test func `messages of an input that two replicas run are applied once and in order`()
    async throws
  {
    let run = try await ReplicaRun()
    let (a, b) = (try await run.replica("a"), try await run.replica("b"))
    func entry(_ number: Int) -> FeedEntry {
      var entry = FeedEntry.upsert(number)
      entry.step = .init(input: "odds", number: number, position: "\(number)", time: 1)
      return entry
    }
    var outcomes: [String: Int] = [:]
    for number in 1...20 {
      // Both send the same message, as an old holder does after it was cut off.
      async let one = a.replica.apply(entry(number))
      async let other = b.replica.apply(entry(number))
      for applied in [try await one, try await other] {
        switch applied?.outcome {
        case .applied: outcomes["applied", default: 0] += 1
        case .repeated: outcomes["repeated", default: 0] += 1
        default: Issue.record("\(String(describing: applied))")
        }
      }
    }
    #expect(outcomes == ["applied": 20, "repeated": 20])
    #expect(try await a.engine.record(ofInput: "odds").record?.position == "20")
    try await run.end()
  }
}

/// A server with a log, and replicas of it in this process.
final class ReplicaRun: Sendable {
  let directory: TemporaryDirectory
  let server: NATSServer
  private let file: FeedFile
  private let open = Mutex<[RunningReplica]>([])
  private let logs = Mutex<[JetStreamLog]>([])

  init() async throws {
    directory = try TemporaryDirectory()
    server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    _ = try directory.file(
      "book.sql",
      "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank REAL NOT NULL);"
    )
    let path = try directory.file(
      "book.yaml",
      """
      feed: 1
      store: {schema: book.sql}
      sources:
        teams: {from: team, order: [rank]}
      sections:
        - {id: teams, source: teams, item: team}
      items:
        team: {title: "{name}"}
      """
    )
    file = try FeedFile.load(path: path)
  }

  func log(_ stream: String = "BOOK") async throws -> JetStreamLog {
    let log = try await JetStreamLog(at: LogAddress(server.address(stream)))
    logs.withLock { $0.append(log) }
    return log
  }

  /// Opens a replica and runs it.
  @discardableResult
  func replica(
    _ name: String,
    of stream: String = "BOOK",
    feed: String = "book"
  ) async throws -> RunningReplica {
    let engine = try FeedEngine(
      file: file,
      store: .file(directory.path("\(name).sqlite")),
      followsLog: true
    )
    let notices = NoticeList()
    let replica: Replica
    do {
      replica = try await Replica(engine, on: log(stream), id: name, feed: [feed]) {
        notices.add($0)
      }
    } catch {
      try await engine.close()
      throw error
    }
    let running = RunningReplica(replica: replica, engine: engine, notices: notices)
    open.withLock { $0.append(running) }
    return running
  }

  func end() async throws {
    for running in open.withLock({ $0 }) { try await running.end() }
    for log in logs.withLock({ $0 }) { await log.close() }
    server.kill()
  }
}

/// A running replica.
final class RunningReplica: Sendable {
  let replica: Replica
  let engine: FeedEngine
  let notices: NoticeList
  let task: Task<Void, any Error>

  init(replica: Replica, engine: FeedEngine, notices: NoticeList) {
    (self.replica, self.engine, self.notices) = (replica, engine, notices)
    task = Task { try await replica.run() }
  }

  /// Stops the replica, unless it has already stopped.
  func end() async throws {
    task.cancel()
    _ = await task.result
    do { try await engine.close() } catch let error as StoreError where error.code == .closed {}
  }
}

/// The notices of a replica.
final class NoticeList: Sendable {
  private let notices: AsyncStream<Replica.Notice>
  private let continuation: AsyncStream<Replica.Notice>.Continuation

  init() { (notices, continuation) = AsyncStream.makeStream() }

  func add(_ notice: Replica.Notice) { continuation.yield(notice) }

  /// Waits for a notice.
  func first(where isWanted: (Replica.Notice) -> Bool) async {
    for await notice in notices where isWanted(notice) { return }
  }
}

extension FeedEntry {
  static func upsert(_ number: Int) -> FeedEntry {
    FeedEntry(
      .message(
        #"{"upsert":{"team":[{"id":\#(number),"name":"Team \#(number) \#(UInt8.random(in: 0...255))","rank":\#(number)}]}}"#,
        adapter: nil
      )
    )
  }
}

extension FeedEngine {
  /// Limits the file of the store to a number of pages, but at least to its current size.
  fileprivate func limit(pages: Int) throws {
    try core.store.withWriter { try $0.run("PRAGMA max_page_count = \(pages)") }
  }
}
