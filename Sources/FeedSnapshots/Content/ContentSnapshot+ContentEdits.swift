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
    var found: [ContentEdit] = []
    found.reserveCapacity(entries.count)
    for entry in entries {
      guard let place = find(item: entry.id) else { continue }
      found.append(ContentEdit(place: place, content: entry.content))
    }
    let order = found.indices.sorted { (found[$0].path, $0) < (found[$1].path, $1) }
    var edits: [ContentEdit] = []
    edits.reserveCapacity(order.count)
    for place in order {
      if let last = edits.last, last.path == found[place].path { edits.removeLast() }
      edits.append(found[place])
    }
    edits.removeAll { $0.entry.content == $0.content }
    var sections = ContiguousArray<TreeEdit<Record>>()
    var start = 0
    while start < edits.count {
      let section = edits[start].path.section
      var items = ContiguousArray<TreeEdit<Entry>>()
      while start < edits.count, edits[start].path.section == section {
        items.append(edits[start].edit)
        start += 1
      }
      var record = record(at: section)
      record.items = record.items.map {
        TreeEditor<Entry>(table: NodeTable()).replacing(items[...], in: $0)
      }
      sections.append(TreeEdit(offset: section, kind: .replace(record)))
    }
    replaceSections(sections)
    checkAfterMutation()
    return edits.map(\.path)
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
    @usableFromInline
    let entry: Entry
    @usableFromInline
    let path: SnapshotPath
    @usableFromInline
    let content: ItemContent

    @inlinable
    init(place: ItemPlace, content: ItemContent) {
      entry = place.entry
      path = place.path
      self.content = content
    }

    @inlinable
    var edit: TreeEdit<Entry> {
      TreeEdit(offset: path.item, kind: .replace(Entry(id: entry.id, content: content)))
    }
  }
}
