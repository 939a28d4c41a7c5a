import TestSupport
import Testing

@testable import FeedSnapshots

@Suite("Batch updates: related versions")
struct RelatedVersionTests {
  /// Builds an equal snapshot that shares no node.
  static func rebuilt(_ snapshot: Numbers) throws -> Numbers {
    try Numbers(plain(snapshot))
  }

  static func plain(_ snapshot: Numbers) -> [PlainSection] {
    snapshot.sections.map { section in
      PlainSection(
        id: section.id,
        content: section.content,
        items: section.items.map { PlainItem(id: $0.id, content: $0.content) }
      )
    }
  }

  static func edit(
    _ snapshot: inout Numbers,
    _ next: inout Int,
    _ random: inout SeededGenerator
  ) throws {
    let section = Int.random(in: 0..<snapshot.sectionCount, using: &random)
    let id = snapshot.sectionID(at: section)
    let count = snapshot.itemCount(inSection: id) ?? 0
    let length = min(
      count,
      Bool.random(using: &random) ? 1 : Int.random(in: 0...200, using: &random)
    )
    let start = Int.random(in: 0...count - length, using: &random)
    let range = start..<start + length
    let target = snapshot.sectionID(at: Int.random(in: 0..<snapshot.sectionCount, using: &random))
    let room = (snapshot.itemCount(inSection: target) ?? 0) - (target == id ? length : 0)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2:
      let new = (0..<max(1, length)).map { SnapshotEntry(id: next + $0, content: 0) }
      next += new.count
      try snapshot.insertItems(new, inSection: id, at: start)
    case 3, 4: snapshot.deleteItems(inSection: id, range: range)
    case 5, 6:
      snapshot.moveItems(
        inSection: id,
        range: range,
        to: Int.random(in: 0...count - length, using: &random)
      )
    case 7, 8:
      snapshot.moveItems(
        from: id,
        range: range,
        toSection: target,
        at: Int.random(in: 0...room, using: &random)
      )
    case 9:
      if count > 0 {
        snapshot.setContent(next, of: snapshot.item(at: path(section, min(start, count - 1))).id)
      }
    case 10:
      try snapshot.moveSection(id, to: Int.random(in: 0..<snapshot.sectionCount, using: &random))
    default:
      try snapshot.insertSection(next, content: 0, at: section)
      next += 1
      if snapshot.sectionCount > 8 { snapshot.deleteSection(target) }
    }
  }

  @Test func `versions a few edits apart get the batch of unrelated ones`() throws {
    for seed in 0..<amount(3, full: 15, soak: 2000) {
      var random = SeededGenerator(seed: UInt64(seed))
      var next = 10_000
      let sizes = [5, 200, 2000]
      let size = sizes[seed % 3]
      var snapshot = try Numbers(
        (0..<4).map { section in
          PlainSection(
            id: -1 - section,
            items: (0..<size / 4).map { PlainItem(id: section * size + $0) }
          )
        }
      )
      for step in 0..<10 {
        let old = snapshot
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          try Self.edit(&snapshot, &next, &random)
        }
        snapshot.checkInvariants()
        let (freshOld, freshNew) = (try Self.rebuilt(old), try Self.rebuilt(snapshot))
        #expect(old == freshOld)
        #expect(snapshot == freshNew)
        #expect((old == snapshot) == (freshOld == freshNew))
        let model = CollectionModel(old)
        for profile in UpdateProfile.allCases {
          let batch = old.updates(to: snapshot, profile: profile)
          let full = freshOld.updates(to: freshNew, profile: profile)
          let violations = model.violations(of: batch, from: old, to: snapshot)
          try #require(violations.isEmpty, "seed \(seed), step \(step): \(violations.prefix(5))")
          let fullViolations = model.violations(of: full, to: freshNew)
          try #require(fullViolations.isEmpty, "seed \(seed), step \(step), unrelated")
          try #require(
            batch.counts.map(\.count) == full.counts.map(\.count),
            "seed \(seed), step \(step)"
          )
        }
        let back = snapshot.updates(to: old)
        let violations = CollectionModel(snapshot).violations(of: back, to: old)
        try #require(violations.isEmpty, "seed \(seed), step \(step), back: \(violations)")
      }
    }
  }
}
