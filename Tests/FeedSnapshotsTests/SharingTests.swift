import TestSupport
import Testing

@testable import FeedSnapshots

/// An id whose hash is that of every other: the worst that can happen to a hash table.
struct Colliding: Hashable, Sendable {
  let value: Int
  func hash(into hasher: inout Hasher) {}
}

@Suite("Snapshots: sharing, equal hashes, tasks")
struct SharingTests {
  static func large(_ count: Int) throws -> Numbers {
    try Numbers(
      (0..<20).map { section in
        PlainSection(
          id: -1 - section,
          items: (0..<count / 20).map { PlainItem(id: section * count / 20 + $0) }
        )
      }
    )
  }

  /// The nodes of a snapshot, each once.
  private func nodes(_ snapshot: Numbers) -> Set<UInt> {
    var result: Set<UInt> = []
    func add<Element>(_ node: TreeNode<Element>) {
      result.insert(node.address)
      for child in node.children { add(child) }
    }
    if let root = snapshot.sectionRoot {
      add(root)
      for section in snapshot.sections {
        if let items = section.record.items { add(items) }
      }
    }
    return result
  }

  @Test(arguments: [2000, 20_000])
  func `an edit copies one path of nodes`(_ count: Int) throws {
    let old = try Self.large(count)
    let shared = nodes(old)
    var random = SeededGenerator(seed: 1)
    var copied = [0, 0, 0, 0]
    for step in 0..<40 {
      let section = -1 - Int.random(in: 0..<20, using: &random)
      let offset = Int.random(in: 0..<count / 20, using: &random)
      var new = old
      switch step % 4 {
      case 0:
        try new.insertItems([.init(id: count + step, content: 0)], inSection: section, at: offset)
      case 1: new.deleteItems(inSection: section, range: offset..<offset + 1)
      case 2:
        new.moveItems(
          inSection: section,
          range: offset..<offset + 1,
          to: (offset + count / 40) % (count / 20)
        )
      default:
        new.setContent(7, of: new.items(inSection: section, range: offset..<offset + 1)[0].id)
      }
      copied[step % 4] = max(copied[step % 4], nodes(new).subtracting(shared).count)
    }
    // Two nodes of the tree of sections, and the path to one leaf, or to two.
    #expect(copied[0] <= 5 && copied[1] <= 5 && copied[3] <= 5 && copied[2] <= 8, "\(copied)")
  }

  @Test func `a hundred versions one edit apart share nearly everything`() throws {
    var snapshot = try Self.large(20_000)
    let first = nodes(snapshot).count
    var versions = [snapshot]
    var all = nodes(snapshot)
    for step in 0..<100 {
      try snapshot.insertItems(
        [.init(id: 20_000 + step, content: 0)],
        inSection: -1 - step % 20,
        at: 500
      )
      versions.append(snapshot)
      all.formUnion(nodes(snapshot))
    }
    // Small nodes at the top are copied again and again; the leaves, which hold the items, are not.
    #expect(all.count <= first + 100 * 5)
    for (step, version) in versions.enumerated() {
      #expect(version.itemCount == 20_000 + step)
    }
    versions[0].checkInvariants()
    versions[50].checkInvariants()
  }

  @Test func `ids with equal hashes are not confused`() throws {
    typealias Hostile = ContentSnapshot<Colliding, Int, Colliding, Int>
    let count = amount(400, soak: 10_000)
    var snapshot = Hostile()
    for section in 0..<3 {
      try snapshot.insertSection(Colliding(value: section), content: 0, at: section)
    }
    try snapshot.insertItems(
      (0..<count).map { .init(id: Colliding(value: $0), content: 0) },
      inSection: Colliding(value: 1),
      at: 0
    )
    snapshot.checkInvariants()
    let old = snapshot
    snapshot.deleteItems(inSection: Colliding(value: 1), range: 1..<2)
    try snapshot.insertItems(
      [.init(id: Colliding(value: count), content: 0)],
      inSection: Colliding(value: 1),
      at: 1
    )
    snapshot.moveItems(
      from: Colliding(value: 1),
      range: 10..<100,
      toSection: Colliding(value: 2),
      at: 0
    )
    snapshot.checkInvariants()
    #expect(throws: SnapshotError.self) {
      try snapshot.insertItems(
        [.init(id: Colliding(value: 5), content: 0)],
        inSection: Colliding(value: 0),
        at: 0
      )
    }
    #expect(throws: SnapshotError.self) {
      try snapshot.insertItems(
        [count + 1, count + 2, count + 1].map { .init(id: Colliding(value: $0), content: 0) },
        inSection: Colliding(value: 0),
        at: 0
      )
    }
    let batch = old.updates(to: snapshot)
    #expect(batch.deleteItems == [path(1, 1)])
    #expect(batch.insertItems == [path(1, 1)])
    #expect(batch.moveItems.count == 90)
    #expect(CollectionModel(old).violations(of: batch, to: snapshot).isEmpty)
  }

  @Test func `snapshots are kept and read from several tasks`() async throws {
    let base = try Self.large(2000)
    let sums = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var mine = base
          for step in 0..<50 {
            let id = 2000 + task * 100 + step
            try? mine.insertItems([.init(id: id, content: task)], inSection: -1 - task, at: step)
            mine.deleteItems(inSection: -2 - task, range: 0..<1)
          }
          let batch = base.updates(to: mine)
          let isSame = base.itemCount == 2000 && base.path(of: 1999) == path(19, 99)
          return isSame ? batch.insertItems.count + batch.deleteItems.count : -1
        }
      }
      return await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(sums == Array(repeating: 100, count: 8))
  }

  @Test func `an equal snapshot gives an empty batch, related or not`() throws {
    let one = try Self.large(400)
    let other = try Self.large(400)
    #expect(one == other)
    #expect(one.updates(to: other).isEmpty)
    var copy = one
    copy.setContent(9, of: 30)
    #expect(copy != one)
    copy.setContent(0, of: 30)
    #expect(copy == one)
    #expect(one.updates(to: copy).isEmpty)
  }
}
