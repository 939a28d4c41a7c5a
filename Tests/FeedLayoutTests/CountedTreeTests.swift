import TestSupport
import Testing

@testable import FeedLayout

@Suite("CountedTree")
struct CountedTreeTests {
  struct Box: Spanned, Equatable {
    var length: Int
    var summary: SpanSummary {
      var summary = SpanSummary(count: 1)
      summary.span = length
      summary.reach(from: -1, to: length + 1)
      summary.longest = length
      return summary
    }
  }

  @Test func `a counted tree equals a plain array after random edits`() {
    for seed in seeds(6) {
      var generator = SeededGenerator(seed: seed)
      var list = (0..<Int.random(in: 0...5000, using: &generator)).map { _ in
        Box(length: Int.random(in: 1...50, using: &generator))
      }
      var tree = CountedTree(list)
      for round in 0..<600 {
        let box = Box(length: Int.random(in: 1...50, using: &generator))
        switch Int.random(in: 0..<(round < 300 ? 4 : 8), using: &generator) {
        case 0, 1:
          let place = Int.random(in: 0...list.count, using: &generator)
          list.insert(box, at: place)
          tree.insert(box, at: place)
        case 2 where !list.isEmpty:
          let place = Int.random(in: 0..<list.count, using: &generator)
          list[place] = box
          tree.update(at: place) { $0 = box }
        default:
          guard !list.isEmpty else { continue }
          let place = Int.random(in: 0..<list.count, using: &generator)
          for _ in 0..<min(30, list.count - place) {
            list.remove(at: place)
            tree.remove(at: place)
          }
        }
      }
      #expect(tree.count == list.count, "seed \(seed)")
      var offset = 0
      for (index, box) in list.enumerated() {
        let found = tree.element(at: index)
        #expect(found.element == box, "seed \(seed), \(index)")
        #expect(found.offset == offset, "seed \(seed), \(index)")
        #expect(tree.position(at: offset) == index, "seed \(seed), \(index)")
        offset += box.length
      }
      #expect(tree.summary.span == offset)
      #expect(tree.summary.longest == list.map(\.length).max() ?? 0)
      var met: [Int] = []
      tree.forEach(from: 100, to: 200) { index, _, _ in met.append(index) }
      var start = 0
      let expected = list.indices.filter { index in
        defer { start += list[index].length }
        return start - 1 <= 200 && start + list[index].length + 1 >= 100
      }
      #expect(met == expected, "seed \(seed)")
    }
  }
}
