import FeedSnapshots

extension LiveComposer {
  /// Moves one row within its list, if that is all that has happened.
  ///
  /// - Returns: The batch, or nothing if more has happened than that; then nothing is done.
  /// - Complexity: O(log *n*).
  func moveOne(_ changes: QueryChanges) -> (result: Int, updates: BatchUpdates)? {
    guard let move = changes.onlyMove, let result = result(of: move.node) else { return nil }
    let section = results[result].sections.moveItem(
      at: move.source,
      inSection: move.partition.key,
      to: move.target,
      content: LiveRow(move.record, of: roots[result])
    )
    return (result, move.show(inSection: section))
  }
}
