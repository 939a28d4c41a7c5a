extension SequenceMatcher {
  /// Adds two sequences that are split into parts, some of which correspond to each other.
  mutating func add(
    old: [TreeNode<Element>?],
    new: [(root: TreeNode<Element>?, source: Int?)]
  ) {
    var oldRuns = [ContiguousArray<Run>](repeating: [], count: old.count)
    var newRuns = ContiguousArray<Run>()
    var blocks = ContiguousArray<MatchedBlock>()
    var oldStarts: [Int] = []
    var start = 0
    for (index, root) in old.enumerated() {
      oldStarts.append(start)
      oldRuns[index] = Comparison(old: root, new: nil).old.shifted(by: start)
      start += root?.count ?? 0
    }
    start = 0
    for part in new {
      let source = part.source.map { old[$0] } ?? nil
      let comparison = Comparison(old: source, new: part.root)
      newRuns.append(contentsOf: comparison.new.shifted(by: start))
      if let index = part.source {
        oldRuns[index] = comparison.old.shifted(by: oldStarts[index])
        for block in comparison.shared {
          blocks.append(
            oldStart: block.oldStart + oldStarts[index],
            newStart: block.newStart + start,
            count: block.count
          )
        }
      }
      start += part.root?.count ?? 0
    }
    pairs.append(Pair(blocks: blocks))
    walk(ContiguousArray(oldRuns.joined()), newRuns)
  }
}

extension ContiguousArray {
  fileprivate func shifted<Tree>(by offset: Int) -> Self
  where Element == TreeComparison<Tree>.Run {
    Self(map { Element(node: $0.node, start: $0.start + offset) })
  }
}
