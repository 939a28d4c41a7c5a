/// Ordered sections of ordered items, known by their ids: a diffable data source's snapshot.
///
/// The operations are those of Apple's `NSDiffableDataSourceSnapshot` with the same meanings. Where
/// Apple's type traps, this one throws a ``SnapshotError`` and stays unchanged. It is a value:
/// copying is O(1), and an edit takes logarithmic time, however many versions are kept.
///
/// ```swift
/// var snapshot = Snapshot<String, Int>()
/// try snapshot.appendSections(["fruit", "herbs"])
/// try snapshot.appendItems([1, 2, 3], toSection: "fruit")
/// let old = snapshot
/// try snapshot.moveItem(1, afterItem: 3)
/// old.updates(to: snapshot).moveItems   // [[0, 0] → [0, 2]]
/// ```
///
/// Two snapshots are equal if they have the same sections and items in the same order; marks do not
/// count. Use ``ContentSnapshot`` if items carry their contents.
public struct Snapshot<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// The snapshot without marks, whose sections and items carry no content.
  public typealias Structure = ContentSnapshot<SectionID, NoContent, ItemID, NoContent>

  @usableFromInline
  var base = Structure()
  @usableFromInline
  var sectionReloads = Marks<SectionID>()
  @usableFromInline
  var itemReloads = Marks<ItemID>()
  @usableFromInline
  var itemReconfigures = Marks<ItemID>()
  /// The hierarchies that were applied to sections.
  @usableFromInline
  var hierarchies: [SectionID: SectionSnapshot<ItemID>] = [:]

  /// Creates a snapshot without sections.
  @inlinable
  public init() {}

  /// The sections and items without the marks.
  @inlinable
  public var structure: Structure { base }
}

extension Snapshot: Equatable {
  /// Compares sections and items; marks do not count.
  ///
  /// - Returns: Whether both have the same sections and items in the same order.
  /// - Complexity: O(*d* log *n*) for versions *d* edits apart, O(*n*) otherwise.
  @inlinable
  public static func == (lhs: Snapshot, rhs: Snapshot) -> Bool { lhs.structure == rhs.structure }
}

extension Snapshot {
  /// The number of items in all sections.
  @inlinable
  public var numberOfItems: Int { structure.itemCount }

  /// The number of sections.
  @inlinable
  public var numberOfSections: Int { structure.sectionCount }

  /// The ids of the sections, in order, without copying them.
  @inlinable
  public var sectionIdentifiers: SectionIdentifiers {
    SectionIdentifiers(base: structure.sections)
  }

  /// The ids of all items, section by section, without copying them.
  @inlinable
  public var itemIdentifiers: ItemIdentifiers {
    ItemIdentifiers(structure: structure)
  }

  /// Returns the number of items of a section.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection``.
  /// - Complexity: O(log *n*).
  @inlinable
  public func numberOfItems(inSection section: SectionID) throws(SnapshotError) -> Int {
    guard let count = structure.itemCount(inSection: section) else {
      throw .unknownSection(section)
    }
    return count
  }

  /// Returns the ids of a section's items, without copying them.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection``.
  /// - Complexity: O(log *n*).
  @inlinable
  public func itemIdentifiers(
    inSection section: SectionID
  ) throws(SnapshotError) -> SectionItemIdentifiers {
    guard let found = structure.section(section) else { throw .unknownSection(section) }
    return SectionItemIdentifiers(base: found.items)
  }

  /// Returns the section that holds an item.
  ///
  /// - Returns: The section's id, or `nil` if the item is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func sectionIdentifier(containingItem item: ItemID) -> SectionID? {
    structure.section(containing: item)
  }

  /// Returns the section that holds an item.
  ///
  /// - Returns: The section's id, or `nil` if the item is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func section(containing item: ItemID) -> SectionID? { structure.section(containing: item) }

  /// Returns the index of an item among the items of all sections.
  ///
  /// - Returns: Its index in all sections, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func indexOfItem(_ item: ItemID) -> Int? { structure.globalIndex(of: item) }

  /// Returns the index of a section.
  ///
  /// - Returns: Its index, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func indexOfSection(_ section: SectionID) -> Int? { structure.index(ofSection: section) }

  /// Returns the path of an item.
  ///
  /// - Returns: Its path, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func indexPath(of item: ItemID) -> SnapshotPath? { structure.path(of: item) }

  /// Returns the item at a path.
  ///
  /// - Returns: The item, or `nil` if the path is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func item(at path: SnapshotPath) -> ItemID? {
    guard let section = section(at: path.section),
      let count = structure.itemCount(inSection: section), path.item >= 0, path.item < count
    else { return nil }
    return structure.item(at: path).id
  }

  /// Returns the section at an index.
  ///
  /// - Returns: The section, or `nil` if the index is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func section(at index: Int) -> SectionID? {
    index >= 0 && index < numberOfSections ? structure.sectionID(at: index) : nil
  }

  /// Returns the item at an index that counts the items of all sections.
  ///
  /// - Returns: The item, or `nil` if the snapshot has fewer items.
  /// - Complexity: O(log *n*).
  @inlinable
  public func item(atGlobalIndex index: Int) -> ItemID? {
    structure.path(ofGlobalIndex: index).map { structure.item(at: $0).id }
  }

  /// Returns whether an item is in the snapshot.
  ///
  /// - Returns: Whether some section holds it.
  /// - Complexity: O(log *n*).
  @inlinable
  public func contains(_ item: ItemID) -> Bool { structure.contains(item) }
}

extension Snapshot {
  /// Shows the visible items of a forest as the items of a section.
  ///
  /// The section must exist. So the order of sections does not depend on which one is filled first.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection``.
  /// - Complexity: O(*k* log *n*), where *k* is the number of items in the forest.
  public mutating func apply(
    _ snapshot: SectionSnapshot<ItemID>,
    to section: SectionID
  ) throws(SnapshotError) {
    try replaceItems(inSection: section, with: snapshot.visibleItems)
    hierarchies[section] = snapshot
  }

  /// Returns the forest that a section shows.
  ///
  /// If the section's items were edited after a forest was applied, the forest follows: deleted items
  /// are deleted from it with their hidden descendants, and an inserted item becomes the sibling of
  /// the item before it. If items have changed places, all visible items are roots.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection``.
  /// - Complexity: O(*k*), where *k* is the number of items in the section and in the forest.
  public func snapshot(for section: SectionID) throws(SnapshotError) -> SectionSnapshot<ItemID> {
    let shown = Array(try itemIdentifiers(inSection: section))
    var forest = hierarchies[section] ?? SectionSnapshot()
    if forest.visibleItems == shown { return forest }
    let shownSet = Set(shown)
    try forest.delete(forest.visibleItems.filter { !shownSet.contains($0) && forest.contains($0) })
    var last: ItemID?
    for item in shown {
      if !forest.contains(item) {
        if let last {
          try forest.insert([item], after: last)
        } else if let first = forest.rootItems.first {
          try forest.insert([item], before: first)
        } else {
          try forest.append([item])
        }
      }
      last = item
    }
    if forest.visibleItems == shown { return forest }
    forest = SectionSnapshot()
    try forest.append(shown)
    return forest
  }
}

extension Snapshot {
  /// Returns the changes of the items of all sections, as the standard library describes them.
  ///
  /// A moved item is a removal and an insertion, each associated with the other.
  ///
  /// - Returns: The difference of the items, counted through all sections.
  /// - Complexity: O(*s* + *d* log *n*) for *d* edits between the two and *s* sections, O(*n*) if they
  ///   are not related.
  public func difference(from older: Snapshot) -> CollectionDifference<ItemID> {
    structure.difference(from: older.structure)
  }

  /// Returns the changes of the items of one section.
  ///
  /// - Parameter older: The snapshot to start with; a section that it lacks was empty.
  /// - Complexity: O(*d* log *n*) for *d* edits between the two, O(*n*) if they are not related.
  public func difference(
    inSection section: SectionID,
    from older: Snapshot
  ) -> CollectionDifference<ItemID> {
    structure.difference(inSection: section, from: older.structure)
  }
}

extension Snapshot {
  /// Creates a snapshot from sections with their items.
  ///
  /// ```swift
  /// let snapshot = try Snapshot([(id: "fruit", items: [1, 2, 3]), (id: "herbs", items: [])])
  /// ```
  ///
  /// - Parameter sections: The sections, in order; ids of sections and of items are unique.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/duplicateSection`` or
  ///   ``SnapshotError/Code/duplicateItem``.
  /// - Complexity: O(*n*).
  @inlinable
  public init<Items: Collection<ItemID>>(
    _ sections: some Collection<(id: SectionID, items: Items)>
  ) throws(SnapshotError) {
    base = try Structure(
      sections.map { section in
        (
          id: section.id, content: NoContent(),
          items: section.items.map { Structure.Entry(id: $0) }
        )
      }
    )
  }
}
