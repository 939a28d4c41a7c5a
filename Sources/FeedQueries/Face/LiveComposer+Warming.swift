import FeedSnapshots

extension LiveComposer {
  /// Brings into the cache what taking out some rows will copy.
  func warmDepartures(_ changes: QueryChanges) {
    for move in changes.moves {
      guard let removal = move.removal, removal.weight > 0, let result = result(of: move.node)
      else { continue }
      // What has left before it may have shifted it a little, seldom to another leaf.
      results[result].sections.warm(inSection: removal.partition.key, at: removal.offset)
    }
  }

  /// Brings into the cache what putting in some rows will copy.
  func warmArrivals(_ arrivals: [(result: Int, record: ObjectRecord)]) {
    for (result, record) in arrivals {
      let node = roots[result].node
      guard let placement = record.placements[node.slot], !placement.isShown else { continue }
      results[result].sections.warm(
        inSection: placement.partition.key,
        at: node.list.weight(before: placement.handle)
      )
    }
  }
}
