import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots

// The whole, where nothing is known of what the snapshot shows.
extension Composer {
  /// Composes the whole feed.
  ///
  /// An item that is claimed more than once is shown where it comes first in the feed, so that the
  /// outcome does not depend on what came first in time.
  ///
  /// - Complexity: O(*n* · log *n*) for a feed of *n* items.
  func recompose() {
    composition = Composition()
    times?.begin(at: evaluator.time)
    claims = Claims(sectionCount: sections.count)
    for section in sections {
      section.count = 0
      section.showsPlaceholder = false
      composeQuery(section)
    }
    // Items that were claimed since then belong to the first claimant.
    _ = claims.takeOpen()
  }

  private func composeQuery(_ section: ComposedSection) {
    var items: [ComposedItem] = []
    var ids: Set<ItemID> = []
    evaluator.showWhole(of: section.index) { row in
      let start = items.count
      for item in self.items(of: row, in: section) {
        if !composition.contains(item.id), ids.insert(item.id).inserted {
          items.append(item)
        } else {
          claims.lose(item.id, .init(section: section, row: row))
        }
      }
      return items.count - start
    } ending: { list in
      fill(section, list, with: items)
      items.removeAll(keepingCapacity: true)
      ids.removeAll(keepingCapacity: true)
    }
  }

  /// Fills an empty section with its items, or with a placeholder.
  private func fill(_ section: ComposedSection, _ list: ShownList?, with items: [ComposedItem]) {
    let standIn = items.isEmpty ? section.standIn(for: list) : nil
    guard !items.isEmpty || standIn != nil else { return }
    makePresent(section, list)
    if let standIn {
      insert(CollectionOfOne(standIn), into: section.id(of: list), at: 0)
      section.showsPlaceholder = !section.isGrouped
    } else {
      insert(items, into: section.id(of: list), at: 0)
    }
  }
}
