/// Matches the elements of old and new sequences by their keys.
///
/// For every pair of sequences, shared nodes are matched first. Then the rest of both is walked in
/// parallel; at a difference, the walk searches the nearest position where both are equal again. The
/// skipped elements are matched last, by hashing, over all pairs together, so that elements that
/// changed pairs are found too. Hashing finds everything that the walk misses: the walk only reduces
/// the number of elements to hash.
@usableFromInline
struct SequenceMatcher<Element: TreeElement> {
  @usableFromInline
  typealias Comparison = TreeComparison<Element>
  @usableFromInline
  typealias Run = Comparison.Run

  /// Corresponding old and new sequences, and the result for their elements.
  @usableFromInline
  struct Pair {
    /// Elements that are in both; after matching, in the order of the new sequence.
    @usableFromInline
    var blocks: ContiguousArray<MatchedBlock>
    /// Ranks of the elements that are in no new sequence, ascending.
    @usableFromInline
    var deletes: ContiguousArray<Int> = []
    /// Ranks of the elements that are in no old sequence, ascending.
    @usableFromInline
    var inserts: ContiguousArray<Int> = []
    /// Whether an element changed to or from another pair.
    @usableFromInline
    var hasCrossings = false

    @inlinable
    init(blocks: ContiguousArray<MatchedBlock>) { self.blocks = blocks }
  }

  /// An element that changed from one pair to another.
  @usableFromInline
  struct Crossing {
    @usableFromInline
    let oldPair: Int
    @usableFromInline
    let oldRank: Int
    @usableFromInline
    let newPair: Int
    @usableFromInline
    let newRank: Int

    @inlinable
    init(oldPair: Int, oldRank: Int, newPair: Int, newRank: Int) {
      self.oldPair = oldPair
      self.oldRank = oldRank
      self.newPair = newPair
      self.newRank = newRank
    }
  }

  /// A part of a leaf whose elements the walk skipped.
  @usableFromInline
  struct Leftover {
    @usableFromInline
    let node: TreeNode<Element>
    @usableFromInline
    let start: Int
    @usableFromInline
    let pair: Int
    @usableFromInline
    var range: Range<Int>

    @inlinable
    init(node: TreeNode<Element>, start: Int, pair: Int, range: Range<Int>) {
      self.node = node
      self.start = start
      self.pair = pair
      self.range = range
    }
  }

  @usableFromInline
  var pairs: ContiguousArray<Pair> = []
  /// Elements that changed pairs, by new pair and rank.
  @usableFromInline
  var crossings: ContiguousArray<Crossing> = []
  /// Matched elements whose bodies differ; the pairs are the same unless the element crossed.
  @usableFromInline
  var changed: ContiguousArray<Crossing> = []
  @usableFromInline
  var oldLeftovers: ContiguousArray<Leftover> = []
  @usableFromInline
  var newLeftovers: ContiguousArray<Leftover> = []

  @inlinable
  init() {}

  /// Adds two corresponding sequences.
  @inlinable
  mutating func add(old: TreeNode<Element>?, new: TreeNode<Element>?) {
    let comparison = Comparison(old: old, new: new)
    pairs.append(Pair(blocks: comparison.shared))
    walk(comparison.old, comparison.new)
  }

  /// Records a matched element if its body differs.
  @inlinable
  mutating func noteIfChanged(
    _ old: Element,
    _ new: Element,
    _ place: @autoclosure () -> Crossing
  ) {
    if !old.hasSameBody(as: new) { changed.append(place()) }
  }
}

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
