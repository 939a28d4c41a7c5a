import FeedModel
import FeedSnapshots

/// The batch between two versions of a view as clients see them, and what stays but looks different.
///
/// The batch is the one that `updates(to:)` finds, but for what clients do not see: an item whose
/// appearance is the same is not reconfigured, and a section whose header is the same not reloaded.
struct PatchPlan {
  var batch: BatchUpdates
  /// One for each item that is reconfigured.
  private(set) var changes: [WireChange] = []
  /// One for each section that is reloaded.
  private(set) var headers: [WireHeaderChange] = []
  /// How many items were looked at.
  private(set) var itemsCompared = 0

  init(from old: ViewVersion, to new: ViewVersion, encoder: WireEncoder) {
    batch = old.sections.updates(to: new.sections)
    let reloaded = batch.reloadSections
    if !reloaded.isEmpty {
      // In sections that are reloaded, items that look different are not named: ask for them as well.
      batch = old.sections.updates(to: new.sections, reloadsSections: false)
    }
    changes = batch.reconfigureItems.compactMap { path in
      let entry = new.sections[path.section].items[path.item]
      itemsCompared += 1
      guard let content = old.snapshot.composition.content(of: entry.id),
        let change = encoder.look(of: entry.id, entry.content)
          .difference(from: encoder.look(of: entry.id, content))
      else { return nil }
      return WireChange(at: path, set: change.set, unset: change.unset)
    }
    for index in reloaded { reload(sectionAt: index, old, new, encoder) }
    if !reloaded.isEmpty, !batch.moveSections.isEmpty { batch.dropIdleMoves() }
    batch.reconfigureItems = changes.map(\.at)
    batch.reloadSections = headers.map(\.at)
  }

  /// Says what a section shows about itself now, or sends it whole.
  ///
  /// A list view that reloads a section reloads all of its items, so that none of them may be
  /// reconfigured as well; and no change of a header can say that a part of it is gone.
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
  /// Deletes a section that stays, and inserts it again with all of its items.
  ///
  /// - Parameters:
  ///   - old: Where it stands before.
  ///   - new: Where it stands afterwards.
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

  /// Has sections stay that moved past those alone that are now deleted and inserted.
  ///
  /// - Complexity: O(*k* · log *k*) for *k* edits of sections.
  fileprivate mutating func dropIdleMoves() {
    // How many sections that stay stand before each of the others.
    func ranks(_ places: [Int]) -> [Int: Int] {
      Dictionary(uniqueKeysWithValues: places.sorted().enumerated().map { ($1, $1 - $0) })
    }
    let before = ranks(deleteSections + moveSections.map(\.from))
    let after = ranks(insertSections + moveSections.map(\.to))
    // What stays keeps its order, also among those that stay from now on.
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
