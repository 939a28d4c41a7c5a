/// The choice of the blocks that stay: a heaviest increasing subsequence, so that least moves.
@usableFromInline
enum StayingBlocks {
  /// Chooses among blocks in the order of the new sequence; an empty result means that all stay.
  ///
  /// Of several smallest sets of moves, it takes the one that moves the most changed elements and
  /// the fewest elements whose index is the same before and after.
  @usableFromInline
  static func choose(
    _ blocks: ContiguousArray<MatchedBlock>,
    changes: ContiguousArray<Int>
  ) -> ContiguousArray<Bool> {
    guard !isIncreasing(blocks) else { return [] }
    let total = blocks.reduce(into: 0) { $0 += $1.count }
    if blocks.count > 1 << 16, total <= blocks.count * 2 { return longest(blocks) }
    let unit = 2 * total + 1
    var changeIndex = 0
    let weights = blocks.map { block -> Int in
      var changed = 0
      while changeIndex < changes.count, changes[changeIndex] < block.newStart + block.count {
        if changes[changeIndex] >= block.newStart { changed += 1 }
        changeIndex += 1
      }
      let fixed = block.oldStart == block.newStart ? block.count : 0
      return block.count * unit + block.count - changed + fixed
    }
    return heaviest(blocks, weights: ContiguousArray(weights))
  }

  /// Returns whether no block has to move.
  @inlinable
  static func isIncreasing(_ blocks: ContiguousArray<MatchedBlock>) -> Bool {
    var last = -1
    for block in blocks {
      if block.oldStart < last { return false }
      last = block.oldStart
    }
    return true
  }

  /// Chooses blocks of the greatest total weight whose old places increase; empty means all.
  @usableFromInline
  static func heaviest(
    _ blocks: ContiguousArray<MatchedBlock>,
    weights: ContiguousArray<Int>
  ) -> ContiguousArray<Bool> {
    guard !isIncreasing(blocks) else { return [] }
    if blocks.count <= 16 { return heaviestOfFew(blocks, weights: weights) }
    var rank = ContiguousArray(repeating: 0, count: blocks.count)
    let order = blocks.indices.sorted { blocks[$0].oldStart < blocks[$1].oldStart }
    for (place, index) in order.enumerated() { rank[index] = place + 1 }
    // A Fenwick tree of the best chain that ends at or before an old place.
    var tree = ContiguousArray(repeating: -1, count: blocks.count + 1)
    var best = ContiguousArray(repeating: 0, count: blocks.count)
    var previous = ContiguousArray(repeating: -1, count: blocks.count)
    var top = 0
    for index in blocks.indices {
      var place = rank[index] - 1
      while place > 0 {
        let other = tree[place]
        if other >= 0, previous[index] < 0 || best[other] > best[previous[index]] {
          previous[index] = other
        }
        place &= place - 1
      }
      best[index] = weights[index] + (previous[index] < 0 ? 0 : best[previous[index]])
      if best[index] > best[top] { top = index }
      place = rank[index]
      while place <= blocks.count {
        if tree[place] < 0 || best[index] > best[tree[place]] { tree[place] = index }
        place += place & -place
      }
    }
    return chain(from: top, previous, count: blocks.count)
  }

  /// Chooses among a few blocks by comparing all pairs.
  static func heaviestOfFew(
    _ blocks: ContiguousArray<MatchedBlock>,
    weights: ContiguousArray<Int>
  ) -> ContiguousArray<Bool> {
    var best = weights
    var previous = ContiguousArray(repeating: -1, count: blocks.count)
    var top = 0
    for index in blocks.indices {
      for other in 0..<index where blocks[other].oldStart < blocks[index].oldStart {
        if best[other] + weights[index] > best[index] {
          best[index] = best[other] + weights[index]
          previous[index] = other
        }
      }
      if best[index] > best[top] { top = index }
    }
    return chain(from: top, previous, count: blocks.count)
  }

  /// Chooses by the number of elements alone, with patience sorting, for many small blocks.
  static func longest(_ blocks: ContiguousArray<MatchedBlock>) -> ContiguousArray<Bool> {
    var piles = ContiguousArray<Int>()
    var tops = ContiguousArray<Int32>()
    var previous = ContiguousArray<Int>(repeating: -1, count: blocks.count)
    for index in blocks.indices {
      let block = blocks[index]
      for key in block.oldStart..<block.oldStart + block.count {
        let target = Int32(truncatingIfNeeded: key)
        var low = 0
        var high = tops.count
        while low < high {
          let middle = (low + high) / 2
          if tops[middle] < target { low = middle + 1 } else { high = middle }
        }
        // Later elements of a block continue the block itself.
        if key == block.oldStart { previous[index] = low > 0 ? piles[low - 1] : -1 }
        if low == tops.count {
          tops.append(target)
          piles.append(index)
        } else {
          tops[low] = target
          piles[low] = index
        }
      }
    }
    return chain(from: piles[piles.count - 1], previous, count: blocks.count)
  }

  static func chain(
    from top: Int,
    _ previous: ContiguousArray<Int>,
    count: Int
  ) -> ContiguousArray<Bool> {
    var stays = ContiguousArray(repeating: false, count: count)
    var index = top
    while index >= 0 {
      stays[index] = true
      index = previous[index]
    }
    return stays
  }
}
