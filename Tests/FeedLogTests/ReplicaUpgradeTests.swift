import FeedEngine
import FeedModel
import Foundation
import TestFeeds
import TestSupport
import Testing

@testable import FeedLog

@Suite(
  "Upgrade of a log",
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .timeLimit(.minutes(10))
)
struct ReplicaUpgradeTests {
  private let new = Replica.digest(ofFeed: ["new"])

  /// Writes through a replica and directly to the log, with an upgrade in between.
  private func upgrade(_ run: ReplicaRun, _ replicas: [RunningReplica]) async throws -> LogUpgrade {
    for number in 1...10 { _ = try await replicas[0].replica.apply(.upsert(number)) }
    let log = try await run.log()
    let upgrade = try await log.upgrade(to: new)
    for number in 11...15 {
      _ = try await log.append(FeedEntry.upsert(number).encoded(), id: "\(number)")
    }
    return upgrade
  }

  @Test
  func `replicas stop at an upgrade and continue with the same version numbers`()
    async throws
  {
    let run = try await ReplicaRun()
    let names = ["a", "b"]
    var replicas: [RunningReplica] = []
    for name in names { replicas.append(try await run.replica(name)) }
    let upgrade = try await upgrade(run, replicas)
    #expect(upgrade.sequence == 11)
    for replica in replicas {
      let error = await #expect(throws: LogError.self) { try await replica.task.value }
      #expect(error?.code == .upgraded)
      #expect(error?.message.contains("at entry 11, which is applied") == true)
      #expect(try await replica.engine.appliedEntries()?.sequence == 11)
      #expect(replica.engine.snapshot.version == 11)
      try await replica.end()
    }
    // A third replica starts with a copy.
    try FileManager.default.copyItem(
      atPath: run.directory.path("a.sqlite"),
      toPath: run.directory.path("c.sqlite")
    )
    var opened: [RunningReplica] = []
    for name in names + ["c"] { opened.append(try await run.replica(name, feed: "new")) }
    for replica in opened {
      try await replica.replica.applyAll()
      // The first version of the new feed, and one for each entry after it.
      #expect(replica.engine.snapshot.version == 17)
      #expect(try await replica.engine.appliedEntries() == opened[0].engine.appliedEntries())
      #expect(replica.engine.snapshot.composition == opened[0].engine.snapshot.composition)
    }
    _ = try await opened[1].replica.apply(.upsert(99))
    #expect(opened[1].engine.snapshot.version == 18)
    #expect(try await run.log().status().upgrade == upgrade)
    try await run.end()
  }

  @Test func `a restarted replica with a feed other than that of the log is rejected`() async throws
  {
    let run = try await ReplicaRun()
    let a = try await run.replica("a")
    _ = try await upgrade(run, [a])
    _ = await a.task.result
    try await a.end()
    let other = await #expect(throws: LogError.self) { try await run.replica("a") }
    #expect(
      other?.description == """
        error[other-feed]: the log has feed \(new.prefix(8)) since entry 11, but this replica has feed \
        \(Replica.digest(ofFeed: ["book"]).prefix(8))
          hint: install the feed file, schema and release of the other replicas, or change all replicas to this feed: \
        feed log upgrade \(run.server.address("BOOK")) FEED
        """
    )
    // A replica with the new feed that must apply entries before the upgrade.
    let ahead = await #expect(throws: LogError.self) { try await run.replica("b", feed: "new") }
    #expect(ahead?.code == .upgradeAhead)
    #expect(ahead?.message.contains("at entry 11, but the store has applied entry 0") == true)
    // With the previous feed, it reaches the upgrade, and then the same versions.
    let b = try await run.replica("b")
    let error = await #expect(throws: LogError.self) { try await b.task.value }
    #expect(error?.code == .upgraded)
    try await b.end()
    let (a2, b2) = (
      try await run.replica("a", feed: "new"), try await run.replica("b", feed: "new")
    )
    for replica in [a2, b2] {
      try await replica.replica.applyAll()
      #expect(replica.engine.snapshot.version == 17)
    }
    #expect(try await a2.engine.appliedEntries() == b2.engine.appliedEntries())
    try await run.end()
  }

  @Test func `the feed of the first replica becomes the first feed of the log`() async throws {
    let run = try await ReplicaRun()
    let a = try await run.replica("a")
    let error = await #expect(throws: LogError.self) { try await run.replica("b", feed: "new") }
    #expect(error?.code == .otherFeed)
    #expect(error?.message.contains("from its beginning") == true)
    #expect(try await a.replica.apply(.upsert(1))?.version == 2)
    try await run.end()
  }

  @Test func `a log can change its feed repeatedly, and back`() async throws {
    let run = try await ReplicaRun()
    let log = try await run.log()
    var version = 1
    for (index, feed) in ["new", "book", "new"].enumerated() {
      let before = index == 0 ? "book" : ["new", "book", "new"][index - 1]
      let a = try await run.replica("a", feed: before)
      _ = try await a.replica.apply(.upsert(index + 1))
      version += 1
      let upgrade = try await log.upgrade(to: Replica.digest(ofFeed: [feed]))
      _ = await a.task.result
      #expect(a.engine.snapshot.version == version)
      #expect(try await a.engine.upgrade()?.sequence == upgrade.sequence)
      version += 1
      try await a.end()
    }
    let last = try await run.replica("a", feed: "new")
    #expect(last.engine.snapshot.version == version)
    #expect(try await log.upgrades().map(\.sequence) == [0, 2, 4, 6])
    try await run.end()
  }
}
