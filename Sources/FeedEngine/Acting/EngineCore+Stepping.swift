import FeedModel
import FeedQueries
import FeedSnapshots

extension EngineCore {
  /// Finds where an item goes that is moved by one place.
  func destination(of item: ItemID, moved step: MoveStep) throws(EngineError) -> MoveDestination? {
    let standing = try standing(of: item)
    let node = standing.node
    if let next = shown(from: node.row(beside: standing.record, isBefore: step == .up), node, step),
      let neighbour = firstItem(of: next, standing)
    {
      return step == .up ? .before(neighbour) : .after(neighbour)
    }
    guard standing.reordering.group != nil else { return nil }
    // Into the next group that shows its objects, at the end that is nearer.
    var list = node.list(beside: standing.partition, isBefore: step == .up)
    while let group = list {
      if let row = shown(from: node.row(atEndOf: group, isLast: step == .up), node, step),
        let neighbour = firstItem(of: row, standing)
      {
        return step == .up ? .after(neighbour) : .before(neighbour)
      }
      list = node.list(beside: group, isBefore: step == .up)
    }
    return nil
  }

  /// The first shown row from one on.
  private func shown(
    from record: ObjectRecord?,
    _ node: QueryNode,
    _ step: MoveStep
  ) -> ObjectRecord? {
    var record = record
    while let row = record, node.weight(of: row) == 0 {
      record = node.row(beside: row, isBefore: step == .up)
    }
    return record
  }

  private func firstItem(of record: ObjectRecord, _ standing: Standing) -> ItemID? {
    guard let list = standing.node.list(of: record),
      let section = snapshot.composition.index(ofSection: standing.section.id(of: list))
    else { return nil }
    let offset = standing.node.offset(of: record)
    return snapshot.composition.item(at: SnapshotPath(section: section, item: offset)).id
  }
}
