import FeedQueries
import FeedSnapshots

extension Composer {
  /// Moves the sections of groups that have got another place among the groups.
  func moveGroups(_ changes: QueryChanges) {
    for section in sections where section.isGrouped {
      guard let node = section.node else { continue }
      // From the first to the last, each to directly behind its new predecessor: those that stay
      // never change their order, and those still to be moved only stand in between for a while.
      let moved = changes.groups
        .filter { $0.node === node && $0.isReordered && isPresent(section, $0.partition) }
        .map { (place: place(of: section, $0.partition), partition: $0.partition) }
        .sorted { $0.place < $1.place }
      for (_, partition) in moved { moveBehindPredecessor(partition, of: section, node) }
    }
  }

  private func moveBehindPredecessor(
    _ partition: Partition,
    of section: ComposedSection,
    _ node: QueryNode
  ) {
    guard let group = partition.group,
      let current = composition.index(ofSection: section.id(of: partition))
    else { return }
    var target = start(of: section)
    var previous = node.groups.previous(group.handle)
    while previous != 0, node.groups.weight(of: previous) == 0 {
      previous = node.groups.previous(previous)
    }
    if previous != 0,
      let index = composition.index(ofSection: section.id(of: node.groups[previous]))
    {
      target = current < index ? index : index + 1
    }
    guard target != current else { return }
    do throws(SnapshotError) {
      try composition.moveSection(section.id(of: partition), to: target)
    } catch {
      preconditionFailure("a section of the feed is unknown to its snapshot: \(error)")
    }
  }

  /// Puts in what has been waiting, and takes sections away that are left without items.
  ///
  /// - Throws: ``SnapshotError`` if an item is in the snapshot already.
  func splicePending() throws(SnapshotError) {
    let splices = pending
    pending = PendingSplices()
    for refill in splices.refills {
      guard let node = refill.section.node, let placement = refill.record.placements[node.slot]
      else { continue }
      let offset = node.list.weight(before: placement.handle) + refill.offset
      // What yielded nothing may yield the first items of its section.
      if !refill.items.isEmpty { try makePresent(refill.section, placement.partition) }
      try composition.insertItems(
        refill.items,
        inSection: refill.section.id(of: placement.partition),
        at: offset
      )
      node.list.setWeight(refill.weight, of: placement.handle)
    }
    for (section, partition) in splices.unfolds { try unfold(partition, of: section) }
    for arrival in splices.arrivals {
      try splice(arrival.record, into: arrival.section)
    }
    for (section, partition) in splices.folds + pending.folds {
      try showFold(partition, of: section)
    }
    for (section, partition) in splices.depleted + pending.depleted {
      try removeIfEmpty(section, partition)
    }
    pending = PendingSplices()
  }

  private func splice(
    _ record: ObjectRecord,
    into section: ComposedSection
  ) throws(SnapshotError) {
    guard let node = section.node, let placement = record.placements[node.slot],
      !placement.isShown
    else { return }
    guard !section.isFolded(placement.partition) else {
      placement.partition.setShowsFold(true)
      if pending.folds.last?.partition !== placement.partition {
        pending.folds.append((section, placement.partition))
      }
      return
    }
    var items: [ComposedItem] = []
    section.template.append(record.id, record.content, to: &items)
    record.setShown(true, in: node)
    guard !items.isEmpty else { return }
    try makePresent(section, placement.partition)
    let offset = node.list.weight(before: placement.handle)
    try composition.insertItems(
      items,
      inSection: section.id(of: placement.partition),
      at: offset
    )
    node.list.setWeight(Int32(items.count), of: placement.handle)
  }

  /// Makes the section of a list exist, without the placeholder.
  func makePresent(
    _ section: ComposedSection,
    _ partition: Partition?
  ) throws(SnapshotError) {
    if section.showsPlaceholder {
      composition.deleteItems(inSection: section.id(of: partition), range: 0..<1)
      section.showsPlaceholder = false
    }
    guard !isPresent(section, partition) else { return }
    try composition.insertSection(
      section.id(of: partition),
      content: section.content(of: partition),
      at: place(of: section, partition)
    )
    setPresent(true, section, partition)
  }

  private func removeIfEmpty(
    _ section: ComposedSection,
    _ partition: Partition
  ) throws(SnapshotError) {
    guard isPresent(section, partition), section.node?.list.weight(partition.root) == 0 else {
      return
    }
    if partition.group?.showsFold == true {
      guard foldedCount(of: partition, section) == 0 else { return }
      if partition.root == 0 { partition.setShowsFold(false) }
    }
    try removeItemless(section, partition)
  }

  /// Takes a section without items away, or has its placeholder stand in.
  func removeItemless(
    _ section: ComposedSection,
    _ partition: Partition?
  ) throws(SnapshotError) {
    if !section.isGrouped, let placeholder = section.placeholder {
      guard !section.showsPlaceholder else { return }
      try composition.insertItems(
        CollectionOfOne(placeholder),
        inSection: section.id(of: partition),
        at: 0
      )
      section.showsPlaceholder = true
      return
    }
    composition.deleteSection(section.id(of: partition))
    setPresent(false, section, partition)
  }

  // MARK: Contents

  /// Gives sections the titles of their groups.
  func retitle(_ changes: QueryChanges) throws(SnapshotError) {
    for change in changes.groups where change.isRetitled {
      guard let section = root(of: change.node), isPresent(section, change.partition) else {
        continue
      }
      try composition.setContent(
        section.content(of: change.partition),
        ofSection: section.id(of: change.partition)
      )
      try showFold(change.partition, of: section)
    }
  }

  /// Gives the items of changed objects their new contents.
  ///
  /// - Returns: The places of the items that show something else now, ascending.
  @discardableResult
  func updateContents(_ changes: QueryChanges) -> [SnapshotPath] {
    var items: [ComposedItem] = []
    for change in changes.objects where change.oldContent != nil {
      for kind in kinds[change.record.table] {
        items.append(
          ComposedItem(
            id: ItemID(kind: kind, object: change.record.id),
            content: change.record.content
          )
        )
      }
    }
    return composition.setContents(items)
  }
}
