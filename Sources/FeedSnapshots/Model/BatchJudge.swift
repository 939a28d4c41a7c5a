/// The check of one batch: each rule is a method that adds violations.
@usableFromInline
struct BatchJudge<SectionID, SectionContent, ItemID, ItemContent>
where
  SectionID: Hashable & Sendable,
  SectionContent: Equatable & Sendable,
  ItemID: Hashable & Sendable,
  ItemContent: Equatable & Sendable
{
  @usableFromInline
  typealias Model = CollectionModel<SectionID, SectionContent, ItemID, ItemContent>

  @usableFromInline
  let old: [Model.Section]
  @usableFromInline
  let new: [Model.Section]
  @usableFromInline
  let batch: BatchUpdates
  @usableFromInline
  let marks: Model.MarkPhase
  @usableFromInline
  var violations: [BatchViolation] = []

  @inlinable
  init(old: [Model.Section], new: [Model.Section], batch: BatchUpdates, marks: Model.MarkPhase) {
    self.old = old
    self.new = new
    self.batch = batch
    self.marks = marks
  }

  @inlinable
  mutating func report(_ rule: Int, _ message: String) {
    violations.append(BatchViolation(rule: rule, message: message))
  }

  @inlinable
  func name(_ path: SnapshotPath, in sections: [Model.Section]) -> String {
    guard sections.indices.contains(path.section),
      sections[path.section].items.indices.contains(path.item)
    else { return "\(path)" }
    return "\(path) ('\(sections[path.section].items[path.item].id)')"
  }

  @inlinable
  func name(_ index: Int, in sections: [Model.Section]) -> String {
    sections.indices.contains(index) ? "\(index) ('\(sections[index].id)')" : "\(index)"
  }
}

// MARK: - Bounds

extension BatchJudge {
  /// Checks rules 1 to 4, and that marks name existing elements (20).
  @inlinable
  mutating func checkBounds() {
    checkSections(1, "section delete", batch.deleteSections, old, "old")
    checkSections(1, "section move from", batch.moveSections.map(\.from), old, "old")
    checkSections(2, "section insert", batch.insertSections, new, "new")
    checkSections(2, "section move to", batch.moveSections.map(\.to), new, "new")
    checkItems(3, "item delete", batch.deleteItems, old, "old")
    checkItems(3, "item move from", batch.moveItems.map(\.from), old, "old")
    checkItems(4, "item insert", batch.insertItems, new, "new")
    checkItems(4, "item move to", batch.moveItems.map(\.to), new, "new")
    checkSections(20, "section reload", batch.reloadSections, new, "new")
    checkItems(20, "item reload", batch.reloadItems, new, "new")
    checkItems(20, "item reconfigure", batch.reconfigureItems, new, "new")
  }

  @inlinable
  mutating func checkSections(
    _ rule: Int,
    _ edit: String,
    _ indices: [Int],
    _ sections: [Model.Section],
    _ space: String
  ) {
    for index in indices where !sections.indices.contains(index) {
      report(rule, "\(edit) \(index) is outside the \(sections.count) \(space) sections")
    }
  }

  @inlinable
  mutating func checkItems(
    _ rule: Int,
    _ edit: String,
    _ paths: [SnapshotPath],
    _ sections: [Model.Section],
    _ space: String
  ) {
    for path in paths {
      guard sections.indices.contains(path.section) else {
        report(rule, "\(edit) \(path) is outside the \(sections.count) \(space) sections")
        continue
      }
      let section = sections[path.section]
      if !section.items.indices.contains(path.item) {
        report(
          rule,
          "\(edit) \(path) is outside the \(section.items.count) \(space) items of section "
            + "'\(section.id)'"
        )
      }
    }
  }
}

// MARK: - Disjointness

extension BatchJudge {
  /// Checks rules 5 to 8: no element is named twice.
  @inlinable
  mutating func checkDisjointness() {
    let names = self  // a copy for the closures
    checkUnique(
      7,
      "old section",
      batch.deleteSections,
      batch.moveSections.map(\.from),
      name: { names.name($0, in: names.old) }
    )
    checkUnique(
      7,
      "new section",
      batch.insertSections,
      batch.moveSections.map(\.to),
      name: { names.name($0, in: names.new) }
    )
    checkUnique(
      5,
      "old item",
      batch.deleteItems,
      batch.moveItems.map(\.from),
      name: { names.name($0, in: names.old) }
    )
    checkUnique(
      6,
      "new item",
      batch.insertItems,
      batch.moveItems.map(\.to),
      name: { names.name($0, in: names.new) }
    )
  }

  @inlinable
  mutating func checkUnique<Place: Hashable>(
    _ rule: Int,
    _ what: String,
    _ places: [Place],
    _ moves: [Place],
    name: (Place) -> String
  ) {
    var seen: Set<Place> = []
    for place in places where !seen.insert(place).inserted {
      report(rule, "\(what) \(name(place)) is named by two edits")
    }
    var seenMoves: Set<Place> = []
    for place in moves {
      if !seenMoves.insert(place).inserted {
        report(8, "\(what) \(name(place)) is named by two moves")
      } else if seen.contains(place) {
        report(rule, "\(what) \(name(place)) is named by a move and by another edit")
      }
    }
  }
}

// MARK: - Sections and items

extension BatchJudge {
  /// Checks rules 9 to 12: an edit of a section covers its items.
  @inlinable
  mutating func checkInterplay() {
    let deleted = Set(batch.deleteSections)
    let inserted = Set(batch.insertSections)
    for path in batch.deleteItems where deleted.contains(path.section) {
      report(9, "item delete \(name(path, in: old)) is in a section that is deleted")
    }
    for path in batch.insertItems where inserted.contains(path.section) {
      report(9, "item insert \(name(path, in: new)) is in a section that is inserted")
    }
    for move in batch.moveItems {
      if deleted.contains(move.from.section) {
        report(10, "item move from \(name(move.from, in: old)) leaves a section that is deleted")
      }
      if inserted.contains(move.to.section) {
        report(11, "item move to \(name(move.to, in: new)) enters a section that is inserted")
      }
    }
    guard marks == .withStructure else { return }
    let reloaded = Set(batch.reloadSections)
    for path in batch.insertItems + batch.moveItems.map(\.to) where reloaded.contains(path.section)
    {
      report(12, "the edit of item \(name(path, in: new)) is in a section that is reloaded")
    }
  }

  /// Checks rules 14 and 15: the counts before, plus insertions, minus deletions.
  @inlinable
  mutating func checkCounts() {
    let expected = old.count + batch.insertSections.count - batch.deleteSections.count
    if expected != new.count {
      report(
        14,
        "\(new.count) sections after the batch, but \(old.count) before, "
          + "\(batch.insertSections.count) inserted and \(batch.deleteSections.count) deleted"
      )
      return
    }
    guard let sources = sectionSources() else {
      report(17, "the remaining sections do not fill the free places")
      return
    }
    var change = [Int](repeating: 0, count: old.count)
    var arrivals = [Int](repeating: 0, count: new.count)
    for path in batch.deleteItems { change[path.section] -= 1 }
    for move in batch.moveItems {
      change[move.from.section] -= 1
      arrivals[move.to.section] += 1
    }
    for path in batch.insertItems { arrivals[path.section] += 1 }
    for (index, source) in sources.enumerated() {
      guard let source else { continue }
      let count = old[source].items.count + change[source] + arrivals[index]
      if count != new[index].items.count {
        report(
          15,
          "section \(name(index, in: new)) has \(new[index].items.count) items after the batch, "
            + "but \(old[source].items.count) before, \(-change[source]) gone and "
            + "\(arrivals[index]) come"
        )
      }
    }
  }
}
