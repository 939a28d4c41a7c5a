/// The edits of the items of one section, made at once.
///
/// A caller that knows the deleted, inserted and changed items needs no comparison of snapshots.
///
/// ```swift
/// var splice = SectionSplice<String, Int, String>(section: "fruit", removals: [0])
/// splice.insert(SnapshotEntry(id: 7, content: "apple"), at: 2)
/// let batch = try snapshot.splice([splice])
/// ```
@usableFromInline
package struct SectionSplice<SectionID, ItemID, ItemContent>
where
  SectionID: Hashable & Sendable,
  ItemID: Hashable & Sendable,
  ItemContent: Equatable & Sendable
{
  /// An item with its content.
  @usableFromInline
  package typealias Entry = SnapshotEntry<ItemID, ItemContent>

  /// An item and its offset after the splice.
  @usableFromInline
  struct Placed: TreeReplacement {
    @usableFromInline
    let offset: Int
    @usableFromInline
    let entry: Entry

    @inlinable
    init(offset: Int, entry: Entry) {
      self.offset = offset
      self.entry = entry
    }

    @inlinable
    var element: Entry { entry }
  }

  /// The section, which must be in the snapshot.
  @usableFromInline
  package let section: SectionID
  /// The offsets of the deleted items before the splice, ascending.
  @usableFromInline
  var removals: ContiguousArray<Int> = []
  /// The inserted items.
  @usableFromInline
  var insertions: ContiguousArray<Placed> = []
  /// The remaining items with new contents.
  @usableFromInline
  var replacements: ContiguousArray<Placed> = []

  /// Sorts the inserted items by their offsets.
  ///
  /// - Complexity: O(*k*) for *k* items that are in this order, O(*k* · log *k*) otherwise.
  @inlinable
  mutating func orderInsertions() { Self.order(&insertions) }

  /// Sorts the items with new contents by their offsets.
  ///
  /// - Complexity: The same as ``orderInsertions()``.
  @inlinable
  mutating func orderReplacements() { Self.order(&replacements) }

  /// Sorts items unless they are sorted already, because sorting would copy a shared array.
  @inlinable
  static func order(_ items: inout ContiguousArray<Placed>) {
    let isOrdered = items.indices.dropFirst().allSatisfy {
      items[$0 - 1].offset <= items[$0].offset
    }
    if !isOrdered { items.sort { $0.offset < $1.offset } }
  }

  /// Whether the splice is empty.
  @inlinable
  package var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && replacements.isEmpty }

  /// Whether no item is inserted or deleted.
  @inlinable
  var onlyReplaces: Bool { removals.isEmpty && insertions.isEmpty }

  /// Creates a splice that only deletes items.
  ///
  /// - Parameter removals: The offsets of the items, ascending.
  @inlinable
  package init(section: SectionID, removals: ContiguousArray<Int> = []) {
    self.section = section
    self.removals = removals
  }

  /// Returns the offset of a remaining item after the splice.
  ///
  /// - Precondition: The insertions are sorted by their offsets.
  /// - Returns: Its new offset, or `nil` if it is deleted.
  @inlinable
  func newOffset(of offset: Int) -> Int? {
    var low = 0
    var high = removals.count
    while low < high {
      let middle = (low + high) / 2
      if removals[middle] < offset { low = middle + 1 } else { high = middle }
    }
    if low < removals.count, removals[low] == offset { return nil }
    let rank = offset - low
    low = 0
    high = insertions.count
    while low < high {
      let middle = (low + high) / 2
      if insertions[middle].offset - middle <= rank { low = middle + 1 } else { high = middle }
    }
    return rank + low
  }

  /// Reserves capacity for items.
  @inlinable
  package mutating func reserve(insertions: Int = 0, replacements: Int = 0) {
    // For a few, the capacity that the first append reserves is enough.
    if insertions > 4 { self.insertions.reserveCapacity(insertions) }
    if replacements > 4 { self.replacements.reserveCapacity(replacements) }
  }

  /// Inserts an item that is new to the snapshot or moves there.
  @inlinable
  package mutating func insert(_ entry: Entry, at offset: Int) {
    insertions.append(Placed(offset: offset, entry: entry))
  }

  /// Changes the content of a remaining item.
  @inlinable
  package mutating func replace(with entry: Entry, at offset: Int) {
    replacements.append(Placed(offset: offset, entry: entry))
  }
}

extension SectionSplice {
  /// Returns the edits in the order of the tree.
  ///
  /// - Precondition: The insertions and replacements are sorted by their offsets.
  /// - Parameter count: The number of items of the section before the splice.
  @inlinable
  func edits(count: Int) -> ContiguousArray<TreeEdit<Entry>> {
    var edits = ContiguousArray<TreeEdit<Entry>>()
    edits.reserveCapacity(removals.count + insertions.count + replacements.count)
    var removal = 0
    var insertion = 0
    var replacement = 0
    // The remaining item with a rank follows all removals at lower offsets.
    func addRemovals(before rank: Int) {
      while removal < removals.count, removals[removal] - removal <= rank {
        edits.append(TreeEdit(offset: removals[removal], kind: .remove))
        removal += 1
      }
    }
    while insertion < insertions.count || replacement < replacements.count {
      let isInsertion =
        replacement == replacements.count
        || insertion < insertions.count
          && insertions[insertion].offset < replacements[replacement].offset
      if isInsertion {
        let rank = insertions[insertion].offset - insertion
        addRemovals(before: rank)
        precondition(rank + removal <= count, "an item is inserted after the end of its section")
        edits.append(
          TreeEdit(offset: rank + removal, kind: .insert(insertions[insertion].entry))
        )
        insertion += 1
      } else {
        let rank = replacements[replacement].offset - insertion
        addRemovals(before: rank)
        precondition(rank + removal < count, "an item is replaced after the end of its section")
        edits.append(
          TreeEdit(offset: rank + removal, kind: .replace(replacements[replacement].entry))
        )
        replacement += 1
      }
    }
    addRemovals(before: count)
    let isInside = removals.last.map { $0 < count } ?? true
    precondition(isInside, "an item is deleted after the end of its section")
    return edits
  }

  /// Returns the remaining items as blocks between the edits.
  @inlinable
  func stayingBlocks(count: Int) -> ContiguousArray<MatchedBlock> {
    var blocks = ContiguousArray<MatchedBlock>()
    var old = 0
    var new = 0
    var removal = 0
    var insertion = 0
    while true {
      while insertion < insertions.count, insertions[insertion].offset == new {
        insertion += 1
        new += 1
      }
      if removal < removals.count, removals[removal] == old {
        removal += 1
        old += 1
        continue
      }
      guard old < count else { break }
      var length = count - old
      if removal < removals.count { length = min(length, removals[removal] - old) }
      if insertion < insertions.count { length = min(length, insertions[insertion].offset - new) }
      blocks.append(oldStart: old, newStart: new, count: length)
      old += length
      new += length
    }
    return blocks
  }
}
