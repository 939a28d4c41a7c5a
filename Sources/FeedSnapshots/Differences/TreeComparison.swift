/// The shared nodes of two trees, found by identity, and the leaves that are not shared.
///
/// Versions a few edits apart share all nodes except those on the paths to the edits; only these are
/// compared. For trees that share no nodes, the result is all their leaves.
@usableFromInline
struct TreeComparison<Element: TreeElement> {
  @usableFromInline
  typealias Node = TreeNode<Element>

  /// A node and the number of elements before it.
  @usableFromInline
  struct Run {
    @usableFromInline
    let node: Node
    @usableFromInline
    let start: Int

    @inlinable
    init(node: Node, start: Int) {
      self.node = node
      self.start = start
    }
  }

  /// The children of two versions of a node between those that they share at both ends.
  @usableFromInline
  struct Ends {
    @usableFromInline
    let first: Int
    @usableFromInline
    let oldCount: Int
    @usableFromInline
    let newCount: Int
    @usableFromInline
    let oldStart: Int
    @usableFromInline
    let newStart: Int

    @inlinable
    init(first: Int, oldCount: Int, newCount: Int, oldStart: Int, newStart: Int) {
      self.first = first
      self.oldCount = oldCount
      self.newCount = newCount
      self.oldStart = oldStart
      self.newStart = newStart
    }
  }

  /// The leaves that are in the old tree only, in order.
  @usableFromInline
  var old: ContiguousArray<Run> = []
  /// The leaves that are in the new tree only, in order.
  @usableFromInline
  var new: ContiguousArray<Run> = []
  /// The nodes that are in both.
  @usableFromInline
  var shared: ContiguousArray<MatchedBlock> = []

  @inlinable
  init(old: Node?, new: Node?) { compare(old, new) }

  @inlinable
  mutating func compare(_ old: Node?, _ new: Node?) {
    guard let old, let new else {
      if let old { self.old.append(Run(node: old, start: 0)) }
      if let new { self.new.append(Run(node: new, start: 0)) }
      compareLevels(from: (old ?? new)?.height ?? 0)
      return
    }
    // Versions one edit apart differ in one child at every level and need no lists.
    var oldRun = Run(node: old, start: 0)
    var newRun = Run(node: new, start: 0)
    while oldRun.node !== newRun.node, oldRun.node.id == newRun.node.id,
      oldRun.node.height == newRun.node.height, !oldRun.node.isLeaf
    {
      let ends = sharedEnds(oldRun, newRun)
      if ends.oldCount == 1, ends.newCount == 1 {
        oldRun = Run(node: oldRun.node.children[ends.first], start: ends.oldStart)
        newRun = Run(node: newRun.node.children[ends.first], start: ends.newStart)
        continue
      }
      let height = oldRun.node.height - 1
      var oldRest = ContiguousArray<Run>()
      var newRest = ContiguousArray<Run>()
      appendChildren(of: oldRun, newRun, ends, to: &oldRest, &newRest)
      self.old = oldRest
      self.new = newRest
      return compareLevels(from: height)
    }
    if oldRun.node === newRun.node { return share(oldRun, newRun) }
    self.old.append(oldRun)
    self.new.append(newRun)
    if !oldRun.node.isLeaf || !newRun.node.isLeaf {
      compareLevels(from: max(oldRun.node.height, newRun.node.height))
    }
  }

  /// Removes shared nodes from the lists, level by level, until only leaves are left.
  @inlinable
  mutating func compareLevels(from top: Int) {
    var height = top
    while true {
      takeOutShared()
      if height == 0 || (old.isEmpty && new.isEmpty) { break }
      expand(height: height)
      height -= 1
    }
  }

  /// Records the children that two versions of a node have in common at both ends.
  ///
  /// It does not retain the children: counting a reference to each would cost a cache miss.
  @inlinable
  mutating func sharedEnds(
    _ old: Run,
    _ new: Run
  ) -> Ends {
    let oldChildren = old.node.children
    let newChildren = new.node.children
    var first = 0
    var width = 0
    while first < oldChildren.count, first < newChildren.count,
      oldChildren[first] === newChildren[first]
    {
      width += oldChildren[first].count
      first += 1
    }
    if width > 0 { shared.append(oldStart: old.start, newStart: new.start, count: width) }
    var tail = 0
    var tailWidth = 0
    while oldChildren.count - tail > first, newChildren.count - tail > first,
      oldChildren[oldChildren.count - 1 - tail]
        === newChildren[newChildren.count - 1 - tail]
    {
      tail += 1
      tailWidth += oldChildren[oldChildren.count - tail].count
    }
    if tailWidth > 0 {
      shared.append(
        oldStart: old.start + old.node.count - tailWidth,
        newStart: new.start + new.node.count - tailWidth,
        count: tailWidth
      )
    }
    return Ends(
      first: first,
      oldCount: oldChildren.count - first - tail,
      newCount: newChildren.count - first - tail,
      oldStart: old.start + width,
      newStart: new.start + width
    )
  }

  /// Adds the children between the shared ends to lists, comparing children at equal positions.
  @inlinable
  mutating func appendChildren(
    of old: Run,
    _ new: Run,
    _ ends: Ends,
    to oldRest: inout ContiguousArray<Run>,
    _ newRest: inout ContiguousArray<Run>
  ) {
    let oldChildren = old.node.children
    let newChildren = new.node.children
    let range = ends.first..<ends.first + ends.oldCount
    guard ends.oldCount == ends.newCount,
      range.allSatisfy({ oldChildren[$0].id == newChildren[$0].id })
    else {
      TreeComparison.append(old, ends.first, ends.oldCount, ends.oldStart, to: &oldRest)
      TreeComparison.append(new, ends.first, ends.newCount, ends.newStart, to: &newRest)
      return
    }
    var oldStart = ends.oldStart
    var newStart = ends.newStart
    for index in range {
      let (oldChild, newChild) = (oldChildren[index], newChildren[index])
      if oldChild === newChild {
        shared.append(oldStart: oldStart, newStart: newStart, count: oldChild.count)
      } else {
        oldRest.append(Run(node: oldChild, start: oldStart))
        newRest.append(Run(node: newChild, start: newStart))
      }
      oldStart += oldChild.count
      newStart += newChild.count
    }
  }

  /// Adds a range of the children of a node to a list.
  @inlinable
  static func append(
    _ run: Run,
    _ first: Int,
    _ count: Int,
    _ start: Int,
    to list: inout ContiguousArray<Run>
  ) {
    var start = start
    for index in first..<first + count {
      list.append(Run(node: run.node.children[index], start: start))
      start += run.node.children[index].count
    }
  }

  /// Replaces the nodes of a height by their children.
  @inlinable
  mutating func expand(height: Int) {
    var oldRest = ContiguousArray<Run>()
    var newRest = ContiguousArray<Run>()
    var index = 0
    while index < old.count, index < new.count, old[index].node.id == new[index].node.id,
      old[index].node.height == height, new[index].node.height == height
    {
      let ends = sharedEnds(old[index], new[index])
      appendChildren(of: old[index], new[index], ends, to: &oldRest, &newRest)
      index += 1
    }
    TreeComparison.expand(old[index...], height: height, into: &oldRest)
    TreeComparison.expand(new[index...], height: height, into: &newRest)
    old = oldRest
    new = newRest
  }

  @inlinable
  static func expand(
    _ runs: ContiguousArray<Run>.SubSequence,
    height: Int,
    into result: inout ContiguousArray<Run>
  ) {
    for run in runs {
      guard run.node.height == height else {
        result.append(run)
        continue
      }
      var start = run.start
      for child in run.node.children {
        result.append(Run(node: child, start: start))
        start += child.count
      }
    }
  }

  @inlinable
  mutating func share(_ old: Run, _ new: Run) {
    shared.append(oldStart: old.start, newStart: new.start, count: old.node.count)
  }

  /// Removes the nodes that are in both lists.
  @inlinable
  mutating func takeOutShared() {
    if old.count == new.count,
      old.indices.allSatisfy({
        old[$0].node.id == new[$0].node.id && old[$0].node !== new[$0].node
      })
    {
      return
    }
    var oldRest = ContiguousArray<Run>()
    var newRest = ContiguousArray<Run>()
    // Versions of a node have the same number: while the lists are in step, no set is needed.
    var first = 0
    let common = min(old.count, new.count)
    while first < common, step(old[first], new[first], &oldRest, &newRest) { first += 1 }
    var oldEnd = old.count
    var newEnd = new.count
    var oldTail = ContiguousArray<Run>()
    var newTail = ContiguousArray<Run>()
    while oldEnd > first, newEnd > first,
      step(old[oldEnd - 1], new[newEnd - 1], &oldTail, &newTail)
    {
      oldEnd -= 1
      newEnd -= 1
    }
    takeOutShared(old[first..<oldEnd], new[first..<newEnd], &oldRest, &newRest)
    oldRest.append(contentsOf: oldTail.reversed())
    newRest.append(contentsOf: newTail.reversed())
    old = oldRest
    new = newRest
  }

  /// Handles two nodes at the same position, unless they are unrelated.
  @inlinable
  mutating func step(
    _ old: Run,
    _ new: Run,
    _ oldRest: inout ContiguousArray<Run>,
    _ newRest: inout ContiguousArray<Run>
  ) -> Bool {
    if old.node === new.node {
      share(old, new)
    } else if old.node.id == new.node.id {
      oldRest.append(old)
      newRest.append(new)
    } else {
      return false
    }
    return true
  }

  @inlinable
  mutating func takeOutShared(
    _ old: ContiguousArray<Run>.SubSequence,
    _ new: ContiguousArray<Run>.SubSequence,
    _ oldRest: inout ContiguousArray<Run>,
    _ newRest: inout ContiguousArray<Run>
  ) {
    // Long lists without shared nodes so far belong to unrelated trees.
    guard !old.isEmpty, !new.isEmpty, !shared.isEmpty || old.count <= 64 else {
      oldRest.append(contentsOf: old)
      newRest.append(contentsOf: new)
      return
    }
    var places: [Node.Identity: Int] = [:]
    places.reserveCapacity(old.count)
    for index in old.indices { places[old[index].node.identity] = index }
    for run in new {
      if let place = places.removeValue(forKey: run.node.identity) {
        share(old[place], run)
      } else {
        newRest.append(run)
      }
    }
    for index in old.indices where places[old[index].node.identity] != nil {
      oldRest.append(old[index])
    }
  }
}
