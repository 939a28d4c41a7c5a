extension ContentSnapshot {
  /// Changes what several items show, copying each node at most once.
  ///
  /// - Parameter entries: Items with their new contents; of several for one item the last counts.
  ///   Items that are not in the snapshot are ignored.
  /// - Returns: The places of the items whose content differs from before, ascending.
  /// - Complexity: O(*m* · log *n*), where *m* is the number of entries.
  @inlinable
  @discardableResult
  public mutating func setContents(_ entries: some Collection<Entry>) -> [SnapshotPath] {
    if entries.count == 1, let entry = entries.first {
      guard let place = find(item: entry.id) else { return [] }
      return setContent(entry.content, of: place) ? [place.path] : []
    }
    var edits = contentEdits(entries)
    edits.removeAll { !$0.isNew }
    var sections = ContiguousArray<TreeEdit<Record>>()
    var start = 0
    while start < edits.count {
      let section = edits[start].section
      var items = ContiguousArray<TreeEdit<Entry>>()
      while start < edits.count, edits[start].section.index == section.index {
        items.append(TreeEdit(offset: edits[start].offset, kind: .replace(edits[start].entry)))
        start += 1
      }
      var record = section.record
      record.items = record.items.map {
        TreeEditor<Entry>(table: NodeTable()).replacing(items[...], in: $0)
      }
      sections.append(TreeEdit(offset: section.index, kind: .replace(record)))
    }
    replaceSections(sections)
    checkAfterMutation()
    return edits.map(\.path)
  }

  /// Finds the items that are to show something, each once, in the order of their places.
  @inlinable
  func contentEdits(_ entries: some Collection<Entry>) -> ContiguousArray<ContentEdit> {
    var edits = ContiguousArray<ContentEdit>()
    edits.reserveCapacity(entries.count)
    var isAscending = true
    var last: ItemLeaf?
    for entry in entries {
      guard let place = find(item: entry.id, near: &last) else { continue }
      let edit = ContentEdit(entry, at: place)
      if let last = edits.last, last.path >= edit.path { isAscending = false }
      edits.append(edit)
    }
    guard !isAscending else { return edits }
    let order = edits.indices.sorted { (edits[$0].path, $0) < (edits[$1].path, $1) }
    var sorted = ContiguousArray<ContentEdit>()
    sorted.reserveCapacity(order.count)
    for place in order {
      if let last = sorted.last, last.path == edits[place].path { sorted.removeLast() }
      sorted.append(edits[place])
    }
    return sorted
  }

  /// Puts other states of sections in their places.
  @inlinable
  mutating func replaceSections(_ edits: ContiguousArray<TreeEdit<Record>>) {
    guard !edits.isEmpty, let root = sectionRoot else { return }
    sectionRoot = TreeEditor<Record>(table: NodeTable()).replacing(edits[...], in: root)
  }

  /// A content that an item is to get.
  @usableFromInline
  struct ContentEdit {
    /// The item with its new content.
    @usableFromInline
    let entry: Entry
    @usableFromInline
    let section: SectionPlace
    @usableFromInline
    let offset: Int
    /// Whether the item shows something else now.
    @usableFromInline
    let isNew: Bool

    @inlinable
    init(_ entry: Entry, at place: ItemPlace) {
      self.entry = entry
      section = place.section
      offset = place.offset
      isNew = place.entry.content != entry.content
    }

    @inlinable
    var path: SnapshotPath { SnapshotPath(section: section.index, item: offset) }
  }
}
