import FeedSnapshots

/// Finds items by what people write: `selection:selection/101`, or the object alone, `selection/101`.
struct ItemNames {
  private let snapshot: FeedSnapshot
  /// How many items are compared with a name that is not there.
  private static let most = 20_000

  init(_ snapshot: FeedSnapshot) { self.snapshot = snapshot }

  /// The nearest name of an item, or of an object if that is what was written.
  func nearest(to name: String) -> String? {
    let isItem = name.contains(":")
    var names: [String] = []
    for section in snapshot.composition.sections {
      guard names.count < Self.most else { break }
      for item in section.items.prefix(Self.most - names.count) where item.id.slot == 0 {
        names.append(isItem ? item.id.description : item.id.object.description)
      }
    }
    return name.nearest(among: names)
  }
}
