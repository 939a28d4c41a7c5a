import FeedDefinition
import FeedQueries
import FeedSnapshots

// The usual commit: objects change, come, go and move between sections that were there before and
// are there after. What happens to each section is known from its list, and so is the batch.
extension Composer {
  /// Takes over all that has happened to objects, section by section.
  ///
  /// - Parameter changes: What the queries have found.
  /// - Returns: The batch that leads to the new snapshot; nothing if more has happened than this can
  ///   tell, and then nothing is done: also if an item comes that is in the snapshot already.
  /// - Complexity: O(*c* · log *n*) for *c* items of the changed objects.
  func spliceTogether(_ changes: QueryChanges) -> BatchUpdates? {
    guard changes.groups.isEmpty, changes.moves.allSatisfy(keepsSections) else { return nil }
    let roots = affectedRoots(changes)
    guard roots.allSatisfy(keepsItems), itemsLeaving(changes, roots) <= mostItems,
      claims.isEmpty || changes.moves.isEmpty && roots.isEmpty
    else { return nil }
    var work = TogetherWork()
    collectContents(changes, &work)
    if changes.moves.isEmpty, roots.isEmpty {
      if work.contents.isEmpty { return replaceSome(work.others) }
      if work.others.isEmpty, let content = work.onlyContent { return replaceOne(content) }
    }
    collectMoves(changes, roots, &work)
    for content in work.contents {
      work.change(content.section, content.partition) { splice in
        splice.replace(with: content.item, at: content.offset())
      }
    }
    do throws(SnapshotError) {
      return try composition.splice(work.splices, contents: work.others)
    } catch {
      require(error, .duplicateItem)
      undo(work)
      return nil
    }
  }

  /// Has what was to come weigh what it did, since nothing has come.
  private func undo(_ work: TogetherWork) {
    for arrival in work.arrivals {
      arrival.node.list.setWeight(arrival.oldWeight, of: arrival.place.handle)
      if arrival.oldWeight == 0 { arrival.record.setShown(arrival.place.isShown, in: arrival.node) }
    }
  }

  /// How many items leave their places at the most.
  private func itemsLeaving(
    _ changes: QueryChanges,
    _ roots: [(section: ComposedSection, record: ObjectRecord)]
  ) -> Int {
    let moving = changes.moves.reduce(0) { $0 + ($1.removal?.weight ?? 0) }
    return roots.reduce(moving) { sum, root in
      guard let node = root.section.node, let place = root.record.placements[node.slot] else {
        return sum
      }
      return sum + node.list.weight(of: place.handle)
    }
  }

  /// Whether a move neither makes a section come or go, nor shifts a window, nor concerns a fold.
  private func keepsSections(_ move: PlacementChange) -> Bool {
    // Children come and go within their parents, which are asked about by themselves.
    guard let root = root(of: move.node) else { return true }
    guard keepsItems(root), !move.node.hasWindow else { return false }
    return [move.removal?.partition, move.insertion].allSatisfy { partition in
      guard let partition else { return true }
      return partition.root != 0 && isPresent(root, partition) && !isHidden(partition, root)
    }
  }

  private func keepsItems(_ root: (section: ComposedSection, record: ObjectRecord)) -> Bool {
    guard let node = root.section.node, let place = root.record.placements[node.slot] else {
      return false
    }
    return keepsItems(root.section) && !isHidden(place.partition, root.section)
  }

  /// Whether a section has items as long as its list has objects, and no others.
  private func keepsItems(_ section: ComposedSection) -> Bool {
    section.template.alwaysYields && !section.showsPlaceholder
  }

  private func isHidden(_ partition: Partition, _ section: ComposedSection) -> Bool {
    partition.group?.showsFold == true || section.isFolded(partition)
  }

  // MARK: Contents

  /// Notes what the items of changed objects are to show, by their places if these are known.
  private func collectContents(_ changes: QueryChanges, _ work: inout TogetherWork) {
    for change in changes.objects where change.oldContent != nil {
      let record = change.record
      let count = work.contents.count
      // An item that is claimed more than once need not be where its object is.
      if hasPlain[record.table], claims.isEmpty {
        if collectPlain(record, &work) { continue }
        work.contents.removeSubrange(count...)
      }
      appendItems(of: record, to: &work.others)
    }
  }

  /// Notes the content of an object that is but one item wherever it is shown.
  ///
  /// - Returns: Whether it is.
  private func collectPlain(_ record: ObjectRecord, _ work: inout TogetherWork) -> Bool {
    for node in queries.nodes(of: record) {
      guard !lineage.isIncluded(node) else { return false }
      guard let section = root(of: node) else { continue }
      guard let kind = section.template.onlyKind else { return false }
      // What arrives is not shown yet, and brings its content with it.
      guard let place = record.placements[node.slot], place.isShown else { continue }
      work.contents.append(
        .init(
          section: section,
          partition: place.partition,
          item: ComposedItem(
            id: ItemID(kind: kind, object: record.id),
            content: node.shown(record.content)
          ),
          node: node,
          place: place
        )
      )
    }
    return true
  }

  /// Gives items their contents, wherever they are.
  private func replaceSome(_ items: [ComposedItem]) -> BatchUpdates {
    var batch = BatchUpdates()
    batch.reconfigureItems = composition.setContents(items)
    return batch
  }

  /// Gives one item its content.
  private func replaceOne(_ content: TogetherWork.PlacedContent) -> BatchUpdates {
    let offset = content.offset()
    var batch = BatchUpdates()
    if let section = composition.setContent(
      content.item.content,
      ofItemAt: offset,
      inSection: content.section.id(of: content.partition)
    ) {
      batch.reconfigureItems = [SnapshotPath(section: section, item: offset)]
    }
    return batch
  }

  // MARK: Moves

  /// Notes which items leave, and which come and where.
  private func collectMoves(
    _ changes: QueryChanges,
    _ roots: [(section: ComposedSection, record: ObjectRecord)],
    _ work: inout TogetherWork
  ) {
    for move in changes.moves {
      guard let section = root(of: move.node) else { continue }
      if let removal = move.removal, removal.weight > 0 {
        work.change(section, removal.partition) { splice in
          for _ in 0..<removal.weight { splice.remove(at: removal.offset) }
        }
      }
      if move.insertion != nil { collectArrival(move, of: section, &work) }
    }
    for root in roots { collectRefill(root.record, of: root.section, &work) }
    for arrival in work.arrivals {
      arrival.node.list.setWeight(arrival.weight, of: arrival.place.handle)
    }
    for arrival in work.arrivals {
      let start = arrival.node.list.weight(before: arrival.place.handle) + arrival.offset
      work.change(arrival.section, arrival.place.partition) { splice in
        for (index, item) in arrival.items.enumerated() { splice.insert(item, at: start + index) }
      }
    }
  }

  /// Notes all items of an object that comes.
  private func collectArrival(
    _ move: PlacementChange,
    of section: ComposedSection,
    _ work: inout TogetherWork
  ) {
    guard let place = move.record.placements[move.node.slot], !place.isShown else { return }
    let items = items(of: move.record, in: section)
    move.record.setShown(true, in: move.node)
    work.arrivals.append(
      .init(
        section: section,
        node: move.node,
        record: move.record,
        place: place,
        offset: 0,
        oldWeight: 0,
        weight: Int32(items.count),
        items: items[...]
      )
    )
  }

  /// Notes those items of an object that stays which differ from what it yields now.
  private func collectRefill(
    _ record: ObjectRecord,
    of section: ComposedSection,
    _ work: inout TogetherWork
  ) {
    guard let node = section.node, let place = record.placements[node.slot] else { return }
    let offset = node.list.weight(before: place.handle)
    let weight = node.list.weight(of: place.handle)
    let start = work.oldOffset(of: offset, in: place.partition)
    let old = composition.items(
      inSection: section.id(of: place.partition),
      range: start..<(start + weight)
    )
    let new = items(of: record, in: section)
    let middle = Middle(old, new)
    guard !middle.isEmpty else { return }
    work.change(section, place.partition) { splice in
      for _ in middle.old { splice.remove(at: offset + middle.old.lowerBound) }
    }
    // What comes weighs nothing until all that leaves is noted.
    node.list.setWeight(Int32(weight - middle.old.count), of: place.handle)
    work.arrivals.append(
      .init(
        section: section,
        node: node,
        record: record,
        place: place,
        offset: middle.new.lowerBound,
        oldWeight: Int32(weight),
        weight: Int32(new.count),
        items: new[middle.new]
      )
    )
  }
}
