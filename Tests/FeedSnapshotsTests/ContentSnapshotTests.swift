import TestSupport
import Testing

@testable import FeedSnapshots

/// Contents that are references, so that leaves are small and trees are deep.
typealias Small = ContentSnapshot<String, Int, Int, String>

/// A naive snapshot: what the persistent one must agree with.
struct NaiveDocument: Equatable {
  struct Section: Equatable {
    var id: String
    var content = 0
    var items: [SnapshotEntry<Int, String>] = []
  }

  var sections: [Section] = []

  init() {}

  init(_ snapshot: Small) {
    sections = snapshot.sections.map {
      Section(id: $0.id, content: $0.content, items: Array($0.items))
    }
  }

  func path(of id: Int) -> SnapshotPath? {
    for (index, section) in sections.enumerated() {
      if let item = section.items.firstIndex(where: { $0.id == id }) {
        return SnapshotPath(section: index, item: item)
      }
    }
    return nil
  }
}

@Suite("ContentSnapshot")
struct ContentSnapshotTests {
  @Test func `random edits agree with a naive document`() throws {
    for seed in 0..<amount(12, full: 24, soak: 1000) {
      var random = SeededGenerator(seed: UInt64(seed))
      var snapshot = Small()
      var naive = NaiveDocument()
      var nextID = 0
      var nextSection = 0
      let scale = [3, 40, 300][seed % 3]
      for step in 0..<60 {
        try edit(&snapshot, &naive, &nextID, &nextSection, scale, &random)
        if step % 3 == 0 { snapshot.checkInvariants() }
        try #require(NaiveDocument(snapshot) == naive, "seed \(seed), step \(step)")
      }
    }
  }

  private func edit(
    _ snapshot: inout Small,
    _ naive: inout NaiveDocument,
    _ nextID: inout Int,
    _ nextSection: inout Int,
    _ scale: Int,
    _ random: inout SeededGenerator
  ) throws {
    func range(_ count: Int) -> Range<Int> {
      let start = Int.random(in: 0...count, using: &random)
      let length = Int.random(in: 0...max(1, min(scale, count - start)), using: &random)
      return start..<min(count, start + length)
    }
    let kind = naive.sections.isEmpty ? 0 : Int.random(in: 0..<12, using: &random)
    let section = naive.sections.indices.randomElement(using: &random) ?? 0
    let id = naive.sections.isEmpty ? "" : naive.sections[section].id
    switch kind {
    case 0:
      let index = Int.random(in: 0...naive.sections.count, using: &random)
      try snapshot.insertSection("s\(nextSection)", content: 1, at: index)
      naive.sections.insert(.init(id: "s\(nextSection)", content: 1), at: index)
      nextSection += 1
    case 1 where naive.sections.count > 3:
      snapshot.deleteSection(id)
      naive.sections.remove(at: section)
    case 2:
      let index = naive.sections.indices.randomElement(using: &random) ?? 0
      try snapshot.moveSection(id, to: index)
      let moved = naive.sections.remove(at: section)
      naive.sections.insert(moved, at: index)
    case 3:
      try snapshot.setContent(nextID, ofSection: id)
      naive.sections[section].content = nextID
    case 4, 5, 6, 7:
      let count = kind < 6 ? 1 : Int.random(in: 0...scale, using: &random)
      let entries = (0..<count).map { SnapshotEntry(id: nextID + $0, content: "") }
      nextID += count
      let offset = Int.random(in: 0...naive.sections[section].items.count, using: &random)
      try snapshot.insertItems(entries, inSection: id, at: offset)
      naive.sections[section].items.insert(contentsOf: entries, at: offset)
    case 8:
      let range = range(naive.sections[section].items.count)
      snapshot.deleteItems(inSection: id, range: range)
      naive.sections[section].items.removeSubrange(range)
    case 9, 10:
      let range = range(naive.sections[section].items.count)
      let target = naive.sections.indices.randomElement(using: &random) ?? 0
      let moved = naive.sections[section].items[range]
      naive.sections[section].items.removeSubrange(range)
      let offset = Int.random(in: 0...naive.sections[target].items.count, using: &random)
      naive.sections[target].items.insert(contentsOf: moved, at: offset)
      snapshot.moveItems(
        from: id,
        range: range,
        toSection: naive.sections[target].id,
        at: offset
      )
    default:
      guard let item = naive.sections[section].items.indices.randomElement(using: &random) else {
        return
      }
      nextID += 1
      naive.sections[section].items[item].content = "\(nextID)"
      let changed = snapshot.setContent("\(nextID)", of: naive.sections[section].items[item].id)
      #expect(changed)
    }
  }
}
