import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedEngine

@Suite("Rows that refer to each other")
struct FamilyModelTests {
  private static let seeds = UInt64(0)..<amount(10, full: 30, soak: 300)
  /// The seeds whose commits are compared with newly registered live queries.
  private static let liveSeeds = UInt64(0)..<amount(3, full: 6, soak: 50)
  private static let commits = 80

  @Test(arguments: seeds)
  func `first children, cycles and failed commits leave a feed that agrees with fresh SQL`(
    seed: UInt64
  ) throws {
    try play(seed, sharingKinds: false)
  }

  @Test(arguments: seeds)
  func `an item that is claimed more than once is shown at its first place`(
    seed: UInt64
  ) throws {
    try play(seed, sharingKinds: true)
  }

  private func play(_ seed: UInt64, sharingKinds: Bool) throws {
    let core = try EngineCore(feed: FamilyFeed.feed(sharingKinds: sharingKinds), store: .memory)
    var random = SeededGenerator(seed: seed)
    var model = CollectionModel(core.snapshot.composition)
    var now: Int64?
    for commit in 0..<Self.commits {
      let statements = FamilyFeed.transaction(&random)
      let time = Int.random(in: 0..<4, using: &random) == 0 ? (now ?? 0) + 1 : now
      let comment: Comment = "seed \(seed), commit \(commit) at \(time ?? -1): \(statements)"
      let before = core.snapshot
      var update: FeedUpdate?
      do {
        update = try core.commit(time: time.map { .integer($0) }) { writer in
          for sql in statements { try writer.run(sql) }
        }
        now = time
      } catch is StoreError {
        #expect(core.composer.composition == before.composition, comment)
      }
      let rows = try core.store.withWriter { try FamilyFeed.rows($0) }
      let actual = core.composer.composition.sections.map { section in
        "\(section.id): \(section.items.map(\.id.description))"
      }
      try #require(
        actual == FamilyFeed.sections(rows, now: now, sharingKinds: sharingKinds),
        comment
      )
      guard let update else {
        #expect(core.snapshot.version == before.version, comment)
        try #require(core.composer.composition == before.composition, comment)
        continue
      }
      #expect(
        update.updates == before.composition.updates(to: update.snapshot.composition),
        comment
      )
      try model.perform(
        update.updates,
        from: before.composition,
        to: update.snapshot.composition
      )
    }
  }

  @Test(arguments: liveSeeds)
  func `live queries of rows in cycles agree with fresh SQL`(seed: UInt64) throws {
    let live = try LiveQueries(
      at: .memory,
      schema: SchemaSource(sql: FamilyFeed.schema, name: "family.sql"),
      queries: [.init("deep", FamilyFeed.deep), .init("waiting", FamilyFeed.waiting)]
    )
    var random = SeededGenerator(seed: seed)
    var now: Int64?
    for commit in 0..<Self.commits {
      let statements = FamilyFeed.transaction(&random)
      let comment: Comment = "seed \(seed), commit \(commit): \(statements)"
      let before = live.snapshot
      do {
        try live.write { writer in for sql in statements { try writer.run(sql) } }
      } catch is StoreError {
        #expect(live.snapshot.version == before.version, comment)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        now = (now ?? 0) + 1
        try live.tick(to: now.map { .integer($0) } ?? .null)
      }
      let rows = try live.store.withWriter { try FamilyFeed.rows($0) }
      let fresh = try LiveQueries(
        at: .memory,
        schema: SchemaSource(sql: FamilyFeed.schema, name: "family.sql"),
        queries: [.init("deep", FamilyFeed.deep), .init("waiting", FamilyFeed.waiting)]
      )
      try fresh.write { writer in
        let insert = try writer.prepare("INSERT INTO n VALUES (?1, ?2, ?3, ?4)")
        for row in rows {
          insert.bind(row.id, at: 1)
          insert.bind(row.up.map { Value.integer($0) } ?? .null, at: 2)
          insert.bind(row.v, at: 3)
          insert.bind(row.ends.map { Value.integer($0) } ?? .null, at: 4)
          try insert.run()
        }
      }
      try fresh.tick(to: now.map { .integer($0) } ?? .null)
      for name in ["deep", "waiting"] {
        try #require(live.snapshot[name]?.rows == fresh.snapshot[name]?.rows, comment)
      }
    }
  }
}
