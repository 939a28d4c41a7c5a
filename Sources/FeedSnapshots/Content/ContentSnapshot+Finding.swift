extension ContentSnapshot {
  /// A section and where it stands.
  @usableFromInline
  struct SectionPlace {
    @usableFromInline
    let record: Record
    @usableFromInline
    let index: Int
    /// How many items stand in the sections before it.
    @usableFromInline
    let itemsBefore: Int

    @inlinable
    init(record: Record, index: Int, itemsBefore: Int) {
      self.record = record
      self.index = index
      self.itemsBefore = itemsBefore
    }
  }

  /// An item and where it stands.
  @usableFromInline
  struct ItemPlace {
    @usableFromInline
    let entry: Entry
    @usableFromInline
    let offset: Int
    @usableFromInline
    let leaf: UInt32
    @usableFromInline
    let section: SectionPlace

    @inlinable
    init(entry: Entry, offset: Int, leaf: UInt32, section: SectionPlace) {
      self.entry = entry
      self.offset = offset
      self.leaf = leaf
      self.section = section
    }

    @inlinable
    var path: SnapshotPath { SnapshotPath(section: section.index, item: offset) }
  }

  /// A node of the tree of sections, and what stands before it.
  @inlinable
  func sectionNode(_ id: UInt32, root: SectionNode) -> (node: SectionNode, rank: Int, weight: Int) {
    let parent = table[id]
    guard parent != NodeTable.none else { return (root, 0, 0) }
    var (node, rank, weight) = sectionNode(parent, root: root)
    for child in node.children {
      if child.id == id {
        node = child.node
        break
      }
      rank += Int(child.count)
      weight += Int(child.weight)
    }
    return (node, rank, weight)
  }

  /// The section of a handle.
  @inlinable
  func section(handle: UInt32) -> SectionPlace? {
    guard let root = sectionRoot else { return nil }
    var (leaf, rank, weight) = sectionNode(table[handle], root: root)
    for record in leaf.elements {
      if record.handle == handle {
        return SectionPlace(record: record, index: rank, itemsBefore: weight)
      }
      rank += 1
      weight += record.weight
    }
    return nil
  }

  /// A node of a tree of items, and what stands before it in its section.
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
    var rank = start
    for child in above.children {
      if child.id == id { return (child.node, rank, section) }
      rank += Int(child.count)
    }
    return nil
  }

  /// Finds a section.
  @inlinable
  func find(section id: SectionID) -> SectionPlace? {
    guard let root = sectionRoot else { return nil }
    var candidates = sectionIndex.candidates(hash: HashIndex.hash(of: id))
    while let leaf = candidates.next() {
      var (node, rank, weight) = sectionNode(leaf, root: root)
      for record in node.elements {
        if record.id == id {
          return SectionPlace(record: record, index: rank, itemsBefore: weight)
        }
        rank += 1
        weight += record.weight
      }
    }
    return nil
  }

  /// Finds an item.
  @inlinable
  func find(item id: ItemID) -> ItemPlace? {
    var candidates = itemIndex.candidates(hash: HashIndex.hash(of: id))
    while let leaf = candidates.next() {
      guard let (node, rank, section) = itemNode(leaf) else { continue }
      for offset in node.elements.indices where node.elements[offset].id == id {
        return ItemPlace(
          entry: node.elements[offset],
          offset: rank + offset,
          leaf: leaf,
          section: section
        )
      }
    }
    return nil
  }

  /// A section that the caller promises to be there.
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
