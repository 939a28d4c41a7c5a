extension Snapshot {
  /// The items to reload, in the order in which they were named.
  @inlinable
  public var reloadedItemIdentifiers: [ItemID] { itemReloads.ids }

  /// The items to reconfigure: their views stay and show new content.
  @inlinable
  public var reconfiguredItemIdentifiers: [ItemID] { itemReconfigures.ids }

  /// The sections to reload.
  @inlinable
  public var reloadedSectionIdentifiers: [SectionID] { sectionReloads.ids }

  /// Marks items to be reloaded in the next batch.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem``.
  /// - Complexity: O(*k* log *n*).
  @inlinable
  public mutating func reloadItems(_ identifiers: some Collection<ItemID>) throws(SnapshotError) {
    try checkKnown(identifiers)
    for id in identifiers { itemReloads.insert(id) }
  }

  /// Marks items to be reconfigured in the next batch: their views stay and show new content.
  ///
  /// An item that is also marked for a reload is only reloaded.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem``.
  /// - Complexity: O(*k* log *n*).
  @inlinable
  public mutating func reconfigureItems(
    _ identifiers: some Collection<ItemID>
  ) throws(SnapshotError) {
    try checkKnown(identifiers)
    for id in identifiers { itemReconfigures.insert(id) }
  }

  /// Marks sections to be reloaded, with their items, in the next batch.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection``.
  /// - Complexity: O(*k* log *n*).
  @inlinable
  public mutating func reloadSections(
    _ identifiers: some Collection<SectionID>
  ) throws(SnapshotError) {
    for id in identifiers where indexOfSection(id) == nil { throw .unknownSection(id) }
    for id in identifiers { sectionReloads.insert(id) }
  }

  /// The snapshot without its marks.
  ///
  /// Marks belong to one batch: after it, compare the next snapshot with this value.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var withoutMarks: Snapshot {
    var copy = self
    copy.sectionReloads = Marks()
    copy.itemReloads = Marks()
    copy.itemReconfigures = Marks()
    return copy
  }

  @inlinable
  func checkKnown(_ identifiers: some Collection<ItemID>) throws(SnapshotError) {
    for id in identifiers where !structure.contains(id) { throw .unknownItem(id) }
  }
}

extension Snapshot {
  /// Returns the edits that turn this snapshot into another, with the marks of the newer snapshot.
  ///
  /// ```swift
  /// var new = old
  /// try new.reconfigureItems([7])
  /// old.updates(to: new).reconfigureItems   // [[0, 3]]
  /// ```
  ///
  /// Marks of items and sections that are inserted, and of items in sections that are reloaded, are
  /// dropped.
  ///
  /// - Parameter profile: Whether moved sections may have inserted, deleted or moved items.
  /// - Returns: The batch; empty if both snapshots are equal and the newer one has no marks.
  /// - Complexity: O(*d* log *n*) for *d* edits and marks between the two, O(*n* + *d* log *d*) if they
  ///   are not related.
  @inlinable
  public func updates(to newer: Snapshot, profile: UpdateProfile = .safe) -> BatchUpdates {
    var batch = structure.updates(to: newer.structure, profile: profile)
    let sections = newer.sectionReloads.ids.compactMap { newer.indexOfSection($0) }
    batch.reloadSections = sections.filter { !batch.insertSections.isSortedAndContains($0) }
      .sorted()
    let survives = { [batch] (path: SnapshotPath) in
      !batch.insertSections.isSortedAndContains(path.section)
        && !batch.reloadSections.isSortedAndContains(path.section)
        && !batch.insertItems.isSortedAndContains(path)
    }
    let reloads = newer.itemReloads.ids.compactMap { newer.indexPath(of: $0) }
    batch.reloadItems = reloads.filter(survives).sorted()
    batch.reconfigureItems = newer.itemReconfigures.ids
      .filter { !newer.itemReloads.set.contains($0) }
      .compactMap { newer.indexPath(of: $0) }.filter(survives).sorted()
    return batch
  }
}

extension Array where Element: Comparable {
  /// Returns whether a sorted array contains an element.
  @inlinable
  func isSortedAndContains(_ element: Element) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == element
  }
}
