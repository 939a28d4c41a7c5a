/// Consecutive things of a list that are others in two versions of it; what lies between two blocks
/// is the same in both.
struct ChangedBlock: Hashable, Sendable {
  /// Their range before.
  var old: Range<Int>
  /// The range of their replacements.
  var new: Range<Int>

  /// The distance by which the elements after the block have moved back.
  var shift: Int { new.upperBound - old.upperBound }

  /// Joins what was removed and what was inserted into blocks.
  ///
  /// - Parameters:
  ///   - removed: Positions in the old list, ascending.
  ///   - inserted: Positions in the new list, ascending.
  /// - Returns: The blocks, ascending, none touching another.
  /// - Complexity: O(*edits*).
  static func blocks(removed: [Int], inserted: [Int]) -> [ChangedBlock] {
    var blocks: [ChangedBlock] = []
    var (old, new) = (0, 0)
    var (gone, come) = (removed[...], inserted[...])
    while !gone.isEmpty || !come.isEmpty {
      let same = min(gone.first.map { $0 - old } ?? .max, come.first.map { $0 - new } ?? .max)
      old += same
      new += same
      let (oldStart, newStart) = (old, new)
      while gone.first == old {
        gone.removeFirst()
        old += 1
      }
      while come.first == new {
        come.removeFirst()
        new += 1
      }
      blocks.append(ChangedBlock(old: oldStart..<old, new: newStart..<new))
    }
    return blocks
  }
}
