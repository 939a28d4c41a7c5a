public import FeedQueries
import FeedSnapshots

/// A list on the screen: the titles of its rows by section, changed only by batches.
@MainActor public final class NoteList {
  /// The titles of the rows in each section.
  public private(set) var sections: [[String]] = []

  /// Creates an empty list.
  public init() {}

  /// Shows a version of the open notes.
  public func show(_ update: LiveUpdate) {
    guard let open = update.snapshot["open"] else { return }
    perform(update["open"], showing: open.sections)
  }

  /// Performs a batch as the list views of platforms do.
  private func perform(_ batch: BatchUpdates, showing new: LiveResult.Sections) {
    let titles = new.sections.map { $0.items.map { $0.content["title"]?.string ?? "" } }
    // Deletes and the sources of moves are indices in the old list.
    var old: [[String?]?] = sections
    for path in batch.deleteItems + batch.moveItems.map(\.from) {
      old[path.section]?[path.item] = nil
    }
    let moved = Dictionary(uniqueKeysWithValues: batch.moveSections.map { ($0.to, old[$0.from]) })
    for index in batch.deleteSections + batch.moveSections.map(\.from) { old[index] = nil }
    var staying = old.compactMap(\.self).makeIterator()
    // All other indices are those of the new list. An inserted section has its rows already.
    sections = titles.indices.map { index in
      if batch.insertSections.contains(index) { return titles[index] }
      return ((moved[index] ?? staying.next()) ?? []).compactMap(\.self)
    }
    for path in (batch.insertItems + batch.moveItems.map(\.to)).sorted() {
      sections[path.section].insert(titles[path.section][path.item], at: path.item)
    }
    // A section is reloaded if its title or an aggregate changed.
    for index in batch.reloadSections { sections[index] = titles[index] }
    for path in batch.reloadItems + batch.reconfigureItems {
      sections[path.section][path.item] = titles[path.section][path.item]
    }
  }
}
