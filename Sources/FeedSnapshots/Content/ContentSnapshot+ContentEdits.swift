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
    var start = 0
    while start < edits.count {
      let section = edits[start].path.section
      var end = start + 1
      while end < edits.count, edits[end].path.section == section { end += 1 }
      var record = record(at: section)
      if let items = record.items {
        record.items = replacingContents(edits[start..<end], in: items, from: 0)
        replace(sectionAt: section, with: record)
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
    let content: ItemContent

    @inlinable
    init(place: ItemPlace, content: ItemContent) {
      entry = place.entry
      path = place.path
      self.content = content
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
      node.warmElements()
      var elements = node.elements
      for edit in edits {
        elements[edit.path.item - start] = Entry(id: edit.entry.id, content: edit.content)
      }
      return ItemNode(id: node.id, elements: elements)
    }
    node.warmChildren()
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
