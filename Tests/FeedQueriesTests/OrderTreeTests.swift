import TestSupport
import Testing

@testable import FeedQueries

@Suite("OrderTree")
struct OrderTreeTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `random edits agree with an array`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var tree = OrderTree<Int>()
    var roots: [OrderTree<Int>.Handle] = [0, 0]
    var reference: [[(element: Int, weight: Int32, handle: OrderTree<Int>.Handle)]] = [[], []]
    for step in 0..<400 {
      let list = Int.random(in: 0..<2, using: &random)
      if reference[list].isEmpty || Int.random(in: 0..<5, using: &random) < 3 {
        let element = Int.random(in: 0..<1000, using: &random) * 1000 + step
        let weight = Int32.random(in: 0..<4, using: &random)
        let handle = tree.insert(element, weight: weight, into: &roots[list]) { $0 < element }
        let place = reference[list].firstIndex { $0.element > element } ?? reference[list].count
        reference[list].insert((element, weight, handle), at: place)
      } else if Bool.random(using: &random) {
        let place = Int.random(in: reference[list].indices, using: &random)
        tree.remove(reference[list].remove(at: place).handle, from: &roots[list])
      } else {
        let place = Int.random(in: reference[list].indices, using: &random)
        let weight = Int32.random(in: 0..<4, using: &random)
        reference[list][place].weight = weight
        tree.setWeight(weight, of: reference[list][place].handle)
      }
      check(tree, root: roots[list], against: reference[list], "seed \(seed), step \(step)")
    }
  }

  private func check(
    _ tree: OrderTree<Int>,
    root: OrderTree<Int>.Handle,
    against reference: [(element: Int, weight: Int32, handle: OrderTree<Int>.Handle)],
    _ comment: Comment
  ) {
    #expect(tree.count(root) == reference.count, comment)
    var handle = tree.first(root)
    var previous: OrderTree<Int>.Handle = 0
    var weight = 0
    for (rank, entry) in reference.enumerated() {
      #expect(handle == entry.handle, comment)
      #expect(tree[handle] == entry.element, comment)
      #expect(tree.rank(of: handle) == rank, comment)
      #expect(tree.handle(atRank: rank, in: root) == handle, comment)
      #expect(tree.weight(before: handle) == weight, comment)
      #expect(tree.previous(handle) == previous, comment)
      weight += Int(entry.weight)
      previous = handle
      handle = tree.next(handle)
    }
    #expect(handle == 0, comment)
    #expect(tree.weight(root) == weight, comment)
  }
}
