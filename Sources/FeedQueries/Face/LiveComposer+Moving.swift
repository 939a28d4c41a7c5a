import FeedSnapshots

extension LiveComposer {
  /// Moves one row within its list, if that is all that has happened.
  ///
  /// The most frequent change of an order by far. What it leads to is known without comparing the
  /// snapshots: the row that has changed is the one that moves.
  ///
  /// - Returns: The batch, or nothing if more has happened than that.
  /// - Complexity: O(log *n*).
  func moveOne(_ changes: QueryChanges) -> (result: Int, updates: BatchUpdates)? {
    guard changes.moves.count == 1, changes.groups.isEmpty, changes.objects.count == 1 else {
      return nil
    }
    let move = changes.moves[0]
    let node = move.node
    let record = move.record
    guard changes.objects[0].record === record, changes.objects[0].oldContent != nil,
      let removal = move.removal, removal.weight == 1, removal.partition === move.insertion,
      !node.hasWindow, let result = onlyResult(of: node),
      record.placements.count == 1, let place = record.placements[node.slot]
    else { return nil }
    let target = node.list.weight(before: place.handle)
    guard target != removal.offset else { return nil }
    let section = results[result].sections.moveItem(
      at: removal.offset,
      inSection: removal.partition.key,
      to: target,
      content: LiveRow(record, of: roots[result])
    )
    node.list.setWeight(1, of: place.handle)
    record.setShown(true, in: node)
    var batch = BatchUpdates()
    batch.moveItems = [
      .init(
        from: SnapshotPath(section: section, item: removal.offset),
        to: SnapshotPath(section: section, item: target)
      )
    ]
    batch.reconfigureItems = [SnapshotPath(section: section, item: target)]
    return (result, batch)
  }
}
