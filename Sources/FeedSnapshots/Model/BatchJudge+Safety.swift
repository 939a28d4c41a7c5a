extension BatchJudge {
  /// Checks rules 20 and 21: marks name remaining elements, each once.
  @inlinable
  mutating func checkMarks() {
    let inserted = Set(batch.insertSections)
    let insertedItems = Set(batch.insertItems)
    let reloaded = Set(batch.reloadSections)
    for index in batch.reloadSections where inserted.contains(index) {
      report(20, "section reload \(name(index, in: new)) is of a section that is inserted")
    }
    if reloaded.count < batch.reloadSections.count {
      report(20, "a section is reloaded twice")
    }
    for (mark, paths) in [
      ("reload", batch.reloadItems), ("reconfigure", batch.reconfigureItems),
    ] {
      if Set(paths).count < paths.count { report(20, "an item is named by two marks: \(mark)") }
      for path in paths {
        if insertedItems.contains(path) || inserted.contains(path.section) {
          report(20, "item \(mark) \(name(path, in: new)) is of an item that is inserted")
        } else if reloaded.contains(path.section) {
          report(20, "item \(mark) \(name(path, in: new)) is in a section that is reloaded")
        }
      }
    }
    for path in Set(batch.reloadItems).intersection(batch.reconfigureItems).sorted() {
      report(21, "item \(name(path, in: new)) is both reloaded and reconfigured")
    }
  }

  /// Checks rules 22 to 26: the edits that real list views are known to perform wrongly.
  @inlinable
  mutating func checkSafety() {
    let movedFrom = Set(batch.moveSections.map(\.from))
    let movedTo = Set(batch.moveSections.map(\.to))
    for path in batch.deleteItems + batch.moveItems.map(\.from)
    where movedFrom.contains(path.section) {
      report(22, "the edit of item \(name(path, in: old)) is in a section that moves")
    }
    for path in batch.insertItems + batch.moveItems.map(\.to) where movedTo.contains(path.section) {
      report(22, "the edit of item \(name(path, in: new)) is in a section that moves")
    }
    checkMarksWithStructure(movedTo)
    checkIdleMoves()
    var seen: Set<SnapshotPath> = []
    for path in batch.deleteItems where !seen.insert(path).inserted {
      report(26, "item \(name(path, in: old)) is deleted twice")
    }
  }

  @inlinable
  mutating func checkMarksWithStructure(_ movedTo: Set<Int>) {
    guard marks == .withStructure, batch.hasStructure else { return }
    for index in batch.reloadSections {
      report(23, "section \(name(index, in: new)) is reloaded together with edits of the structure")
      if movedTo.contains(index) {
        report(24, "section \(name(index, in: new)) is both reloaded and moved")
      }
    }
    for path in batch.reloadItems {
      report(23, "item \(name(path, in: new)) is reloaded together with edits of the structure")
    }
  }

  /// Checks rule 25: a move to the position that the section or item has without it.
  @inlinable
  mutating func checkIdleMoves() {
    let sources = sectionSources()
    for move in batch.moveSections
    where move.from == move.to && sectionSources(ignoring: move) == sources {
      report(25, "the move of section \(name(move.from, in: old)) moves nothing")
    }
    guard let sources, batch.moveItems.contains(where: { $0.from == $0.to }) else { return }
    let paths = itemSources(sources)
    for move in batch.moveItems
    where move.from == move.to && itemSources(sources, ignoring: move) == paths {
      report(25, "the move of item \(name(move.from, in: old)) moves nothing")
    }
  }
}
