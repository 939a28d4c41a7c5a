#if Network
import FeedEngine
import Foundation
import TestFeeds
import Synchronization
import TestSupport
import Testing

@testable import FeedLog
@testable import FeedCommands
@testable import FeedNetworkCommands

/// The built program as a replica that begins with an empty disk.
@Suite(
  "A new replica's store",
  .waiting,
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .timeLimit(.minutes(10))
)
struct ReplicaStoreTests {
  @Test
  func `a replica with an empty disk copies another replica's store, even if the log is trimmed`()
    async throws
  {
    let run = try await TickReplicas()
    let (a, log) = (try run.replica("a"), try await run.log())
    try await run.post(1...230, to: a)
    _ = try await run.known(a, in: log)
    try await log.trim(before: 200)
    // A journal left by another store is not taken for that of this one.
    _ = try run.directory.file("b.sqlite-wal", "what another store has left")
    let b = try run.replica("b")
    let text = b.log(until: "ready: everything is applied")
    #expect(text.contains("fetched the store: "), "\(text)")
    let snapshot = try #require(try await log.latestSnapshot())
    #expect(snapshot.sequence == 230)
    #expect(snapshot.place == "http://127.0.0.1:\(a.adminPort ?? 0)/v1/store")
    #expect(try await run.post(231...340, to: b) == 200)
    let image = try await run.common(a, b)
    #expect(image.matches(of: #/"value":"1"/#).count == 340)
    let metrics = try await run.metrics(of: b)
    #expect(metrics.contains("feed_log_disputed 0\n"))
    for replica in [a, b] { #expect(replica.end().status == 0) }
    let stores = try ["a", "b"].map { try AppliedEntries.read(fileAt: run.store($0), of: nil) }
    #expect(stores[0] == stores[1] && stores[0]?.sequence == 340)
    #expect(!run.files("a").contains { $0.contains("copy") }, "\(run.files("a"))")
    #expect(!run.files("b").contains { $0.contains("fetched") }, "\(run.files("b"))")
    await log.close()
  }

  @Test func `a copy is valid while the store is written at full speed`() async throws {
    let run = try await TickReplicas()
    let (a, log) = (try run.replica("a"), try await run.log())
    try await run.post(1...100, to: a)
    _ = try await run.known(a, in: log)
    let end = WritingEnd()
    let written = try await withThrowingTaskGroup(of: Int.self) { group in
      for writer in 1...3 {
        group.addTask {
          var count = 0
          while !end.hasCome.withLock({ $0 }) {
            let first = 10_000 * writer + count
            guard try await run.post(first..<(first + 20), to: a) == 200 else { return -1 }
            count += 20
          }
          return count
        }
      }
      var positions: Set<UInt64> = []
      for index in 1...amount(3, full: 10) {
        // It is compared with the log's SHA-256, and its rows with the state hash of its entry.
        let copy = run.directory.path("copy-\(index).sqlite")
        let place = "http://127.0.0.1:\(a.adminPort ?? 0)"
        let made = try await offThread {
          try FeedProgram.run("copy", place, "--log", run.server.address(), "--output", copy)
        }
        #expect(made.status == 0, "\(made.errors)")
        let applied = try AppliedEntries.read(fileAt: copy, of: nil)
        positions.insert(try #require(applied).sequence)
      }
      let b = try await offThread { try run.replica("b") }
      end.hasCome.withLock { $0 = true }
      var counts: [Int] = []
      for try await count in group { counts.append(count) }
      #expect(positions.count > 1, "copies of \(positions)")
      let image = try await run.common(a, b)
      #expect(image.matches(of: #/"value":"1"/#).count == 100 + counts.reduce(0, +))
      return counts
    }
    #expect(written.allSatisfy { $0 > 0 }, "\(written)")
    await log.close()
  }

  @Test func `a copy that is damaged in transit is rejected, and leaves no file`() async throws {
    let run = try await TickReplicas()
    let (a, log) = (try run.replica("a"), try await run.log())
    try await run.post(1...50, to: a)
    let output = run.store("copy")
    func copy(_ url: String, isChecked: Bool = true) throws -> FeedProgram.Outcome {
      let log = isChecked ? ["--log", run.server.address()] : []
      return try FeedProgram.run(["copy", url, "--output", output] + log)
    }
    let rows: [(mode: String, status: Int32, text: String)] = [
      ("other", 65, "error[other-store]"), ("flip", 65, "error[damaged-copy]"),
      ("short", 65, "error[damaged-copy]"), ("long", 65, "error[damaged-copy]"),
      ("cut", 74, "error[broken-body]"), ("loop", 74, "error[redirect]"),
    ]
    for (mode, status, text) in rows {
      let proxy = try CopyProxy(before: a.adminPort ?? 0, mode)
      let refused = try copy(proxy.url)
      #expect(refused.status == status, "\(mode): \(refused)")
      #expect(refused.errors.contains(text), "\(mode): \(refused)")
      #expect(run.files("copy") == [], "\(mode)")
      proxy.end()
    }
    // The hash in the answer is checked even without a log.
    let proxy = try CopyProxy(before: a.adminPort ?? 0, "flip")
    let refused = try copy(proxy.url, isChecked: false)
    #expect(refused.status == 65, "\(refused)")
    #expect(refused.errors.contains("error[damaged-copy]"), "\(refused)")
    let missing = try copy("http://127.0.0.1:\(a.port)", isChecked: false)
    #expect(missing.status == 74, "\(missing)")
    #expect(missing.errors.contains("answers 404"), "\(missing)")
    let nobody = try copy("http://127.0.0.1:\(try RawClient.freePort())", isChecked: false)
    #expect(nobody.status == 74 && nobody.errors.contains("error[unreachable]"), "\(nobody)")
    #expect(run.files("copy") == [])
    let made = try copy("http://127.0.0.1:\(a.adminPort ?? 0)")
    #expect(made.status == 0, "\(made)")
    #expect(made.errors.contains("applied up to entry 50"), "\(made)")
    #expect(run.files("copy") == ["copy.sqlite"])
    let again = try copy("http://127.0.0.1:\(a.adminPort ?? 0)")
    #expect(again.status == 74, "\(again)")
    #expect(again.errors.contains("error[cannot-write]"), "\(again)")
    await log.close()
  }

  @Test func `a replica asks another replica after a damaged copy`() async throws {
    let run = try await TickReplicas()
    let (a, log) = (try run.replica("a"), try await run.log())
    try await run.post(1...120, to: a)
    let record = try await run.known(a, in: log)
    try await log.trim(before: 100)
    let proxy = try CopyProxy(before: a.adminPort ?? 0, "flip")
    try await run.announce(proxy, like: record, in: log)
    let b = try run.replica("b")
    let text = b.log(until: "ready: everything is applied")
    #expect(text.contains("damaged-copy"), "\(text)")
    #expect(text.contains("fetched the store: "), "\(text)")
    #expect(try await run.common(a, b).contains("tick/120"))
    await log.close()
  }

  @Test func `a replica that is killed during a copy has no store, and begins again`()
    async throws
  {
    let run = try await TickReplicas()
    let (a, log) = (try run.replica("a"), try await run.log())
    try await run.post(1...120, to: a)
    var record = try await run.known(a, in: log)
    try await log.trim(before: 100)
    let proxy = try CopyProxy(before: a.adminPort ?? 0, "stall")
    try await run.announce(proxy, like: record, in: log)
    let killed = try FeedProgram.make(
      ["serve", run.feed, "--listen", "127.0.0.1:0"] + run.arguments("b")
    )
    killed.standardError = FileHandle.nullDevice
    killed.standardOutput = FileHandle.nullDevice
    try killed.run()
    proxy.wait(for: "stalled")
    func fetched() -> Int {
      let path = run.store("b") + ".fetched"
      return (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }
    while fetched() == 0 { try await Task.sleep(for: .milliseconds(20)) }
    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()
    #expect(run.files("b") == ["b.sqlite.fetched"])
    record.id = "proxy"
    record.isReady = false
    try await run.put(record, in: log)
    let b = try run.replica("b")
    #expect(try await run.common(a, b).contains("tick/120"))
    #expect(!run.files("b").contains("b.sqlite.fetched"))
    await log.close()
  }

  @Test func `a trimmed log without any copy is an error with a hint`() async throws {
    let run = try await TickReplicas()
    let (a, log) = (try run.replica("a", admin: nil), try await run.log())
    try await run.post(1...20, to: a)
    try await log.trim(before: 10)
    let refused = try FeedProgram.run(
      ["serve", run.feed, "--listen", "127.0.0.1:0"] + run.arguments("b")
    )
    #expect(refused.status == 74, "\(refused)")
    #expect(refused.errors.contains("error[no-copy]: the log begins with entry 10"), "\(refused)")
    #expect(refused.errors.contains("feed copy"))
    #expect(run.files("b") == [])
    let copy = try FeedProgram.run(
      "copy",
      "--log",
      run.server.address(),
      "--output",
      run.store("b")
    )
    #expect(copy.status == 74, "\(copy)")
    #expect(copy.errors.contains("error[no-copy]"), "\(copy)")
    await log.close()
  }

  @Test func `a replica is ready only after it has applied the log`()
    async throws
  {
    let run = try await TickReplicas()
    let log = try await run.log()
    _ = try run.replica("a").end()
    // Forty at a time: one by one, they would wait 4,000 times for a busy machine.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<40 {
        group.addTask {
          for number in stride(from: writer, to: amount(4_000), by: 40) {
            let entry = FeedEntry(.message("{\"id\":\(number % 500)}", adapter: "ticks"))
            _ = try await log.append(entry.encoded(), id: "\(number)")
          }
        }
      }
      try await group.waitForAll()
    }
    let b = try run.replica("b")
    let first = try await run.ready(b)
    #expect(first.hasPrefix("HTTP/1.1 503"), "\(first)")
    #expect(first.contains("catching up"), "\(first)")
    var answer = first
    while !answer.hasPrefix("HTTP/1.1 200") {
      let early = try await run.copy(of: b)
      answer = try await run.ready(b)
      // It was not ready before, and may have become ready since.
      guard answer.hasPrefix("HTTP/1.1 503") else { break }
      #expect(early.hasPrefix("HTTP/1.1 503"), "\(early)")
      #expect(early.contains("not-ready"), "\(early)")
      try await Task.sleep(for: .milliseconds(50))
    }
    let applied = answer.firstMatch(of: #/"applied":(\d+)/#).flatMap { Int($0.1) }
    #expect(applied == amount(4_000))
    await log.close()
  }

  @Test func `replicas publish the addresses at which they listen`() async throws {
    let run = try await TickReplicas()
    let port = try RawClient.freePort()
    let a = try ServedProgram(
      run.feed,
      run.arguments("a", admin: "127.0.0.2:\(port)")
    )
    try await run.post(1...3, to: a)
    let copy = run.store("copy")
    let made = try FeedProgram.run("copy", "http://127.0.0.2:\(port)", "--output", copy)
    #expect(made.status == 0, "\(made)")
  }

  @Test func `a mistake in a copy command is reported with a hint`() throws {
    let rows: [([String], String)] = [
      (["--output", "x"], "name the address of a replica"),
      (["http://127.0.0.1:1"], "Missing expected argument '--output"),
      (["http://127.0.0.1:1", "--output", "x", "--log", "http://x/Y"], "nats:// or tls://"),
    ]
    for (arguments, text) in rows {
      let run = try FeedProgram.run(["copy"] + arguments)
      #expect(run.status == 64, "\(arguments): \(run.errors)")
      #expect(run.errors.contains(text), "\(arguments): \(run.errors)")
    }
    let help = try FeedProgram.run("copy", "--help").output
    #expect(help.contains("feed copy --log nats://log1:4222/BOOK --output book.sqlite"))
  }
}

/// A request to end the writers.
private final class WritingEnd: Sendable {
  /// Guarded by the mutex.
  let hasCome = Mutex(false)
}

/// Runs code that waits for another process on its own thread.
private func offThread<T: Sendable>(
  _ body: @escaping @Sendable () throws -> T
) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

extension TickReplicas {
  fileprivate func ready(_ replica: ServedProgram) async throws -> String {
    try await ask("/v1/ready", replica)
  }

  fileprivate func metrics(of replica: ServedProgram) async throws -> String {
    try await ask("/metrics", replica)
  }

  fileprivate func copy(of replica: ServedProgram) async throws -> String {
    try await ask("/v1/store", replica)
  }

  /// Sends a request to the address for operators.
  private func ask(_ path: String, _ replica: ServedProgram) async throws -> String {
    let port = try #require(replica.adminPort)
    let client = try RawClient(port: port)
    await client.send(
      "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
    )
    return await client.receiveAll()
  }
}
#endif
