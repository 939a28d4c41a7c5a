import FeedLog
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite(
  "JetStreamLog",
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .timeLimit(.minutes(10))
)
struct JetStreamTests {
  @Test func `a killed server loses no entry, and tails resume when it is restarted`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url)
    let log = try await JetStreamLog(at: LogAddress(server.address()), patience: .seconds(60))
    var iterator = log.tail(after: LogPosition(sequence: 0)).makeAsyncIterator()
    var read: [LoggedEntry] = []
    for round in 0..<3 {
      for number in (round * 20 + 1)...(round * 20 + 20) {
        _ = try await log.append(OpenLog.bytes(number), id: "test/\(number)")
      }
      while read.count < round * 20 + 10, let batch = try await iterator.next() {
        read += batch.entries
      }
      server.kill()
      // An entry that is appended in the meantime waits for the server.
      async let late = log.append(OpenLog.bytes(round * 20 + 20), id: "test/\(round * 20 + 20)")
      try await server.start()
      #expect(try await late == LogReceipt(sequence: UInt64(round * 20 + 20), isRepeat: true))
    }
    while read.count < 60, let batch = try await iterator.next() { read += batch.entries }
    #expect(read == entries(1...60))
    await log.close()
  }

  @Test func `pitfall 9: an entry larger than the limit of the server is rejected`() async throws {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url, "max_payload: 4096")
    let log = try await JetStreamLog(at: LogAddress(server.address()))
    #expect(
      await code { _ = try await log.append([UInt8](repeating: 1, count: 5000), id: "a") }
        == .tooLarge
    )
    let receipt = try await log.append([UInt8](repeating: 1, count: 3900), id: "b")
    #expect(receipt.sequence == 1)
    await log.close()
  }

  @Test func `pitfall 9: a tail continues after its consumer was removed`() async throws {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url)
    let log = try await JetStreamLog(at: LogAddress(server.address()))
    var iterator = log.tail(after: LogPosition(sequence: 0)).makeAsyncIterator()
    _ = try await log.append(OpenLog.bytes(1), id: "1")
    #expect(try await iterator.next()?.entries == entries(1...1))
    // A restart removes consumers in memory; the connection reconnects before the next append.
    server.kill()
    try await server.start()
    _ = try await log.append(OpenLog.bytes(2), id: "2")
    #expect(try await iterator.next()?.entries == entries(2...2))
    await log.close()
  }

  @Test func `several programs can open one log with one identity`() async throws {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url)
    let address = try LogAddress(server.address())
    async let one = JetStreamLog(at: address)
    async let other = JetStreamLog(at: address)
    let (first, second) = try await (one, other)
    _ = try await first.append([1], id: "a")
    #expect(try await second.bounds() == first.bounds())
    #expect(try await second.bounds().last == 1)
    await first.close()
    await second.close()
  }

  @Test func `programs that create a log at the same time all open it`() async throws {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url)
    for number in 0..<20 {
      let address = try LogAddress(server.address("LOG\(number)"))
      try await withThrowingTaskGroup(of: JetStreamLog.self) { group in
        for _ in 0..<4 { group.addTask { try await JetStreamLog(at: address) } }
        for try await log in group { await log.close() }
      }
    }
  }

  @Test func `replicas that create a log of three copies at the same time all open it`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let cluster = try await NATSCluster(in: directory.url)
    for number in 0..<5 {
      let address = try LogAddress(cluster.address("LOG\(number)"))
      try await withThrowingTaskGroup(of: JetStreamLog.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try await JetStreamLog(at: address, replicas: 3, patience: .seconds(180))
          }
        }
        for try await log in group { await log.close() }
      }
    }
  }

  @Test func `a copy of an earlier log of the same name does not count as newer`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url)
    let log = try await JetStreamLog(at: LogAddress(server.address()))
    func copy(_ sequence: UInt64) -> LogSnapshot {
      LogSnapshot(sequence: sequence, place: "here", size: 1, sha256: "00")
    }
    try await log.putSnapshot(copy(9))
    for number in 1...2 { _ = try await log.append(OpenLog.bytes(number), id: "\(number)") }
    try await log.putSnapshot(copy(2))
    #expect(try await log.latestSnapshot() == copy(2))
    try await log.putSnapshot(copy(1))
    #expect(try await log.latestSnapshot() == copy(2))
    await log.close()
  }

  @Test func `three servers lose no entry when two of them are killed one after the other`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let cluster = try await NATSCluster(in: directory.url)
    let log = try await JetStreamLog(
      at: LogAddress(cluster.address()),
      replicas: 3,
      patience: .seconds(60)
    )
    var iterator = log.tail(after: LogPosition(sequence: 0)).makeAsyncIterator()
    var read: [LoggedEntry] = []
    var number = 0
    for victim in 0..<2 {
      for _ in 1...30 {
        number += 1
        _ = try await log.append(OpenLog.bytes(number), id: "test/\(number)")
      }
      cluster.servers[victim].kill()
      for _ in 1...30 {
        number += 1
        _ = try await log.append(OpenLog.bytes(number), id: "test/\(number)")
      }
      while read.count < number, let batch = try await iterator.next() { read += batch.entries }
      try await cluster.servers[victim].start()
    }
    #expect(read == entries(1...120))
    #expect(try await log.bounds().last == 120)
    await log.close()
  }

  // MARK: Another client

  static let python = PythonClient.find()

  @Test(.enabled(if: python != nil, "nats-py is not installed; make log-tools does it"))
  func `nats-py reads the entries of a log, and a log reads the entries of nats-py`() async throws {
    let python = try #require(Self.python)
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url)
    let log = try await JetStreamLog(at: LogAddress(server.address()))
    for number in 1...5 { _ = try await log.append(OpenLog.bytes(number), id: "test/\(number)") }
    let copy = LogSnapshot(sequence: 5, place: "here", size: 1, sha256: "00")
    try await log.putSnapshot(copy)
    let lines = try await python.run(server.port, "ODDS", "read", 5).split(separator: "\n")
    #expect(
      lines.prefix(5).map(String.init)
        == (1...5).map { #"[\#($0), "test/\#($0)", "entry \#($0)"]"# }
    )
    let value = try JSONDecoder().decode(LogSnapshot.self, from: Data(lines[5].utf8))
    #expect(value == copy)
    let other = try await JetStreamLog(at: LogAddress(server.address("OTHER")))
    _ = try await python.run(server.port, "OTHER", "append", 40)
    var read: [LoggedEntry] = []
    for try await batch in other.tail(after: LogPosition(sequence: 0)) {
      read += batch.entries
      if read.count == 40 { break }
    }
    #expect(read == entries(1...40))
    #expect(try await other.append([1], id: "test/40").isRepeat)
    await log.close()
    await other.close()
  }
}

/// The client nats-py from PyPI, if it is installed.
struct PythonClient: Sendable {
  let path: String

  static func find() -> PythonClient? {
    let tools = Repository.path(".build/log-tools")
    return FileManager.default.fileExists(atPath: tools + "/nats/__init__.py")
      ? PythonClient(path: tools) : nil
  }

  func run(_ port: Int, _ stream: String, _ job: String, _ count: Int) async throws -> String {
    let script = Repository.path("Tests/FeedLogTests/crosscheck.py")
    let arguments = [
      "PYTHONPATH=\(path)", "python3", script, "nats://127.0.0.1:\(port)", stream, job, "\(count)",
    ]
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let (status, output) = try ForeignProgram.run("env", arguments)
            #expect(status == 0, "\(output)")
            return output
          }
        )
      }
    }
  }
}
