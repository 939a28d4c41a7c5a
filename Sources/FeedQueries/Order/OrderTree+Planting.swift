// Bulk construction of a list: no searches, no splits.
extension OrderTree {
  /// Creates a list of elements that are in no list.
  ///
  /// The nodes have free space, so that the first insertion does not split them.
  ///
  /// - Parameter slots: The elements in order, with handles of ``allocate(_:)``.
  /// - Complexity: O(*n*).
  mutating func plant(_ slots: ContiguousArray<Slot>) -> Handle {
    guard !slots.isEmpty else { return 0 }
    var level = ContiguousArray<Branch>()
    for range in Self.parts(of: slots.count) {
      let own = ContiguousArray(slots[range])
      let leaf = newNode(Node(isLeaf: true, slots: own))
      for slot in own { leaves[Int(slot.handle)] = leaf }
      level.append(
        Branch(
          prefix: own[0].prefix,
          first: own[0].handle,
          node: leaf,
          count: Int32(own.count),
          weight: own.reduce(0) { $0 + $1.weight }
        )
      )
    }
    while level.count > 1 { level = above(level) }
    return level[0].node
  }

  /// Creates the parents of a level of nodes.
  private mutating func above(_ level: ContiguousArray<Branch>) -> ContiguousArray<Branch> {
    var result = ContiguousArray<Branch>()
    for range in Self.parts(of: level.count) {
      let own = ContiguousArray(level[range])
      let node = newNode(Node(isLeaf: false, branches: own))
      for branch in own { nodes[Int(branch.node)].parent = node }
      result.append(
        Branch(
          prefix: own[0].prefix,
          first: own[0].first,
          node: node,
          count: own.reduce(0) { $0 + $1.count },
          weight: own.reduce(0) { $0 + $1.weight }
        )
      )
    }
    return result
  }

  /// Divides a number of places into parts of similar size, none larger than ``joined``.
  private static func parts(of count: Int) -> some Sequence<Range<Int>> {
    let parts = (count - 1) / joined + 1
    return (0..<parts).lazy.map { count * $0 / parts..<count * ($0 + 1) / parts }
  }
}
