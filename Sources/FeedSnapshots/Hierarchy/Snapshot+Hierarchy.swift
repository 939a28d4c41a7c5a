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
