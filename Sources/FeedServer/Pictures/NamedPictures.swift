import FeedFormatting
import FeedModel
import FeedSnapshots

/// The pictures that the items of a version name, updated from version to version.
struct NamedPictures {
  /// The appearances that name a picture, by the kind of item.
  private let looks: [Name: ItemAppearance]
  private var shown = FeedSnapshot.Composition()
  /// The number of items that name each picture.
  private var counts: [PictureName: Int] = [:]

  init(_ appearance: FeedAppearance) {
    looks = appearance.items.compactMapValues { look in
      look.image.map { ItemAppearance(image: $0) }
    }
  }

  /// Returns whether an item names a picture.
  func contains(_ name: PictureName) -> Bool { counts[name] != nil }

  /// Updates the names to another version.
  ///
  /// - Complexity: O(*d*) for *d* edits between the versions.
  mutating func update(to new: FeedSnapshot.Composition) {
    let batch = shown.sections.updates(
      to: new.sections,
      profile: .minimal,
      reloadsSections: false
    )
    for section in batch.deleteSections {
      for entry in shown.sections[section].items { count(entry, -1) }
    }
    for path in batch.deleteItems { count(shown.sections[path.section].items[path.item], -1) }
    for section in batch.insertSections {
      for entry in new.sections[section].items { count(entry, 1) }
    }
    for path in batch.insertItems { count(new.sections[path.section].items[path.item], 1) }
    for path in batch.reconfigureItems {
      let entry = new.sections[path.section].items[path.item]
      if let old = shown.content(of: entry.id) { count(.init(id: entry.id, content: old), -1) }
      count(entry, 1)
    }
    shown = new
  }

  private mutating func count(_ entry: FeedSnapshot.Composition.Entry, _ difference: Int) {
    guard let look = looks[entry.id.kind],
      let name = PictureName(ItemFace(entry.content, appearance: look).image)
    else { return }
    let count = counts[name, default: 0] + difference
    counts[name] = count == 0 ? nil : count
  }
}
