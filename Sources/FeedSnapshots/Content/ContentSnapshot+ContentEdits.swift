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
    var edits: [ContentEdit] = []
    edits.reserveCapacity(entries.count)
    for entry in entries {
      guard let place = find(item: entry.id) else { continue }
      edits.append(ContentEdit(place: place, content: entry.content, order: edits.count))
    }
    if edits.count > 1 {
      edits.sort { ($0.path, $0.order) < ($1.path, $1.order) }
      edits = edits.indices.filter { $0 + 1 == edits.count || edits[$0].path != edits[$0 + 1].path }
        .map { edits[$0] }
    }
    edits.removeAll { $0.entry.content == $0.content }
    var start = 0
    while start < edits.count {
      var end = start + 1
      while end < edits.count, edits[end].path.section == edits[start].path.section { end += 1 }
      var record = edits[start].record
      if let items = record.items {
        record.items = replacingContents(edits[start..<end], in: items, from: 0)
        replace(sectionAt: edits[start].path.section, with: record)
      }
      start = end
    }
    checkAfterMutation()
    return edits.map(\.path)
  }

  /// A content that an item is to get.
  @usableFromInline
  struct ContentEdit {
    @usableFromInline
    let entry: Entry
    @usableFromInline
    let path: SnapshotPath
    @usableFromInline
    let record: Record
    @usableFromInline
    let content: ItemContent
    @usableFromInline
    let order: Int

    @inlinable
    init(place: ItemPlace, content: ItemContent, order: Int) {
      entry = place.entry
      path = place.path
      record = place.section.record
      self.content = content
      self.order = order
    }
  }

  /// Copies the nodes that hold the edited items; the shape of the tree stays.
  @inlinable
  func replacingContents(
    _ edits: ArraySlice<ContentEdit>,
    in node: ItemNode,
    from start: Int
  ) -> ItemNode {
    if node.isLeaf {
      var elements = node.elements
      for edit in edits {
        elements[edit.path.item - start] = Entry(id: edit.entry.id, content: edit.content)
      }
      return ItemNode(id: node.id, elements: elements)
    }
    var children = node.children
    var childStart = start
    var rest = edits
    for index in children.indices {
      let childEnd = childStart + Int(children[index].count)
      let own = rest.prefix { $0.path.item < childEnd }
      if !own.isEmpty {
        children[index] = TreeChild(
          replacingContents(own, in: children[index].node, from: childStart)
        )
        rest = rest[own.endIndex...]
        if rest.isEmpty { break }
      }
      childStart = childEnd
    }
    return ItemNode(id: node.id, height: node.height, children: children)
  }
}
