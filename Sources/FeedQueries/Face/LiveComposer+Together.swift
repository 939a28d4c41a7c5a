import FeedSnapshots

// The usual commit: rows change, come, go and move between sections that were there before and are
// there after. What happens to each section is known from its list, and so is the batch.
extension LiveComposer {
  /// Takes over all that has happened to rows, section by section.
  ///
  /// - Parameter changes: What the queries have found.
  /// - Returns: The results that differ by now, with the batches that lead to them; nothing if more
  ///   has happened than this can tell, and then nothing is done.
  /// - Complexity: O(*c* · log *n*) for *c* changed rows.
  func spliceTogether(
    _ changes: QueryChanges
  ) -> [(result: Int, updates: BatchUpdates)]? {
    guard changes.groups.isEmpty, changes.moves.count <= mostMoves,
      changes.moves.allSatisfy(keepsSections)
    else { return nil }
    // What arrives is not shown yet, and so not among these.
    let affected = affectedRows(changes)
    if changes.moves.isEmpty, affected.count == 1 {
      return replaceOne(affected[0].record, of: affected[0].result).map { [$0] } ?? []
    }
    var splices = ResultSplices()
    var arrivals: [(result: Int, record: ObjectRecord, place: Placement)] = []
    for move in changes.moves {
      guard let result = result(of: move.node) else { continue }
      if let removal = move.removal, removal.weight > 0 {
        splices.change(removal.partition, of: result) { $0.remove(at: removal.offset) }
      }
      guard move.insertion != nil, let place = move.record.placements[move.node.slot],
        !place.isShown
      else { continue }
      move.node.list.setWeight(1, of: place.handle)
      move.record.setShown(true, in: move.node)
      arrivals.append((result, move.record, place))
    }
    for (result, record, place) in arrivals {
      let offset = roots[result].node.list.weight(before: place.handle)
      let entry = entry(record, of: roots[result])
      splices.change(place.partition, of: result) { $0.insert(entry, at: offset) }
    }
    for (result, record) in affected {
      let node = roots[result].node
      guard let place = record.placements[node.slot] else { continue }
      let offset = node.list.weight(before: place.handle)
      let entry = entry(record, of: roots[result])
      splices.change(place.partition, of: result) { $0.replace(with: entry, at: offset) }
    }
    return splices.results.compactMap { result, splices in
      do throws(SnapshotError) {
        let updates = try results[result].sections.splice(splices)
        return updates.isEmpty ? nil : (result, updates)
      } catch {
        preconditionFailure("a row stands twice in one query: \(error)")
      }
    }
  }

  /// Whether a move neither makes a section come or go nor shifts a window.
  private func keepsSections(_ move: PlacementChange) -> Bool {
    guard result(of: move.node) != nil else { return true }
    return !move.node.hasWindow && keepsSection(move.removal?.partition, of: move.node)
      && keepsSection(move.insertion, of: move.node)
  }

  private func keepsSection(_ partition: Partition?, of node: QueryNode) -> Bool {
    guard let partition else { return true }
    guard partition.root != 0 else { return false }
    guard node.isGrouped else { return true }
    return partition.group.map { node.groups.weight(of: $0.handle) > 0 } ?? false
  }

  /// Gives one row its content.
  private func replaceOne(
    _ record: ObjectRecord,
    of result: Int
  ) -> (result: Int, updates: BatchUpdates)? {
    let node = roots[result].node
    guard let place = record.placements[node.slot] else { return nil }
    let offset = node.list.weight(before: place.handle)
    guard
      let section = results[result].sections.setContent(
        LiveRow(record, of: roots[result]),
        ofItemAt: offset,
        inSection: place.partition.key
      )
    else { return nil }
    var batch = BatchUpdates()
    batch.reconfigureItems = [SnapshotPath(section: section, item: offset)]
    return (result, batch)
  }
}

/// The splices of each result, a splice for each of its sections that is concerned.
private struct ResultSplices {
  typealias Splice = LiveResult.Sections.Splice

  private(set) var results: [(result: Int, splices: ContiguousArray<Splice>)] = []
  private var places: [ObjectIdentifier: (result: Int, splice: Int)] = [:]
  private var resultPlaces: [Int: Int] = [:]

  /// Changes the splice of a section.
  mutating func change(
    _ partition: Partition,
    of result: Int,
    _ body: (inout Splice) -> Void
  ) {
    let place = places[ObjectIdentifier(partition)] ?? newPlace(partition, of: result)
    body(&results[place.result].splices[place.splice])
  }

  private mutating func newPlace(
    _ partition: Partition,
    of result: Int
  ) -> (result: Int, splice: Int) {
    let place = resultPlaces[result] ?? results.count
    if place == results.count {
      results.append((result, []))
      resultPlaces[result] = place
    }
    results[place].splices.append(Splice(section: partition.key))
    let found = (result: place, splice: results[place].splices.count - 1)
    places[ObjectIdentifier(partition)] = found
    return found
  }
}
