extension ContentSnapshot {
  /// Inserts items that are new to the snapshot.
  ///
  /// - Precondition: The offset is in `0...itemCount(inSection:)`.
  /// - Parameters:
  ///   - entries: The items, each unique.
  ///   - offset: The index of the first of them after the insertion.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection`` or
  ///   ``SnapshotError/Code/duplicateItem``.
  /// - Complexity: O(log *n*) for one item, O(log *n* + *k*) for *k*.
  @inlinable
  public mutating func insertItems(
    _ entries: some Collection<Entry>,
    inSection section: SectionID,
    at offset: Int
  ) throws(SnapshotError) {
    guard let found = find(section: section) else { throw .unknownSection(section) }
    let count = found.record.weight
    precondition(offset >= 0 && offset <= count, "item index \(offset) is outside 0...\(count)")
    guard entries.count > 1 else {
      if let entry = entries.first {
        guard find(item: entry.id) == nil else { throw .itemExists(entry.id) }
        insert(entry, in: found, at: offset)
        checkAfterMutation()
      }
      return
    }
    var editor = TreeEditor<Entry>(table: table)
    var leaves = ContiguousArray<ItemNode>()
    let middle = editor.build(entries, leaves: &leaves)
    let hashes = try checkedHashes(of: leaves)
    table = NodeTable()
    itemIndex.insert(sortedByHash: hashes)
    let (left, right) = editor.split(found.record.items, at: offset)
    let root = editor.concatenate(editor.concatenate(left, middle), right)
    finish(editor, items: root, in: found)
    checkAfterMutation()
  }

  /// Deletes consecutive items; an unknown section is ignored.
  ///
  /// - Precondition: The range is within the section's items.
  /// - Complexity: O(log *n* + *k*), where *k* is the length of the range.
  @inlinable
  public mutating func deleteItems(inSection section: SectionID, range: Range<Int>) {
    guard let found = find(section: section) else { return }
    checkRange(range, in: found)
    guard !range.isEmpty else { return }
    if range.count == 1 {
      remove(itemAt: range.lowerBound, in: found)
    } else {
      var editor = takeEditor()
      let (head, tail) = editor.split(found.record.items, at: range.upperBound)
      let (left, middle) = editor.split(head, at: range.lowerBound)
      let root = editor.concatenate(left, tail)
      finish(editor, items: root, in: found)
      if let middle { drop(middle) }
    }
    checkAfterMutation()
  }

  /// Moves consecutive items within their section.
  ///
  /// - Precondition: The section is in the snapshot, the range is within its items, and the offset
  ///   is at most the number of the other items.
  /// - Parameter offset: The index of the first of them after the move, counted without them.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func moveItems(inSection section: SectionID, range: Range<Int>, to offset: Int) {
    moveItems(from: section, range: range, toSection: section, at: offset)
  }

  /// Moves consecutive items to another section, or within their own.
  ///
  /// - Precondition: Both sections are in the snapshot, the range is within the items, and the
  ///   offset is at most the number of the other items of the target.
  /// - Parameter offset: The index of the first of them after the move, counted without them.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func moveItems(
    from source: SectionID,
    range: Range<Int>,
    toSection target: SectionID,
    at offset: Int
  ) {
    let found = require(section: source)
    checkRange(range, in: found)
    let goal = source == target ? found : require(section: target)
    let others = goal.record.weight - (source == target ? range.count : 0)
    precondition(offset >= 0 && offset <= others, "item index \(offset) is outside 0...\(others)")
    guard !range.isEmpty, source != target || offset != range.lowerBound else { return }
    if range.count == 1 {
      if source == target {
        move(itemAt: range.lowerBound, in: found, to: offset)
      } else {
        move(itemAt: range.lowerBound, in: found, to: goal, at: offset)
      }
    } else {
      var editor = takeEditor()
      let (head, tail) = editor.split(found.record.items, at: range.upperBound)
      let (left, middle) = editor.split(head, at: range.lowerBound)
      let rest = editor.concatenate(left, tail)
      finish(editor, items: rest, in: found)
      let place = require(section: target)
      editor = takeEditor()
      let (before, after) = editor.split(place.record.items, at: offset)
      let root = editor.concatenate(editor.concatenate(before, middle), after)
      finish(editor, items: root, in: place)
    }
    checkAfterMutation()
  }

  /// Changes the content of an item.
  ///
  /// - Returns: Whether the snapshot changed: `false` if the item is missing or has that content.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public mutating func setContent(_ content: ItemContent, of item: ItemID) -> Bool {
    !setContents(CollectionOfOne(Entry(id: item, content: content))).isEmpty
  }
}
