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
