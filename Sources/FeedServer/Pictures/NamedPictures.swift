import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedWire

/// The pictures that the items of a version name, updated from version to version.
struct NamedPictures {
  /// The appearances that name a picture, by the kind of item.
  private let looks: [Name: ItemAppearance]
  private let view: FeedView
  private var shown = FeedSnapshot.Composition()
  /// The sections of the view in ``shown``.
  private var sections = FeedSnapshot.Composition().sections
  /// The number of items that name each picture.
  private var counts: [PictureName: Int] = [:]

  init(_ appearance: FeedAppearance, in view: FeedView) {
    self.view = view
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
    let old = sections
    sections = view.isAll ? new.sections : new.sections.selecting { view.contains($0.id) }
    let batch = old.updates(
      to: sections,
      profile: .minimal,
      reloadsSections: false
    )
    for section in batch.deleteSections {
      for entry in old[section].items { count(entry, -1) }
    }
    for path in batch.deleteItems { count(old[path.section].items[path.item], -1) }
    for section in batch.insertSections {
      for entry in sections[section].items { count(entry, 1) }
    }
    for path in batch.insertItems { count(sections[path.section].items[path.item], 1) }
    for path in batch.reconfigureItems {
      let entry = sections[path.section].items[path.item]
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
