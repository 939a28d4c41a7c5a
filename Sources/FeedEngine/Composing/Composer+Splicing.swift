import FeedQueries
import FeedSnapshots

extension Composer {
  /// Moves the sections of groups that have got another place among the groups.
  func moveGroups(_ changes: QueryChanges) {
    var moved: [(section: ComposedSection, place: Int, partition: Partition)] = []
    for change in changes.groups where change.isReordered {
      guard let section = root(of: change.node), isPresent(section, change.partition) else {
        continue
      }
      moved.append((section, place(of: section, change.partition), change.partition))
    }
    // From the first to the last, each to directly behind its new predecessor: those that stay
    // never change their order, and those still to be moved only stand in between for a while.
    moved.sort { ($0.section.index, $0.place) < ($1.section.index, $1.place) }
    var reordered: ComposedSection?
    for (section, _, partition) in moved {
      moveBehindPredecessor(partition, of: section)
      guard claims.hasLosers, reordered !== section else { continue }
      claims.reopen(section: section)
      reordered = section
    }
  }

  private func moveBehindPredecessor(_ partition: Partition, of section: ComposedSection) {
    guard let group = partition.group,
      let current = composition.index(ofSection: section.id(of: partition))
    else { return }
    var target = start(of: section)
    if let previous = section.node?.shownGroup(before: group),
      let index = composition.index(ofSection: section.id(of: previous))
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
  func splicePending() {
    let splices = pending
    pending = PendingSplices()
    pending.depleted = splices.depleted
    pending.folds = splices.folds
    for refill in splices.refills { putBack(refill) }
    for (section, partition) in splices.unfolds.lists { unfold(partition, of: section) }
    for arrival in splices.arrivals { splice(arrival.record, into: arrival.section) }
    settleClaims()
    for (section, partition) in pending.folds.lists { showFold(partition, of: section) }
    for (section, partition) in pending.depleted.lists { removeIfEmpty(section, partition) }
    pending = PendingSplices()
  }

  private func putBack(_ refill: PendingSplices.Refill) {
    let (section, record) = (refill.section, refill.record)
    guard !refill.items.isEmpty, let node = section.node,
      let place = record.placements[node.slot]
    else { return }
    // What yielded nothing may yield the first items of its section.
    makePresent(section, place.partition)
    let offset = node.list.weight(before: place.handle) + refill.offset
    let count = put(refill.items, of: record, in: section, place.partition, at: offset)
    let weight = node.list.weight(of: place.handle) + count
    node.list.setWeight(Int32(weight), of: place.handle)
  }

  private func splice(_ record: ObjectRecord, into section: ComposedSection) {
    guard let node = section.node, let placement = record.placements[node.slot],
      !placement.isShown
    else { return }
    guard !section.isFolded(placement.partition) else {
      placement.partition.setShowsFold(true)
      pending.folds.insert(section, placement.partition)
      return
    }
    record.setShown(true, in: node)
    show(record, at: placement, of: section)
  }

  /// Puts in what an object yields that weighs nothing yet.
  func show(_ record: ObjectRecord, at place: Placement, of section: ComposedSection) {
    let items = items(of: record, in: section)
    guard !items.isEmpty, let node = section.node else { return }
    makePresent(section, place.partition)
    let offset = node.list.weight(before: place.handle)
    let count = put(items, of: record, in: section, place.partition, at: offset)
    node.list.setWeight(Int32(count), of: place.handle)
    if count == 0 { pending.depleted.insert(section, place.partition) }
  }

  /// Makes the section of a list exist, without the placeholder.
  func makePresent(_ section: ComposedSection, _ partition: Partition?) {
    if section.showsPlaceholder {
      composition.deleteItems(inSection: section.id(of: partition), range: 0..<1)
      section.showsPlaceholder = false
    }
    guard !isPresent(section, partition) else { return }
    do throws(SnapshotError) {
      try composition.insertSection(
        section.id(of: partition),
        content: section.content(of: partition),
        at: place(of: section, partition)
      )
    } catch {
      preconditionFailure("a section of the feed is there unknown to the composer: \(error)")
    }
    setPresent(true, section, partition)
  }

  private func removeIfEmpty(_ section: ComposedSection, _ partition: Partition) {
    guard isPresent(section, partition), section.node?.list.weight(partition.root) == 0 else {
      return
    }
    if partition.group?.showsFold == true {
      guard foldedCount(of: partition, section) == 0 else { return }
      if partition.root == 0 { partition.setShowsFold(false) }
    }
    removeItemless(section, partition)
  }

  /// Takes a section without items away, or has its placeholder stand in.
  func removeItemless(_ section: ComposedSection, _ partition: Partition?) {
    if !section.isGrouped, let placeholder = section.placeholder {
      guard !section.showsPlaceholder else { return }
      insert(CollectionOfOne(placeholder), in: section, partition, at: 0)
      section.showsPlaceholder = true
      return
    }
    composition.deleteSection(section.id(of: partition))
    setPresent(false, section, partition)
  }

  // MARK: Contents

  /// Gives sections the titles of their groups.
  func retitle(_ changes: QueryChanges) {
    for change in changes.groups where change.isRetitled {
      guard let section = root(of: change.node), isPresent(section, change.partition) else {
        continue
      }
      do throws(SnapshotError) {
        try composition.setContent(
          section.content(of: change.partition),
          ofSection: section.id(of: change.partition)
        )
      } catch {
        preconditionFailure("a section of the feed is unknown to its snapshot: \(error)")
      }
      showFold(change.partition, of: section)
    }
  }

  /// Gives the items of changed objects their new contents.
  ///
  /// - Returns: The places of the items that show something else now, ascending.
  @discardableResult
  func updateContents(_ changes: QueryChanges) -> [SnapshotPath] {
    var items: [ComposedItem] = []
    for change in changes.objects where change.oldContent != nil {
      appendItems(of: change.record, to: &items)
    }
    return composition.setContents(items)
  }

  /// Appends the items that an object may have, with what they show now.
  func appendItems(of record: ObjectRecord, to items: inout [ComposedItem]) {
    for kind in kinds[record.table] {
      let id = ItemID(kind: kind.name, object: record.id)
      let content = kind.node.shown(record.content)
      // Of several queries with aggregates of their own, one shows the item.
      guard kind.isOnly || composition.content(of: id)?.shape.names == content.shape.names else {
        continue
      }
      items.append(ComposedItem(id: id, content: content))
    }
  }
}
