extension ContentSnapshot {
  /// Inserts an empty section.
  ///
  /// - Precondition: The index is in `0...sectionCount`.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/duplicateSection``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func insertSection(
    _ id: SectionID,
    content: SectionContent,
    at index: Int
  ) throws(SnapshotError) {
    precondition(
      index >= 0 && index <= sectionCount,
      "section index \(index) is outside 0...\(sectionCount)"
    )
    guard find(section: id) == nil else { throw .sectionExists(id) }
    let handle = table.allocate()
    place(Record(id: id, content: content, handle: handle, items: nil), at: index)
    checkAfterMutation()
  }

  /// Deletes a section with its items; an unknown section is ignored.
  ///
  /// - Complexity: O(log *n* + *k*), where *k* is the number of its items.
  @inlinable
  public mutating func deleteSection(_ id: SectionID) {
    guard let place = find(section: id) else { return }
    takeOut(place)
    if let items = place.record.items { drop(items) }
    table.free(place.record.handle)
    checkAfterMutation()
  }

  /// Moves a section with its items.
  ///
  /// - Precondition: The index is in `0..<sectionCount`.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func moveSection(_ id: SectionID, to index: Int) throws(SnapshotError) {
    guard let found = find(section: id) else { throw .unknownSection(id) }
    precondition(
      index >= 0 && index < sectionCount,
      "section index \(index) is outside 0..<\(sectionCount)"
    )
    guard found.index != index else { return }
    move(found, to: index)
  }

  /// Moves a section directly after another section.
  ///
  /// - Parameters:
  ///   - previous: The section before it, or `nil` to move it to `start`.
  ///   - start: The index for a section without a previous one.
  /// - Returns: The old and the new index, or `nil` if the section stays where it is.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection``.
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func moveSection(
    _ id: SectionID,
    behind previous: SectionID?,
    orTo start: Int
  ) throws(SnapshotError) -> BatchUpdates.SectionMove? {
    guard let found = find(section: id) else { throw .unknownSection(id) }
    var target = start
    if let previous {
      guard let place = find(section: previous) else { throw .unknownSection(previous) }
      target = found.index < place.index ? place.index : place.index + 1
    }
    guard target != found.index else { return nil }
    move(found, to: target)
    return BatchUpdates.SectionMove(from: found.index, to: target)
  }

  /// Changes the content of a section.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func setContent(
    _ content: SectionContent,
    ofSection id: SectionID
  ) throws(SnapshotError) {
    guard let found = find(section: id) else { throw .unknownSection(id) }
    guard found.record.content != content else { return }
    var record = found.record
    record.content = content
    replace(sectionAt: found.index, with: record)
    checkAfterMutation()
  }
}

extension ContentSnapshot {
  /// Inserts the record of a section that is in no tree.
  @inlinable
  mutating func place(_ record: Record, at index: Int) {
    var editor = TreeEditor<Record>(table: table)
    table = NodeTable()  // the editor must be the only owner
    let insertion = TreeEdit(offset: index, kind: .insert(record))
    let (root, leaf, _) = editor.edit(insertion, of: sectionRoot)
    finish(editor, sectionRoot: root)
    table[record.handle] = leaf
    sectionIndex.insert(hash: HashIndex.hash(of: record.id), leaf: leaf)
  }

  /// Moves the record of a section to an index that is counted without it.
  @inlinable
  mutating func move(_ found: SectionPlace, to index: Int) {
    takeOut(found)
    place(found.record, at: index)
    checkAfterMutation()
  }

  /// Removes a section from the tree of sections; its items keep their nodes.
  @inlinable
  mutating func takeOut(_ place: SectionPlace) {
    guard let root = sectionRoot else { return }
    let leaf = table[place.record.handle]
    sectionIndex.remove(hash: HashIndex.hash(of: place.record.id), leaf: leaf)
    var editor = TreeEditor<Record>(table: table)
    table = NodeTable()
    let rest = editor.edit(TreeEdit(offset: place.index, kind: .remove), of: root).root
    finish(editor, sectionRoot: rest)
  }

  /// Stores an editor's result as the tree of sections.
  @inlinable
  mutating func finish(_ editor: TreeEditor<Record>, sectionRoot root: SectionNode?) {
    var editor = editor
    table = editor.table
    editor.table = NodeTable()
    sectionRoot = root
    if let root { table.setParent(of: root.id, to: NodeTable.none) }
    for relocation in editor.relocations {
      table[relocation.element.handle] = relocation.target
      sectionIndex.relocate(
        hash: HashIndex.hash(of: relocation.element.id),
        from: relocation.source,
        to: relocation.target
      )
    }
  }
}
