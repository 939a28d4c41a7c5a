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

  @Test func `entries that all replicas have applied are removed up to the requested one`() throws {
    let replicas = [(Self.record("a", at: 1_000), 1.0), (Self.record("b", at: 900), 1.0)]
    let trimming = try Self.trimming(from: 501, replicas)
    #expect(trimming.first == 501)
    #expect(trimming.removed == 400)
    #expect(trimming.holds == [])
    #expect(try Self.trimming(from: 50, replicas).removed == 0)
  }

  @Test func `an entry that a replica has not applied yet is kept, whether it is ready or not`()
    throws
  {
    for isReady in [true, false] {
      let slow = Self.record("b", at: 700, isReady: isReady)
      let trimming = try Self.trimming(from: 951, [(Self.record("a", at: 1_000), 1), (slow, 1)])
      #expect(trimming.first == 701)
      #expect(trimming.removed == 600)
      #expect(trimming.holds == [.init(first: 701, reason: "replica 'b' has applied entry 700")])
    }
  }

  @Test func `entries are kept for a stopped replica for one day`() throws {
    let (a, b) = (Self.record("a", at: 1_000), Self.record("b", at: 700))
    let away = try Self.trimming(from: 951, [(a, 1), (b, 86_400)])
    #expect(away.first == 701)
    #expect(away.gone == [])
    #expect(
      away.holds.map(\.reason) == [
        "replica 'b' has applied entry 700, and has not reported for 24 h"
      ]
    )
    let gone = try Self.trimming(from: 951, [(a, 1), (b, 86_401)])
    #expect(gone.first == 951)
    #expect(gone.holds == [])
    #expect(gone.gone == ["b"])
  }

  @Test func `a trim beyond the newest entry skips no number`() throws {
    let trimming = try Self.trimming(from: 5_000, [(Self.record("a", at: 1_000), 1)])
    #expect(trimming.first == 1_001)
    #expect(trimming.removed == 900)
    #expect(trimming.holds == [])
  }

  @Test func `entries after the newest copy are kept while no replica is ready`() throws {
    for replicas in [[], [(Self.record("a", at: 1_000), 90_000.0)]] {
      let trimming = try Self.trimming(from: 951, replicas, copy: (800, 5_000))
      #expect(trimming.first == 801)
      #expect(trimming.holds.first?.reason.hasPrefix("no replica is ready, so a new one") == true)
    }
    // A new replica copies the store of a ready replica.
    let ready = try Self.trimming(from: 951, [(Self.record("a", at: 1_000), 1)], copy: (800, 5_000))
    #expect(ready.first == 951)
  }

  @Test func `entries after a recent copy are kept for the replica that may be loading it`() throws
  {
    let trimming = try Self.trimming(from: 951, [(Self.record("a", at: 1_000), 1)], copy: (800, 60))
    #expect(trimming.first == 801)
    #expect(
      trimming.holds.map(\.reason) == [
        "a copy of a store was made 60 s ago, and a new replica may be loading it"
      ]
    )
  }

  @Test func `a trim after which a new replica could not start is rejected`() throws {
    for replicas in [[], [(Self.record("a", at: 1_000), 16.0)]] {
      let error = #expect(throws: LogError.self) { try Self.trimming(from: 951, replicas) }
      #expect(error?.code == .noStart)
    }
    let error = #expect(throws: LogError.self) {
      try Self.trimming(from: 951, [(Self.record("a", at: 900, isReady: false), 1)])
    }
    #expect(error?.code == .noStart)
    // A trim that removes no entries needs no copy.
    #expect(try Self.trimming(from: 101, []).removed == 0)
  }
}
