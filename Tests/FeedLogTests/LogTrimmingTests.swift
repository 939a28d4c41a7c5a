import Testing

@testable import FeedLog

@Suite("LogTrimming")
struct LogTrimmingTests {
  /// The log has the entries 101 to 1,000.
  private static func trimming(
    from wanted: UInt64,
    _ records: [(ReplicaRecord, Double)],
    copy: (sequence: UInt64, age: Double)? = nil
  ) throws -> LogTrimming {
    var status = try StatusExample.status(records)
    if let copy {
      status.snapshot = LogSnapshot(sequence: copy.sequence, place: "here", size: 1, sha256: "00")
      status.snapshotAge = copy.age
    }
    return try LogTrimming(of: status, keepingFrom: wanted)
  }

  private static func record(
    _ id: String,
    at sequence: UInt64,
    isReady: Bool = true
  )
    -> ReplicaRecord
  {
    StatusExample.record(id, at: sequence, isReady: isReady)
  }

  @Test func `what all replicas have applied is removed as far as was asked for`() throws {
    let replicas = [(Self.record("a", at: 1_000), 1.0), (Self.record("b", at: 900), 1.0)]
    let trimming = try Self.trimming(from: 501, replicas)
    #expect(trimming.first == 501 && trimming.removed == 400 && trimming.holds == [])
    #expect(try Self.trimming(from: 50, replicas).removed == 0)
  }

  @Test func `no entry is removed that a replica has yet to apply, ready or not`() throws {
    for isReady in [true, false] {
      let slow = Self.record("b", at: 700, isReady: isReady)
      let trimming = try Self.trimming(from: 951, [(Self.record("a", at: 1_000), 1), (slow, 1)])
      #expect(trimming.first == 701 && trimming.removed == 600)
      #expect(trimming.holds == [.init(first: 701, reason: "replica 'b' has applied entry 700")])
    }
  }

  @Test func `a replica that is away keeps its entries for a day, and then nothing`() throws {
    let (a, b) = (Self.record("a", at: 1_000), Self.record("b", at: 700))
    let away = try Self.trimming(from: 951, [(a, 1), (b, 86_400)])
    #expect(away.first == 701 && away.gone == [])
    #expect(
      away.holds.map(\.reason) == [
        "replica 'b' has applied entry 700, and has said nothing for 24 h"
      ]
    )
    let gone = try Self.trimming(from: 951, [(a, 1), (b, 86_401)])
    #expect(gone.first == 951 && gone.holds == [] && gone.gone == ["b"])
  }

  @Test func `beyond the newest entry nothing is left out`() throws {
    let trimming = try Self.trimming(from: 5_000, [(Self.record("a", at: 1_000), 1)])
    #expect(trimming.first == 1_001 && trimming.removed == 900 && trimming.holds == [])
  }

  @Test func `while no replica is ready, what comes behind the newest copy stays`() throws {
    for replicas in [[], [(Self.record("a", at: 1_000), 90_000.0)]] {
      let trimming = try Self.trimming(from: 951, replicas, copy: (800, 5_000))
      #expect(trimming.first == 801)
      #expect(trimming.holds.first?.reason.hasPrefix("no replica is ready, and a new one") == true)
    }
    // With one that is ready, a copy is taken there.
    let ready = try Self.trimming(from: 951, [(Self.record("a", at: 1_000), 1)], copy: (800, 5_000))
    #expect(ready.first == 951)
  }

  @Test func `what comes behind a copy that may be on its way stays`() throws {
    let trimming = try Self.trimming(from: 951, [(Self.record("a", at: 1_000), 1)], copy: (800, 60))
    #expect(trimming.first == 801)
    #expect(
      trimming.holds.map(\.reason) == [
        "a copy of a store was made 60 s ago, and may be on its way to a new replica"
      ]
    )
  }

  @Test func `nothing is removed where a new replica could begin nowhere`() throws {
    for replicas in [[], [(Self.record("a", at: 1_000), 16.0)]] {
      let error = #expect(throws: LogError.self) { try Self.trimming(from: 951, replicas) }
      #expect(error?.code == .noStart)
    }
    let error = #expect(throws: LogError.self) {
      try Self.trimming(from: 951, [(Self.record("a", at: 900, isReady: false), 1)])
    }
    #expect(error?.code == .noStart)
    // Who removes nothing needs none.
    #expect(try Self.trimming(from: 101, []).removed == 0)
  }
}
