import FeedQueries
import FeedSnapshots

extension Composer {
  /// Moves one item within its section, if that is all that has happened.
  ///
  /// - Returns: The batch, or nothing if more has happened than that; then nothing is done.
  /// - Complexity: O(log *n*).
  func moveOne(_ changes: QueryChanges) -> BatchUpdates? {
    guard claims.isEmpty, let move = changes.onlyMove, let section = root(of: move.node),
      section.template.onlyKind != nil
    else { return nil }
    let index = composition.moveItem(
      at: move.source,
      inSection: section.id(of: move.partition),
      to: move.target,
      content: move.node.shown(move.record.content)
    )
    return move.show(inSection: index)
  }
}
