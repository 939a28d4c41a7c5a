import FeedModel
import FeedSnapshots

/// The batch between two versions of a view, limited to the changes that clients can see.
///
/// It is the batch of `updates(to:)`, but an item with the same appearance is not reconfigured, and a section
/// with the same header is not reloaded.
struct PatchPlan {
  var batch: BatchUpdates
  /// The changes of the reconfigured items.
  private(set) var changes: [WireChange] = []
  /// The changes of the reloaded sections.
  private(set) var headers: [WireHeaderChange] = []
  /// The number of compared items.
  private(set) var itemsCompared = 0

  init(from old: ViewVersion, to new: ViewVersion, encoder: WireEncoder) {
    batch = old.sections.updates(to: new.sections)
    let reloaded = batch.reloadSections
    if !reloaded.isEmpty {
      // Reloaded sections omit their changed items, so compute the batch again without reloads.
      batch = old.sections.updates(to: new.sections, reloadsSections: false)
    }
    changes = batch.reconfigureItems.compactMap { path in
      let entry = new.sections[path.section].items[path.item]
      itemsCompared += 1
      guard let content = old.snapshot.composition.content(of: entry.id),
        let change = encoder.look(of: entry.id, entry.content, hasRawValues: new.hasRawValues)
          .difference(
            from: encoder.look(of: entry.id, content, hasRawValues: new.hasRawValues)
          )
      else { return nil }
      return WireChange(at: path, set: change.set, unset: change.unset)
    }
    for index in reloaded { reload(sectionAt: index, old, new, encoder) }
    if !reloaded.isEmpty, !batch.moveSections.isEmpty { batch.dropIdleMoves() }
    batch.reconfigureItems = changes.map(\.at)
    batch.reloadSections = headers.map(\.at)
  }

  /// Adds the new header of a section, or replaces the section.
  ///
  /// A list view that reloads a section reloads all its items, so none of them may be reconfigured too. A header
  /// change also cannot express the removal of a part.
  private mutating func reload(
    sectionAt index: Int,
    _ old: ViewVersion,
    _ new: ViewVersion,
    _ encoder: WireEncoder
  ) {
    let section = new.sections[index]
    guard let content = old.snapshot.composition.content(ofSection: section.id) else { return }
    let before = encoder.header(of: section.id, content)
    let after = encoder.header(of: section.id, section.content)
    guard before != after else { return }
    let hasChanges = changes.contains { $0.at.section == index }
    if let set = after.difference(from: before), !hasChanges {
      headers.append(WireHeaderChange(at: index, set: set))
    } else if let place = old.sections.firstIndex(where: { $0.id == section.id }) {
      let arrivals = batch.moveItems.filter { $0.from.section == place }.map(\.to)
      changes.removeAll { $0.at.section == index || arrivals.contains($0.at) }
      batch.rebuild(sectionAt: place, as: index)
    }
  }
}

extension BatchUpdates {
  /// Deletes a section that exists in both versions, and inserts it again with all its items.
  fileprivate mutating func rebuild(sectionAt old: Int, as new: Int) {
    let place = deleteSections.firstIndex { $0 < old } ?? deleteSections.endIndex
    deleteSections.insert(old, at: place)
    insertSections.insert(
      new,
      at: insertSections.firstIndex { $0 > new } ?? insertSections.endIndex
    )
    moveSections.removeAll { $0.to == new }
    deleteItems.removeAll { $0.section == old }
    insertItems.removeAll { $0.section == new }
    for move in moveItems {
      switch (move.from.section == old, move.to.section == new) {
      case (true, false): insertItems.append(move.to)
      case (false, true): deleteItems.append(move.from)
      default: break
      }
    }
    moveItems.removeAll { $0.from.section == old || $0.to.section == new }
    deleteItems.sort(by: >)
    insertItems.sort()
  }

  /// Removes moves that are unnecessary because the sections that they pass are replaced.
  ///
  /// - Complexity: O(*k* · log *k*) for *k* edits of sections.
  fileprivate mutating func dropIdleMoves() {
    // The number of unmoved sections before each of the other sections.
    func ranks(_ places: [Int]) -> [Int: Int] {
      Dictionary(uniqueKeysWithValues: places.sorted().enumerated().map { ($1, $1 - $0) })
    }
    let before = ranks(deleteSections + moveSections.map(\.from))
    let after = ranks(insertSections + moveSections.map(\.to))
    // Unmoved sections keep their order, including the sections that no longer move.
    var last = -1
    var idle: Set<Int> = []
    for move in moveSections.sorted(by: { $0.from < $1.from })
    where before[move.from] == after[move.to] && move.to > last {
      idle.insert(move.from)
      last = move.to
    }
    moveSections.removeAll { idle.contains($0.from) }
  }
}
