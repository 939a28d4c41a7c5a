import FeedQueries
import FeedSnapshots

extension Composer {
  /// Moves one item within its section, if that is all that has happened.
  ///
  /// The most frequent change of an order by far. What it leads to is known without comparing the
  /// snapshots: the item whose object has changed is the one that moves.
  ///
  /// - Returns: The batch, or nothing if more has happened than that; then nothing is done.
  /// - Complexity: O(log *n*).
  func moveOne(_ changes: QueryChanges) -> BatchUpdates? {
    guard changes.moves.count == 1, changes.groups.isEmpty, changes.objects.count == 1 else {
      return nil
    }
    let move = changes.moves[0]
    let node = move.node
    let record = move.record
    guard changes.objects[0].record === record, changes.objects[0].oldContent != nil,
      let removal = move.removal, removal.weight == 1, removal.partition === move.insertion,
      !node.hasWindow, let owners = parents[ObjectIdentifier(node)], owners.count == 1,
      case .section(let section) = owners[0], section.template.onlyKind != nil,
      record.placements.count == 1, let place = record.placements[node.slot]
    else { return nil }
    let target = node.list.weight(before: place.handle)
    guard target != removal.offset else { return nil }
    let index = composition.moveItem(
      at: removal.offset,
      inSection: section.id(of: removal.partition),
      to: target,
      content: record.content
    )
    node.list.setWeight(1, of: place.handle)
    record.setShown(true, in: node)
    var batch = BatchUpdates()
    let path = SnapshotPath(section: index, item: target)
    batch.moveItems = [.init(from: SnapshotPath(section: index, item: removal.offset), to: path)]
    batch.reconfigureItems = [path]
    return batch
  }
}
