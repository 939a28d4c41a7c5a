import FeedDefinition
import FeedQueries
import FeedSnapshots

extension Composer {
  /// Takes the items of groups out that are folded now, and what stands in for those that were.
  ///
  /// - Complexity: O(*k* · log *n*) for the *k* items that go.
  func foldGroups(_ changes: QueryChanges) {
    for change in changes.groups where change.isRefolded {
      guard let section = root(of: change.node), section.declaration.folded != nil,
        let group = change.partition.group, group.isFolded != group.showsFold
      else { continue }
      let partition = change.partition
      if group.isFolded {
        fold(partition, of: section, change.node)
        pending.folds.insert(section, partition)
      } else {
        if isPresent(section, partition) {
          composition.deleteItems(inSection: section.id(of: partition), range: 0..<1)
        }
        partition.setShowsFold(false)
        pending.unfolds.insert(section, partition)
      }
    }
  }

  /// Takes the items of a group out of its section.
  private func fold(_ partition: Partition, of section: ComposedSection, _ node: QueryNode) {
    if isPresent(section, partition) {
      takeOut(0..<node.list.weight(partition.root), of: section.id(of: partition))
    }
    hideAll(of: partition, in: section, node)
    partition.setShowsFold(true)
  }

  /// Has the objects of a group weigh nothing.
  func hideAll(of partition: Partition, in section: ComposedSection, _ node: QueryNode) {
    var handle = node.list.first(partition.root)
    while handle != 0 {
      forgetClaims(of: node.list[handle], in: section)
      node.list[handle].setShown(false, in: node)
      node.list.setWeight(0, of: handle)
      handle = node.list.next(handle)
    }
  }

  /// Puts the items of a group back.
  func unfold(_ partition: Partition, of section: ComposedSection) {
    guard let node = section.node else { return }
    var handle = node.list.first(partition.root)
    var rank = 0
    while handle != 0 {
      let record = node.list[handle]
      record.setSide(node.side(ofRank: rank), in: node)
      if node.window.contains(rank), let place = record.placements[node.slot] {
        show(record, at: place, of: section)
      }
      handle = node.list.next(handle)
      rank += 1
    }
    pending.depleted.insert(section, partition)
  }

  /// How many objects of a group would be shown if it were not folded away.
  func foldedCount(of partition: Partition, _ section: ComposedSection) -> Int {
    guard let node = section.node else { return 0 }
    return node.window.clamped(to: 0..<node.list.count(partition.root)).count
  }

  /// Shows one item in place of the objects of a group, and how many they are by now.
  func showFold(_ partition: Partition, of section: ComposedSection) {
    let count = foldedCount(of: partition, section)
    guard partition.group?.showsFold == true, count > 0,
      let item = section.foldItem(of: partition, count: count)
    else { return }
    if composition.contains(item.id) {
      composition.setContents([item])
      return
    }
    makePresent(section, partition)
    insert(CollectionOfOne(item), in: section, partition, at: 0)
  }
}
