import FeedSnapshots

extension FeedSnapshot {
  /// The first difference from what a fresh feed shows, in words; nothing if there is none.
  func difference(fromFresh other: FeedSnapshot) -> String? {
    let (mine, others) = (Array(composition.sections), Array(other.composition.sections))
    guard mine.map(\.id) == others.map(\.id) else {
      return "sections \(mine.map(\.id)) instead of \(others.map(\.id))"
    }
    for (one, two) in zip(mine, others) {
      let (items, others) = (Array(one.items), Array(two.items))
      guard items.map(\.id) == others.map(\.id) else {
        return "section '\(one.id)' has other items, or in another order"
      }
      guard one.content == two.content else { return "section '\(one.id)' has another title" }
      for (item, other) in zip(items, others) where item.content != other.content {
        return "item '\(item.id)' shows \(item.content) instead of \(other.content)"
      }
    }
    return nil
  }
}
