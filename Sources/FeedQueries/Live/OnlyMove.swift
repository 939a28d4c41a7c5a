package import FeedSnapshots

/// One row that moves within its list and changes, where nothing else has happened.
///
/// The most frequent change of an order by far. What it leads to is known without comparing the
/// snapshots: the row that has changed is the one that moves.
package struct OnlyMove {
  /// The node in whose list the row moves.
  package let node: QueryNode
  /// The row.
  package let record: ObjectRecord
  /// The list.
  package let partition: Partition
  /// Where the row was.
  package let source: Int
  /// Where it is, counted without it.
  package let target: Int
  private let handle: OrderTree<ObjectRecord>.Handle

  fileprivate init?(_ changes: QueryChanges) {
    guard changes.moves.count == 1, changes.groups.isEmpty, changes.objects.count == 1 else {
      return nil
    }
    let move = changes.moves[0]
    guard changes.objects[0].record === move.record, changes.objects[0].oldContent != nil,
      let removal = move.removal, removal.weight == 1, removal.partition === move.insertion,
      !move.node.hasWindow, move.record.placements.count == 1,
      let place = move.record.placements[move.node.slot]
    else { return nil }
    node = move.node
    record = move.record
    partition = removal.partition
    source = removal.offset
    target = node.list.weight(before: place.handle)
    handle = place.handle
    if target == source { return nil }
  }

  /// Notes that the composer shows the row where it is now.
  ///
  /// - Parameter section: The index of the section that the list is shown as.
  /// - Returns: The batch.
  package func show(inSection section: Int) -> BatchUpdates {
    node.list.setWeight(1, of: handle)
    record.setShown(true, in: node)
    let path = SnapshotPath(section: section, item: target)
    var batch = BatchUpdates()
    batch.moveItems = [.init(from: SnapshotPath(section: section, item: source), to: path)]
    batch.reconfigureItems = [path]
    return batch
  }
}

extension QueryChanges {
  /// The move that is all that has happened, if it is one.
  package var onlyMove: OnlyMove? { OnlyMove(self) }
}
