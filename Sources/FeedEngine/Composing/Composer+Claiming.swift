import FeedDefinition
import FeedQueries
import FeedSnapshots

// What an object yields may be yielded by another one as well: by an earlier section, by another level
// of the same rows, or by the same object twice. A snapshot holds it once, where it comes first.
extension Composer {
  /// What an object yields, each item once.
  func items(of record: ObjectRecord, in section: ComposedSection) -> [ComposedItem] {
    var items: [ComposedItem] = []
    section.template.append(record.id, record.content, to: &items)
    guard section.template.mayRepeat else { return items }
    var known = Set<ItemID>(minimumCapacity: items.count)
    let all = items
    items = all.filter { known.insert($0.id).inserted }
    if items.count < all.count {
      known.removeAll(keepingCapacity: true)
      if let repeated = all.first(where: { !known.insert($0.id).inserted }) {
        claims.repeats(repeated.id, .init(section: section, record: record))
      }
    }
    return items
  }

  /// Puts items of an object in; of those that are in the snapshot already, it goes without.
  ///
  /// - Returns: How many were put in.
  /// - Complexity: O(log *n* + *k*) for *k* items of which none is in the snapshot.
  func put(
    _ items: some Collection<ComposedItem>,
    of record: ObjectRecord,
    in section: ComposedSection,
    _ partition: Partition?,
    at offset: Int
  ) -> Int {
    do throws(SnapshotError) {
      try composition.insertItems(items, inSection: section.id(of: partition), at: offset)
      return items.count
    } catch {
      require(error, .duplicateItem)
      let claimant = Claims.Claimant(section: section, record: record)
      let rest = items.filter { item in
        guard composition.contains(item.id) else { return true }
        claims.lose(item.id, claimant)
        return false
      }
      insert(rest, in: section, partition, at: offset)
      return rest.count
    }
  }

  /// Puts items in that nothing else can be called.
  func insert(
    _ items: some Collection<ComposedItem>,
    in section: ComposedSection,
    _ partition: Partition?,
    at offset: Int
  ) {
    do throws(SnapshotError) {
      try composition.insertItems(items, inSection: section.id(of: partition), at: offset)
    } catch {
      preconditionFailure("the composer has lost count of its items: \(error)")
    }
  }

  /// Takes items of a section out, and has others that claim them asked.
  func takeOut(_ range: Range<Int>, of section: SectionID) {
    // Who goes without all items may have no section.
    guard !range.isEmpty else { return }
    if claims.hasLosers {
      for item in composition.items(inSection: section, range: range) { claims.reopen(item.id) }
    }
    composition.deleteItems(inSection: section, range: range)
  }

  /// Notes that an object yields nothing any more, or is to be asked again.
  func forgetClaims(of record: ObjectRecord, in section: ComposedSection) {
    if !claims.isEmpty { claims.forget(.init(section: section, record: record)) }
  }

  func require(_ error: SnapshotError, _ code: SnapshotError.Code) {
    precondition(error.code == code, "the composer has made a mistake: \(error)")
  }

  // MARK: Settling

  /// Has each item whose claimants have changed shown by the first of them.
  ///
  /// - Complexity: O(*c* · (log *n* + *k*)) for *c* such items, of objects that yield up to *k* each.
  func settleClaims() {
    for item in claims.takeOpen() {
      guard let first = claims.losers(of: item).min(by: precedes) else { continue }
      if let holder = holder(of: item) {
        guard precedes(first, holder) else { continue }
        takeFrom(holder, item)
        claims.lose(item, holder)
      }
      give(item, to: first)
    }
    _ = claims.takeOpen()
  }

  /// Whether an object comes before another one in the order of the feed.
  private func precedes(_ left: Claims.Claimant, _ right: Claims.Claimant) -> Bool {
    guard left.section === right.section else { return left.section.index < right.section.index }
    guard let node = left.section.node, let here = left.record.placements[node.slot],
      let there = right.record.placements[node.slot]
    else { return false }
    guard here.partition !== there.partition else {
      return node.list.rank(of: here.handle) < node.list.rank(of: there.handle)
    }
    guard let group = here.partition.group, let other = there.partition.group else { return false }
    return node.groups.rank(of: group.handle) < node.groups.rank(of: other.handle)
  }

  /// The object that shows an item.
  private func holder(of item: ItemID) -> Claims.Claimant? {
    guard let path = composition.path(of: item) else { return nil }
    let id = composition.sectionID(at: path.section)
    guard let section = sections.first(where: { $0.declaration.id == id.declaration }),
      let node = section.node, let partition = node.partition(id.group ?? .null)
    else { return nil }
    let handle = node.list.handle(atWeight: path.item, in: partition.root)
    return handle == 0 ? nil : Claims.Claimant(section: section, record: node.list[handle])
  }

  private func takeFrom(_ holder: Claims.Claimant, _ item: ItemID) {
    guard let node = holder.section.node, let place = holder.record.placements[node.slot],
      let path = composition.path(of: item)
    else { return }
    composition.deleteItems(
      inSection: holder.section.id(of: place.partition),
      range: path.item..<(path.item + 1)
    )
    node.list.setWeight(Int32(node.list.weight(of: place.handle) - 1), of: place.handle)
    pending.depleted.insert(holder.section, place.partition)
  }

  private func give(_ item: ItemID, to claimant: Claims.Claimant) {
    let (section, record) = (claimant.section, claimant.record)
    guard let node = section.node, let place = record.placements[node.slot] else { return }
    var before = 0
    for entry in items(of: record, in: section) {
      guard entry.id == item else {
        if !claims.isLost(entry.id, by: claimant) { before += 1 }
        continue
      }
      makePresent(section, place.partition)
      insert(
        CollectionOfOne(entry),
        in: section,
        place.partition,
        at: node.list.weight(before: place.handle) + before
      )
      node.list.setWeight(Int32(node.list.weight(of: place.handle) + 1), of: place.handle)
      break
    }
    claims.win(item, claimant)
  }
}
