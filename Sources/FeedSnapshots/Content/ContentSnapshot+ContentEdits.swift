extension ContentSnapshot {
  /// Changes the contents of several items, copying each node at most once.
  ///
  /// - Parameter entries: Items with their new contents; the last entry of an item counts.
  ///   Items that are not in the snapshot are ignored.
  /// - Returns: The paths of the items whose content changed, ascending.
  /// - Complexity: O(*m* · log *n*), where *m* is the number of entries.
  @inlinable
  @discardableResult
  public mutating func setContents(_ entries: some Collection<Entry>) -> [SnapshotPath] {
    if entries.count == 1, let entry = entries.first {
      guard let place = find(item: entry.id), let items = place.section.record.items,
        place.entry.content != entry.content
      else { return [] }
      var editor = TreeEditor<Entry>(table: NodeTable())
      var record = place.section.record
      record.items =
        editor.edit(
          TreeEdit(offset: place.offset, kind: .replace(entry)),
          of: items
        ).root
      replace(sectionAt: place.section.index, with: record)
      checkAfterMutation()
      return [place.path]
    }
    let edits = contentEdits(entries)
    guard let first = edits.first, let last = edits.last else { return [] }
    if first.path.section == last.path.section {
      let record = record(at: first.path.section, with: edits[...])
      replace(sectionAt: first.path.section, with: record)
    } else {
      var sections = ContiguousArray<SectionEdit>()
      var rest = edits[...]
      while let section = rest.first?.path.section {
        let end = rest.firstIndex { $0.path.section != section } ?? rest.endIndex
        let record = record(at: section, with: rest[..<end])
        sections.append(SectionEdit(offset: section, element: record))
        rest = rest[end...]
      }
      replaceSections(sections)
    }
    checkAfterMutation()
    var paths: [SnapshotPath] = []
    paths.reserveCapacity(edits.count)
    for edit in edits { paths.append(edit.path) }
    return paths
  }

  /// Finds the items with new content, each once, in the order of their paths.
  @inlinable
  func contentEdits(_ entries: some Collection<Entry>) -> ContiguousArray<ContentEdit> {
    var edits = ContiguousArray<ContentEdit>()
    edits.reserveCapacity(entries.count)
    var isAscending = true
    var last: ItemLeaf?
    for entry in entries {
      guard let slot = slot(ofItem: entry.id, near: &last), let leaf = last else { continue }
      let path = SnapshotPath(section: leaf.section.index, item: leaf.rank + slot)
      if let last = edits.last, last.path >= path { isAscending = false }
      let isNew = leaf.node.elements[slot].content != entry.content
      edits.append(ContentEdit(path: path, element: entry, isNew: isNew))
    }
    if !isAscending {
      let order = edits.indices.sorted { (edits[$0].path, $0) < (edits[$1].path, $1) }
      var sorted = ContiguousArray<ContentEdit>()
      sorted.reserveCapacity(order.count)
      for place in order {
        if let last = sorted.last, last.path == edits[place].path { sorted.removeLast() }
        sorted.append(edits[place])
      }
      edits = sorted
    }
    if !edits.allSatisfy(\.isNew) { edits.removeAll { !$0.isNew } }
    return edits
  }

  /// A section whose items have new content.
  @inlinable
  func record(at index: Int, with edits: ContiguousArray<ContentEdit>.SubSequence) -> Record {
    var record = record(at: index)
    record.items = record.items.map {
      TreeEditor<Entry>(table: NodeTable()).replacing(edits, in: $0) ?? $0
    }
    return record
  }

  /// Replaces a section by another state of it.
  @inlinable
  mutating func replace(sectionAt index: Int, with record: Record) {
    guard let root = sectionRoot else { return }
    var editor = TreeEditor<Record>(table: NodeTable())
    sectionRoot = editor.edit(TreeEdit(offset: index, kind: .replace(record)), of: root).root
  }

  /// Replaces sections by other states of them.
  @inlinable
  mutating func replaceSections(_ sections: ContiguousArray<SectionEdit>) {
    guard !sections.isEmpty, let root = sectionRoot else { return }
    sectionRoot = TreeEditor<Record>(table: NodeTable()).replacing(sections[...], in: root) ?? root
  }

  /// The new content of an item.
  @usableFromInline
  struct ContentEdit: TreeReplacement {
    @usableFromInline
    let path: SnapshotPath
    /// The item with its new content.
    @usableFromInline
    let element: Entry
    /// Whether the content of the item changed.
    @usableFromInline
    let isNew: Bool

    @inlinable
    init(path: SnapshotPath, element: Entry, isNew: Bool) {
      self.path = path
      self.element = element
      self.isNew = isNew
    }

    @inlinable
    var offset: Int { path.item }
  }

  /// The new state of a section.
  @usableFromInline
  struct SectionEdit: TreeReplacement {
    @usableFromInline
    let offset: Int
    @usableFromInline
    let element: Record

    @inlinable
    init(offset: Int, element: Record) {
      self.offset = offset
      self.element = element
    }
  }
}
