import TestSupport
import Testing

@testable import FeedQueries

@Suite("OrderTree")
struct OrderTreeTests {
  @Test(arguments: 0..<amount(4, full: 20) as Range<UInt64>)
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
      } else if Int.random(in: 0..<8, using: &random) == 0 {
        for place in reference[list].indices {
          reference[list][place].weight = Int32((reference[list][place].element + step) % 3)
        }
        tree.setWeights(in: roots[list], to: ContiguousArray(reference[list].map(\.weight)))
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

  /// Lists long enough to have three levels, grown and emptied, some with prefixes that differ.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func `long lists agree with an array`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var tree = OrderTree<Int>()
    var root: OrderTree<Int>.Handle = 0
    var reference: [(element: Int, weight: Int32, handle: OrderTree<Int>.Handle)] = []
    func prefix(_ element: Int) -> UInt64 { seed % 2 == 0 ? 0 : UInt64(element / 8000) }
    func insert(_ element: Int) {
      let weight = Int32.random(in: 0..<4, using: &random)
      let handle = tree.insert(element, weight: weight, prefix: prefix(element), into: &root) {
        $1 < element
      }
      var (low, high) = (0, reference.count)
      while low < high {
        let middle = (low + high) / 2
        if reference[middle].element < element { low = middle + 1 } else { high = middle }
      }
      reference.insert((element, weight, handle), at: low)
    }
    for step in 0..<1500 {
      insert(seed < 2 ? step * 1000 : Int.random(in: 0..<1500, using: &random) * 1000 + step)
    }
    check(tree, root: root, against: reference, "seed \(seed), filled")
    for step in 0..<1000 {
      let place = Int.random(in: reference.indices, using: &random)
      tree.remove(reference.remove(at: place).handle, from: &root)
      insert(Int.random(in: 0..<1500, using: &random) * 1000 + 2000 + step % 7 * 1_500_000)
    }
    for place in reference.indices { reference[place].weight = Int32(place % 2) }
    tree.setWeights(in: root, to: ContiguousArray(reference.map(\.weight)))
    check(tree, root: root, against: reference, "seed \(seed), changed")
    while !reference.isEmpty {
      let place = seed < 3 ? 0 : Int.random(in: reference.indices, using: &random)
      tree.remove(reference.remove(at: place).handle, from: &root)
      if reference.count % 300 == 0 {
        check(tree, root: root, against: reference, "seed \(seed), \(reference.count) left")
      }
    }
    #expect(root == 0)
  }

  /// Lists of one leaf, of full ones and of three levels, changed afterwards as any other.
  @Test(arguments: [0, 1, 24, 25, 32, 577, 1500])
  func `a list that is made at once is as one that has grown`(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var tree = OrderTree<Int>()
    var reference: [(element: Int, weight: Int32, handle: OrderTree<Int>.Handle)] = []
    var slots = ContiguousArray<OrderTree<Int>.Slot>()
    for place in 0..<count {
      let (element, weight) = (place * 1000, Int32(place % 3))
      let handle = tree.allocate(element)
      reference.append((element, weight, handle))
      slots.append(.init(prefix: UInt64(place / 7), handle: handle, weight: weight))
    }
    var root = tree.build(slots)
    #expect((root == 0) == (count == 0))
    check(tree, root: root, against: reference, "\(count), planted")
    for step in 0..<300 {
      let element = Int.random(in: 0..<max(count, 1), using: &random) * 1000 + step + 1
      let prefix = UInt64(element / 1000 / 7)
      let handle = tree.insert(element, weight: 1, prefix: prefix, into: &root) { $1 < element }
      let place = reference.firstIndex { $0.element > element } ?? reference.count
      reference.insert((element, 1, handle), at: place)
      if step % 2 == 0 {
        let gone = Int.random(in: reference.indices, using: &random)
        tree.remove(reference.remove(at: gone).handle, from: &root)
      }
    }
    check(tree, root: root, against: reference, "\(count), changed")
  }

  @Test func `an element gets another prefix only where it keeps its place`() {
    var tree = OrderTree<Int>()
    var root: OrderTree<Int>.Handle = 0
    let handles = (0..<100).map { element in
      tree.insert(element, prefix: UInt64(10 * element), into: &root) { $1 < element }
    }
    func set(_ prefix: UInt64, of element: Int) -> Bool {
      tree.setPrefix(prefix, of: handles[element]) { $1 < element }
    }
    for element in 3..<99 {
      #expect(set(UInt64(10 * element - 9), of: element))
      #expect(!set(UInt64(10 * element + 11), of: element))
      #expect(!set(UInt64(10 * element - 21), of: element))
      #expect(set(UInt64(10 * element), of: element))
    }
    // Each row found through the new prefixes is in its place.
    let handle = tree.insert(1000, prefix: 501, into: &root) { _, _ in true }
    #expect(tree.rank(of: handle) == 51)
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
      if entry.weight > 0 {
        #expect(tree.handle(atWeight: weight, in: root) == handle, comment)
        let last = weight + Int(entry.weight) - 1
        #expect(tree.handle(atWeight: last, in: root) == handle, comment)
      }
      weight += Int(entry.weight)
      previous = handle
      handle = tree.next(handle)
    }
    #expect(handle == 0, comment)
    #expect(tree.handle(atWeight: weight, in: root) == 0, comment)
    #expect(tree.weight(root) == weight, comment)
    var handles: [OrderTree<Int>.Handle] = []
    tree.forEach(in: root) { handles.append($0) }
    #expect(handles == reference.map(\.handle), comment)
    checkCursor(tree, reference.map(\.handle), comment)
  }

  /// Finds elements one after the other: all of them, every third, and some in the wrong order.
  private func checkCursor(
    _ tree: OrderTree<Int>,
    _ handles: [OrderTree<Int>.Handle],
    _ comment: Comment
  ) {
    let thirds = handles.indices.filter { $0 % 3 == 0 }.map { handles[$0] }
    let swapped = handles.indices.map { handles[min($0 ^ 1, handles.count - 1)] }
    for asked in [handles, thirds, swapped, handles.reversed()] {
      var cursor = OrderTree<Int>.Cursor()
      for handle in asked {
        let found = tree.weight(of: handle, from: &cursor)
        #expect(found == (tree.weight(of: handle), tree.weight(before: handle)), comment)
      }
    }
  }
}
