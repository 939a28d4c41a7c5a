extension SectionSnapshot {
  /// Appends items to the children of a parent, or to the roots.
  ///
  /// - Parameters:
  ///   - items: The items, each unique and new to the forest.
  ///   - parent: The parent, or `nil` for roots.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem`` or
  ///   ``SnapshotError/Code/duplicateItem``.
  /// - Complexity: O(*k*), where *k* is the number of items and of the parent's children.
  public mutating func append(
    _ items: some Collection<ItemID>,
    to parent: ItemID? = nil
  ) throws(SnapshotError) {
    guard !items.isEmpty else { return }
    if let parent { _ = try node(parent) }
    try checkNew(items)
    place(items, under: parent) { $0.endIndex }
  }

  /// Inserts items before an anchor, with the same parent.
  ///
  /// - Parameter items: The items, each unique and new to the forest.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem`` or
  ///   ``SnapshotError/Code/duplicateItem``.
  public mutating func insert(
    _ items: some Collection<ItemID>,
    before anchor: ItemID
  ) throws(SnapshotError) {
    try insert(SectionSnapshot(roots: items), before: anchor)
  }

  /// Inserts items after an anchor and its descendants, with the same parent.
  ///
  /// - Parameter items: The items, each unique and new to the forest.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem`` or
  ///   ``SnapshotError/Code/duplicateItem``.
  public mutating func insert(
    _ items: some Collection<ItemID>,
    after anchor: ItemID
  ) throws(SnapshotError) {
    try insert(SectionSnapshot(roots: items), after: anchor)
  }

  /// Inserts another forest before an item, with the same parent.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem`` or
  ///   ``SnapshotError/Code/duplicateItem``.
  public mutating func insert(
    _ snapshot: SectionSnapshot,
    before anchor: ItemID
  ) throws(SnapshotError) {
    try insert(snapshot, at: anchor, after: 0)
  }

  /// Inserts another forest after an item and its descendants, with the same parent.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem`` or
  ///   ``SnapshotError/Code/duplicateItem``.
  public mutating func insert(
    _ snapshot: SectionSnapshot,
    after anchor: ItemID
  ) throws(SnapshotError) {
    try insert(snapshot, at: anchor, after: 1)
  }

  /// Deletes items with their descendants.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem``.
  public mutating func delete(_ items: some Collection<ItemID>) throws(SnapshotError) {
    for item in items { _ = try node(item) }
    for item in items {
      guard let gone = nodes[item] else { continue }  // a descendant of an earlier item
      if let parent = gone.parent {
        nodes[parent]?.children.removeAll { $0 == item }
      } else {
        rootItems.removeAll { $0 == item }
      }
      for descendant in walk([item], into: { _ in true }) { nodes[descendant] = nil }
    }
  }

  /// Deletes all items.
  public mutating func deleteAll() { self = SectionSnapshot() }

  /// Shows the children of items; unknown items are ignored.
  public mutating func expand(_ items: some Collection<ItemID>) {
    for item in items { nodes[item]?.isExpanded = true }
  }

  /// Hides the children of items; unknown items are ignored.
  public mutating func collapse(_ items: some Collection<ItemID>) {
    for item in items { nodes[item]?.isExpanded = false }
  }

  /// Replaces the descendants of an item by another forest, all or nothing.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownItem`` or
  ///   ``SnapshotError/Code/duplicateItem``.
  public mutating func replace(
    childrenOf parent: ItemID,
    using snapshot: SectionSnapshot
  ) throws(SnapshotError) {
    var copy = self
    try copy.delete(try node(parent).children)
    try copy.checkNew(snapshot.items)
    copy.adopt(snapshot, under: parent)
    copy.nodes[parent]?.children = snapshot.rootItems
    self = copy
  }
}

extension SectionSnapshot {
  /// Creates a forest of roots; repeated items are kept for the check that follows.
  private init(roots: some Collection<ItemID>) {
    rootItems = Array(roots)
    for root in roots { nodes[root] = Node() }
  }

  private func checkNew(_ items: some Collection<ItemID>) throws(SnapshotError) {
    var seen: Set<ItemID> = []
    for item in items {
      guard seen.insert(item).inserted else { throw .itemRepeated(item) }
      guard nodes[item] == nil else { throw .itemExists(item) }
    }
  }

  private mutating func adopt(_ snapshot: SectionSnapshot, under parent: ItemID?) {
    nodes.merge(snapshot.nodes) { _, new in new }
    for root in snapshot.rootItems { nodes[root]?.parent = parent }
  }

  private mutating func place(
    _ items: some Collection<ItemID>,
    under parent: ItemID?,
    at index: ([ItemID]) -> Int
  ) {
    for item in items { nodes[item] = Node(parent: parent) }
    guard let parent else { return rootItems.insert(contentsOf: items, at: index(rootItems)) }
    guard var node = nodes[parent] else { return }
    node.children.insert(contentsOf: items, at: index(node.children))
    nodes[parent] = node
  }

  private mutating func insert(
    _ snapshot: SectionSnapshot,
    at anchor: ItemID,
    after: Int
  ) throws(SnapshotError) {
    guard !snapshot.rootItems.isEmpty else { return }
    let parent = try node(anchor).parent
    try checkNew(snapshot.items)
    var siblings = parent.flatMap { nodes[$0]?.children } ?? rootItems
    let place = (siblings.firstIndex(of: anchor) ?? 0) + after
    siblings.insert(contentsOf: snapshot.rootItems, at: place)
    adopt(snapshot, under: parent)
    if let parent { nodes[parent]?.children = siblings } else { rootItems = siblings }
  }
}
