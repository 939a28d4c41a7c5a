extension ContentSnapshot {
  @inlinable
  func checkRange(_ range: Range<Int>, in section: SectionPlace) {
    let count = section.record.weight
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "item range \(range) is outside 0..<\(count)"
    )
  }

  /// Moves the node table into an editor, which then changes it in place.
  @inlinable
  mutating func takeEditor() -> TreeEditor<Entry> {
    let editor = TreeEditor<Entry>(table: table)
    table = NodeTable()
    return editor
  }

  /// Stores an editor's result as the items of a section.
  @inlinable
  mutating func finish(_ editor: TreeEditor<Entry>, items: ItemNode?, in section: SectionPlace) {
    var editor = editor
    table = editor.table
    editor.table = NodeTable()
    if let items {
      table.setParent(of: items.id, to: section.record.handle | NodeTable.handleBit)
    }
    for relocation in editor.relocations {
      itemIndex.relocate(
        hash: HashIndex.hash(of: relocation.element.id),
        from: relocation.source,
        to: relocation.target
      )
    }
    var record = section.record
    record.items = items
    replace(sectionAt: section.index, with: record)
  }

  /// Inserts one item that is new to the snapshot.
  @inlinable
  mutating func insert(_ entry: Entry, in section: SectionPlace, at offset: Int) {
    let leaf = edit(TreeEdit(offset: offset, kind: .insert(entry)), in: section).leaf
    itemIndex.insert(hash: HashIndex.hash(of: entry.id), leaf: leaf)
  }

  /// Removes one item.
  @inlinable
  mutating func remove(itemAt offset: Int, in section: SectionPlace) {
    let (leaf, entry) = edit(TreeEdit(offset: offset, kind: .remove), in: section)
    if let entry { itemIndex.remove(hash: HashIndex.hash(of: entry.id), leaf: leaf) }
  }

  /// Moves one item to another section.
  @inlinable
  mutating func move(
    itemAt offset: Int,
    in section: SectionPlace,
    to target: SectionPlace,
    at place: Int
  ) {
    let (source, moved) = edit(TreeEdit(offset: offset, kind: .remove), in: section)
    guard let entry = moved else { return }
    let leaf = edit(TreeEdit(offset: place, kind: .insert(entry)), in: target).leaf
    itemIndex.relocate(hash: HashIndex.hash(of: entry.id), from: source, to: leaf)
  }

  /// Makes one edit of the items of a section; the caller updates the index of items.
  @inlinable
  mutating func edit(
    _ edit: TreeEdit<Entry>,
    in section: SectionPlace
  ) -> (leaf: UInt32, old: Entry?) {
    var editor = takeEditor()
    let (root, leaf, old) = editor.edit(edit, of: section.record.items)
    finish(editor, items: root, in: section)
    return (leaf, old)
  }

  /// Moves one item within its section.
  ///
  /// - Parameter entry: The item with its new content; `nil` if the content stays.
  @inlinable
  mutating func move(
    itemAt offset: Int,
    in section: SectionPlace,
    to target: Int,
    showing entry: Entry? = nil
  ) {
    guard let items = section.record.items else { return }
    let entry = entry ?? items.element(at: offset)
    let removal = TreeEdit<Entry>(offset: offset, kind: .remove)
    let isForward = target > offset
    let insertion = TreeEdit(offset: isForward ? target + 1 : target, kind: .insert(entry))
    var editor = takeEditor()
    var log = TreeEditLog<Entry>()
    // In one pass, because both paths share at least the top nodes.
    let root = editor.edit(
      isForward ? [removal, insertion] : [insertion, removal],
      of: items,
      log: &log
    )
    itemIndex.relocate(
      hash: HashIndex.hash(of: entry.id),
      from: log.departures[0].leaf,
      to: log.arrivals[0]
    )
    finish(editor, items: root, in: section)
  }

  /// Removes a tree of items that is no longer in any section.
  @inlinable
  mutating func drop(_ items: ItemNode) {
    items.forEachLeaf { leaf in
      for entry in leaf.elements {
        itemIndex.remove(hash: HashIndex.hash(of: entry.id), leaf: leaf.id)
      }
    }
    var editor = takeEditor()
    editor.free(items)
    table = editor.table
  }

  /// Returns the index entries of new leaves, sorted by hash, if no id occurs twice.
  @inlinable
  func checkedHashes(
    of leaves: ContiguousArray<ItemNode>
  ) throws(SnapshotError) -> ContiguousArray<UInt64> {
    var places = ContiguousArray<UInt64>()
    places.reserveCapacity(leaves.reduce(into: 0) { $0 += $1.count })
    for (ordinal, leaf) in leaves.enumerated() {
      var place = UInt32(truncatingIfNeeded: ordinal) << 6
      for entry in leaf.elements {
        places.append(HashIndex.entry(hash: HashIndex.hash(of: entry.id), leaf: place))
        place += 1
      }
    }
    return try checkedHashes(
      places,
      id: { leaves[Int($0 >> 6)].elements[Int($0 & 63)].id },
      leaf: { leaves[Int($0 >> 6)].id }
    )
  }

  /// Returns the index entries of inserted items, sorted by hash, if no id occurs twice.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/duplicateItem``.
  @inlinable
  func checkedHashes(
    _ places: ContiguousArray<UInt64>,
    id: (UInt32) -> ItemID,
    leaf: (UInt32) -> UInt32
  ) throws(SnapshotError) -> ContiguousArray<UInt64> {
    var entries = places
    HashIndex.sortByHash(&entries)
    func itemID(_ index: Int) -> ItemID { id(UInt32(truncatingIfNeeded: entries[index])) }
    var groupStart = 0
    for index in entries.indices {
      if entries[index] >> 32 != entries[groupStart] >> 32 { groupStart = index }
      for other in groupStart..<index where itemID(other) == itemID(index) {
        throw .itemRepeated(itemID(index))
      }
    }
    try itemIndex.forEachKnownHash(in: entries) { index throws(SnapshotError) in
      if find(item: itemID(index)) != nil { throw .itemExists(itemID(index)) }
    }
    for index in entries.indices {
      let place = UInt32(truncatingIfNeeded: entries[index])
      entries[index] = entries[index] & ~0xFFFF_FFFF | UInt64(leaf(place))
    }
    return entries
  }

  /// Checks the whole structure after a mutation, if the trait `InvariantChecks` is on.
  ///
  /// Large snapshots are not checked: the check would take hours, and their code is the same.
  @inlinable
  func checkAfterMutation() {
    #if InvariantChecks
    if itemCount <= 2_000 { checkInvariants() }
    #endif
  }
}
