import TestSupport
import Testing

@testable import FeedModel
@testable import FeedQueries
@testable import FeedSnapshots

@Suite("Work of finding a place")
struct PlaceTests {
  @Test func `a row finds its place with a few comparisons for each doubling of the list`() throws {
    func comparisons(_ size: Int) -> Double {
      var random = SeededGenerator(seed: 1)
      var tree = OrderTree<UInt64>()
      var root: OrderTree<UInt64>.Handle = 0
      for _ in 0..<size {
        let element = UInt64.random(in: 0...UInt64.max, using: &random)
        _ = tree.insert(element, into: &root) { $0 < element }
      }
      var count = 0
      for _ in 0..<200 {
        let element = UInt64.random(in: 0...UInt64.max, using: &random)
        let handle = tree.insert(element, into: &root) { other in
          count += 1
          return other < element
        }
        tree.remove(handle, from: &root)
      }
      return Double(count) / 200
    }
    try Thresholds.check(
      "a place in a list of 32k rows",
      ["comparisons": comparisons(32_000)]
    )
    #expect(comparisons(32_000) <= comparisons(1000) * 2)
  }

  @Test func `an edit of a snapshot of any size copies a path of nodes`() throws {
    func copied(_ size: Int) throws -> Thresholds.Counts {
      var random = SeededGenerator(seed: 2)
      var snapshot = ContentSnapshot<Int, Int, Int, Int>()
      for section in 0..<10 {
        try snapshot.insertSection(section, content: 0, at: section)
        try snapshot.insertItems(
          (0..<size / 10).map { SnapshotEntry(id: section * size + $0, content: 0) },
          inSection: section,
          at: 0
        )
      }
      func average(
        _ edit: (inout ContentSnapshot<Int, Int, Int, Int>, Int) throws -> Void
      ) rethrows
        -> Double
      {
        var nodes = 0
        for step in 0..<50 {
          var new = snapshot
          try edit(&new, step)
          nodes += new.nodeCount(notSharedWith: snapshot)
        }
        return Double(nodes) / 50
      }
      func place() -> Int { Int.random(in: 0..<size / 10, using: &random) }
      return [
        "nodes copied by an insertion": try average { new, step in
          try new.insertItems(
            [SnapshotEntry(id: -1 - step, content: 0)],
            inSection: step % 10,
            at: place()
          )
        },
        "nodes copied by a new content": average { new, step in
          _ = new.setContent(1, of: (step % 10) * size + place())
        },
        "nodes copied by a move": average { new, step in
          let offset = place()
          new.moveItems(inSection: step % 10, range: offset..<offset + 1, to: place())
        },
      ]
    }
    let large = try copied(40_000)
    try Thresholds.check("an edit of a snapshot of 40k items", large)
    Thresholds.checkGrowth("an edit of a snapshot", from: try copied(1000), to: large, by: 40)
  }
}
