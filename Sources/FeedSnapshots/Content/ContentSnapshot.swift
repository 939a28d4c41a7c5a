/// The visible state at one moment: ordered sections of ordered items, with their contents.
///
/// A snapshot is a value. Copying one is O(1), and an edit of a copy takes logarithmic time and new
/// memory, because both share their common parts. Keep as many versions as you need, and read them
/// from any thread. The ids of items are unique across all sections, and so are the ids of sections.
///
/// ```swift
/// var snapshot = ContentSnapshot<String, String, Int, String>()
/// try snapshot.insertSection("fruit", content: "Fruit", at: 0)
/// try snapshot.insertItems([SnapshotEntry(id: 7, content: "apple")], inSection: "fruit", at: 0)
/// let old = snapshot
/// snapshot.setContent("pear", of: 7)
/// old.updates(to: snapshot).reconfigureItems   // [[0, 0]]
/// ```
public struct ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>: Sendable
where
  SectionID: Hashable & Sendable,
  SectionContent: Equatable & Sendable,
  ItemID: Hashable & Sendable,
  ItemContent: Equatable & Sendable
{
  /// An item with its content.
  public typealias Entry = SnapshotEntry<ItemID, ItemContent>

  @usableFromInline
  typealias Record = SectionRecord<SectionID, SectionContent, ItemID, ItemContent>
  @usableFromInline
  typealias SectionNode = TreeNode<Record>
  @usableFromInline
  typealias ItemNode = TreeNode<Entry>

  /// The sections, in order, each with its own tree of items.
  @usableFromInline
  var sectionRoot: SectionNode?
  /// The leaf of each section, by the hash of the section's id.
  @usableFromInline
  var sectionIndex = HashIndex()
  /// The leaf of each item of all sections, by the hash of the item's id.
  @usableFromInline
  var itemIndex = HashIndex()
  /// The parents of the nodes of all trees.
  @usableFromInline
  var table = NodeTable()

  /// Creates an empty snapshot.
  @inlinable
  public init() {}

  /// The number of sections.
  @inlinable
  public var sectionCount: Int { sectionRoot?.count ?? 0 }

  /// The number of items in all sections.
  @inlinable
  public var itemCount: Int { sectionRoot?.weight ?? 0 }

  /// Whether there are no sections, and so no items.
  @inlinable
  public var isEmpty: Bool { sectionRoot == nil }
}

extension ContentSnapshot: Equatable {
  /// Compares two snapshots: ids, contents and order of sections and items.
  ///
  /// - Returns: Whether both are equal.
  /// - Complexity: O(*d* log *n*) for versions *d* edits apart, O(*n*) otherwise.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs.sectionRoot === rhs.sectionRoot { return true }
    guard lhs.sectionCount == rhs.sectionCount, lhs.itemCount == rhs.itemCount else { return false }
    return areEqual(lhs.sectionRoot, rhs.sectionRoot) { left, right in
      left.id == right.id && left.content == right.content
        && areEqual(left.items, right.items) { $0 == $1 }
    }
  }

  /// Compares two trees, skipping the nodes that both share at the same position.
  @inlinable
  static func areEqual<Element>(
    _ left: TreeNode<Element>?,
    _ right: TreeNode<Element>?,
    by areEqual: (Element, Element) -> Bool
  ) -> Bool {
    if left === right { return true }
    guard left?.count == right?.count else { return false }
    let comparison = TreeComparison(old: left, new: right)
    guard comparison.shared.allSatisfy({ $0.oldStart == $0.newStart }) else { return false }
    var old = SequenceMatcher<Element>.Cursor(comparison.old)
    var new = SequenceMatcher<Element>.Cursor(comparison.new)
    while !old.isAtEnd, !new.isAtEnd {
      guard areEqual(old.element, new.element) else { return false }
      old.advance(by: 1)
      new.advance(by: 1)
    }
    return old.isAtEnd && new.isAtEnd
  }
}

extension ContentSnapshot {
  /// Returns the number of nodes that this snapshot does not share with another version.
  ///
  /// Such counts, unlike times, are the same on every machine.
  ///
  /// - Complexity: O(*n*) for a tree of *n* nodes; for tests and measurements.
  package func nodeCount(notSharedWith other: Self) -> Int {
    var known = KnownNodes()
    known.note(other)
    return known.note(self)
  }
}

extension ContentSnapshot.Section {
  /// Returns whether both sections share one tree of items, which makes their items equal.
  ///
  /// - Complexity: O(1).
  package func sharesItems(with other: Self) -> Bool { record.items === other.record.items }
}

/// The nodes of several versions, by the addresses of their slots.
private struct KnownNodes {
  private var nodes: Set<UInt> = []

  /// Adds the nodes of a version.
  ///
  /// - Returns: The number of nodes that were unknown before.
  @discardableResult
  mutating func note<SectionID, SectionContent, ItemID, ItemContent>(
    _ snapshot: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>
  ) -> Int {
    guard let root = snapshot.sectionRoot else { return 0 }
    var count = note(root)
    root.forEachLeaf { leaf in
      for record in leaf.elements {
        if let items = record.items { count += note(items) }
      }
    }
    return count
  }

  private mutating func note<Element>(_ node: TreeNode<Element>) -> Int {
    guard nodes.insert(node.address).inserted else { return 0 }
    return node.children.reduce(1) { $0 + note($1) }
  }
}

extension ContentSnapshot {
  /// Returns the edits that turn this snapshot into another.
  ///
  /// Versions of one snapshot are compared only where they differ; unrelated snapshots are compared as
  /// a whole. In both cases the batch is as small as the profile allows.
  ///
  /// ```swift
  /// var new = old
  /// new.moveItems(inSection: "fruit", range: 0..<1, to: 2)
  /// old.updates(to: new).moveItems   // [[0, 0] → [0, 2]]
  /// ```
  ///
  /// - Parameter profile: Whether moved sections may have inserted, deleted or moved items.
  /// - Returns: The batch; empty if both snapshots are equal.
  /// - Complexity: O(*d* log *n*) for *d* edits between the two, O(*n* + *d* log *d*) if they are not
  ///   related.
  @inlinable
  public func updates(to newer: Self, profile: UpdateProfile = .safe) -> BatchUpdates {
    UpdatePlan(from: sections, to: newer.sections, profile: profile).batch
  }
}

extension ContentSnapshot {
  /// The matches between inserted and deleted items: an item in both has moved.
  @usableFromInline
  struct SpliceMatches {
    /// An inserted or deleted item of one of the sections.
    @usableFromInline
    struct Place: Hashable {
      @usableFromInline
      let work: Int
      @usableFromInline
      let index: Int

      @inlinable
      init(work: Int, index: Int) {
        self.work = work
        self.index = index
      }
    }

    /// The index of each section's first departure among all departures.
    @usableFromInline
    var starts: ContiguousArray<Int> = []
    /// The target of each departure.
    @usableFromInline
    var arrivals: ContiguousArray<Place?> = []
    /// The source of each arrival, by section and offset.
    @usableFromInline
    var departures: ContiguousArray<ContiguousArray<Place?>> = []
    /// The items that are new.
    @usableFromInline
    var unmatched: ContiguousArray<Place> = []
    /// An item that is deleted and inserted more than once, or `nil`.
    @usableFromInline
    var repeated: ItemID?

    @inlinable
    init(_ works: ContiguousArray<SpliceWork>) {
      var places = ContiguousArray<Place>()
      var arrivalCount = 0
      for (work, part) in works.enumerated() {
        starts.append(places.count)
        for index in part.log.departures.indices { places.append(Place(work: work, index: index)) }
        departures.append(ContiguousArray(repeating: nil, count: part.splice.insertions.count))
        arrivalCount += part.splice.insertions.count
      }
      arrivals = ContiguousArray(repeating: nil, count: places.count)
      var table: [ItemID: Int]?
      if places.count * arrivalCount > 64 {
        var entries: [ItemID: Int] = [:]
        entries.reserveCapacity(places.count)
        for (number, place) in places.enumerated() {
          entries[works[place.work].log.departures[place.index].element.id] = number
        }
        table = entries
      }
      for (work, part) in works.enumerated() {
        for (index, insertion) in part.splice.insertions.enumerated() {
          let id = insertion.entry.id
          let number =
            if let table { table[id] } else {
              places.firstIndex { works[$0.work].log.departures[$0.index].element.id == id }
            }
          if let number {
            if arrivals[number] != nil { repeated = id }
            arrivals[number] = Place(work: work, index: index)
            departures[work][index] = places[number]
          } else {
            unmatched.append(Place(work: work, index: index))
          }
        }
      }
    }

    /// Returns the target of an item that left a section.
    @inlinable
    func arrival(ofDeparture index: Int, work: Int) -> Place? { arrivals[starts[work] + index] }
  }
}

extension ContentSnapshot {
  /// Creates a snapshot from sections with their items.
  ///
  /// ```swift
  /// let snapshot = try ContentSnapshot([
  ///   (id: "fruit", content: "Fruit", items: [SnapshotEntry(id: 7, content: "apple")])
  /// ])
  /// ```
  ///
  /// - Parameter sections: The sections, in order; ids of sections and of items are unique.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/duplicateSection`` or
  ///   ``SnapshotError/Code/duplicateItem``.
  /// - Complexity: O(*n*).
  @inlinable
  public init<Items: Collection<Entry>>(
    _ sections: some Collection<(id: SectionID, content: SectionContent, items: Items)>
  ) throws(SnapshotError) {
    for (index, section) in sections.enumerated() {
      guard find(section: section.id) == nil else { throw .sectionRepeated(section.id) }
      try insertSection(section.id, content: section.content, at: index)
    }
    var editor = takeEditor()
    var leaves = ContiguousArray<ItemNode>()
    var roots = ContiguousArray<ItemNode?>()
    for section in sections { roots.append(editor.build(section.items, leaves: &leaves)) }
    itemIndex.insert(sortedByHash: try checkedHashes(of: leaves))
    table = editor.table
    for (index, root) in roots.enumerated() {
      guard let root else { continue }
      var record = record(at: index)
      record.items = root
      table.setParent(of: root.id, to: record.handle | NodeTable.handleBit)
      replace(sectionAt: index, with: record)
    }
    checkAfterMutation()
  }
}
