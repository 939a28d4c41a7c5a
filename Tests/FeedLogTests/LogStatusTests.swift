import Testing

@testable import FeedLog

/// A fabricated log with its replicas.
enum StatusExample {
  static func record(
    _ id: String,
    at sequence: UInt64 = 1_000,
    isReady: Bool = true,
    feed: String = "f00dfeed77",
    chain: String = "c"
  ) -> ReplicaRecord {
    ReplicaRecord(
      id: id,
      time: 0,
      feed: feed,
      sequence: sequence,
      version: 5,
      isReady: isReady,
      checkpoints: [100, 200].map { place in
        .init(sequence: place, version: 3, chain: chain, state: "s", steps: "")
      }
    )
  }

  static func status(
    _ records: [(ReplicaRecord, Double)],
    servers: [LogStatus.Server] = []
  ) throws -> LogStatus {
    var status = LogStatus(
      address: try LogAddress("nats://log1:4222/BOOK"),
      bounds: LogBounds(identity: "BOOK/1", first: 101, last: 1_000),
      copies: 3
    )
    status.servers = servers
    status.members = LogStatus.members(records)
    return status
  }
}

@Suite("LogStatus")
struct LogStatusTests {
  @Test func `a replica agrees up to the last entry that is comparable with another replica`()
    throws
  {
    var far = StatusExample.record("b")
    far.checkpoints.append(.init(sequence: 300, version: 3, chain: "c", state: "s", steps: ""))
    let other = StatusExample.record("c", feed: "other")
    let status = try StatusExample.status([(StatusExample.record("a"), 1), (far, 1), (other, 1)])
    #expect(
      status.members.map(\.agreement) == [.agrees(upTo: 200), .agrees(upTo: 200), .unknown]
    )
    #expect(status.lag(of: status.members[0]) == 0)
  }

  @Test func `a log whose replicas are ready and agree has no problem`() throws {
    let status = try StatusExample.status(
      [(StatusExample.record("a"), 1), (StatusExample.record("b", isReady: false), 14)],
      servers: [.init(name: "s1", isLeader: true, isCurrent: true, lag: 0)]
    )
    #expect(status.problems == [])
  }

  private static let problems: [(records: [(ReplicaRecord, Double)], text: String)] = [
    (
      [(StatusExample.record("a", isReady: false), 1)],
      """
      error[no-ready-replica]: no running replica has applied the log to its end
        hint: start a replica, or wait until one has caught up: its /v1/ready shows its progress
      """
    ),
    (
      [(StatusExample.record("a"), 1), (StatusExample.record("b"), 7_300)],
      """
      error[silent-replica]: replica 'b' has not reported for 2 h
        hint: restart it, or remove it permanently: feed log trim nats://log1:4222/BOOK --forget b
      """
    ),
    (
      [(StatusExample.record("a"), 1), (StatusExample.record("b", feed: "beefbeef00"), 1)],
      """
      error[several-feeds]: the replicas have different feed files: beefbeef at 'b'; f00dfeed at 'a'
        hint: install the same feed file and release everywhere, and restart the other replicas
      """
    ),
    (
      [
        (StatusExample.record("a"), 1), (StatusExample.record("b"), 1),
        (StatusExample.record("c", chain: "x"), 1),
      ],
      """
      error[replica-differs]: replica 'c': its versions differ from those of 'a' since one of the entries 1 to 100
        hint: keep both stores to find the reason, and start again with a copy of a good store
      """
    ),
  ]

  @Test(arguments: problems.indices)
  func `each problem of a log has a message and a hint`(index: Int) throws {
    let (records, text) = Self.problems[index]
    #expect(try StatusExample.status(records).problems.map(\.description) == [text])
  }

  @Test func `an offline server is a problem of the log`() throws {
    let status = try StatusExample.status(
      [(StatusExample.record("a"), 1)],
      servers: [
        .init(name: "s1", isLeader: true, isCurrent: true, lag: 0),
        .init(name: "s2", isLeader: false, isCurrent: false, lag: 7),
      ]
    )
    #expect(
      status.problems.map(\.message) == [
        "server 's2' of the log is offline or behind, by 7 entries"
      ]
    )
  }

  @Test
  func `a forgotten replica is no longer compared, and a running replica cannot be forgotten`()
    throws
  {
    let status = try StatusExample.status([
      (StatusExample.record("a"), 1), (StatusExample.record("b", chain: "x"), 99),
    ])
    #expect(status.problems.contains { $0.code == .replicaDiffers })
    #expect(try status.forgetting("b").problems == [])
    let runs = #expect(throws: LogError.self) { try status.forgetting("a") }
    #expect(
      runs?.description == """
        error[replica-reports]: replica 'a' is running: it reported 1 s ago
          hint: stop it first; a running replica reports again within seconds
        """
    )
    let unknown = #expect(throws: LogError.self) { try status.forgetting("x") }
    #expect(unknown?.code == .unknownReplica)
    #expect(unknown?.hint == "did you mean 'a'?")
  }

  @Test func `an age is written in the largest unit that fits at least twice`() {
    let ages: [Double] = [-1, 0.4, 119, 120, 7_199, 7_200, 172_799, 172_800]
    #expect(
      ages.map(\.inWords) == ["0 s", "0 s", "119 s", "2 min", "119 min", "2 h", "47 h", "2 d"]
    )
  }

  @Test func `JetStream times are parsed with any number of fractional digits`() throws {
    #expect(JetStreamTime.seconds("1970-01-01T00:01:00Z") == 60)
    #expect(JetStreamTime.seconds("1970-01-01T00:01:00.25Z") == 60.25)
    #expect(JetStreamTime.seconds("1970-01-01T02:01:00.5+02:00") == 60.5)
    let late = try #require(JetStreamTime.seconds("2026-11-23T08:15:30.123456789Z"))
    #expect(abs(late - 1_795_421_730.123456) < 1e-5)
    #expect(JetStreamTime.seconds("0001-01-01T00:00:00Z") == nil)
    #expect(JetStreamTime.seconds("yesterday") == nil)
  }

  @Test func `the name of a role can be decoded from its key`() {
    for name in ["clock", "input.odds", "input.café =2e", "a=b"] {
      #expect(Replica.name(ofKey: Replica.keyName(of: name)) == name)
    }
  }
}
