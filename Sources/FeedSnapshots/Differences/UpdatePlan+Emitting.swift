extension UpdatePlan {
  /// Returns the changed section of a pair of the items' matcher.
  @inlinable
  func section(ofPair pair: Int) -> ChangedSection { changed[sectionOfPair[pair]] }

  /// Emits the edits of the items of sections that are not rebuilt.
  @inlinable
  mutating func emitItems() {
    var crossing = 0
    for section in changed where section.pair >= 0 {
      let pair = items.pairs[section.pair]
      let first = batch.moveItems.count
      let firstInsert = batch.insertItems.count
      if !section.isRebuilt, section.hasStructure {
        for rank in pair.inserts {
          batch.insertItems.append(SnapshotPath(section: section.new, item: rank))
        }
        for (block, stays) in zip(pair.blocks, section.stays) where !stays {
          for offset in 0..<block.count {
            batch.moveItems.append(
              .init(
                from: SnapshotPath(section: section.old, item: block.oldStart + offset),
                to: SnapshotPath(section: section.new, item: block.newStart + offset)
              )
            )
          }
        }
      }
      var isMixed = false
      while crossing < items.crossings.count, items.crossings[crossing].newPair == section.pair {
        emit(items.crossings[crossing])
        crossing += 1
        isMixed = true
      }
      if isMixed {
        batch.moveItems[first...].sort { $0.to < $1.to }
        batch.insertItems[firstInsert...].sort()
      }
    }
    emitDeletes()
  }

  /// Emits an item that moved between sections, if both sections exist before and after.
  @inlinable
  mutating func emit(_ crossing: Items.Crossing) {
    let source = section(ofPair: crossing.oldPair)
    let target = section(ofPair: crossing.newPair)
    let from = SnapshotPath(section: source.old, item: crossing.oldRank)
    let to = SnapshotPath(section: target.new, item: crossing.newRank)
    switch (source.isRebuilt, target.isRebuilt) {
    case (false, false): batch.moveItems.append(.init(from: from, to: to))
    case (true, false): batch.insertItems.append(to)
    case (false, true): batch.deleteItems.append(from)
    case (true, true): break
    }
  }

  @inlinable
  mutating func emitDeletes() {
    let hasDemoted = !batch.deleteItems.isEmpty
    let order =
      changed.count < 2
      ? Array(changed.indices) : changed.indices.sorted { changed[$0].old > changed[$1].old }
    for index in order where changed[index].pair >= 0 && !changed[index].isRebuilt {
      for rank in items.pairs[changed[index].pair].deletes.reversed() {
        batch.deleteItems.append(SnapshotPath(section: changed[index].old, item: rank))
      }
    }
    if hasDemoted { batch.deleteItems.sort(by: >) }
  }

  /// Emits the sections and items whose contents differ.
  @inlinable
  mutating func emitMarks() {
    for section in changed where section.isReloaded && !section.isRebuilt {
      batch.reloadSections.append(section.new)
    }
    for change in items.changed {
      let target = section(ofPair: change.newPair)
      guard !target.isRebuilt, !target.isReloaded, !section(ofPair: change.oldPair).isRebuilt
      else { continue }
      batch.reconfigureItems.append(SnapshotPath(section: target.new, item: change.newRank))
    }
    batch.reconfigureItems.sort()
  }
}
