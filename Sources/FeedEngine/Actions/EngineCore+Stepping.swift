import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots

extension EngineCore {
  /// Finds where an item goes that is moved by one place.
  func destination(of item: ItemID, moved step: MoveStep) throws(EngineError) -> MoveDestination? {
    let standing = try standing(of: item)
    let row = standing.row
    let offset = step == .up ? row.offset - 1 : row.offset + row.weight
    if let neighbour = firstItem(ofRowAt: offset, inGroup: standing.group, standing) {
      return step == .up ? .before(neighbour) : .after(neighbour)
    }
    guard standing.reordering.group != nil else { return nil }
    // Into the next group that shows its objects, at the end that is nearer.
    let composition = snapshot.composition
    var index = composition.index(ofSection: standing.section.id(of: row.list))
    while let place = index.map({ step == .up ? $0 - 1 : $0 + 1 }),
      (0..<composition.sectionCount).contains(place)
    {
      let id = composition.sectionID(at: place)
      guard id.declaration == standing.section.declaration.id else { break }
      let end = step == .up ? (composition.itemCount(inSection: id) ?? 0) - 1 : 0
      if let neighbour = firstItem(ofRowAt: end, inGroup: id.group ?? .null, standing) {
        return step == .up ? .after(neighbour) : .before(neighbour)
      }
      index = place
    }
    return nil
  }

  /// The first item of the row that is shown at an offset of a group.
  private func firstItem(
    ofRowAt offset: Int,
    inGroup group: Value,
    _ standing: Standing
  ) -> ItemID? {
    guard let row = standing.query.row(atOffset: offset, ofGroup: group),
      let section = snapshot.composition.index(ofSection: standing.section.id(of: row.list))
    else { return nil }
    return snapshot.composition.item(at: SnapshotPath(section: section, item: row.offset)).id
  }
}
