/// What is to become of the items of one section, all at once.
///
/// Whoever knows which items have left their places, which have come and which show something else
/// need not have a snapshot compared to learn it.
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

  /// An item and its place when all is done.
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
  /// The places of the items that leave, as they were before, ascending.
  @usableFromInline
  var removals: ContiguousArray<Int> = []
  /// The items that come.
  @usableFromInline
  var insertions: ContiguousArray<Placed> = []
  /// The items that stay and show something else.
  @usableFromInline
  var replacements: ContiguousArray<Placed> = []

  /// Puts the items that come in the order of their places.
  ///
  /// - Complexity: O(*k*) for *k* items that are in this order, O(*k* · log *k*) otherwise.
  @inlinable
  mutating func orderInsertions() { Self.order(&insertions) }

  /// Puts the items that show something else in the order of their places.
  ///
  /// - Complexity: As of ``orderInsertions()``.
  @inlinable
  mutating func orderReplacements() { Self.order(&replacements) }

  /// To sort what somebody else holds as well would copy it, so that is looked at first.
  @inlinable
  static func order(_ items: inout ContiguousArray<Placed>) {
    let isOrdered = items.indices.dropFirst().allSatisfy {
      items[$0 - 1].offset <= items[$0].offset
    }
    if !isOrdered { items.sort { $0.offset < $1.offset } }
  }

  /// Whether nothing is to be done.
  @inlinable
  package var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && replacements.isEmpty }

  /// Whether no item comes or leaves.
  @inlinable
  var onlyReplaces: Bool { removals.isEmpty && insertions.isEmpty }

  /// Makes a splice that does nothing yet but have items leave.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - removals: Where the items stand before, ascending.
  @inlinable
  package init(section: SectionID, removals: ContiguousArray<Int> = []) {
    self.section = section
    self.removals = removals
  }

  /// Where an item that stays stands when all is done.
  ///
  /// - Precondition: The insertions are sorted by their offsets.
  /// - Parameter offset: Where it stands now.
  /// - Returns: Where it will stand, or `nil` if it leaves.
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

  /// Makes room for items.
  ///
  /// - Parameters:
  ///   - insertions: How many may come.
  ///   - replacements: How many that stay may show something else.
  @inlinable
  package mutating func reserve(insertions: Int = 0, replacements: Int = 0) {
    // For a few, the room that the first of them makes will do.
    if insertions > 4 { self.insertions.reserveCapacity(insertions) }
    if replacements > 4 { self.replacements.reserveCapacity(replacements) }
  }

  /// Has an item come, new to the snapshot or from another place.
  ///
  /// - Parameters:
  ///   - entry: The item.
  ///   - offset: Where it stands when all is done.
  @inlinable
  package mutating func insert(_ entry: Entry, at offset: Int) {
    insertions.append(Placed(offset: offset, entry: entry))
  }

  /// Has an item that stays show something else.
  ///
  /// - Parameters:
  ///   - entry: The item with its new content.
  ///   - offset: Where it stands when all is done.
  @inlinable
  package mutating func replace(with entry: Entry, at offset: Int) {
    replacements.append(Placed(offset: offset, entry: entry))
  }
}

extension SectionSplice {
  /// The edits in the order of the tree.
  ///
  /// - Precondition: The insertions and replacements are sorted by their offsets.
  /// - Parameter count: How many items the section has before.
  /// - Returns: The edits.
  @inlinable
  func edits(count: Int) -> ContiguousArray<TreeEdit<Entry>> {
    var edits = ContiguousArray<TreeEdit<Entry>>()
    edits.reserveCapacity(removals.count + insertions.count + replacements.count)
    var removal = 0
    var insertion = 0
    var replacement = 0
    // Of those that stay, the one with a rank has stood behind all removals that it is not before.
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
        precondition(rank + removal <= count, "an item comes behind the end of its section")
        edits.append(
          TreeEdit(offset: rank + removal, kind: .insert(insertions[insertion].entry))
        )
        insertion += 1
      } else {
        let rank = replacements[replacement].offset - insertion
        addRemovals(before: rank)
        precondition(rank + removal < count, "an item is replaced behind the end of its section")
        edits.append(
          TreeEdit(offset: rank + removal, kind: .replace(replacements[replacement].entry))
        )
        replacement += 1
      }
    }
    addRemovals(before: count)
    precondition(removals.last.map { $0 < count } ?? true, "an item leaves from behind the end")
    return edits
  }

  /// The items that stay, as blocks between the edits.
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
