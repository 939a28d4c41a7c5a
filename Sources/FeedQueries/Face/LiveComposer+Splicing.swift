import FeedSnapshots

extension LiveComposer {
  /// Brings the results up to date with the lists.
  ///
  /// - Parameter changes: What the queries have found.
  /// - Returns: The results that differ by now, with the batches that lead to them.
  /// - Complexity: O(*c* · log *n*) for *c* changed rows.
  func apply(_ changes: QueryChanges) -> [(result: Int, updates: BatchUpdates)] {
    defer { queries.sweep() }
    var updates: [(result: Int, updates: BatchUpdates)] = []
    if !changes.isEmpty {
      if let update = moveOne(changes) {
        updates = [update]
      } else {
        updates = spliceTogether(changes) ?? splice(changes)
      }
    }
    guard changes.hasStatusChanges else { return updates }
    let changed = Set(updates.map(\.result))
    for index in results.indices where results[index].failure != roots[index].failure {
      results[index].failure = roots[index].failure
      if !changed.contains(index) { updates.append((index, BatchUpdates())) }
    }
    return updates.sorted { $0.result < $1.result }
  }

  /// Takes out what leaves its place, moves sections, puts in what has come, and compares.
  private func splice(_ changes: QueryChanges) -> [(result: Int, updates: BatchUpdates)] {
    var old: [Int: LiveResult.Sections] = [:]
    var arrivals: [(result: Int, record: ObjectRecord)] = []
    var depleted: [(result: Int, partition: Partition)] = []
    var windows = TouchedLists()
    func note(_ result: Int) {
      if old[result] == nil { old[result] = results[result].sections }
    }
    for move in changes.moves {
      guard let result = result(of: move.node) else { continue }
      note(result)
      if let removal = move.removal, removal.weight > 0 {
        results[result].sections.deleteItems(
          inSection: removal.partition.key,
          range: removal.offset..<(removal.offset + 1)
        )
        depleted.append((result, removal.partition))
      }
      if move.node.hasWindow {
        windows.add(move)
      } else if move.insertion != nil {
        arrivals.append((result, move.record))
      }
    }
    for window in windows.lists {
      guard let result = result(of: window.node) else { continue }
      let found = window.node.windowChanges(of: window.partition, touched: window.records)
      for record in found.leaving { hide(record, of: result) }
      if !found.leaving.isEmpty { depleted.append((result, window.partition)) }
      arrivals += found.entering.map { (result, $0) }
    }
    for change in changes.groups {
      guard let result = result(of: change.node) else { continue }
      note(result)
      restate(change, in: result)
    }
    var affected: [Int: [LiveResult.Sections.Entry]] = [:]
    for (result, record) in affectedRows(changes) {
      affected[result, default: []].append(entry(record, of: roots[result]))
    }
    do throws(SnapshotError) {
      try moveGroups(changes)
      for arrival in arrivals { try show(arrival.record, of: arrival.result) }
      for (result, partition) in depleted { removeIfEmpty(partition, of: result) }
    } catch {
      preconditionFailure("a row stands twice in one query: \(error)")
    }
    for (result, entries) in affected {
      note(result)
      results[result].sections.setContents(entries)
    }
    return old.sorted { $0.key < $1.key }.compactMap { result, sections in
      let updates = sections.updates(to: results[result].sections)
      return updates.isEmpty ? nil : (result, updates)
    }
  }

  private func hide(_ record: ObjectRecord, of result: Int) {
    let node = roots[result].node
    guard let placement = record.placements[node.slot] else { return }
    let offset = node.list.weight(before: placement.handle)
    results[result].sections.deleteItems(
      inSection: placement.partition.key,
      range: offset..<(offset + 1)
    )
    node.list.setWeight(0, of: placement.handle)
    record.setShown(false, in: node)
  }

  private func show(_ record: ObjectRecord, of result: Int) throws(SnapshotError) {
    let node = roots[result].node
    guard let placement = record.placements[node.slot], !placement.isShown else { return }
    let partition = placement.partition
    if let group = partition.group, node.groups.weight(of: group.handle) == 0 {
      try results[result].sections.insertSection(
        partition.key,
        content: .of(partition),
        at: node.groups.weight(before: group.handle)
      )
      node.groups.setWeight(1, of: group.handle)
    }
    try results[result].sections.insertItems(
      CollectionOfOne(entry(record, of: roots[result])),
      inSection: partition.key,
      at: node.list.weight(before: placement.handle)
    )
    node.list.setWeight(1, of: placement.handle)
    record.setShown(true, in: node)
  }

  private func removeIfEmpty(_ partition: Partition, of result: Int) {
    let node = roots[result].node
    guard node.list.weight(partition.root) == 0, let group = partition.group,
      node.groups.weight(of: group.handle) > 0
    else { return }
    results[result].sections.deleteSection(partition.key)
    node.groups.setWeight(0, of: group.handle)
  }

  // MARK: Groups

  /// Gives the section of a group the title and the aggregates that the group has by now.
  private func restate(_ change: GroupChange, in result: Int) {
    let node = roots[result].node
    guard let group = change.partition.group, node.groups.weight(of: group.handle) > 0 else {
      return
    }
    do throws(SnapshotError) {
      try results[result].sections.setContent(
        .of(change.partition),
        ofSection: change.partition.key
      )
    } catch {
      preconditionFailure("a group that has a weight has no section: \(error)")
    }
  }

  /// Moves the sections of groups that have got another place among the groups.
  ///
  /// From the first to the last, each to directly behind its new predecessor: those that stay never
  /// change their order.
  private func moveGroups(_ changes: QueryChanges) throws(SnapshotError) {
    var moved: [(result: Int, place: Int, partition: Partition)] = []
    for change in changes.groups where change.isReordered {
      guard let result = result(of: change.node), let group = change.partition.group,
        change.node.groups.weight(of: group.handle) > 0
      else { continue }
      moved.append((result, change.node.groups.weight(before: group.handle), change.partition))
    }
    moved.sort { ($0.result, $0.place) < ($1.result, $1.place) }
    for (result, _, partition) in moved { try moveBehindPredecessor(partition, of: result) }
  }

  private func moveBehindPredecessor(
    _ partition: Partition,
    of result: Int
  ) throws(SnapshotError) {
    guard let group = partition.group,
      let current = results[result].sections.index(ofSection: partition.key)
    else { return }
    var target = 0
    if let previous = roots[result].node.shownGroup(before: group),
      let index = results[result].sections.index(ofSection: previous.key)
    {
      target = current < index ? index : index + 1
    }
    guard target != current else { return }
    try results[result].sections.moveSection(partition.key, to: target)
  }
}
