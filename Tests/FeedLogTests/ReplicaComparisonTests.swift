import FeedModel
import FeedStore
import Testing

@testable import FeedEngine
@testable import FeedLog

@Suite("ReplicaComparison")
struct ReplicaComparisonTests {
  private typealias Checkpoint = ReplicaRecord.Checkpoint

  private static func checkpoint(
    _ sequence: UInt64,
    chain: String = "c",
    state: String = "s",
    wrongFrom step: Int? = nil
  ) -> Checkpoint {
    let steps = (0..<100).map { $0 >= step ?? 100 ? "ffff" : "0000" }.joined()
    return Checkpoint(sequence: sequence, version: 5, chain: chain, state: state, steps: steps)
  }

  private static func record(
    _ id: String,
    _ checkpoints: [Checkpoint],
    feed: String = "f"
  ) -> ReplicaRecord {
    ReplicaRecord(
      id: id,
      time: 0,
      feed: feed,
      sequence: 0,
      version: 5,
      isReady: true,
      checkpoints: checkpoints
    )
  }

  private static let good = [checkpoint(100), checkpoint(200), checkpoint(300)]
  private static let wrong = [
    checkpoint(100), checkpoint(200, chain: "x", wrongFrom: 6), checkpoint(300, chain: "y"),
  ]

  @Test func `replicas with equal checkpoints agree, whatever their positions`() {
    let own = Self.record("a", Self.good)
    let others = [Self.record("b", Array(Self.good.suffix(1))), Self.record("c", [])]
    #expect(ReplicaComparison(of: own, with: others + [own]) == .agrees)
    #expect(ReplicaComparison(of: own, with: []) == .agrees)
  }

  @Test func `a minority finds the first entry that differs, and the majority continues`() {
    let (a, b) = (Self.record("a", Self.good), Self.record("b", Self.good))
    let c = Self.record("c", Self.wrong)
    let outvoted = ReplicaComparison(of: c, with: [a, b, c])
    #expect(outvoted == .outvoted(.init(other: "a", entries: 107...107, isOfEntries: true)))
    #expect(ReplicaComparison(of: a, with: [a, b, c]) == .agrees)
  }

  @Test func `two replicas that differ are both disputed`() {
    let (a, c) = (Self.record("a", Self.good), Self.record("c", Self.wrong))
    let difference = ReplicaComparison.Difference(other: "c", entries: 107...107, isOfEntries: true)
    #expect(ReplicaComparison(of: a, with: [c]) == .disputed(difference))
  }

  @Test func `different rows are detected even if the versions are equal`() {
    let own = Self.record("a", [Self.checkpoint(100), Self.checkpoint(200, state: "t")])
    let others = ["b", "c"].map { Self.record($0, Self.good) }
    #expect(
      ReplicaComparison(of: own, with: others)
        == .outvoted(.init(other: "b", entries: 101...200, isOfEntries: false))
    )
  }

  @Test func `replicas of another feed file are not compared`() {
    let own = Self.record("a", Self.wrong)
    let others = ["b", "c"].map { Self.record($0, Self.good, feed: "g") }
    #expect(ReplicaComparison(of: own, with: others) == .agrees)
  }

  @Test func `every hundredth entry is a checkpoint, and the newest are kept`() {
    var collector = CheckpointCollector()
    var applied = AppliedEntries(nothingOf: "L", state: StateHash(7))
    for sequence in UInt64(1)...2_500 {
      applied.sequence = sequence
      let chain = SHA256.digest(of: [UInt8(truncatingIfNeeded: sequence)])
      applied.chain = chain
      let entry = AppliedEntry(
        sequence: sequence,
        digest: chain,
        outcome: .repeated,
        version: 3,
        chain: chain
      )
      collector.add([entry], applied)
    }
    #expect(collector.checkpoints.map(\.sequence) == (6...25).map { $0 * 100 })
    #expect(collector.checkpoints.allSatisfy { $0.steps.utf8.count == 400 })
    #expect(collector.checkpoints.last?.state == "0000000000000007")
  }
}

@Suite("Leases")
struct LeaseTests {
  @Test func `a lease can be taken if it is free or was not renewed for three seconds`() {
    func value(_ revision: UInt64, _ holder: String = "b") -> LogKeys.Value {
      LogKeys.Value(bytes: Array(holder.utf8), revision: revision)
    }
    var watch = LeaseWatch()
    #expect(watch.expected(nil, at: .seconds(0)) == 0)
    #expect(watch.expected(value(4), at: .seconds(1)) == nil)
    #expect(watch.expected(value(4), at: .seconds(3.9)) == nil)
    // It was renewed.
    #expect(watch.expected(value(5), at: .seconds(4)) == nil)
    #expect(watch.expected(value(5), at: .seconds(6.9)) == nil)
    #expect(watch.expected(value(5), at: .seconds(7)) == 5)
    // It was given up.
    #expect(watch.expected(value(9, ""), at: .seconds(7.1)) == 9)
  }

  @Test func `the name of an input is encoded as a valid NATS key`() {
    #expect(Replica.keyName(of: "odds_1-x") == "odds_1-x")
    #expect(Replica.keyName(of: "document/ads é") == "document=2fads=20=c3=a9")
  }
}
