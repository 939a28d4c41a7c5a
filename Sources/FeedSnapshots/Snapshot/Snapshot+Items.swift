extension Snapshot {
  /// Appends items to a section, or to the last one.
  ///
  /// Items that are already in the snapshot are moved there.
  ///
  /// - Parameters:
  ///   - identifiers: The items, each unique.
  ///   - section: The section, or `nil` for the last one.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/noSections``,
  ///   ``SnapshotError/Code/unknownSection`` or ``SnapshotError/Code/duplicateItem``.
  /// - Complexity: O(log *n*) for one item, O(*k* log *n*) for *k*.
  @inlinable
  public mutating func appendItems(
    _ identifiers: some Collection<ItemID>,
    toSection section: SectionID? = nil
  ) throws(SnapshotError) {
    guard let section = section ?? self.section(at: numberOfSections - 1) else {
      throw .noSections(items: identifiers.first.map { "\($0)" } ?? "")
    }
    guard structure.index(ofSection: section) != nil else { throw .unknownSection(section) }
    // Nearly always all items are new; the insertion itself finds this out.
    let entries = identifiers.map { Structure.Entry(id: $0) }
    let end = structure.itemCount(inSection: section) ?? 0
    if (try? base.insertItems(entries, inSection: section, at: end)) != nil { return }
    try checkUnique(identifiers)
    takeOut(identifiers)
    let rest = structure.itemCount(inSection: section) ?? 0
    try base.insertItems(entries, inSection: section, at: rest)
  }

  /// Inserts items before an anchor, moving those that are already in the snapshot.
  ///
  /// - Parameters:
  ///   - identifiers: The items, each unique.
  ///   - anchor: The item that follows them, not one of them.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem``,
  ///   ``SnapshotError/Code/selfAnchor`` or ``SnapshotError/Code/duplicateItem``.
  /// - Complexity: O(log *n*) for one item, O(*k* log *n*) for *k*.
  @inlinable
  public mutating func insertItems(
    _ identifiers: some Collection<ItemID>,
    beforeItem anchor: ItemID
  ) throws(SnapshotError) {
    try insert(identifiers, at: anchor, after: 0)
  }

  /// Inserts items after an anchor, moving those that are already in the snapshot.
  ///
  /// - Parameters:
  ///   - identifiers: The items, each unique.
  ///   - anchor: The item that precedes them, not one of them.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem``,
  ///   ``SnapshotError/Code/selfAnchor`` or ``SnapshotError/Code/duplicateItem``.
  /// - Complexity: O(log *n*) for one item, O(*k* log *n*) for *k*.
  @inlinable
  public mutating func insertItems(
    _ identifiers: some Collection<ItemID>,
    afterItem anchor: ItemID
  ) throws(SnapshotError) {
    try insert(identifiers, at: anchor, after: 1)
  }

  /// Deletes items; those that are not in the snapshot are ignored.
  ///
  /// - Parameter identifiers: The items, each unique.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/duplicateItem``.
  /// - Complexity: O(*k* log *n*).
  @inlinable
  public mutating func deleteItems(_ identifiers: some Collection<ItemID>) throws(SnapshotError) {
    try checkUnique(identifiers)
    takeOut(identifiers)
    dropMarks()
  }

  /// Deletes all items and all sections.
  ///
  /// - Complexity: O(1).
  @inlinable
  public mutating func deleteAllItems() { self = Snapshot() }

  /// Moves an item before an anchor, in the same section or in another.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem`` or
  ///   ``SnapshotError/Code/selfAnchor``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func moveItem(
    _ identifier: ItemID,
    beforeItem anchor: ItemID
  ) throws(SnapshotError) {
    try move(identifier, to: anchor, after: 0)
  }

  /// Moves an item after an anchor, in the same section or in another.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem`` or
  ///   ``SnapshotError/Code/selfAnchor``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func moveItem(
    _ identifier: ItemID,
    afterItem anchor: ItemID
  ) throws(SnapshotError) {
    try move(identifier, to: anchor, after: 1)
  }

  /// Replaces all items of a section; items of other sections are moved there.
  ///
  /// - Parameter identifiers: The new items, each unique.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection`` or
  ///   ``SnapshotError/Code/duplicateItem``.
  /// - Complexity: O(*k* log *n*).
  @inlinable
  public mutating func replaceItems(
    inSection section: SectionID,
    with identifiers: some Collection<ItemID>
  ) throws(SnapshotError) {
    guard let current = structure.section(section) else { throw .unknownSection(section) }
    guard !current.items.lazy.map(\.id).elementsEqual(identifiers) else { return }
    try checkUnique(identifiers)
    base.deleteItems(inSection: section, range: 0..<current.items.count)
    takeOut(identifiers)
    try base.insertItems(identifiers.map { .init(id: $0) }, inSection: section, at: 0)
    dropMarks()
  }
}

extension Snapshot {
  @inlinable
  func checkUnique(_ identifiers: some Collection<ItemID>) throws(SnapshotError) {
    guard identifiers.count > 1 else { return }
    var seen: Set<ItemID> = []
    for id in identifiers where !seen.insert(id).inserted { throw .itemRepeated(id) }
  }

  /// Removes items from their sections but keeps their marks.
  @inlinable
  mutating func takeOut(_ identifiers: some Collection<ItemID>) {
    for id in identifiers {
      guard let path = structure.path(of: id) else { continue }
      base.deleteItems(
        inSection: structure.sectionID(at: path.section),
        range: path.item..<path.item + 1
      )
    }
  }

  @inlinable
  mutating func dropMarks() {
    let structure = structure
    itemReloads.remove { !structure.contains($0) }
    itemReconfigures.remove { !structure.contains($0) }
    sectionReloads.remove { structure.index(ofSection: $0) == nil }
  }

  @inlinable
  mutating func insert(
    _ identifiers: some Collection<ItemID>,
    at anchor: ItemID,
    after: Int
  ) throws(SnapshotError) {
    guard structure.contains(anchor) else { throw .unknownItem(anchor) }
    guard !identifiers.contains(anchor) else { throw .anchorInList(anchor) }
    let entries = identifiers.map { Structure.Entry(id: $0) }
    if (try? insert(entries, beside: anchor, after: after)) != nil { return }
    try checkUnique(identifiers)
    takeOut(identifiers)
    try insert(entries, beside: anchor, after: after)
  }

  @inlinable
  mutating func insert(
    _ entries: [Structure.Entry],
    beside anchor: ItemID,
    after: Int
  ) throws(SnapshotError) {
    guard let place = structure.find(item: anchor) else { return }
    try base.insertItems(
      entries,
      inSection: place.section.record.id,
      at: place.offset + after
    )
  }

  @inlinable
  mutating func move(
    _ id: ItemID,
    to anchor: ItemID,
    after: Int
  ) throws(SnapshotError) {
    guard let source = structure.path(of: id) else { throw .unknownItem(id) }
    guard let target = structure.path(of: anchor) else { throw .unknownItem(anchor) }
    guard id != anchor else { throw .movedToItself(item: id) }
    let isBehind = source.section == target.section && source.item < target.item
    base.moveItems(
      from: structure.sectionID(at: source.section),
      range: source.item..<source.item + 1,
      toSection: structure.sectionID(at: target.section),
      at: target.item + after - (isBehind ? 1 : 0)
    )
  }
}
