extension BatchJudge {
  /// Returns the source of each new section.
  ///
  /// An inserted section has no source. The result is `nil` if the remaining sections do not fit the
  /// free places.
  @inlinable
  func sectionSources(ignoring ignored: BatchUpdates.SectionMove? = nil) -> [Int?]? {
    let moves = batch.moveSections.filter { $0 != ignored }
    return fill(
      count: new.count,
      survivors: old.count,
      deleted: Set(batch.deleteSections),
      inserted: Set(batch.insertSections),
      moves: Dictionary(moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
    )
  }

  /// Fixes the inserted and moved elements, and fills the gaps with the others in their order.
  @inlinable
  func fill(
    count: Int,
    survivors: Int,
    deleted: Set<Int>,
    inserted: Set<Int>,
    moves: [Int: Int]
  ) -> [Int?]? {
    let moved = Set(moves.values)
    var rest = (0..<survivors).filter { !deleted.contains($0) && !moved.contains($0) }[...]
    var sources: [Int?] = []
    for place in 0..<count {
      if inserted.contains(place) {
        sources.append(nil)
      } else if let source = moves[place] {
        sources.append(source)
      } else if let source = rest.popFirst() {
        sources.append(source)
      } else {
        return nil
      }
    }
    return rest.isEmpty ? sources : nil
  }

  /// Checks rules 17 to 19: the edits lead to the new snapshot.
  @inlinable
  mutating func checkReplay() {
    guard let sources = sectionSources() else {
      return report(17, "the remaining sections do not fill the free places")
    }
    checkSectionIdentity(sources)
    guard violations.isEmpty, let paths = itemSources(sources) else {
      if violations.isEmpty {
        report(18, "the remaining items do not fill the free places")
      }
      return
    }
    checkItemIdentity(paths)
    if violations.isEmpty { checkContents(sources, paths) }
  }

  @inlinable
  mutating func checkSectionIdentity(_ sources: [Int?]) {
    let deleted = Set(batch.deleteSections.map { old[$0].id })
    let oldIDs = Set(old.map(\.id))
    let newIDs = Set(new.map(\.id))
    let inserted = Set(batch.insertSections.map { new[$0].id })
    for (index, source) in sources.enumerated() {
      if let source, old[source].id != new[index].id {
        report(
          17,
          "section '\(old[source].id)' ends up at \(name(index, in: new)) after the batch"
        )
      } else if source == nil, oldIDs.contains(new[index].id), !deleted.contains(new[index].id) {
        report(17, "inserted section \(name(index, in: new)) already exists")
      }
    }
    for index in batch.deleteSections
    where newIDs.contains(old[index].id) && !inserted.contains(old[index].id) {
      report(17, "deleted section \(name(index, in: old)) is in the new snapshot")
    }
  }

  /// Returns the sources of the items of each new section, if remaining items and places match.
  @inlinable
  func itemSources(
    _ sources: [Int?],
    ignoring ignored: BatchUpdates.ItemMove? = nil
  ) -> [[SnapshotPath?]]? {
    let moves = batch.moveItems.filter { $0 != ignored }
    let gone = Set(batch.deleteItems).union(moves.map(\.from))
    let inserted = Set(batch.insertItems)
    let moved = Dictionary(moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
    var result: [[SnapshotPath?]] = []
    for (section, source) in sources.enumerated() {
      guard let source else {
        result.append(new[section].items.map { _ in nil })
        continue
      }
      var rest = old[source].items.indices.map { SnapshotPath(section: source, item: $0) }
        .filter { !gone.contains($0) }[...]
      var paths: [SnapshotPath?] = []
      for item in new[section].items.indices {
        let path = SnapshotPath(section: section, item: item)
        if inserted.contains(path) {
          paths.append(nil)
        } else if let from = moved[path] {
          paths.append(from)
        } else if let from = rest.popFirst() {
          paths.append(from)
        } else {
          return nil
        }
      }
      guard rest.isEmpty else { return nil }
      result.append(paths)
    }
    return result
  }

  @inlinable
  mutating func checkItemIdentity(_ sources: [[SnapshotPath?]]) {
    let covered = Set(batch.deleteSections)
    let coveredNew = Set(batch.insertSections)
    var oldPlaces: [ItemID: SnapshotPath] = [:]
    for (section, value) in old.enumerated() {
      for (item, entry) in value.items.enumerated() {
        oldPlaces[entry.id] = SnapshotPath(section: section, item: item)
      }
    }
    var newPlaces: [ItemID: SnapshotPath] = [:]
    for (section, value) in new.enumerated() {
      for (item, entry) in value.items.enumerated() {
        let path = SnapshotPath(section: section, item: item)
        newPlaces[entry.id] = path
        if let source = sources[section][item] {
          let id = old[source.section].items[source.item].id
          if id != entry.id {
            report(18, "item '\(id)' ends up at \(name(path, in: new)) after the batch")
          }
        } else if let place = oldPlaces[entry.id], !coveredNew.contains(section),
          !covered.contains(place.section)
        {
          report(18, "inserted item \(name(path, in: new)) already exists, at \(place)")
        }
      }
    }
    for path in batch.deleteItems {
      let id = old[path.section].items[path.item].id
      if let place = newPlaces[id], !coveredNew.contains(place.section) {
        report(18, "deleted item \(name(path, in: old)) is in the new snapshot, at \(place)")
      }
    }
  }

  /// Checks rule 19 for contents: changed elements are inserted, reloaded or reconfigured.
  @inlinable
  mutating func checkContents(_ sources: [Int?], _ paths: [[SnapshotPath?]]) {
    let reloaded = Set(batch.reloadSections)
    let marked = Set(batch.reloadItems).union(batch.reconfigureItems)
    for (section, source) in sources.enumerated() {
      guard let source, !reloaded.contains(section) else { continue }
      if old[source].content != new[section].content {
        report(19, "section \(name(section, in: new)) has new content, but is not reloaded")
      }
      for (item, entry) in new[section].items.enumerated() {
        let path = SnapshotPath(section: section, item: item)
        guard let from = paths[section][item], !marked.contains(path) else { continue }
        if old[from.section].items[from.item].content != entry.content {
          report(
            19,
            "item \(name(path, in: new)) has new content, but is neither reloaded nor "
              + "reconfigured"
          )
        }
      }
    }
  }
}
