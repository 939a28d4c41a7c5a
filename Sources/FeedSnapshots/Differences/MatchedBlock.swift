/// Consecutive elements that are in the same order in an old and a new sequence.
///
/// In a smallest set of moves, a block moves as a whole or not at all: an element that precedes one
/// of its elements in both sequences precedes all of them.
@usableFromInline
struct MatchedBlock: Equatable, Sendable {
  @usableFromInline
  let oldStart: Int
  @usableFromInline
  let newStart: Int
  @usableFromInline
  var count: Int

  @inlinable
  init(oldStart: Int, newStart: Int, count: Int) {
    self.oldStart = oldStart
    self.newStart = newStart
    self.count = count
  }
}

extension ContiguousArray<MatchedBlock> {
  /// Adds matched elements, to the last block if they directly follow it.
  @inlinable
  mutating func append(oldStart: Int, newStart: Int, count: Int) {
    if let last, last.oldStart + last.count == oldStart, last.newStart + last.count == newStart {
      self[self.count - 1].count += count
    } else {
      append(MatchedBlock(oldStart: oldStart, newStart: newStart, count: count))
    }
  }

  /// Sorts the blocks by the new sequence and joins adjacent ones.
  @inlinable
  mutating func normalize() {
    var index = 1
    var isSorted = true
    var isJoined = true
    while index < count {
      let (last, next) = (self[index - 1], self[index])
      if last.newStart > next.newStart { isSorted = false }
      if last.newStart + last.count == next.newStart, last.oldStart + last.count == next.oldStart {
        isJoined = false
      }
      index += 1
    }
    if isSorted, isJoined { return }
    if !isSorted { sort { $0.newStart < $1.newStart } }
    var result = ContiguousArray<MatchedBlock>()
    result.reserveCapacity(count)
    for block in self {
      result.append(oldStart: block.oldStart, newStart: block.newStart, count: block.count)
    }
    self = result
  }
}
