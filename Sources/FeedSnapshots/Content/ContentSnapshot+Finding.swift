extension ContentSnapshot {
  /// A section and its position.
  @usableFromInline
  struct SectionPlace {
    @usableFromInline
    let record: Record
    @usableFromInline
    let index: Int
    /// The number of items in the sections before it.
    @usableFromInline
    let itemsBefore: Int

    @inlinable
    init(record: Record, index: Int, itemsBefore: Int) {
      self.record = record
      self.index = index
      self.itemsBefore = itemsBefore
    }
  }

  /// An item and its position.
  @usableFromInline
  struct ItemPlace {
    @usableFromInline
    let entry: Entry
    @usableFromInline
    let offset: Int
    @usableFromInline
    let section: SectionPlace

    @inlinable
    init(entry: Entry, offset: Int, section: SectionPlace) {
      self.entry = entry
      self.offset = offset
      self.section = section
    }

    @inlinable
    var path: SnapshotPath { SnapshotPath(section: section.index, item: offset) }
  }

  /// A leaf of items, and the number of items of its section before it.
  @usableFromInline
  struct ItemLeaf {
    @usableFromInline
    let node: ItemNode
    @usableFromInline
    let rank: Int
    @usableFromInline
    let section: SectionPlace

    @inlinable
    init(node: ItemNode, rank: Int, section: SectionPlace) {
      self.node = node
      self.rank = rank
      self.section = section
    }
  }

  /// Returns a node of the tree of sections, with the counts of sections and items before it.
  @inlinable
  func sectionNode(_ id: UInt32, root: SectionNode) -> (node: SectionNode, rank: Int, weight: Int) {
    let parent = table[id]
    guard parent != NodeTable.none else { return (root, 0, 0) }
    var (node, rank, weight) = sectionNode(parent, root: root)
    let children = node.children
    // By index, so that only the child that is found costs a reference count.
    for index in children.indices {
      if children[index].id == id {
        node = children[index]
        break
      }
      rank += children[index].count
      weight += children[index].weight
    }
    return (node, rank, weight)
  }

  /// Returns the section of a handle.
  @inlinable
  func section(handle: UInt32) -> SectionPlace? {
    guard let root = sectionRoot else { return nil }
    let (leaf, rank, start) = sectionNode(table[handle], root: root)
    let records = leaf.elements
    var weight = start
    for index in records.indices {
      if records[index].handle == handle {
        return SectionPlace(record: records[index], index: rank + index, itemsBefore: weight)
      }
      weight += records[index].weight
    }
    return nil
  }

  /// Returns a node of a tree of items, with the number of items before it in its section.
  @inlinable
  func itemNode(_ id: UInt32) -> (node: ItemNode, rank: Int, section: SectionPlace)? {
    let parent = table[id]
    if parent & NodeTable.handleBit != 0 {
      guard let section = section(handle: parent & ~NodeTable.handleBit),
        let root = section.record.items
      else { return nil }
      return (root, 0, section)
    }
    guard let (above, start, section) = itemNode(parent) else { return nil }
    let children = above.children
    var rank = start
    for index in children.indices {
      if children[index].id == id { return (children[index], rank, section) }
      rank += children[index].count
    }
    return nil
  }

  /// Finds a section.
  @inlinable
  func find(section id: SectionID) -> SectionPlace? {
    guard let root = sectionRoot else { return nil }
    var candidates = sectionIndex.candidates(hash: HashIndex.hash(of: id))
    while let leaf = candidates.next() {
      let (node, rank, start) = sectionNode(leaf, root: root)
      let records = node.elements
      var weight = start
      for index in records.indices {
        if records[index].id == id {
          return SectionPlace(record: records[index], index: rank + index, itemsBefore: weight)
        }
        weight += records[index].weight
      }
    }
    return nil
  }

  /// Finds an item.
  @inlinable
  func find(item id: ItemID) -> ItemPlace? {
    var last: ItemLeaf?
    guard let slot = slot(ofItem: id, near: &last), let last else { return nil }
    return ItemPlace(
      entry: last.node.elements[slot],
      offset: last.rank + slot,
      section: last.section
    )
  }

  /// Finds an item's slot in its leaf.
  ///
  /// The next call tries this leaf first, because items that change together are often neighbours.
  @inlinable
  func slot(ofItem id: ItemID, near last: inout ItemLeaf?) -> Int? {
    var candidates = itemIndex.candidates(hash: HashIndex.hash(of: id))
    while let leaf = candidates.next() {
      if last?.node.id != leaf {
        guard let (node, rank, section) = itemNode(leaf) else { continue }
        last = ItemLeaf(node: node, rank: rank, section: section)
      }
      guard let elements = last?.node.elements else { continue }
      for slot in elements.indices where elements[slot].id == id { return slot }
    }
    return nil
  }

  /// Returns a section that must be in the snapshot.
  @inlinable
  func require(section id: SectionID) -> SectionPlace {
    guard let place = find(section: id) else {
      preconditionFailure("section '\(id)' is not in the snapshot")
    }
    return place
  }

  @inlinable
  func record(at index: Int) -> Record {
    guard let root = sectionRoot, index >= 0, index < root.count else {
      preconditionFailure("section index \(index) is outside 0..<\(sectionCount)")
    }
    return root.element(at: index)
  }
}
