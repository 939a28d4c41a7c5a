import FeedDefinition
import FeedQueries
import FeedSnapshots

extension Composer {
  /// Composes everything anew.
  ///
  /// An item that is claimed more than once is shown where it comes first in the feed, so that the
  /// outcome does not depend on what came first in time.
  ///
  /// - Complexity: O(*n*) for a feed of *n* items.
  func recompose() {
    composition = Composition()
    claims = Claims(sectionCount: sections.count)
    lostDocumentItems = [:]
    pending = PendingSplices()
    for section in sections {
      forget(section)
      guard let node = section.node else {
        composeDocument(section)
        continue
      }
      guard node.isGrouped else {
        compose(node.partition(.null), of: section, node)
        continue
      }
      var group = node.groups.first(node.groupRoot)
      while group != 0 {
        compose(node.groups[group], of: section, node)
        group = node.groups.next(group)
      }
    }
    // What was claimed on the way went to the first.
    _ = claims.takeOpen()
  }

  /// Has a section weigh nothing.
  private func forget(_ section: ComposedSection) {
    section.count = 0
    section.showsPlaceholder = false
    guard let node = section.node else { return }
    var group = node.groups.first(node.groupRoot)
    while group != 0 {
      node.groups.setWeight(0, of: group)
      node.groups[group].setShowsFold(false)
      group = node.groups.next(group)
    }
  }

  private func compose(
    _ partition: Partition?,
    of section: ComposedSection,
    _ node: QueryNode
  ) {
    if let partition, section.isFolded(partition), partition.root != 0 {
      hideAll(of: partition, in: section, node)
      partition.setShowsFold(true)
      showFold(partition, of: section)
      return
    }
    var items: [ComposedItem] = []
    var ids: Set<ItemID> = []
    var handle = partition.map { node.list.first($0.root) } ?? 0
    var rank = 0
    while handle != 0 {
      let record = node.list[handle]
      let start = items.count
      if node.window.contains(rank) {
        for item in self.items(of: record, in: section) {
          if !composition.contains(item.id), ids.insert(item.id).inserted {
            items.append(item)
          } else {
            lose(item.id, record, of: section)
          }
        }
      }
      record.setSide(node.side(ofRank: rank), in: node)
      node.list.setWeight(Int32(items.count - start), of: handle)
      handle = node.list.next(handle)
      rank += 1
    }
    fill(section, partition, with: items)
  }

  /// Notes that an object goes without an item that stands before it.
  private func lose(_ item: ItemID, _ record: ObjectRecord, of section: ComposedSection) {
    claims.lose(item, .init(section: section, record: record))
    // Whoever shows an item of a document has no place in a list.
    guard let holder = composition.section(containing: item),
      let shown = sections.first(where: { $0.declaration.id == holder.declaration }),
      shown.node == nil
    else { return }
    lostDocumentItems[section.index] = item
  }

  /// Gives a section that has none its items.
  private func fill(
    _ section: ComposedSection,
    _ partition: Partition?,
    with items: [ComposedItem]
  ) {
    guard !items.isEmpty else {
      guard !section.isGrouped, section.placeholder != nil else { return }
      makePresent(section, partition)
      removeItemless(section, partition)
      return
    }
    makePresent(section, partition)
    insert(items, in: section, partition, at: 0)
  }

  // MARK: Documents

  /// Replaces the objects of a document.
  ///
  /// - Parameters:
  ///   - objects: The objects, in the document's order, each once.
  ///   - source: The document.
  /// - Complexity: O(*m* · log *n*) for documents of *m* objects.
  func replace(_ objects: [(id: ObjectID, content: Content)], of source: Name) {
    var isComposed = lostDocumentItems.isEmpty
    for section in sections where section.declaration.source == source && section.node == nil {
      section.objects = objects
      if isComposed { isComposed = splice(section) }
    }
    if !isComposed { recompose() }
  }

  private func composeDocument(_ section: ComposedSection) {
    var ids: Set<ItemID> = []
    let items = documentItems(of: section).filter { item in
      if !composition.contains(item.id), ids.insert(item.id).inserted { return true }
      lostDocumentItems[section.index] = item.id
      return false
    }
    fill(section, nil, with: items)
  }

  private func documentItems(of section: ComposedSection) -> [ComposedItem] {
    var items: [ComposedItem] = []
    for object in section.objects {
      section.template.append(object.id, object.content, to: &items)
    }
    return items
  }

  /// Gives the section of a document its items.
  ///
  /// - Returns: Whether that is all; if not, something else shows one of them, and all is to be composed
  ///   anew.
  private func splice(_ section: ComposedSection) -> Bool {
    let id = section.id(of: nil)
    let new = documentItems(of: section)
    let oldCount = section.showsPlaceholder ? 0 : composition.itemCount(inSection: id) ?? 0
    guard !new.isEmpty else {
      guard oldCount > 0 else { return true }
      composition.deleteItems(inSection: id, range: 0..<oldCount)
      removeItemless(section, nil)
      return true
    }
    makePresent(section, nil)
    let middle = Middle(composition.items(inSection: id, range: 0..<oldCount), new)
    composition.deleteItems(inSection: id, range: middle.old)
    do throws(SnapshotError) {
      try composition.insertItems(new[middle.new], inSection: id, at: middle.new.lowerBound)
    } catch {
      require(error, .duplicateItem)
      return false
    }
    composition.setContents(new)
    return true
  }
}
