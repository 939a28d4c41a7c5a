import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots

// An item can be yielded several times: by an earlier section, by another level of the same rows,
// or twice by the same object. A snapshot has it once, at its first place.
extension Composer {
  /// Returns the items of an object, each once.
  func items(of row: ShownRow, in section: ComposedSection) -> [ComposedItem] {
    var items: [ComposedItem] = []
    append(row, in: section, to: &items)
    return items
  }

  /// Appends what an object yields, each item once.
  func append(_ row: ShownRow, in section: ComposedSection, to items: inout [ComposedItem]) {
    let start = items.count
    section.template.append(row, to: &items)
    guard section.template.mayRepeat else { return }
    let all = items[start...]
    var known = Set<ItemID>(minimumCapacity: all.count)
    guard let repeated = all.first(where: { !known.insert($0.id).inserted }) else { return }
    claims.repeats(repeated.id, .init(section: section, row: row))
    known.removeAll(keepingCapacity: true)
    items.replaceSubrange(start..., with: all.filter { known.insert($0.id).inserted })
  }

  /// Removes the claims of objects that no longer yield items, or are about to be examined again.
  func forgetClaims(of edits: ContiguousArray<ListEdit>) {
    guard !claims.isEmpty else { return }
    for edit in edits {
      for change in edit.rows {
        switch change {
        case .departed(let row), .changed(let row, _):
          claims.forget(.init(section: sections[edit.root], row: row))
        case .arrived: break
        }
      }
    }
  }

  /// Examines again the claimants of an item that leaves its place.
  func reopenClaims(of works: ContiguousArray<ListWork>) {
    guard claims.hasLosers else { return }
    for work in works { for item in leaving(work) { claims.reopen(item) } }
  }

  /// Withholds items that another object shows, or that arrive more than once.
  ///
  /// An item that leaves its place may appear at another place in the same commit.
  func withhold(_ works: inout ContiguousArray<ListWork>) {
    let leaving = Set(works.flatMap { self.leaving($0) })
    var coming: Set<ItemID> = []
    for work in works.indices {
      let section = works[work].section
      works[work].leaveOut { item, row in
        let isFree = leaving.contains(item) || !composition.contains(item)
        if isFree, coming.insert(item).inserted { return false }
        claims.lose(item, .init(section: section, row: row))
        return true
      }
    }
  }

  private func leaving(_ work: ListWork) -> [ItemID] {
    work.removals.flatMap {
      composition.items(inSection: work.id, range: $0..<($0 + 1)).map(\.id)
    }
  }

  func require(_ error: SnapshotError, _ code: SnapshotError.Code) {
    precondition(error.code == code, "the composer has made a mistake: \(error)")
  }

  // MARK: Settling

  /// Assigns each item with changed claimants to the first of them.
  ///
  /// - Returns: Whether any item has gone from one to another.
  /// - Complexity: O(*c* · (log *n* + *k*)) for *c* such items, of objects that yield up to *k* each.
  func settleClaims() -> Bool {
    var depleted: [SharedItems.Claimant] = []
    var isChanged = false
    for item in claims.takeOpen() {
      guard let first = claims.losers(of: item).min(by: precedes) else { continue }
      if let holder = holder(of: item) {
        guard precedes(first, holder) else { continue }
        take(item, from: holder)
        depleted.append(holder)
        claims.lose(item, holder)
      }
      give(item, to: first)
      isChanged = true
    }
    _ = claims.takeOpen()
    for claimant in depleted {
      guard let list = claimant.row.list else { continue }
      _ = removeIfEmpty(claimant.section, list)
    }
    return isChanged
  }

  /// Returns whether an object precedes another object in the order of the feed.
  private func precedes(_ left: SharedItems.Claimant, _ right: SharedItems.Claimant) -> Bool {
    guard left.section === right.section else { return left.section.index < right.section.index }
    return left.row.precedes(right.row)
  }

  /// The object that shows an item.
  private func holder(of item: ItemID) -> SharedItems.Claimant? {
    guard let path = composition.path(of: item) else { return nil }
    let id = composition.sectionID(at: path.section)
    guard let section = sections.first(where: { $0.declaration.id == id.declaration }),
      let row = section.query.row(atOffset: path.item, ofGroup: id.group ?? .null)
    else { return nil }
    return SharedItems.Claimant(section: section, row: row)
  }

  private func take(_ item: ItemID, from holder: SharedItems.Claimant) {
    guard let list = holder.row.list, let path = composition.path(of: item) else { return }
    composition.deleteItems(
      inSection: holder.section.id(of: list),
      range: path.item..<(path.item + 1)
    )
    holder.row.weight -= 1
  }

  private func give(_ item: ItemID, to claimant: SharedItems.Claimant) {
    let (section, row) = (claimant.section, claimant.row)
    guard let list = row.list else { return }
    var before = 0
    for entry in items(of: row, in: section) {
      guard entry.id == item else {
        if !claims.isLost(entry.id, by: claimant) { before += 1 }
        continue
      }
      makePresent(section, list)
      let offset = row.offset + before
      insert(CollectionOfOne(entry), into: section.id(of: list), at: offset)
      row.weight += 1
      break
    }
    claims.win(item, claimant)
  }
}
