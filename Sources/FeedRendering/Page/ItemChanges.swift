import FeedModel
import FeedSnapshots

/// The inserted, removed and moved items of a batch by section, without those of whole sections.
struct ItemChanges {
  /// The changes in one section.
  struct Section {
    var id: SectionID
    /// The new index of the section.
    var index: Int
    /// Positions before, ascending.
    var removed: [Int] = []
    /// Positions afterwards, ascending.
    var inserted: [Int] = []
  }

  private var removed: [Int: [Int]] = [:]
  private var inserted: [Int: [Int]] = [:]

  init(_ updates: BatchUpdates) {
    let leaving = Set(updates.deleteSections + updates.moveSections.map(\.from))
    let coming = Set(updates.insertSections + updates.moveSections.map(\.to))
    for path in updates.deleteItems + updates.moveItems.map(\.from)
    where !leaving.contains(path.section) {
      removed[path.section, default: []].append(path.item)
    }
    for path in updates.insertItems + updates.moveItems.map(\.to)
    where !coming.contains(path.section) {
      inserted[path.section, default: []].append(path.item)
    }
  }

  /// The sections that are touched, in their order afterwards.
  func sections(
    from old: FeedSnapshot.Composition,
    to new: FeedSnapshot.Composition
  ) -> [Section] {
    var sections: [SectionID: Section] = [:]
    for (index, items) in removed {
      let id = old.sectionID(at: index)
      guard let place = new.index(ofSection: id) else { continue }
      sections[id] = Section(id: id, index: place, removed: items.sorted())
    }
    for (index, items) in inserted {
      let id = new.sectionID(at: index)
      sections[id, default: Section(id: id, index: index)].inserted = items.sorted()
    }
    return sections.values.sorted { $0.index < $1.index }
  }
}
