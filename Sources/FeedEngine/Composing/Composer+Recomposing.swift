import FeedDefinition
import FeedQueries
import FeedSnapshots

extension Composer {
  /// Composes everything anew: the first version, and whenever two sections claim one item.
  ///
  /// An item that several sections claim is shown by the first of them in the feed file, so that
  /// the outcome does not depend on what came first.
  ///
  /// - Complexity: O(*n*) for a feed of *n* items.
  func recompose() {
    composition = Composition()
    contest = nil
    pending = PendingSplices()
    for section in sections {
      forget(section)
      guard let node = section.node else {
        var items: [ComposedItem] = []
        for object in section.objects {
          section.template.append(object.id, object.content, to: &items)
        }
        var own: Set<ItemID> = []
        put(keepingUncontested(items, of: section, &own), into: section, nil)
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
      hideAll(of: partition, node)
      partition.setShowsFold(true)
      do throws(SnapshotError) { try showFold(partition, of: section) } catch {
        preconditionFailure("a section has two items for one fold: \(error)")
      }
      return
    }
    var items: [ComposedItem] = []
    var ids: Set<ItemID> = []
    var handle = partition.map { node.list.first($0.root) } ?? 0
    var rank = 0
    while handle != 0 {
      let record = node.list[handle]
      let isShown = node.window.contains(rank)
      let start = items.count
      if isShown {
        var own: [ComposedItem] = []
        section.template.append(record.id, record.content, to: &own)
        items += keepingUncontested(own, of: section, &ids)
      }
      record.setSide(node.side(ofRank: rank), in: node)
      node.list.setWeight(Int32(items.count - start), of: handle)
      handle = node.list.next(handle)
      rank += 1
    }
    put(items, into: section, partition)
  }

  /// Leaves out what an earlier section shows, and what stands in this list before.
  private func keepingUncontested(
    _ items: [ComposedItem],
    of section: ComposedSection,
    _ own: inout Set<ItemID>
  ) -> [ComposedItem] {
    items.filter { item in
      if !composition.contains(item.id), own.insert(item.id).inserted { return true }
      contest = contest ?? (item.id, section)
      return false
    }
  }

  private func put(
    _ items: [ComposedItem],
    into section: ComposedSection,
    _ partition: Partition?
  ) {
    do throws(SnapshotError) {
      guard !items.isEmpty else {
        guard !section.isGrouped, section.placeholder != nil else { return }
        try makePresent(section, partition)
        try removeItemless(section, partition)
        return
      }
      try makePresent(section, partition)
      try composition.insertItems(items, inSection: section.id(of: partition), at: 0)
    } catch {
      preconditionFailure("a template yields one item twice for one object: \(error)")
    }
  }

  // MARK: Documents

  /// Replaces the objects of a document.
  ///
  /// - Parameters:
  ///   - objects: The objects, in the document's order, each once.
  ///   - source: The document.
  /// - Complexity: O(*m* · log *n*) for documents of *m* objects.
  func replace(_ objects: [(id: ObjectID, content: Content)], of source: Name) {
    for section in sections where section.declaration.source == source && section.node == nil {
      section.objects = objects
      if contest == nil {
        do throws(SnapshotError) { try splice(section) } catch { recompose() }
      }
    }
    if contest != nil { recompose() }
  }

  private func splice(_ section: ComposedSection) throws(SnapshotError) {
    let id = section.id(of: nil)
    var new: [ComposedItem] = []
    for object in section.objects { section.template.append(object.id, object.content, to: &new) }
    let oldCount = section.showsPlaceholder ? 0 : composition.itemCount(inSection: id) ?? 0
    guard !new.isEmpty else {
      guard oldCount > 0 else { return }
      composition.deleteItems(inSection: id, range: 0..<oldCount)
      try removeItemless(section, nil)
      return
    }
    try makePresent(section, nil)
    let middle = Middle(composition.items(inSection: id, range: 0..<oldCount), new)
    composition.deleteItems(inSection: id, range: middle.old)
    try composition.insertItems(new[middle.new], inSection: id, at: middle.new.lowerBound)
    composition.setContents(new)
  }
}
