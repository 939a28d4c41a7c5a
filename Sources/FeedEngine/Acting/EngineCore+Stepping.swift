import FeedModel
import FeedQueries
import FeedSnapshots

extension EngineCore {
  /// Finds where an item goes that is moved by one place.
  func destination(of item: ItemID, moved step: MoveStep) throws(EngineError) -> MoveDestination? {
    let standing = try standing(of: item)
    if let next = shown(beside: standing.handle, standing.node, step),
      let neighbour = firstItem(of: next, standing.partition, standing)
    {
      return step == .up ? .before(neighbour) : .after(neighbour)
    }
    guard standing.reordering.group != nil, let group = standing.partition.group else { return nil }
    // Into the next group that shows its objects, at the end that is nearer.
    let (groups, list) = (standing.node.groups, standing.node.list)
    var handle = step == .up ? groups.previous(group.handle) : groups.next(group.handle)
    while handle != 0 {
      let partition = groups[handle]
      let border = step == .up ? list.last(partition.root) : list.first(partition.root)
      let object =
        border != 0 && list.weight(of: border) == 0
        ? shown(beside: border, standing.node, step) : border
      if let object, object != 0, let neighbour = firstItem(of: object, partition, standing) {
        return step == .up ? .after(neighbour) : .before(neighbour)
      }
      handle = step == .up ? groups.previous(handle) : groups.next(handle)
    }
    return nil
  }

  private func shown(
    beside handle: OrderTree<ObjectRecord>.Handle,
    _ node: QueryNode,
    _ step: MoveStep
  ) -> OrderTree<ObjectRecord>.Handle? {
    var next = handle
    repeat {
      next = step == .up ? node.list.previous(next) : node.list.next(next)
    } while next != 0 && node.list.weight(of: next) == 0
    return next == 0 ? nil : next
  }

  private func firstItem(
    of handle: OrderTree<ObjectRecord>.Handle,
    _ partition: Partition,
    _ standing: Standing
  ) -> ItemID? {
    guard
      let section = snapshot.composition.index(ofSection: standing.section.id(of: partition))
    else { return nil }
    let offset = standing.node.list.weight(before: handle)
    return snapshot.composition.item(at: SnapshotPath(section: section, item: offset)).id
  }
}
