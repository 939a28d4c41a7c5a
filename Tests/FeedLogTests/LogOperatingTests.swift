import Foundation
import TestFeeds
import TestSupport
import Testing

@testable import FeedLog

@Suite(
  "Looking after a log",
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .timeLimit(.minutes(10))
)
struct LogOperatingTests {
  @Test func `opening a log for inspection does not create it`() async throws {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url)
    let address = try LogAddress(server.address())
    for _ in 1...2 {
      let error = await #expect(throws: LogError.self) {
        try await JetStreamLog(at: address, replicas: nil)
      }
      #expect(error?.code == .noLog)
      #expect(
        error?.description == """
          error[no-log]: the log 'ODDS' does not exist at nats://127.0.0.1:\(server.port)
            hint: start the first replica: feed serve FEED --store FILE --log \(server.address())
          """
      )
    }
    let log = try await JetStreamLog(at: address)
    _ = try await log.append([1], id: "1")
    let other = try await JetStreamLog(at: address, replicas: nil)
    #expect(try await other.bounds() == log.bounds())
    await log.close()
    await other.close()
  }

  @Test func `the status contains the entries, servers, replicas and leases of a log`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url)
    let log = try await JetStreamLog(at: LogAddress(server.address()))
    let empty = try await log.status()
    #expect(empty.bounds.last == 0)
    #expect(empty.newestAge == nil)
    #expect(empty.members == [])
    for number in 1...5 { _ = try await log.append(OpenLog.bytes(number), id: "\(number)") }
    let record = StatusExample.record("a", at: 3)
    try await log.keys.put("replica.a", [UInt8](JSONEncoder().encode(record)))
    _ = try await log.keys.set("lease.clock", to: Array("a 1234".utf8), expecting: 0)
    _ = try await log.keys.set("lease.input=2eodds", to: [], expecting: 0)
    let copy = LogSnapshot(sequence: 2, place: "there", size: 1, sha256: "00")
    try await log.putSnapshot(copy)
    let status = try await log.status()
    #expect(status.bounds.first == 1)
    #expect(status.bounds.last == 5)
    #expect(status.copies == 1)
    #expect(try #require(status.bytes) > 0)
    #expect(try #require(status.newestAge) < 60)
    #expect(status.servers == [], "a single server reports no servers")
    #expect(status.members.map(\.record) == [record])
    let member = try #require(status.members.first)
    #expect(member.age < 15)
    #expect(status.lag(of: member) == 2)
    #expect(member.agreement == .unknown)
    #expect(status.holdings.map(\.role) == ["clock", "input.odds"])
    #expect(status.holdings.map(\.holder) == ["a", nil])
    #expect(status.snapshot == copy)
    #expect((status.snapshotAge ?? 99) < 15)
    try await log.forget("a")
    let after = try await log.status()
    #expect(after.members == [])
    #expect(after.holdings.count == 2)
    await log.close()
  }

  @Test func `the first entry within a maximum age is found`() async throws {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url)
    let log = try await JetStreamLog(at: LogAddress(server.address()))
    for number in 1...9 { _ = try await log.append(OpenLog.bytes(number), id: "\(number)") }
    try await log.trim(before: 3)
    let status = try await log.status()
    var times: [UInt64: Double] = [:]
    for number in UInt64(3)...9 { times[number] = try await log.time(ofEntry: number) }
    let now = try #require(times[9]) + (try #require(status.newestAge))
    for (number, time) in times {
      #expect(try await log.firstEntry(noOlderThan: now - time + 1e-5, status) == number)
    }
    #expect(times.count == 7)
    #expect(try await log.firstEntry(noOlderThan: 0, status) == 10)
    #expect(try await log.firstEntry(noOlderThan: 1e6, status) == 3)
    await log.close()
  }

  @Test func `a killed server of a cluster is reported as offline`() async throws {
    let directory = try TemporaryDirectory()
    let cluster = try await NATSCluster(in: directory.url)
    let log = try await JetStreamLog(
      at: LogAddress(cluster.address()),
      replicas: 3,
      patience: .seconds(60)
    )
    _ = try await log.append([1], id: "1")
    var status = try await log.status()
    #expect(status.copies == 3)
    #expect(status.servers.count == 3)
    let leader = try #require(status.servers.first)
    #expect(leader.isLeader)
    let victim = try #require(status.servers.last)
    let index = try #require((0..<3).first { victim.name == "server\($0)" })
    cluster.servers[index].kill()
    // The leader detects the killed server after some seconds; the third may be an entry behind.
    func isSaid() -> Bool {
      status.problems.contains {
        $0.code == .serverBehind
          && $0.message.hasPrefix("server 'server\(index)' of the log is offline or behind")
      }
    }
    let deadline = ContinuousClock.now + .seconds(60)
    while !isSaid(), ContinuousClock.now < deadline {
      _ = try await log.append([2], id: UUID().uuidString)
      status = try await log.status()
    }
    #expect(isSaid(), "\(status.problems)")
    await log.close()
  }
}
